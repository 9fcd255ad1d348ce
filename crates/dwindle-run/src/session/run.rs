//! A run that is ready to begin, and how it is carried out.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle::Text;
use dwindle::event::Observer;
use dwindle::plan::Certificate;
use dwindle::search::{Objective, Search, Stop};
use dwindle::space::text_of;
use dwindle::test::Flakiness;
use dwindle::{Control, Engine, Goal, Judgement, Outcome};
use dwindle_exec::signature::Conditions;
use dwindle_exec::{Refusals, Shortage, Signature, TimeLimit, Verdict};
use dwindle_store::journal::{Known, Reliability, Tally};

use super::artifact::{Artifact, Made};
use super::input::Input;
use super::judge::AnyTest;
use super::resume::{self, Past};
use super::scratch::Scratch;
use super::store::Recorder;
use super::store::RunStore;
use super::unsteady::Measured;
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{Output, Settings};
use crate::syntax::Syntax;
use crate::text::said;

/// A run that is ready to begin.
pub struct Session<A = Text> {
    pub(super) settings: Settings,
    pub(super) control: Control,
    /// What it is about.
    pub input: Input<A>,
    pub(super) scratch: Scratch,
    pub(super) test: AnyTest,
    pub(super) limit: TimeLimit,
    pub(super) shortage: Shortage,
    /// Tells what the sandbox refused to tests.
    pub(super) refusals: Refusals,
    /// The runs before the search: the first one, and the second where there was one.
    pub(super) first: Vec<Judgement>,
    /// Whether as many of them took place at once as there are jobs.
    pub(super) at_once: bool,
    /// The failure that is kept, where the first run fixed it.
    pub signature: Option<Signature>,
    /// What the first run wrote, standard error first.
    pub output: Vec<u8>,
    /// What was asked for and how the first run ended, where that was left to it.
    pub ending: Option<Conditions>,
    pub(super) store: Option<RunStore>,
    pub(super) past: Past<A>,
    pub(super) checked: Option<Checked>,
    /// What is made as small as possible, where that is not the size.
    pub(super) objective: Option<Arc<dyn Objective>>,
    /// How often the input fails, where that is not always.
    pub(super) measured: Option<Measured>,
    /// What the checks measured of that, for a test that is to be run more than once from now on.
    pub(super) unsteady: Cell<Option<Measured>>,
    /// Whether the checks saw the sandbox hinder the test.
    pub(super) hindered: Cell<bool>,
    /// How many tests ran after a search, to confirm what it came to.
    pub(super) ran_again: Cell<u64>,
}

impl<A: std::fmt::Debug> std::fmt::Debug for Session<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("input", &self.input).finish_non_exhaustive()
    }
}

/// What the checks found that the user has to know although the run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// The input fails only alone, so one test runs at a time.
    pub alone: bool,
    /// The longest that one of these runs took.
    pub slowest: Duration,
    /// How nothing of it came out.
    pub of_nothing: Option<Outcome>,
}

/// What a search came to.
pub(super) struct CameTo {
    /// Its result.
    pub(super) result: Made,
    /// The last candidates that passed, those first that leave out least of it.
    pub(super) passed: Vec<Made>,
    /// How many questions there were.
    pub(super) questions: u64,
    /// Whether one test runs at a time.
    pub(super) is_alone: bool,
}

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

impl Session {
    /// What the input is written in, where that is known.
    pub fn syntax(&self) -> Option<Syntax> {
        Syntax::of(&self.settings.syntax, self.input.name.as_ref(), self.input.artifact.bytes())
    }

    /// The best that an earlier run left, as long as this one did not begin.
    pub fn best(&self) -> Option<Text> {
        self.past.best.as_ref().and_then(|(space, config)| text_of(&**space, config))
    }
}

impl<A: Artifact> Session<A> {
    /// The input as it was read.
    pub const fn input(&self) -> &A {
        &self.input.artifact
    }

    /// The size of the input, in whatever its kind is measured by.
    pub fn size(&self) -> u64 {
        self.input.artifact.size()
    }

    /// What candidates are judged by, as far as the options and the first runs say.
    pub fn verdict(&self) -> Option<Verdict> {
        let signature = self.signature.clone().map(Verdict::Signature);
        let ending = || self.ending.clone().map(Verdict::Conditions);
        signature.or_else(ending).or_else(|| self.settings.test.judged.clone())
    }

    /// Opens the session of a further search, on what became of this one's result: the same signals and budget of time end it.
    pub fn next(
        &self,
        settings: &Settings,
        input: Input<A>,
        reader: &mut dyn Observer,
    ) -> Result<Self, RunError> {
        Self::open(settings, input, &self.control, reader)
    }

    /// How many tests earlier runs of the same command have left in the journal.
    pub fn remembered(&self) -> usize {
        self.past.known.len()
    }

    /// What was damaged in the journal, and cut off.
    pub fn damage(&self) -> Option<String> {
        self.past.damage.as_ref().map(ToString::to_string)
    }

    /// Runs each candidate from now on until it is clear whether it fails about as often as was `measured`.
    pub(super) fn repeat(&mut self, measured: Measured, reader: &mut dyn Observer) -> Result<(), RunError> {
        if let Some(rule) = measured.rule() {
            measured.tell(&self.settings, reader)?;
            self.test.repeat(rule);
            self.measured = Some(measured);
        }
        Ok(())
    }

