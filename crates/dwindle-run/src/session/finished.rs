//! How a run ended.

use std::path::PathBuf;

use dwindle::event::Observer;
use dwindle::search::Stop;
use dwindle::test::Flakiness;
use dwindle::{Goal, Judgement};
use dwindle_store::journal::{Reliability, Tally};

use super::artifact::Artifact;
use super::round::{CameTo, Ended, Round, Rounds};
use super::run::Session;
use super::store::RunStore;
use super::unsteady::Measured;
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::Output;
use crate::text::said;

/// Which outcome is what the search goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptOutcome {
    /// What still fails.
    Failing,
    /// What passes.
    Passing,
    /// What makes the command pass, which counts as a failure then.
    Preventing,
    /// The one on one side, the other on the other.
    BothSides,
}

/// How a run ended.
#[derive(Debug)]
pub struct Finished {
    /// Why it ended before its end, if it did.
    pub stop: Option<Stop>,
    /// The size of the input.
    pub input_size: u64,
    /// The size of the result.
    pub result_size: u64,
    /// Whether it ended on the way back to the best of an earlier run, which is still the result.
    pub is_behind: bool,
    /// Where the result lies; `None` when it went nowhere.
    pub result: Option<PathBuf>,
    /// The run directory; `None` where nothing is kept.
    pub run: Option<PathBuf>,
    /// Numbers of all runs of the program with this key; of this one where there is no journal.
    pub tally: Tally,
    /// Logical tests of this run, in serial order.
    pub tests: u64,
    /// Where other failures met on the way are kept, and the signatures of those that this run met first.
    pub others: Option<(PathBuf, Vec<String>)>,
    /// How the result comes out now, where the failure was gone in the end.
    pub gone: Option<Judgement>,
    /// In how many of so many runs the result failed in the end, where the test is unreliable, or comes out to be.
    pub reliability: Option<Reliability>,
    /// Under `--repeat`: how often repeated runs of the same candidate came out differently.
    pub flakiness: Option<Flakiness>,
    /// Where the scratch directories are, when they were to be kept.
    pub kept: Option<PathBuf>,
    /// What the search went on from.
    pub kept_outcome: KeptOutcome,
    /// Whether the input fails only alone, so that one test ran at a time.
    pub alone: bool,
    /// How many tests could run at once.
    pub jobs: usize,
    /// Whether the result goes to standard output.
    pub to_stdout: bool,
}

impl<A: Artifact> Session<A> {
    /// Ends the journal after the last search, and says what it came to.
    pub(super) fn finish<R>(
        &mut self,
        round: Round<R>,
        ended: Ended,
        rounds: Rounds<A>,
        reader: &mut dyn Observer,
    ) -> Result<(Option<R>, Finished), RunError> {
        let Round { found, worked, came_to, .. } = round;
        let Rounds { mut store, best, mut tally, spent, .. } = rounds;
        let Ended { reliability, gone } = ended;
        let kept = came_to.map(|CameTo { result: (space, config), .. }| space.size(&config));
        self.checked = Some(found);
        let (given, stop, certificates) = match worked {
            Ok((given, certificates)) => (Some(given), None, certificates),
            Err(stop @ (Stop::Interrupted | Stop::Budget | Stop::Target | Stop::Gone(_))) => {
                (None, Some(stop), Vec::new())
            }
            Err(stop) => {
                let error = RunStore::close(store.as_mut(), self.stopped(&stop));
                let best = store.as_ref().map(|store| store.result.shown()).filter(|best| best.exists());
                return Err(match best {
                    Some(best) if error.exit() == Exit::Internal => {
                        error.detail(format!("the best result so far is in {}", said(best)))
                    }
                    _ => error,
                });
            }
        };
        if let Some(store) = &mut store {
            // What was asked once of a test that came out to be unreliable proves nothing.
            let is_in_doubt = reliability.is_some() && self.measured.is_none();
            let proved = if is_in_doubt { &[][..] } else { &certificates };
            store.end(reader, stop.as_ref(), proved, (self.ran_again.get(), gone.is_some()))?;
        } else {
            tally.add_again(self.ran_again.get());
        }
        let input_size = self.size();
        // On the way back to the best of an earlier run, which still lies there, that is the result.
        let kept = kept.unwrap_or(input_size);
        let result_size = best.map_or(kept, |best| best.min(kept));
        let finished = Finished {
            stop,
            input_size,
            result_size,
            is_behind: result_size < kept,
            result: store.as_ref().map(|store| store.result.shown().to_owned()),
            run: store.as_ref().map(|store| store.dir.path().to_owned()),
            tally: store.as_ref().map_or(tally, |store| store.tally.clone()),
            tests: spent,
            others: store.as_ref().map(|store| (store.dir.other_failures_path(), store.others.clone())),
            gone,
            reliability: reliability.map(Measured::reliability),
            flakiness: self.test.flakiness(),
            kept: self.scratch.is_kept().then(|| self.scratch.path().to_owned()),
            kept_outcome: match self.settings.goal {
                Goal::LargestPassing => KeptOutcome::Passing,
                Goal::SmallestFailing if self.input.artifact.prevents() => KeptOutcome::Preventing,
                Goal::SmallestFailing => KeptOutcome::Failing,
            },
            alone: found.alone,
            jobs: if found.alone { 1 } else { self.settings.jobs },
            to_stdout: self.settings.output == Output::Stdout,
        };
        self.store = store;
        Ok((given, finished))
    }
}
