//! The naive sweep: removes one unit after the other, until no single unit can be removed.
//!
//! It is the slowest way to reduce and the only way to know: what it ends with is 1-minimal, and every
//! single removal that shows it has been asked. Other strategies end with it where they claim as much.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};

/// The end of a sequence at which to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// The last unit first: later units tend to depend on earlier ones, so they can go first.
    #[default]
    FromEnd,
    /// The first unit first.
    FromStart,
}

/// Sweeps over the units and removes each whose removal still fails, until none is left that can go.
///
/// # Source
/// The definition of 1-minimality in A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// IEEE TSE 28(2), 2002, tested as it stands. Naive sweeps run over the whole list again and again until one whole run
/// finds nothing. This one stops when as many removals in a row as there are units did not fail, round the end if need
/// be: the same tests, without the repeats.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start) and is 1-minimal, whether or not the test is monotone:
/// without any one unit it does not fail. That includes the empty configuration when one unit is left.
///
/// # Cost
/// `n` tests when nothing can go, and at most `n (n + 1) / 2` for `n` units. All questions up to the next
/// success are known ahead.
///
/// # Determinism
/// A function of the start, the direction and the outcomes told.
#[derive(Clone, Debug)]
pub struct OneMinimal {
    best: Config,
    direction: Direction,
    /// The rank that is asked next.
    rank: usize,
    /// How many removals in a row, up to now, did not fail.
    clean: usize,
    estimate: Estimate,
}

impl OneMinimal {
    /// A sweep from the end of `start`, which fails or is taken to fail.
    pub fn new(start: Config) -> Self {
        Self::towards(start, Direction::default())
    }

    /// A sweep that begins at the given end.
    pub fn towards(start: Config, direction: Direction) -> Self {
        let rank = match direction {
            Direction::FromEnd => start.len().saturating_sub(1),
            Direction::FromStart => 0,
        };
        Self { best: start, direction, rank, clean: 0, estimate: Estimate::default() }
    }

    /// How many single removals from [`best`](Strategy::best) were asked and did not fail.
    ///
    /// They certify 1-minimality once they are as many as `best` has units; then there is no question left.
    pub const fn certificate(&self) -> usize {
        self.clean
    }

    /// The rank `steps` on in the sweep, round the end; `steps` is less than the number of units.
    const fn rank_after(&self, steps: usize) -> usize {
        let len = self.best.len();
        match self.direction {
            Direction::FromEnd => (self.rank + len - steps) % len,
            Direction::FromStart => (self.rank + steps) % len,
        }
    }
}

impl Strategy for OneMinimal {
    fn ask(&self, nth: usize) -> Option<Question> {
        if nth >= self.best.len() - self.clean {
            return None;
        }
        let rank = self.rank_after(nth);
        Some(Question::until_fail(self.best.without_slice(rank..rank + 1), self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(self.clean < self.best.len(), "there is no question to answer");
        self.estimate.count(outcome);
        if outcome != Outcome::Fail {
            self.rank = self.rank_after(1 % self.best.len());
            self.clean += 1;
            return;
        }
        self.best = self.best.without_slice(self.rank..self.rank + 1);
        self.clean = 0;
        let len = self.best.len();
        self.rank = match self.direction {
            Direction::FromEnd => self.rank.checked_sub(1).unwrap_or(len.saturating_sub(1)),
            Direction::FromStart if self.rank == len => 0,
            Direction::FromStart => self.rank,
        };
    }

    fn best(&self) -> &Config {
        &self.best
    }

    fn rest(&self) -> Option<u64> {
        Some((self.best.len() - self.clean) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::laws::asked;

    #[test]
    fn the_sweep_runs_from_the_end_and_goes_on_after_a_success() {
        let (asked, sweep) = asked(OneMinimal::new(Config::full(4)), &Config::of_units([1]));
        assert_eq!(format!("{asked:?}"), "[{0-2}, {0-1}, {0}, {1}, {}]");
        assert_eq!((sweep.best(), sweep.certificate()), (&Config::of_units([1]), 1));
    }

    #[test]
    fn the_other_direction_starts_at_the_first_unit() {
        let sweep = OneMinimal::towards(Config::full(4), Direction::FromStart);
        let (asked, sweep) = asked(sweep, &Config::of_units([1, 3]));
        assert_eq!(format!("{asked:?}"), "[{1-3}, {2-3}, {1 3}, {1}, {3}]");
        assert_eq!(sweep.certificate(), 2);
    }

    #[test]
    fn the_rest_of_a_pass_is_known() {
        let mut sweep = OneMinimal::new(Config::full(4));
        assert_eq!(sweep.rest(), Some(4));
        sweep.tell(Outcome::Pass);
        assert_eq!(sweep.rest(), Some(3));
        sweep.tell(Outcome::Fail);
        assert_eq!(sweep.rest(), Some(3), "a pass over the three units left begins");
    }

    #[test]
    fn nothing_is_asked_about_nothing() {
        assert_eq!(OneMinimal::new(Config::empty()).ask(0), None);
    }
}
