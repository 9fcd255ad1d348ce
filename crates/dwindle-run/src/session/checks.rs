//! The checks before any run: the input fails again, also beside copies of itself, and nothing at all passes.

use std::time::Duration;

use dwindle::event::Event;
use dwindle::search::{Search, Stop};
use dwindle::{Config, Goal, Judgement, Outcome, Reason};
use dwindle_exec::Refusals;
use dwindle_exec::process::Level;

use super::artifact::{Artifact, Words};
use super::first::Together;
use super::judge::{copies, usual_limit, usual_runs};
use super::run::Checked;
use super::unsteady::{self, Measured};
use super::{Session, first};
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{Confinement, Settings};

/// So often a limit that nobody named is doubled for an input that is late alone.
const MOST_DOUBLED: u32 = 3;

impl<A: Artifact> Session<A> {
    /// Tests the whole input again, copies of it at once when there are several jobs, and the empty input; `failed`
    /// are the runs that have failed already.
    ///
    /// # Errors
    /// When the input does not fail each time, or nothing of it fails as well.
    pub(super) fn run_checks(&self, search: &mut Search<'_>, failed: &[Judgement]) -> Result<Checked, Stop> {
        let Settings { jobs, goal, .. } = self.settings;
        let whole = self.input().whole();
        let full = [whole.full()];
        let mut runs = failed.to_vec();
        let mut found = Checked::default();
        if runs.is_empty() {
            self.announce_check(search, 1)?;
            runs = search.probe(&whole, &full)?;
            if let Some(other) = not_failing(&runs) {
                let prevents = self.input().prevents();
                let why = other.reason.as_ref().map_or_else(|| "it passes".to_owned(), ToString::to_string);
                let own = self.input().unlike_itself(&why);
                let of_test = || if prevents { not_preventing(other) } else { not_failing_at_all(other) };
                return Err(own.unwrap_or_else(of_test).into());
            }
            if self.limit.get().is_none() {
                self.limit.set(runs.first().map(|run| usual_limit(run.duration)));
            }
        }
        if self.together == Together::FailsOnlyAlone {
            search.narrow();
            found.alone = true;
        }
        let copies = if self.together == Together::Unknown { copies(&self.settings, runs.len()) } else { 0 };
        let mut copies = vec![whole.full(); copies];
        copies.push(Config::empty());
        let mut judged = self.probe_at_once(search, &copies, runs.len())?;
        // Many at once take longer than one alone, above all where there are more jobs than processors.
        let may_double = jobs > 1 && self.settings.timeout.is_none();
        for _ in 0..copies.len().ilog2() {
            if !may_double || !are_late(&judged[..copies.len() - 1]) {
                break;
            }
            self.limit.double();
            judged = self.probe_at_once(search, &copies, runs.len())?;
        }
        let mut empty = judged.pop().expect("one for each configuration");
        if not_failing(&judged).is_some() {
            if jobs > 1 {
                search.narrow();
                found.alone = true;
                // One that fails alone only now and then has nothing to do with the others.
                judged.clear();
                for doubled in 0..=MOST_DOUBLED {
                    while judged.len() < unsteady::RUNS && not_failing(&judged).is_none() {
                        judged.extend(search.probe(&whole, &full)?);
                    }
                    if !may_double || !are_late(&judged) || doubled == MOST_DOUBLED {
                        break;
                    }
                    self.limit.double();
                    judged.clear();
                }
                empty = search.probe(&whole, &[Config::empty()])?.remove(0);
            }
            if not_failing(&judged).is_some() {
                if let Some(measured) = self.measured {
                    return Err(measured.changed().into());
                }
                runs.extend(judged);
                let is_command = self.input.artifact.test(&self.limit, &self.refusals).is_none();
                if is_command && unsteady::may_be_measured(&self.settings, &self.input) {
                    let mut measured = Measured::of(&runs);
                    while measured.is_open(&self.settings) {
                        self.announce_check(search, runs.len() + 1)?;
                        let run = search.probe(&whole, &full)?.remove(0);
                        measured.add(&run);
                        runs.push(run);
                    }
                    self.unsteady.set(measured.rule().is_some().then_some(measured));
                }
                while runs.len() < unsteady::RUNS {
                    runs.extend(search.probe(&whole, &full)?);
                }
                return Err(unsteady::unreliable(&self.settings, &runs).into());
            }
        }
        if empty.outcome == Outcome::Fail && jobs > 1 && !found.alone {
            // Others may have made it fail, by what they wrote at a fixed path.
            search.narrow();
            let alone = search.probe(&whole, &[Config::empty()])?.remove(0);
            found.alone = alone.outcome != Outcome::Fail;
            empty = alone;
        }
        if self.is_hindered(&empty) {
            self.hindered.set(true);
            return Err(RunError::internal("the sandbox hinders tests of smaller inputs").into());
        }
        found.slowest =
            judged.iter().chain([&empty]).map(|run| run.duration).fold(found.slowest, Duration::max);
        found.of_nothing = Some(empty.outcome);
        let is_asked = self.input().passing().is_none() && !self.input().may_be_nothing();
        if empty.outcome == Outcome::Fail && goal == Goal::SmallestFailing && is_asked {
            let Words { too_loose, tighten, .. } = self.input().words();
            let error = RunError::new(Exit::NotFailing, too_loose);
            return Err(error
                .hints(first::advice(&self.settings, &self.input, &self.output))
                .hint(tighten)
                .into());
        }
        Ok(found)
    }

