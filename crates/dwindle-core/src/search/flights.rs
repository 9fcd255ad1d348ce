//! Running tests: started ahead of time, stopped when they no longer matter, and confirmed alone.

use crate::event::{Event, Purpose, Subject};
use crate::search::flight::Flight;
use crate::search::known::{Failure, Known};
use crate::search::{Search, Stop};
use crate::slots::{End, Ticket};
use crate::space::Shared;
use crate::{Config, Id, Judgement, Reason, Strategy};

impl Search<'_> {
    /// Keeps the slots busy with what is likeliest to be needed, and stops what no longer can be.
    pub(super) fn fill(&mut self, space: &Shared, strategy: &dyn Strategy) -> Result<(), Stop> {
        let width = self.width;
        let plan = self.stop_unwanted(space, strategy);
        let rank = |id: Id| plan.iter().position(|flight| flight.subject.id == id);
        let is_running =
            |running: &[(Ticket, Flight)], id| running.iter().any(|(_, flight)| flight.subject.id == id);
        // The next answer is never kept waiting by a guess.
        if self.running.len() >= width
            && plan.first().is_some_and(|next| !is_running(&self.running, next.subject.id))
            && let Some((ticket, _)) = self.running.iter().max_by_key(|(_, f)| rank(f.subject.id))
        {
            self.slots.stop(*ticket);
        }
        for flight in plan {
            if self.running.len() >= width {
                break;
            }
            let id = flight.subject.id;
            if !is_running(&self.running, id) && !self.memory.is_broken(id) {
                self.start(flight)?;
            }
        }
        Ok(())
    }

    /// What is likeliest to be needed, the next first; running tests of anything else are stopped.
    fn stop_unwanted(&mut self, space: &Shared, strategy: &dyn Strategy) -> Vec<Flight> {
        let configs = self.memory.likeliest(space, strategy, self.width * 2).into_iter();
        let plan: Vec<Flight> =
            configs.map(|config| Flight::new(space, config, Purpose::Search, 1)).collect();
        for (ticket, flight) in &self.running {
            if plan.iter().all(|wanted| wanted.subject.id != flight.subject.id) {
                self.slots.stop(*ticket);
            }
        }
        plan
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
        let flight = Flight::new(space, config.clone(), purpose, patience);
        self.asked = Some(flight.subject.id);
        self.start(flight)?;
        self.learn()
    }

    /// Waits for one test and remembers what it came to.
    pub(super) fn learn(&mut self) -> Result<(), Stop> {
        let ended = self.slots.wait();
        self.learn_of(ended)
    }

    /// Remembers what a test that ended came to.
    pub(super) fn learn_of(&mut self, (ticket, end): (Ticket, End)) -> Result<(), Stop> {
        if let Some((flight, judgement)) = self.land(ticket, end)? {
            let known = Known::of(&judgement, flight.job.patience > 1);
            self.memory.put(flight.subject.id, &judgement, known);
        }
        Ok(())
    }

    pub(super) fn start(&mut self, flight: Flight) -> Result<(), Stop> {
        let ticket = Ticket(self.tickets);
        self.tickets += 1;
        self.observer.event(&Event::Started(flight.subject))?;
        self.slots.start(ticket, flight.job.clone());
        self.running.push((ticket, flight));
        Ok(())
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
        let Flight { job, subject, purpose } = &flight;
        let judgement = self.report(end, &job.space, &job.config, *subject, *purpose)?;
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
        if let Some(Reason::OtherFailure { signature }) = reason
            && self.memory.kept_failure != Some(Failure::of(signature))
        {
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
