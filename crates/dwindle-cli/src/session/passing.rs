//! The other end of a run on two versions: the one that has to pass.

use std::fmt::Debug;
use std::time::Duration;

use dwindle::{Config, Outcome};

use super::artifact::Artifact;
use super::runner::with_build;
use super::{Session, first};
use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::Settings;

/// What is said of nothing of an artifact, where that is a version of its own which has to pass.
pub(crate) trait Passing: Debug {
    /// What is wrong when it comes out like this.
    fn not_passing(&self, outcome: Outcome) -> String;

    /// What to do about that, in the order in which it is to be tried.
    fn advice(&self, settings: &Settings, outcome: Outcome) -> Vec<String>;

    /// What to do where it fails, and the whole artifact passes.
    fn swapped(&self, settings: &Settings) -> Vec<String>;
}

impl<A: Artifact> Session<A> {
    /// Ends a run whose artifact has an end that has to pass, and did not.
    ///
    /// # Errors
    /// Then.
    pub(super) fn expect_passing(&self, seen: Option<Outcome>) -> Result<(), CliError> {
        match (self.input.artifact.passing(), seen) {
            (Some(passing), Some(seen)) if seen != Outcome::Pass => {
                let limit = self.limit.get().or(self.settings.timeout);
                Err(self.explain((passing, seen), limit))
            }
            _ => Ok(()),
        }
    }

    /// Why the version that has to pass came out as `seen`: runs the test on it once more, and shows what ran, where,
    /// and how it ended.
    fn explain(&self, (passing, seen): (&dyn Passing, Outcome), limit: Option<Duration>) -> CliError {
        let (settings, input) = (&self.settings, &self.input);
        let explained = || {
            let runner = with_build(settings, input.artifact.laid_as(&input.name), &self.scratch)?;
            runner.limit().set(limit);
            let mut runs = first::Runs::open(settings, input, &runner, &self.control)?;
            let ran = runs.on(&Config::empty())?;
            if ran.outcome == Outcome::Pass {
                let message = format!(
                    "the test gives inconsistent results: the outcome of the good version was {}, and then it passed",
                    seen.name()
                );
                return Ok(first::detailed(CliError::new(Exit::Unreliable, message), &runs, &ran)
                    .hint("make the test repeatable (fix seeds, ports and times), or run it several times for each candidate with --repeat 2/5"));
            }
            let error = CliError::new(Exit::NotFailing, passing.not_passing(ran.outcome));
            let error = first::detailed(error, &runs, &ran);
            Ok(passing.advice(settings, ran.outcome).into_iter().fold(error, CliError::hint))
        };
        explained().unwrap_or_else(|error| error)
    }
}
