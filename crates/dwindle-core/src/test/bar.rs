//! The rate of failure that candidates have to reach, where it is to rise during a search.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::rates::Rates;
use crate::{Candidate, Id};

/// How often candidates have to fail where those are preferred that fail more often: about as often as the best of them did so far.
///
/// It is the rule of a [`Repeat`](super::Repeat) and the [`Objective`](crate::search::Objective) of a search at once. The test runs
/// each candidate until it is clear whether it reaches the bar as it stands then. One that does gets the more runs the lower the bar is, so
/// that it is known how often it fails. The search raises the bar when it counts a candidate that surely fails more often, and
/// takes one that surely fails more seldom, by now, for one that passes. Both happen in serial order.
///
/// Cost: that of [`Rates`], and of each candidate that fails at least as many runs as of [`Bar::RUNS`] would pass at the bar: 90 where that is at
/// one in ten. Where it is at the top, one that always fails takes 24 runs, and one that never does takes five.
#[derive(Debug)]
pub struct Bar {
    /// What was seen of candidates that failed: in how many of so many runs they did.
    seen: Mutex<BTreeMap<Id, (u32, u32)>>,
    /// The last measure, by which candidates are run.
    now: AtomicU64,
    /// What an earlier run left, and its measure there.
    left: Option<(Id, u64)>,
    /// Whether all runs of a candidate have to fail just now.
    all: AtomicBool,
}

impl Bar {
    /// So many runs a candidate that fails gets at least if the bar is at nothing, and fewer the higher that is.
    pub const RUNS: u32 = 100;
    /// What has to fail in all runs gets so many. That puts it at the [top](Self::TOP).
    pub const ALWAYS: u32 = 40;
    /// The bar is never above this rate: where it was at 0.96, each candidate that fails took a hundred runs.
    const TOP: f64 = 0.9;
    /// The measure of what never fails.
    const NEVER: f64 = 1e6;
    /// So many standard deviations a candidate has to be above the bar to raise it. A search sees some dozens that fail, and one of
    /// 50 that fail equally often is so far off.
    const SURE: f64 = 2.0;

    /// Begins where an input is that failed in `fails` of `runs` runs.
    ///
    /// # Panics
    /// When it never failed.
    pub fn of_input(fails: u32, runs: u32) -> Self {
        assert!((1..=runs).contains(&fails), "an input that fails in {fails} of {runs} runs");
        // Of one that never passed that is not known to be so.
        let rate = f64::from(fails) / (f64::from(runs) + 2.0);
        Self {
            seen: Mutex::default(),
            now: AtomicU64::new(measure_of(rate)),
            left: None,
            all: AtomicBool::new(false),
        }
    }

    /// Takes as known that a candidate failed in `fails` of `runs` runs.
    pub fn remember(&self, id: Id, fails: u32, runs: u32) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(id, (fails, runs));
    }

    /// Takes the best of an earlier run for as good as it was there, where these were the bests before it.
    pub fn resume(&mut self, best: Id, bests: impl IntoIterator<Item = Id>) {
        let seen = self.seen.get_mut().unwrap_or_else(PoisonError::into_inner);
        let measures = bests
            .into_iter()
            .filter_map(|id| seen.get(&id))
            .map(|&(fails, runs)| measure_of(likely(fails, runs).0));
        self.left = measures.min().map(|measure| (best, measure.min(*self.now.get_mut())));
    }

    /// How often candidates have to fail now.
    pub(super) fn rates(&self) -> Rates {
        Rates::about(self.rate_now())
    }

    /// How often a candidate that fails is run at least, so that it is known how often it does.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 0 and a hundred"
    )]
    pub(super) fn least_runs(&self) -> u32 {
        (f64::from(Self::RUNS) * (1.0 - self.rate_now())).ceil() as u32
    }

    fn rate_now(&self) -> f64 {
        rate_of(self.now.load(Ordering::Relaxed))
    }

    /// Whether candidates fail so seldom that one that always does is worth a search of its own.
    pub(crate) fn is_low(&self) -> bool {
        self.rate_now() < 0.5
    }

    /// From now on, or no longer, a candidate has to fail in all runs; one that does not comes to no judgement.
    pub(crate) fn want_all(&self, all: bool) {
        self.all.store(all, Ordering::Relaxed);
    }

    pub(crate) fn wants_all(&self) -> bool {
        self.all.load(Ordering::Relaxed)
    }

    /// Whether this candidate is known to have failed in all of its runs.
    pub(crate) fn always_failed(&self, id: Id) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&id).is_some_and(|&(fails, runs)| fails == runs && runs >= Self::ALWAYS)
    }

    /// As [`remember`](Self::remember), of what was run.
    pub(super) fn note(&self, candidate: &Candidate<'_>, fails: u32, runs: u32) {
        if let Candidate::Text(pieces) = candidate {
            self.remember(Id::of_bytes(&pieces.concat()), fails, runs);
        }
    }

    /// The measure of a candidate that fails, where `least` is that of the best before: smaller if it surely fails more often,
    /// larger if it surely does so too seldom.
    pub(crate) fn rate(&self, id: Id, least: Option<u64>) -> u64 {
        let Some(least) = least else { return self.now.load(Ordering::Relaxed) };
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied();
        let measure = match seen.map(|(fails, runs)| likely(fails, runs)) {
            Some((_, most)) if most < rate_of(least) => least + 1,
            Some((least_likely, _)) => least.min(measure_of(least_likely)),
            None => least,
        };
        let measure =
            self.left.filter(|(left, _)| *left == id).map_or(measure, |(_, then)| then.min(measure));
        self.now.fetch_min(measure, Ordering::Relaxed);
        measure
    }
}

/// What is to be as small as possible: how often it does not fail, and not less than at the [top](Bar::TOP).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and a million")]
fn measure_of(rate: f64) -> u64 {
    ((1.0 - rate.min(Bar::TOP)) * Bar::NEVER).round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "it is at most a million")]
fn rate_of(measure: u64) -> f64 {
    1.0 - measure as f64 / Bar::NEVER
}

/// The lowest and the highest rate that such runs make likely (E. B. Wilson, *Probable Inference, the Law of Succession, and
/// Statistical Inference*, 1927).
fn likely(fails: u32, runs: u32) -> (f64, f64) {
    let (runs, square) = (f64::from(runs), Bar::SURE * Bar::SURE);
    let rate = f64::from(fails) / runs;
    let middle = rate + square / (2.0 * runs);
    let off = Bar::SURE * (rate * (1.0 - rate) / runs + square / (4.0 * runs * runs)).sqrt();
    let most = 1.0 + square / runs;
    ((middle - off) / most, (middle + off) / most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_in_all_of_the_runs_that_are_asked_for_is_at_the_top() {
        let measure = |runs| measure_of(likely(runs, runs).0);
        assert_eq!(measure(Bar::ALWAYS), measure_of(Bar::TOP));
        assert!(measure(Bar::ALWAYS - 5) > measure_of(Bar::TOP), "fewer would do");
    }
}
