//! The tests in flight: begins and stops tests as the inquiry says, waits for their ends, and hands it their
//! judgements.

use std::io;

use crate::change::Change;
use crate::event::{Event, Subject};
use crate::search::known::Failure;
use crate::search::{Search, Stop};
use crate::slots::{Asked, End};
use crate::test::NoJudgement;
use crate::{Judgement, Outcome, Reason};

impl Search<'_> {
    /// Keeps the slots busy with what is likeliest to be needed, and stops what no longer can be.
    pub(super) fn dispatch(&mut self) -> Result<(), Stop> {
        let foreseen = self.foreseen();
        let dispatch = self.inquiry.dispatch_beside(self.width, foreseen);
        dispatch.stop.into_iter().for_each(|ticket| self.slots.stop(ticket));
        dispatch.start.into_iter().try_for_each(|asked| self.start(asked))
    }

    pub(super) fn start(&mut self, mut asked: Asked) -> Result<(), Stop> {
        if self.is_shadow() || self.shadows.point.is_some() {
            let best = || self.best.as_ref().map(|best| (&best.space, &best.config));
            asked.change = asked.change.or_else(|| Change::of(best()?, (&asked.space, &asked.config)));
        }
        let Asked { id, ref config, ref space, .. } = asked;
        let subject = Subject { id, size: space.size(config), units: config.len() };
        self.observer.event(&Event::Started(subject))?;
        self.observer.look(subject, &|out| space.write(config, out))?;
        self.slots.start(&asked);
        self.running.push((asked, subject));
        Ok(())
    }

    /// Waits for one test and remembers what it came to, and what all that have ended by then did; or until there is more to run.
    pub(super) fn learn(&mut self) -> Result<(), Stop> {
        let mut ended = self.wait();
        while let Some((ticket, end)) = ended {
            self.land(ticket, end)?;
            ended = self.slots.ended();
        }
        Ok(())
    }

    /// Takes note of a test that ended; `None` when it came to no judgement.
    ///
    /// One that could not be carried out, or panicked, ends the run only when its outcome is asked for, as in a search
    /// without anything ahead; and where it was not alone it is first run again so.
    pub(super) fn land(&mut self, ticket: u64, end: End) -> Result<Option<Judgement>, Stop> {
        let at = self.running.iter().position(|(running, _)| running.ticket == ticket);
        let (asked, subject) = self.running.swap_remove(at.expect("a test that ended was running"));
        let (none, panic) = match end {
            End::Judged(judgement) => {
                self.inquiry.learn(ticket, Ok(&judgement))?;
                if let Some(change) = asked.change {
                    self.shadows.changes.learn(change, judgement.outcome == Outcome::Fail);
                }
                self.shadows.learn(asked.id, &judgement);
                self.report(&asked, subject, &judgement)?;
                return Ok(Some(judgement));
            }
            End::Stopped => (NoJudgement::Stopped, None),
            End::Broken(error) => (NoJudgement::Broken(error), None),
            End::Panicked(payload) => {
                (NoJudgement::Broken(io::Error::other("the test panicked")), Some(payload))
            }
        };
        self.observer.event(&Event::Stopped(subject))?;
        // A panic is of the test's own making.
        let lacks_room = matches!(none, NoJudgement::Broken(_)) && panic.is_none();
        match (self.inquiry.learn(ticket, Err(none)), panic) {
            (Err(_), Some(payload)) => std::panic::resume_unwind(payload),
            (learned, _) => learned?,
        }
        if lacks_room {
            self.make_room(ticket);
        }
        Ok(None)
    }

    /// Runs half as many tests at once from now on, since one could not be carried out beside others; those that run just now may have met
    /// the same, which counts once.
    fn make_room(&mut self, ticket: u64) {
        if let Some(at) = self.excused.iter().position(|excused| *excused == ticket) {
            self.excused.swap_remove(at);
            return;
        }
        self.width = (self.width / 2).max(1);
        self.excused = self.running.iter().map(|(asked, _)| asked.ticket).collect();
    }

    /// Tells what a test came to.
    fn report(&mut self, asked: &Asked, subject: Subject, judgement: &Judgement) -> Result<(), Stop> {
        let (outcome, reason) = (judgement.outcome, judgement.reason.as_ref());
        let (ms, purpose) = (judgement.duration.as_secs_f64() * 1000.0, asked.purpose);
        self.observer.event(&Event::Tested { subject, outcome, reason, ms, purpose })?;
        if let Some(Reason::OtherFailure { signature }) = reason
            && self.inquiry.memory.kept_failure != Some(Failure::of(signature))
        {
            self.observer.aside(signature, subject, &|out| asked.space.write(&asked.config, out))?;
        }
        Ok(())
    }

    /// At the end of a strategy: stops what runs unless it is foreseen what comes after it.
    pub(super) fn stop_unforeseen(&mut self, goes_on: bool) -> Result<(), Stop> {
        if goes_on && self.shadows.is_right() { Ok(()) } else { self.stop_running() }
    }

    /// Stops every running test and waits for their ends; what they came to nevertheless is remembered.
    pub(super) fn stop_running(&mut self) -> Result<(), Stop> {
        self.running.iter().for_each(|(asked, _)| self.slots.stop(asked.ticket));
        while !self.running.is_empty() {
            self.learn()?;
        }
        self.inquiry.give_back_all();
        Ok(())
    }
}
