//! Confirmation runs: tests of known candidates, which do not count as logical tests.

use crate::event::Purpose;
use crate::search::flight::Flight;
use crate::search::known::Known;
use crate::search::{Search, Stop};
use crate::space::{AsSpace, Shared};
use crate::{Config, Judgement, Outcome};

impl Search<'_> {
    /// Tests all of `configs` at once, as far as there are slots, whatever is known of them.
    ///
    /// Gives their judgements in the order of `configs`, which may hold copies of one. These are confirmation
    /// runs: no logical tests, and nothing is taken from memory. What was not known is remembered.
    ///
    /// # Errors
    /// As [`Search::run`]; budgets do not count here.
    pub fn probe(&mut self, space: &impl AsSpace, configs: &[Config]) -> Result<Vec<Judgement>, Stop> {
        let space = self.seen(space);
        self.confirm(&space, configs)
    }

    /// Tests `config` until it comes out as `then` again, eight times at most; gives the last outcome.
    ///
    /// Where it comes out otherwise once, its outcome may be up to chance, as that of a reduced program that reads
    /// memory which it never wrote. One that always comes out otherwise shows that the test has changed. An even
    /// chance is taken for that once in 256 times. As [`Search::probe`], these are no logical tests.
    ///
    /// # Errors
    /// As [`Search::probe`].
    pub fn comes_out(
        &mut self,
        space: &impl AsSpace,
        config: &Config,
        then: Outcome,
    ) -> Result<Outcome, Stop> {
        let space = self.seen(space);
        self.recurs(&space, config, then)
    }

    /// [`Search::comes_out`] for a space as it is seen.
    pub(super) fn recurs(&mut self, space: &Shared, config: &Config, then: Outcome) -> Result<Outcome, Stop> {
        const TIMES: u32 = 8;
        let mut now = then;
        for _ in 0..TIMES {
            now = self.confirm(space, std::slice::from_ref(config))?[0].outcome;
            if now == then {
                break;
            }
        }
        Ok(now)
    }

    /// [`Search::probe`] for a space as it is seen.
    fn confirm(&mut self, space: &Shared, configs: &[Config]) -> Result<Vec<Judgement>, Stop> {
        self.stop_running()?;
        let first = self.tickets;
        let (mut left, mut judgements) = (configs.iter(), vec![None; configs.len()]);
        while left.len() > 0 || !self.running.is_empty() {
            if let Some(halt) = self.control.halted() {
                self.stop_running()?;
                return Err(halt.into());
            }
            while let (true, Some(config)) = (self.running.len() < self.width, left.as_slice().first()) {
                left.next();
                self.start(Flight::new(space, config.clone(), Purpose::Confirm, 1))?;
            }
            let (ticket, end) = self.slots.wait();
            if let Some((flight, judgement)) = self.land(ticket, end)? {
                if self.memory.get(flight.subject.id).is_none() {
                    self.memory.put(flight.subject.id, &judgement, Known::of(&judgement, false));
                }
                let at = usize::try_from(ticket.0 - first).expect("it is one of these");
                judgements[at] = Some(judgement);
            }
        }
        let all: Option<Vec<Judgement>> = judgements.into_iter().collect();
        // A test is stopped from outside only when the run is to end.
        all.ok_or_else(|| self.control.halted().map_or(Stop::Interrupted, Stop::from))
    }
}
