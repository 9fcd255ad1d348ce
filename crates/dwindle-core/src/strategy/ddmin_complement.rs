//! ddmin with complements only: it removes parts and never tries a part alone.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};
use std::ops::Range;

/// The complements-only ddmin of the Fuzzing Book.
///
/// # Source
/// A. Zeller and others, *The Fuzzing Book*, chapter "Reducing Failure-Inducing Inputs". Starting with `n = 2`:
///
/// ```text
/// for each of the parts, from the first: without it, does it still fail?
///     then it goes, n = max(n - 1, 2), and the scan begins anew
/// none can go: done when n = |c|, else n = min(2 n, |c|)
/// ```
///
/// A part is `|c| / n` long, not rounded: its bounds are the whole numbers below a floating sum that grows by
/// that length. The sum is kept as the book keeps it (it is not `i |c| / n`), so the same units are cut off,
/// and once in a while a sliver remains at the end that makes one part more.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start) and is 1-minimal, whether or not the test is monotone,
/// where the empty configuration is taken to pass: a single unit is not tried.
///
/// # Cost
/// Half of ddmin's tests where subsets never fail, which is the rule; about 2 log₂ n for one needed unit
/// among `n`, in the order of n² at worst. All questions up to the next success are known ahead; looking `k`
/// ahead takes `k` additions.
///
/// # Determinism
/// A function of the start and the outcomes told; the sums are IEEE 754 doubles on every machine.
#[derive(Clone, Debug)]
pub struct DdminComplement {
    best: Config,
    /// In how many parts, n.
    parts: usize,
    /// Where the part that is asked next begins, not rounded.
    start: f64,
    estimate: Estimate,
    done: bool,
}

impl DdminComplement {
    /// The complements-only ddmin on `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        let done = start.len() < 2;
        Self { best: start, parts: 2, start: 0.0, estimate: Estimate::default(), done }
    }

    /// How long a part is, not rounded.
    fn size(&self, parts: usize) -> f64 {
        exact(self.best.len()) / exact(parts)
    }

    /// The granularity after `parts`, or nothing when every unit has been a part of its own.
    fn finer(&self, parts: usize) -> Option<usize> {
        (parts != self.best.len()).then(|| (2 * parts).min(self.best.len()))
    }
}

/// A number of units as a float, without loss.
fn exact(units: usize) -> f64 {
    f64::from(u32::try_from(units).expect("a space has at most u32::MAX units"))
}

/// The ranks from `start` on for `size`, both ends cut to whole numbers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cutting the fraction off is what is meant, and the sums are positive"
)]
fn ranks(start: f64, size: f64) -> Range<usize> {
    start as usize..(start + size) as usize
}

impl Strategy for DdminComplement {
    fn ask(&self, nth: usize) -> Option<Question> {
        if self.done {
            return None;
        }
        let len = exact(self.best.len());
        let (mut parts, mut start, mut size) = (self.parts, self.start, self.size(self.parts));
        for _ in 0..nth {
            start += size;
            if start >= len {
                parts = self.finer(parts)?;
                (start, size) = (0.0, self.size(parts));
            }
        }
        Some(Question::until_fail(self.best.without_slice(ranks(start, size)), self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(!self.done, "there is no question to answer");
        self.estimate.count(outcome);
        let size = self.size(self.parts);
        if outcome == Outcome::Fail {
            self.best = self.best.without_slice(ranks(self.start, size));
            self.parts = (self.parts - 1).max(2);
            self.start = 0.0;
            self.done = self.best.len() < 2;
            return;
        }
        self.start += size;
        if self.start >= exact(self.best.len()) {
            self.start = 0.0;
            match self.finer(self.parts) {
                Some(parts) => self.parts = parts,
                None => self.done = true,
            }
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_bounds_are_the_floating_sums_cut_off() {
        // Five units in four parts of 1.25.
        let mut ddmin = DdminComplement::new(Config::full(5));
        ddmin.tell(Outcome::Pass);
        ddmin.tell(Outcome::Pass);
        let asked: Vec<_> =
            (0..4).map_while(|nth| ddmin.ask(nth)).map(|q| format!("{:?}", q.config)).collect();
        assert_eq!(asked, ["{1-4}", "{0 2-4}", "{0-1 3-4}", "{0-2}"]);
    }

    #[test]
    fn a_sliver_that_the_sum_leaves_over_is_a_part_of_its_own() {
        // Eight units in six parts: six times 8/6 is a little less than 8 in doubles.
        let sum = (0..6).fold(0.0, |sum, _| sum + 8.0 / 6.0);
        assert!(sum < 8.0);
        let mut ddmin = DdminComplement::new(Config::full(8));
        ddmin.parts = 6;
        assert_eq!(ddmin.ask(5).expect("the sixth part").config, Config::of_units([0, 1, 2, 3, 4, 5, 7]));
        assert_eq!(ddmin.ask(6).expect("a seventh part").config, Config::full(7));
        assert_eq!(ddmin.ask(7).expect("the next granularity").config, Config::of_units(1..8));
    }
}
