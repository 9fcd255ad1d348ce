//! Running tests: started ahead of time, stopped when they no longer matter, and confirmed alone.

use std::sync::Arc;

use crate::event::{Event, Purpose, Subject};
use crate::search::ahead::ahead;
use crate::search::flight::Flight;
use crate::search::known::Known;
use crate::search::{Search, Stop, subject};
use crate::slots::{End, Job, Ticket};
use crate::space::Shared;
use crate::{Config, Id, Judgement, Reason, Strategy};

impl Search<'_> {
    /// Keeps the slots busy with what is likeliest to be needed, and stops what no longer can be.
    pub(super) fn fill(&mut self, space: &Shared, strategy: &dyn Strategy) -> Result<(), Stop> {
        let width = self.width;
        let plan = self.stop_unwanted(space, strategy);
        let rank = |id: Id| plan.iter().position(|(subject, _)| subject.id == id);
        let is_running =
            |running: &[(Ticket, Flight)], id| running.iter().any(|(_, flight)| flight.subject.id == id);
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
            if !is_running(&self.running, subject.id) && !self.memory.is_broken(subject.id) {
                self.start(space, &config, subject, Purpose::Search, 1)?;
            }
        }
        Ok(())
    }

    /// What is likeliest to be needed, the next first; running tests of anything else are stopped.
    fn stop_unwanted(&mut self, space: &Shared, strategy: &dyn Strategy) -> Vec<(Subject, Config)> {
        let memory = &self.memory;
        // What is clear without a test against the best of now is so against every later one.
        let known = |config: &Config| {
            let known = memory.get(space.id(config)).map(|known| known.outcome);
            known.or_else(|| space.known_outcome(config, strategy.best()))
        };
        let plan: Vec<(Subject, Config)> = ahead(strategy, known, self.width * 2)
            .into_iter()
            .map(|config| (subject(space.id(&config), space, &config), config))
            .collect();
        for (ticket, flight) in &self.running {
            if plan.iter().all(|(subject, _)| subject.id != flight.subject.id) {
                self.slots.stop(*ticket);
            }
        }
        plan
    }

    /// A timeout counts only after a run alone with twice the limit.
    pub(super) fn confirm_timeout(
        &mut self,
        space: &Shared,
        config: &Config,
        strategy: Option<&dyn Strategy>,
    ) -> Result<(), Stop> {
        self.alone(space, config, strategy, Purpose::Confirm, 2)
    }

    /// Runs one test with nothing beside it. Those that run ahead and are still wanted are waited for, so that none of
    /// their time is lost.
    pub(super) fn alone(
        &mut self,
        space: &Shared,
        config: &Config,
        strategy: Option<&dyn Strategy>,
        purpose: Purpose,
        patience: u32,
    ) -> Result<(), Stop> {
        match strategy {
            Some(strategy) => drop(self.stop_unwanted(space, strategy)),
            None => self.stop_running()?,
        }
        while !self.running.is_empty() {
            self.check_limits()?;
            self.learn()?;
        }
        self.check_limits()?;
        let subject = subject(space.id(config), space, config);
        self.asked = Some(subject.id);
        self.start(space, config, subject, purpose, patience)?;
        self.learn()
    }

    /// Waits for one test and remembers what it came to.
    pub(super) fn learn(&mut self) -> Result<(), Stop> {
        if let Some((flight, judgement)) = self.wait()? {
            self.memory.put(flight.subject.id, Known::of(&judgement, flight.patience > 1));
        }
        Ok(())
    }

    pub(super) fn start(
        &mut self,
        space: &Shared,
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
    pub(super) fn wait(&mut self) -> Result<Option<(Flight, Judgement)>, Stop> {
        let (ticket, end) = self.slots.wait();
        self.land(ticket, end)
    }

    /// Takes note of a test that ended; `None` when it was stopped.
    ///
    /// One that could not be carried out, or panicked, ends the run only when its outcome is asked for, as in a search
    /// without anything ahead; and where it was not alone it is first run again so.
    pub(super) fn land(&mut self, ticket: Ticket, end: End) -> Result<Option<(Flight, Judgement)>, Stop> {
        let at = self.running.iter().position(|(running, _)| *running == ticket);
        let (_, flight) = self.running.swap_remove(at.expect("a test that ended was running"));
        let id = flight.subject.id;
        if flight.purpose == Purpose::Search && matches!(end, End::Broken(_) | End::Panicked(_)) {
            let is_asked = self.asked == Some(id);
            if !is_asked || (matches!(end, End::Broken(_)) && !self.memory.is_broken(id)) {
                self.memory.mark_broken(id);
                return Ok(None);
            }
        }
        let judgement = self.report(end, &flight.space, &flight.config, flight.subject, flight.purpose)?;
        Ok(judgement.map(|judgement| (flight, judgement)))
    }

    /// Tells what a test came to.
    pub(super) fn report(
        &mut self,
        end: End,
        space: &Shared,
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
        self.asked = None;
        for (ticket, _) in &self.running {
            self.slots.stop(*ticket);
        }
        while !self.running.is_empty() {
            self.learn()?;
        }
        Ok(())
    }
}
