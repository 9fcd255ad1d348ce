//! Tests on their way: started ahead of need, stopped when they no longer matter, confirmed alone.

use std::sync::Arc;

use crate::event::{Event, Purpose, Subject};
use crate::search::ahead::ahead;
use crate::search::known::Known;
use crate::search::{Search, Shared, Stop, subject};
use crate::slots::{End, Job, Ticket};
use crate::{Config, Id, Judgement, Reason, Strategy};

/// A test on its way.
pub(super) struct Flight<'env, P> {
    pub(super) ticket: Ticket,
    pub(super) space: Shared<'env, P>,
    pub(super) config: Config,
    pub(super) subject: Subject,
    pub(super) purpose: Purpose,
    pub(super) patience: u32,
}

impl<'env, P> Search<'_, 'env, P> {
    /// Keeps the slots busy with what is likeliest to be needed, and stops what no longer can be.
    pub(super) fn fill<S: Strategy>(&mut self, space: &Shared<'env, P>, strategy: &S) -> Result<(), Stop> {
        let width = self.width;
        let memory = &self.memory;
        // What is clear without a test against the best of now is so against every later one.
        let known = |config: &Config| {
            let known = memory.get(space.id(config)).map(|known| known.outcome);
            known.or_else(|| space.foregone(config, strategy.best()))
        };
        let plan: Vec<(Subject, Config)> = ahead(strategy, known, width * 2)
            .into_iter()
            .map(|config| (subject(space.id(&config), space, &config), config))
            .collect();
        let rank = |id: Id| plan.iter().position(|(subject, _)| subject.id == id);
        for (ticket, flight) in &self.running {
            if rank(flight.subject.id).is_none() {
                self.slots.stop(*ticket);
            }
        }
        let is_running = |running: &[(Ticket, Flight<'env, P>)], id| {
            running.iter().any(|(_, flight)| flight.subject.id == id)
        };
        // The next answer is never kept waiting by a guess.
        if self.running.len() >= width
            && plan.first().is_some_and(|(next, _)| !is_running(&self.running, next.id))
            && let Some((ticket, _)) = self.running.iter().max_by_key(|(_, f)| rank(f.subject.id))
        {
            self.slots.stop(*ticket);
        }
        for (subject, config) in plan {
            if self.running.len() >= width {
                break;
            }
            if !is_running(&self.running, subject.id) {
                self.start(space, &config, subject, Purpose::Search, 1)?;
            }
        }
        Ok(())
    }

    /// A timeout counts only after a run alone with twice the limit.
    pub(super) fn confirm_timeout(&mut self, space: &Shared<'env, P>, config: &Config) -> Result<(), Stop> {
        self.stop_running()?;
        self.check_limits()?;
        self.start(space, config, subject(space.id(config), space, config), Purpose::Confirm, 2)?;
        if let Some((flight, judgement)) = self.wait()? {
            self.memory.put(flight.subject.id, Known::of(&judgement, true));
        }
        Ok(())
    }

    pub(super) fn start(
        &mut self,
        space: &Shared<'env, P>,
        config: &Config,
        subject: Subject,
        purpose: Purpose,
        patience: u32,
    ) -> Result<(), Stop> {
        let ticket = Ticket(self.tickets);
        self.tickets += 1;
        self.observer.event(&Event::Started(subject))?;
        let flight =
            Flight { ticket, space: Arc::clone(space), config: config.clone(), subject, purpose, patience };
        self.running.push((ticket, flight));
        self.slots.start(ticket, Job { space: Arc::clone(space), config: config.clone(), patience });
        Ok(())
    }

    /// Waits for one test; `None` when it was stopped.
    pub(super) fn wait(&mut self) -> Result<Option<(Flight<'env, P>, Judgement)>, Stop> {
        let (ticket, end) = self.slots.wait();
        self.land(ticket, end)
    }

    /// Takes note of a test that ended; `None` when it was stopped.
    pub(super) fn land(
        &mut self,
        ticket: Ticket,
        end: End,
    ) -> Result<Option<(Flight<'env, P>, Judgement)>, Stop> {
        let at = self.running.iter().position(|(running, _)| *running == ticket);
        let (_, flight) = self.running.swap_remove(at.expect("a test that ended was running"));
        let judgement = self.report(end, &flight.space, &flight.config, flight.subject, flight.purpose)?;
        Ok(judgement.map(|judgement| (flight, judgement)))
    }

    /// Tells what a test came to.
    pub(super) fn report(
        &mut self,
        end: End,
        space: &Shared<'env, P>,
        config: &Config,
        subject: Subject,
        purpose: Purpose,
    ) -> Result<Option<Judgement>, Stop> {
        let judgement = match end {
            End::Judged(judgement) => judgement,
            End::Stopped => return Ok(None),
            End::Broken(error) => return Err(error.into()),
            End::Panicked(payload) => std::panic::resume_unwind(payload),
        };
        let (outcome, reason) = (judgement.outcome, judgement.reason.as_ref());
        let ms = judgement.duration.as_secs_f64() * 1000.0;
        self.observer.event(&Event::Tested { subject, outcome, reason, ms, purpose })?;
        if let Some(Reason::OtherFailure { signature }) = reason {
            self.observer.aside(signature, subject, &|out| space.write(config, out))?;
        }
        Ok(Some(judgement))
    }

    /// Stops every running test and waits for their ends; what they came to nevertheless is remembered.
    pub(super) fn stop_running(&mut self) -> Result<(), Stop> {
        for (ticket, _) in &self.running {
            self.slots.stop(*ticket);
        }
        while !self.running.is_empty() {
            if let Some((flight, judgement)) = self.wait()? {
                self.memory.put(flight.subject.id, Known::of(&judgement, flight.patience > 1));
            }
        }
        Ok(())
    }
}
