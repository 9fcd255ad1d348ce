//! Confirmation runs: tests of candidates whose outcome may be known already, such as the input. They do not count
//! as logical tests.

use std::collections::BTreeMap;

use crate::search::known::Known;
use crate::search::watch::Watch;
use crate::search::{Search, Stop};
use crate::slots::End;
use crate::space::{AsSpace, Shared};
use crate::{Config, Judgement, Outcome};

/// The best is tested again after a search that was ended where so many tests did not fail since one did.
const LAST: u64 = 8;

impl Search<'_> {
    /// Tests all of `configs` at once, as far as there are slots, whatever is known of them.
    ///
    /// Gives their judgements in the order of `configs`, which may hold copies of one. These are confirmation
    /// runs: no logical tests, and nothing is taken from memory. What was not known is remembered. One that could not be carried
    /// out beside others is tested again, alone.
    ///
    /// # Errors
    /// As [`Search::run`]; budgets do not count here.
    pub fn probe(&mut self, space: &impl AsSpace, configs: &[Config]) -> Result<Vec<Judgement>, Stop> {
        let space = space.as_space();
        let candidates: Vec<_> = configs.iter().map(|config| (space.clone(), config.clone())).collect();
        self.probe_all(&candidates)
    }

    /// As [`Search::probe`], each in a space of its own.
    ///
    /// # Errors
    /// As [`Search::probe`].
    pub fn probe_all(&mut self, candidates: &[(Shared, Config)]) -> Result<Vec<Judgement>, Stop> {
        let seen: Vec<_> =
            candidates.iter().map(|(space, config)| (self.seen(space), config.clone())).collect();
        self.probe_all_seen(&seen)
    }

    fn probe_all_seen(&mut self, seen: &[(Shared, Config)]) -> Result<Vec<Judgement>, Stop> {
        let all: Option<Vec<Judgement>> = self.probe_seen(seen)?.into_iter().collect();
        // A test is stopped from outside only when the run is to end.
        all.ok_or_else(|| self.control.halted().map_or(Stop::Interrupted, Stop::from))
    }

    /// As [`Search::probe`]; none for a test that stopped.
    pub(super) fn probe_each(
        &mut self,
        space: &impl AsSpace,
        configs: &[Config],
    ) -> Result<Vec<Option<Judgement>>, Stop> {
        let space = self.seen(space);
        let seen: Vec<_> = configs.iter().map(|config| (space.clone(), config.clone())).collect();
        self.probe_seen(&seen)
    }

    fn probe_seen(&mut self, candidates: &[(Shared, Config)]) -> Result<Vec<Option<Judgement>>, Stop> {
        let mut broken = Vec::new();
        let mut judgements = self.probe_beside(candidates, &mut broken)?;
        for at in broken {
            judgements[at] = self.probe_beside(&candidates[at..=at], &mut Vec::new())?.remove(0);
        }
        Ok(judgements)
    }

    /// As [`Search::probe_seen`]; those that could not be carried out beside others are among `broken`.
    fn probe_beside(
        &mut self,
        candidates: &[(Shared, Config)],
        broken: &mut Vec<usize>,
    ) -> Result<Vec<Option<Judgement>>, Stop> {
        self.stop_running()?;
        let (mut left, mut judgements) = (candidates.iter().enumerate(), vec![None; candidates.len()]);
        let (mut places, is_alone) = (BTreeMap::new(), candidates.len() == 1 || self.width == 1);
        while left.len() > 0 || !self.running.is_empty() {
            if let Some(halt) = self.control.halted() {
                self.stop_running()?;
                return Err(halt.into());
            }
            while self.running.len() < self.width
                && let Some((at, (space, config))) = left.next()
            {
                let asked = self.inquiry.probe(space, config.clone(), is_alone);
                places.insert(asked.ticket, at);
                self.start(asked)?;
            }
            let (ticket, end) = self.slots.wait();
            let is_broken = !matches!(end, End::Judged(_) | End::Stopped);
            let at = places[&ticket];
            judgements[at] = self.land(ticket, end)?;
            broken.extend(is_broken.then_some(at));
        }
        Ok(judgements)
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
        let seen = (self.seen(space), config.clone());
        Ok(self.comes_out_seen(&seen, then)?.outcome)
    }

    /// As [`Search::comes_out`], in the space as it is seen through lenses; gives the last judgement, as it counts for the failure that is kept.
    pub(super) fn comes_out_seen(
        &mut self,
        candidate: &(Shared, Config),
        then: Outcome,
    ) -> Result<Judgement, Stop> {
        const TIMES: u32 = 8;
        let mut times = 1;
        loop {
            let judged = self.probe_all_seen(std::slice::from_ref(candidate))?.remove(0);
            let now = Judgement { outcome: self.inquiry.memory.counts_as(&judged), ..judged };
            if now.outcome == then || times == TIMES {
                return Ok(now);
            }
            times += 1;
        }
    }

    /// Tests the best again after 128 tests of which none failed, after 512, 2,048, and so on: where it does not fail any more, however often
    /// ([`Search::comes_out`]), the search ends with [`Stop::Gone`].
    ///
    /// These are confirmation runs, no logical tests. Answers of an earlier run do not count: that ran its own.
    pub const fn watch_best(&mut self) {
        self.watch = Some(Watch::new());
    }

    /// Tests the best again after a search that was ended, where it is [watched](Self::watch_best) and eight tests or more did not fail since one did. Budgets
    /// and an interrupt do not end that, as after [`Search::conclude`].
    ///
    /// # Errors
    /// [`Stop::Gone`] where it does not fail any more, and those of [`Search::probe`].
    pub fn check_best_last(&mut self) -> Result<(), Stop> {
        if self.watch.is_none_or(|watch| watch.since() < LAST) {
            return Ok(());
        }
        self.conclude();
        self.check_best()
    }

    /// Takes note of a test of this search that came out so.
    ///
    /// # Errors
    /// [`Stop::Gone`], and those of [`Search::probe`].
    pub(super) fn watch_after(&mut self, outcome: Outcome) -> Result<(), Stop> {
        if self.watch.as_mut().is_some_and(|watch| watch.is_due_after(outcome)) {
            self.check_best()
        } else {
            Ok(())
        }
    }

    fn check_best(&mut self) -> Result<(), Stop> {
        let Some(best) = &self.best else { return Ok(()) };
        let best = (best.space.clone(), best.config.clone());
        let now = self.comes_out_seen(&best, Outcome::Fail)?;
        if now.outcome == Outcome::Fail { Ok(()) } else { Err(Stop::Gone(now)) }
    }

    /// Whether the candidate that is asked about, which is remembered so, is to be tested again.
    pub(super) fn is_to_be_checked(&mut self, known: Known) -> bool {
        if self.spot_checks > 0 && known.outcome == Outcome::Pass {
            self.spot_checks -= 1;
            return true;
        }
        let is_doubted = self.inquiry.asked_id().is_some_and(|id| self.doubted.remove(&id));
        is_doubted && known.outcome != Outcome::Fail && !known.timed_out
    }

    /// Tests the candidate that is asked about again, which came out so in an earlier run; that it is unresolved may have many reasons.
    pub(super) fn check_spot(&mut self, then: Outcome) -> Result<(), Stop> {
        let (space, config) = (self.running_space.clone(), self.inquiry.asked().cloned());
        let Some((space, config)) = space.zip(config) else { return Ok(()) };
        let now = self.comes_out(&space, &config, then)?;
        let is_the_same = now == then || then == Outcome::Unresolved && now != Outcome::Fail;
        if is_the_same { Ok(()) } else { Err(Stop::Contradiction { then, now }) }
    }
}
