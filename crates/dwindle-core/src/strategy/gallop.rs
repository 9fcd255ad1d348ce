//! Galloping: runs of units from the end, longer after a success, shorter after a failure.

use super::estimate::Estimate;
use crate::{Config, Outcome, OutcomeSet, Prices, Question, Strategy};

/// What a run is cut to when it cannot go: this part of itself, and a smaller one where tests that pass are dear.
pub(super) const CUT: usize = 4;

/// One sweep from the end to the front in runs of units whose length follows what was found.
///
/// For lists in which what can go lies side by side, and in which units hang together in ways that group tests on
/// arbitrary subsets know nothing of.
///
/// # Source
/// The exponential search of J. L. Bentley and A. C. Yao, "An almost optimal algorithm for unbounded searching" (1976),
/// as reducers that probe for the longest run have it. Ours goes on from the length that went last instead of beginning
/// anew, and cuts a run to a quarter, since a run that cannot go is likely to hold several needed units.
///
/// ```text
/// at the end of the list, with runs of the length asked for:
///     without the run before here, does it still fail?
///         then it goes, and the next run has twice the length
///         else, if it has more than one unit, it is cut to a quarter
///         else its unit stays, and the next run is the one unit before it
/// ```
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). Each unit left was asked to go alone once; what was
/// asked before the last success may be able to go now.
///
/// # Cost
/// About `log2 n` tests when nothing is needed, and `k (2 + log2(n / k) / 2)` and more where `k` of `n` units are needed.
/// All questions up to the next success are known ahead.
///
/// # Determinism
/// A function of the start, the first length, the prices and the outcomes told.
#[derive(Clone, Debug)]
pub struct Gallop {
    best: Config,
    run: Run,
    estimate: Estimate,
    cut: usize,
}

/// The run that is asked to go: units by their ranks in what is left.
#[derive(Clone, Copy, Debug)]
struct Run {
    end: usize,
    len: usize,
}

impl Run {
    /// The next run when this one cannot go.
    const fn stays(self, cut: usize) -> Self {
        match self.len {
            0 | 1 => Self { end: self.end.saturating_sub(1), len: 1 },
            len if len / cut > 0 => Self { len: len / cut, ..self },
            _ => Self { len: 1, ..self },
        }
        .within()
    }

    /// The next run when this one went.
    const fn went(self) -> Self {
        Self { end: self.end - self.len, len: self.len.saturating_mul(2) }.within()
    }

    /// No longer than what lies before its end.
    const fn within(self) -> Self {
        let len = if self.len < self.end { self.len } else { self.end };
        Self { end: self.end, len }
    }
}

impl Gallop {
    /// Sweeps through `start`, which fails or is taken to fail, beginning with runs of `first` units.
    pub fn new(start: Config, first: usize) -> Self {
        let run = Run { end: start.len(), len: first.max(1) }.within();
        Self { best: start, run, estimate: Estimate::default(), cut: CUT }
    }

    /// Sweeps through the first so many units alone.
    #[must_use]
    pub fn before(mut self, units: usize) -> Self {
        self.run = Run { end: self.run.end.min(units), ..self.run }.within();
        self
    }

    /// How many units, from the first on, are not dealt with yet.
    pub const fn ahead(&self) -> usize {
        self.run.end
    }
}

impl Strategy for Gallop {
    fn ask(&self, nth: usize) -> Option<Question> {
        let mut run = self.run;
        for _ in 0..nth {
            if run.end == 0 {
                return None;
            }
            run = run.stays(self.cut);
        }
        (run.end > 0).then(|| Question {
            config: self.best.without_slice(run.end - run.len..run.end),
            decides: OutcomeSet::FAIL,
            chance: self.estimate.chance(nth),
        })
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(self.run.end > 0, "there is no question to answer");
        self.estimate.count(outcome);
        if outcome == Outcome::Fail {
            self.best = self.best.without_slice(self.run.end - self.run.len..self.run.end);
            self.run = self.run.went();
        } else {
            self.run = self.run.stays(self.cut);
        }
    }

    fn weigh(&mut self, prices: Prices) {
        self.cut = CUT << (prices.halvings() - 1);
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy as _;
    use crate::strategy::laws::{asked, check};
    use proptest::prelude::*;

    #[test]
    fn runs_double_from_the_end_and_are_cut_to_a_quarter() {
        let (asked, gallop) = asked(Gallop::new(Config::full(9), 1), &Config::of_units([2]));
        assert_eq!(format!("{asked:?}"), "[{0-7}, {0-5}, {0-1}, {0-4}, {0-2}, {}, {0-1}, {0 2}, {2}]");
        assert_eq!(gallop.best(), &Config::of_units([2]));
    }

    #[test]
    fn a_sweep_through_the_first_units_says_how_many_are_left() {
        let mut gallop = Gallop::new(Config::full(9), 2).before(4);
        let mut next = |outcome| {
            let config = gallop.ask(0).map(|question| question.config);
            gallop.tell(outcome);
            (config.map(|config| format!("{config:?}")), gallop.ahead())
        };
        assert_eq!(next(Outcome::Fail), (Some("{0-1 4-8}".into()), 2));
        assert_eq!(next(Outcome::Pass), (Some("{4-8}".into()), 2));
        assert_eq!(next(Outcome::Pass), (Some("{0 4-8}".into()), 1));
        assert_eq!(next(Outcome::Fail), (Some("{1 4-8}".into()), 0));
        assert_eq!(gallop.ask(0), None);
    }

    #[test]
    fn nothing_is_asked_about_nothing() {
        assert_eq!(Gallop::new(Config::empty(), 4).ask(0), None);
    }

    proptest! {
        #[test]
        fn each_unit_left_was_asked_about_and_no_needed_one_went(units in 0usize..200, first in 0usize..300, seed: u64) {
            let start = Config::full(units);
            let needed = Config::of_units((0u32..).take(units).filter(|unit| seed.rotate_left(*unit) % 8 == 1));
            let test = |c: &Config| if needed.is_subset(c) { Outcome::Fail } else { Outcome::Pass };
            let run = check(Gallop::new(start.clone(), first), &start, test, 2000);
            prop_assert_eq!(run.best, needed);
        }
    }
}
