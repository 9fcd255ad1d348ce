//! Gallop and bisect: how many of a sequence of units can go, from one end on.

use super::estimate::Estimate;
use super::one_minimal::Direction;
use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Finds the longest run of removals from one end of a sequence, by doubling and then bisecting.
///
/// # Source
/// Exponential search: J. L. Bentley, A. C. Yao, "An Almost Optimal Algorithm for Unbounded Searching" (1976).
/// It asks to remove the first 1, 2, 4, 8, ... units, up to all, and bisects between the last that failed
/// and the first that did not.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the base), and with one more unit removed it does not fail, unless
/// none is left. Where removing fewer never fails worse than removing more (monotone prefixes) this is the
/// longest run.
///
/// # Cost
/// At most `2 log₂ p + 2` tests when `p` units can go, however long the sequence is. The doubling is known
/// ahead for as long as it goes on failing; while bisecting, the questions towards fewer removals are.
///
/// # Determinism
/// A function of the base, the sequence, the direction and the outcomes told.
#[derive(Clone, Debug)]
pub struct Gallop {
    base: Config,
    units: Config,
    direction: Direction,
    /// How many units can go.
    low: usize,
    /// How many units cannot go, once there is such a number.
    high: Option<usize>,
    /// The base without `low` units.
    best: Config,
    estimate: Estimate,
}

impl Gallop {
    /// Removes `units` from `base`, which fails or is taken to fail, beginning at the given end of `units`.
    pub fn new(base: Config, units: Config, direction: Direction) -> Self {
        let best = base.clone();
        Self { base, units, direction, low: 0, high: None, best, estimate: Estimate::default() }
    }

    /// How many units are known to go so far.
    pub const fn removed(&self) -> usize {
        self.low
    }

    /// The base without the first `count` units.
    fn without(&self, count: usize) -> Config {
        let all = self.units.len();
        let gone = match self.direction {
            Direction::FromEnd => all - count..all,
            Direction::FromStart => 0..count,
        };
        self.base.minus(&self.units.slice(gone))
    }

    /// How many units to remove next.
    fn next(&self, low: usize, high: Option<usize>) -> Option<usize> {
        match high {
            Some(high) => (high - low > 1).then(|| low + (high - low) / 2),
            None => (low < self.units.len()).then(|| (2 * low).clamp(1, self.units.len())),
        }
    }
}

impl Strategy for Gallop {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (mut low, mut high) = (self.low, self.high);
        for _ in 0..nth {
            let count = self.next(low, high)?;
            if high.is_some() {
                high = Some(count);
            } else {
                low = count;
            }
        }
        let config = self.without(self.next(low, high)?);
        let (decides, chance) = match high {
            Some(_) => (OutcomeSet::FAIL, 0.5),
            // Nothing but failures so far: by Laplace's rule of succession.
            None => (OutcomeSet::PASS.with(Outcome::Unresolved), 1.0 - self.estimate.chance(nth)),
        };
        Some(Question { config, decides, chance })
    }

    fn tell(&mut self, outcome: Outcome) {
        let count = self.next(self.low, self.high).expect("there is a question to answer");
        if outcome == Outcome::Fail {
            self.best = self.without(count);
            self.low = count;
        } else {
            self.high = Some(count);
        }
        if self.high.is_none() {
            // Counted the other way round: here it is a failure that does not decide.
            self.estimate.count(Outcome::Pass);
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
    fn it_doubles_and_then_bisects() {
        let mut gallop = Gallop::new(Config::full(100), Config::full(90), Direction::FromStart);
        let mut removed = Vec::new();
        while let Some(question) = gallop.ask(0) {
            removed.push(100 - question.config.len());
            let fails = question.config.contains(20);
            gallop.tell(if fails { Outcome::Fail } else { Outcome::Pass });
        }
        assert_eq!(removed, [1, 2, 4, 8, 16, 32, 24, 20, 22, 21]);
        assert_eq!((gallop.removed(), gallop.best()), (20, &Config::of_units(20..100)));
    }

    #[test]
    fn from_the_end_the_last_units_go_first() {
        let gallop = Gallop::new(Config::full(10), Config::of_units(2..5), Direction::FromEnd);
        let asked: Vec<_> =
            (0..4).map_while(|nth| gallop.ask(nth)).map(|q| format!("{:?}", q.config)).collect();
        assert_eq!(asked, ["{0-3 5-9}", "{0-2 5-9}", "{0-1 5-9}"]);
    }
}