    /// What searches: `spent` questions of the budget are answered.
    fn engine(&self, spent: u64) -> Engine {
        Engine::new()
            .jobs(self.settings.jobs)
            .control(self.control.clone())
            .budget(self.settings.budget.tests.map(|most| most.saturating_sub(spent)))
            .target(self.settings.budget.size.map(|target| target.of(self.size())))
            .monotone(self.settings.monotone)
            .prices(self.settings.prices)
            .no_cache(self.settings.memory.no_cache)
            .goal(self.settings.goal)
            .objective(self.objective.clone())
    }

    /// Makes the checks that were not made yet, and then `work` on the input, or on what is left of it by an earlier
    /// run; and `work` again on what that came to, where the test comes out to be unreliable only then.
    ///
    /// The first value is what `work` gave, unless it was ended first.
    pub fn run<R>(
        &mut self,
        reader: &mut dyn Observer,
        mut work: impl FnMut(&mut Search<'_>, &A) -> Result<(R, Vec<Certificate>), Stop>,
    ) -> Result<(Option<R>, Finished), RunError> {
        let (mut store, mut past) = (self.store.take(), std::mem::take(&mut self.past));
        let mut best = match self.settings.goal {
            // It is the best from the beginning then.
            _ if self.objective.is_some() => None,
            Goal::SmallestFailing => past.best.as_ref().map(|(best, config)| best.size(config)),
            Goal::LargestPassing => None,
        };
        let (mut tally, mut spent, mut anew) = (Tally::default(), 0, false);
        let (ran, reliability, gone) = loop {
            let mut recorder = Recorder::new(&mut *reader, store.as_mut(), &self.scratch);
            recorder.tally = tally;
            recorder.shortage.clone_from(&self.shortage);
            recorder.refusals.clone_from(&self.refusals);
            recorder.reliability = self.measured.map(Measured::reliability);
            recorder.anew = std::mem::take(&mut anew);
            if self.settings.timeout.is_none() {
                recorder.falling = Some((past.falling.clone(), self.limit.clone()));
            }
            let is_proved = past.is_proved;
            let ran = self.engine(spent).run_observed(self.test.get(), &mut recorder, |search| {
                let (found, start) = self.prepare(search, &mut past)?;
                search.keep_passed(self.kept_for_the_end(is_proved));
                let mut worked = work(search, start.as_ref().unwrap_or(&self.input.artifact));
                if matches!(worked, Err(Stop::Interrupted | Stop::Budget))
                    && let Err(gone @ Stop::Gone(_)) = search.check_best_last()
                {
                    worked = Err(gone);
                }
                let (questions, is_alone) = (search.count().tests, found.alone);
                let came_to = search.best().map(|(space, config)| CameTo {
                    result: (space.clone(), config.clone()),
                    passed: search.passed(),
                    questions,
                    is_alone,
                });
                Ok::<_, Stop>((found, worked, came_to, questions))
            });
            tally = recorder.tally;
            match &ran {
                Err(_) if self.hindered.take() => {
                    self.leave_sandbox(store.as_ref().map(|store| &store.dir), reader)?;
                    past.known = Known::default();
                }
                // The checks may be the first to see that the input does not fail each time.
                Err(_) => match self.unsteady.take() {
                    Some(measured) => {
                        let kept = store.as_ref().map(|store| resume::keep_measured(&store.dir, measured));
                        kept.unwrap_or(Ok(()))?;
                        self.repeat(measured, reader)?;
                        past.known = Known::default();
                    }
                    None => break (ran, None, None),
                },
                // The runs of the result may be that.
                Ok((found, worked @ (Ok(_) | Err(Stop::Gone(_))), Some(came_to), tests)) => {
                    let alone = self.run_alone(came_to, is_proved);
                    spent += tests;
                    if self.fails_only_beside_others(came_to, &alone) {
                        past = self.begin_alone(*found, store.as_mut(), reader)?;
                        (best, anew) = (None, true);
                        continue;
                    }
                    let reliability = self.reliability(came_to, is_proved, &alone);
                    if self.fails_with_nothing(came_to, (*found, is_proved), reliability.is_some()) {
                        return Err(RunStore::close(store.as_mut(), self.failing_with_nothing()));
                    }
                    match reliability.and_then(|measured| self.again(came_to, measured)) {
                        Some(again) if !found.alone && self.settings.jobs > 1 && again.is_beside_others() => {
                            past = self.begin_alone(*found, store.as_mut(), reader)?;
                            (best, anew) = (None, true);
                        }
                        Some(again) => {
                            self.checked = Some(*found);
                            past = self.begin_again(again, store.as_mut(), reader)?;
                            best = None;
                        }
                        None => {
                            let gone = self.gone(came_to, reliability, matches!(worked, Err(Stop::Gone(_))));
                            break (ran, reliability, gone);
                        }
                    }
                }
                // What was known since a test last failed was found out while the failure was gone.
                Ok((found, Err(Stop::Contradiction { now: Outcome::Fail, .. }), ..))
                    if past.known.since_last_failure().next().is_some() =>
                {
                    past.known.forget_since();
                    self.checked = Some(*found);
                    if let Some(store) = &mut store {
                        store.gone(self.settings.jobs);
                    }
                }
                Ok((_, _, _, tests)) => {
                    spent += tests;
                    break (ran, None, None);
                }
            }
        };
        let (found, worked, came_to, _) =
            ran.map_err(|stop| RunStore::close(store.as_mut(), self.stopped(&stop)))?;
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