    /// Whether a sandbox that nobody asked for hinders the test where nothing of the input is left: what smaller inputs make it write, the whole one
    /// may not, or did before there was a sandbox, as into a cache by the contents.
    fn is_hindered(&self, empty: &Judgement) -> bool {
        let Confinement { level, .. } = self.settings.test.sandbox;
        empty.reason.as_ref().is_some_and(Refusals::are_why)
            && self.settings.test.sandbox.is_found()
            && level != Level::Off
    }

    /// Tests these, all at once where there is more than one job: what the test sees first is else the input again.
    fn probe_at_once(
        &self,
        search: &mut Search<'_>,
        configs: &[Config],
        before: usize,
    ) -> Result<Vec<Judgement>, Stop> {
        let whole = self.input().whole();
        let mut judged = Vec::new();
        for batch in configs.chunks(if self.settings.jobs == 1 { 1 } else { configs.len() }) {
            self.announce_check(search, before + judged.len() + 1)?;
            judged.extend(search.probe(&whole, batch)?);
        }
        Ok(judged)
    }

    fn announce_check(&self, search: &mut Search<'_>, run: usize) -> Result<(), Stop> {
        let of = usual_runs(&self.settings).max(run);
        search.announce(&Event::Checking { run, of })
    }
}

fn not_failing(judgements: &[Judgement]) -> Option<&Judgement> {
    judgements.iter().find(|judgement| judgement.outcome != Outcome::Fail)
}

/// Whether some did not fail, all of them because they took too long.
fn are_late(judgements: &[Judgement]) -> bool {
    let mut not_failing = judgements.iter().filter(|judgement| judgement.outcome != Outcome::Fail).peekable();
    not_failing.peek().is_some() && not_failing.all(Judgement::timed_out)
}

/// For tests without a first run of their own: workers.
fn not_failing_at_all(other: &Judgement) -> RunError {
    match &other.reason {
        Some(Reason::CouldNotRun { why }) => {
            RunError::new(Exit::CouldNotRun, format!("the worker cannot be used: {why}")).hint(
                "a worker reads one path per line, and answers each with `fail`, `pass` or `unresolved`",
            )
        }
        reason => {
            let why = reason.as_ref().map_or_else(|| other.outcome.name().to_owned(), ToString::to_string);
            RunError::new(Exit::NotFailing, format!("the input does not fail: {why}"))
                .hint("name files that the worker itself needs by absolute paths: it runs in a directory of its own")
                .hint("a program that ends after one test is no worker: leave --worker out")
        }
    }
}

/// For what is to prevent a failure: outcomes are those of the opposite test.
fn not_preventing(other: &Judgement) -> RunError {
    let why = match (&other.reason, other.outcome) {
        (_, Outcome::Pass) => "it still occurs with all of them".to_owned(),
        (Some(reason), _) => format!("with all of them the command fails in a different way: {reason}"),
        (None, _) => "with all of them the outcome is unresolved".to_owned(),
    };
    RunError::new(Exit::NotFailing, format!("these words do not prevent the failure: {why}"))
        .hint("name more or other words: with all of them, the command has to pass")
}
