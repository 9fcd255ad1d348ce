//! The other end of a run on two versions: the one that has to pass.

use std::time::Duration;

use dwindle::{Config, Outcome};

use super::artifact::{Artifact, Passing};
use super::runner::with_build;
use super::{Session, first};
use crate::error::RunError;
use crate::exit::Exit;

impl<A: Artifact> Session<A> {
    /// Ends a run whose artifact has an end that has to pass, and did not.
    pub(super) fn expect_passing(&self, seen: Option<Outcome>) -> Result<(), RunError> {
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
    fn explain(&self, (passing, seen): (&dyn Passing, Outcome), limit: Option<Duration>) -> RunError {
        let (settings, input) = (&self.settings, &self.input);
        let explained = || {
            let runner = with_build(settings, input.artifact.laid_as(&input.name), &self.scratch)?;
            runner.limit().set(limit);
            let mut runs = first::Runs::open(settings, input, &runner, &self.control)?;
            let ran = runs.on(&Config::empty())?;
            if ran.judged.outcome == Outcome::Pass {
                let message = format!(
                    "the test gives inconsistent results: the outcome of the good version was {}, and then it passed",
                    seen.name()
                );
                return Ok(first::detailed(RunError::new(Exit::Unreliable, message), &runs, &ran)
                    .hint("make the test repeatable (fix seeds, ports and times), or run it several times for each candidate with --repeat 2/5"));
            }
            let error = RunError::new(Exit::NotFailing, passing.not_passing(ran.judged.outcome));
            let error = first::detailed(error, &runs, &ran);
            Ok(error.hints(passing.advice(settings, ran.judged.outcome)))
        };
        explained().unwrap_or_else(|error| error)
    }
}
