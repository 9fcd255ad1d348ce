//! Running tests: begun and stopped as the inquiry says, and what they came to.

use crate::event::{Event, Subject};
use crate::search::asked::Asked;
use crate::search::known::Failure;
use crate::search::{Search, Stop};
use crate::slots::{End, Job};
use crate::test::NoJudgement;
use crate::{Judgement, Reason};

impl Search<'_> {
    /// Keeps the slots busy with what is likeliest to be needed, and stops what no longer can be.
    pub(super) fn dispatch(&mut self) -> Result<(), Stop> {
        let dispatch = self.inquiry.begin_up_to(self.width);
        dispatch.stop.into_iter().for_each(|ticket| self.slots.stop(ticket));
        dispatch.start.into_iter().try_for_each(|asked| self.start(asked))
    }

    pub(super) fn start(&mut self, asked: Asked) -> Result<(), Stop> {
        let Asked { ticket, id, ref config, patience, ref space, .. } = asked;
        let subject = Subject { id, size: space.size(config), units: config.len() };
        self.observer.event(&Event::Started(subject))?;
        self.slots.start(ticket, Job { space: space.clone(), config: config.clone(), patience });
        self.running.push((asked, subject));
        Ok(())
    }

    /// Waits for one test and remembers what it came to, and what all that have ended by then did.
    pub(super) fn learn(&mut self) -> Result<(), Stop> {
        let mut ended = Some(self.slots.wait());
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
        let none = match end {
            End::Judged(judgement) => {
                self.inquiry.learn(ticket, Ok(&judgement))?;
                self.report(&asked, subject, &judgement)?;
                return Ok(Some(judgement));
            }
            End::Panicked(payload) if self.inquiry.is_needed(ticket) => std::panic::resume_unwind(payload),
            End::Panicked(_) => NoJudgement::Broken(std::io::Error::other("the test panicked")),
            End::Broken(error) => NoJudgement::Broken(error),
            End::Stopped => NoJudgement::Stopped,
        };
        self.inquiry.learn(ticket, Err(none))?;
        Ok(None)
    }

    /// Tells what a test came to.
    fn report(&mut self, asked: &Asked, subject: Subject, judgement: &Judgement) -> Result<(), Stop> {
        let (outcome, reason) = (judgement.outcome, judgement.reason.as_ref());
        let (ms, purpose) = (judgement.duration.as_secs_f64() * 1000.0, asked.purpose);
        self.observer.event(&Event::Tested { subject, outcome, reason, ms, purpose })?;
        if let Some(Reason::OtherFailure { signature }) = reason
            && self.inquiry.memory().kept_failure != Some(Failure::of(signature))
        {
            self.observer.aside(signature, subject, &|out| asked.space.write(&asked.config, out))?;
        }
        Ok(())
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
