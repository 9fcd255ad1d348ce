//! The searches of a run, one after the other: mostly one, and another where it comes out that the test is unreliable,
//! that its failure needs others beside it, or that it was gone for a while.

use dwindle::event::Observer;
use dwindle::search::{Search, Stop};
use dwindle::{Goal, Outcome};
use dwindle_store::journal::{Known, Tally};

use super::artifact::Artifact;
use super::finished::Finished;
use super::resume;
use super::round::{CameTo, Ended, Round, Rounds, Worked};
use super::run::Session;
use super::store::{Recorder, RunStore};
use super::unsteady::Measured;
use crate::error::RunError;

impl<A: Artifact> Session<A> {
    /// Makes the checks that were not made yet, and then `work` on the input, or on what is left of it by an earlier
    /// run; and `work` again on what that came to, where the test comes out to be unreliable only then.
    ///
    /// The first value is what `work` gave, unless it was ended first.
    pub fn run<R>(
        &mut self,
        reader: &mut dyn Observer,
        mut work: impl FnMut(&mut Search<'_>, &A) -> Worked<R>,
    ) -> Result<(Option<R>, Finished), RunError> {
        let (store, past) = (self.store.take(), std::mem::take(&mut self.past));
        let best = match self.settings.goal {
            // It is the best from the beginning then.
            _ if self.objective.is_some() => None,
            Goal::SmallestFailing => past.best.as_ref().map(|(best, config)| best.size(config)),
            Goal::LargestPassing => None,
        };
        let mut rounds = Rounds { store, past, best, tally: Tally::default(), spent: 0, anew: false };
        loop {
            let is_proved = rounds.past.is_proved;
            let ended = match self.search(&mut rounds, reader, &mut work) {
                Ok(round) => match self.after(&round, is_proved, &mut rounds, reader)? {
                    Some(ended) => Ok((round, ended)),
                    None => continue,
                },
                Err(_) if self.may_check_again(&mut rounds, reader)? => continue,
                Err(stop) => Err(stop),
            };
            let (round, ended) =
                ended.map_err(|stop| RunStore::close(rounds.store.as_mut(), self.stopped(&stop)))?;
            return self.finish(round, ended, rounds, reader);
        }
    }

    /// One search: the checks, and `work`.
    fn search<R>(
        &self,
        rounds: &mut Rounds<A>,
        reader: &mut dyn Observer,
        work: &mut impl FnMut(&mut Search<'_>, &A) -> Worked<R>,
    ) -> Result<Round<R>, Stop> {
        let past = &mut rounds.past;
        let is_proved = past.is_proved;
        let mut recorder = Recorder::new(&mut *reader, rounds.store.as_mut(), &self.scratch);
        recorder.tally = std::mem::take(&mut rounds.tally);
        recorder.shortage.clone_from(&self.shortage);
        recorder.refusals.clone_from(&self.refusals);
        recorder.reliability = self.measured.map(Measured::reliability);
        recorder.anew = std::mem::take(&mut rounds.anew);
        if self.settings.timeout.is_none() {
            recorder.falling = Some((past.falling.clone(), self.limit.clone()));
        }
        let ran = self.engine(rounds.spent).run_observed(self.test.get(), &mut recorder, |search| {
            let (found, start) = self.prepare(search, past)?;
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
            Ok(Round { found, worked, came_to, questions })
        });
        rounds.tally = recorder.tally;
        ran
    }

    /// Whether the checks, which ended the search, are made again: the sandbox hindered the test, or they are the first to
    /// see that the input does not fail each time.
    fn may_check_again(
        &mut self,
        rounds: &mut Rounds<A>,
        reader: &mut dyn Observer,
    ) -> Result<bool, RunError> {
        let dir = rounds.store.as_ref().map(|store| &store.dir);
        if self.hindered.take() {
            self.leave_sandbox(dir, reader)?;
        } else if let Some(measured) = self.unsteady.take() {
            dir.map_or(Ok(()), |dir| resume::keep_measured(dir, measured))?;
            self.repeat(measured, reader)?;
        } else {
            return Ok(false);
        }
        rounds.past.known = Known::default();
        Ok(true)
    }

    /// What is said of the run after `round`; `None` where another search follows.
    fn after<R>(
        &mut self,
        round: &Round<R>,
        is_proved: bool,
        rounds: &mut Rounds<A>,
        reader: &mut dyn Observer,
    ) -> Result<Option<Ended>, RunError> {
        let found = round.found;
        match (&round.worked, &round.came_to) {
            (Ok(_) | Err(Stop::Gone(_)), Some(came_to)) => {
                let alone = self.run_alone(came_to, is_proved);
                rounds.spent += round.questions;
                if self.fails_only_beside_others(came_to, &alone) {
                    let past = self.begin_alone(found, rounds.store.as_mut(), reader)?;
                    rounds.begin(past, true);
                    return Ok(None);
                }
                let reliability = self.reliability(came_to, is_proved, &alone);
                if self.fails_with_nothing(came_to, (found, is_proved), reliability.is_some()) {
                    return Err(RunStore::close(rounds.store.as_mut(), self.failing_with_nothing()));
                }
                let Some(again) = reliability.and_then(|measured| self.again(came_to, measured)) else {
                    let is_gone = matches!(round.worked, Err(Stop::Gone(_)));
                    let gone = self.gone(came_to, reliability, is_gone);
                    return Ok(Some(Ended { reliability, gone }));
                };
                let is_alone = !found.alone && self.settings.jobs > 1 && again.is_beside_others();
                let past = if is_alone {
                    self.begin_alone(found, rounds.store.as_mut(), reader)?
                } else {
                    self.checked = Some(found);
                    self.begin_again(again, rounds.store.as_mut(), reader)?
                };
                rounds.begin(past, is_alone);
                Ok(None)
            }
            // What was known since a test last failed was found out while the failure was gone.
            (Err(Stop::Contradiction { now: Outcome::Fail, .. }), _)
                if rounds.past.known.since_last_failure().next().is_some() =>
            {
                rounds.past.known.forget_since();
                self.checked = Some(found);
                if let Some(store) = &mut rounds.store {
                    store.gone(self.settings.jobs);
                }
                Ok(None)
            }
            _ => {
                rounds.spent += round.questions;
                Ok(Some(Ended::default()))
            }
        }
    }
}
