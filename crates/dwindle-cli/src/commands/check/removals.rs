//! Every removal of one unit, or of two, asked for one after the other, to the first that still fails or to the end.

use dwindle::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Asks for a configuration without each unit, then without each pair of units.
///
/// All questions are known ahead, and are tested as many at once as there are jobs.
///
/// # Determinism
/// Units in order; pairs by their second unit, then by their first.
#[derive(Clone, Debug)]
pub(super) struct Removals {
    whole: Config,
    /// How many questions there are.
    pub(super) all: u64,
    /// How many were answered.
    pub(super) at: u64,
    failing: Vec<u64>,
    /// Whether nothing more is asked for after a removal that still fails.
    first_only: bool,
}

impl Removals {
    /// All removals of up to `at_once` (1 or 2) units from `whole`, or those to the first that still fails.
    pub(super) fn new(whole: Config, at_once: u8, first_only: bool) -> Self {
        let n = whole.len() as u64;
        let pairs = if at_once == 2 { n * n.saturating_sub(1) / 2 } else { 0 };
        Self { whole, all: n + pairs, at: 0, failing: Vec::new(), first_only }
    }

    /// The configurations that still fail, in order.
    pub(super) fn failing(&self) -> impl ExactSizeIterator<Item = Config> + '_ {
        self.failing.iter().map(|&index| self.config(index))
    }

    fn config(&self, index: u64) -> Config {
        let n = self.whole.len() as u64;
        let rank = |rank: u64| usize::try_from(rank).expect("a rank is less than the number of units");
        let without = |config: &Config, rank: usize| config.without_slice(rank..rank + 1);
        match index.checked_sub(n) {
            None => without(&self.whole, rank(index)),
            Some(pair) => {
                let (first, second) = pair_at(pair);
                without(&without(&self.whole, rank(second)), rank(first))
            }
        }
    }
}

/// The pair of this number among (0, 1), (0, 2), (1, 2), (0, 3), ...
const fn pair_at(index: u64) -> (u64, u64) {
    let second = (8 * index + 1).isqrt().div_ceil(2);
    (index - second * (second - 1) / 2, second)
}

impl Strategy for Removals {
    fn ask(&self, nth: usize) -> Option<Question> {
        let index = self.at + nth as u64;
        let is_over = self.first_only && !self.failing.is_empty();
        (index < self.all && !is_over).then(|| Question {
            config: self.config(index),
            decides: if self.first_only { OutcomeSet::FAIL } else { OutcomeSet::NONE },
            chance: 0.01,
        })
    }

    fn tell(&mut self, outcome: Outcome) {
        if outcome == Outcome::Fail {
            self.failing.push(self.at);
        }
        self.at += 1;
    }

    fn best(&self) -> &Config {
        &self.whole
    }

    fn rest(&self) -> Option<u64> {
        Some(self.all - self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(units: usize, at_once: u8) -> Vec<Vec<u32>> {
        let removals = Removals::new(Config::full(units), at_once, false);
        (0..).map_while(|nth| removals.ask(nth)).map(|question| question.config.units().collect()).collect()
    }

    #[test]
    fn single_removals_come_in_order() {
        assert_eq!(asked(3, 1), [vec![1, 2], vec![0, 2], vec![0, 1]]);
        assert!(asked(0, 1).is_empty());
    }

    #[test]
    fn all_pairs_come_once_after_the_single_removals() {
        assert_eq!(asked(2, 2), [vec![1], vec![0], vec![]]);
        let mut pairs: Vec<_> = (0..45).map(pair_at).collect();
        pairs.sort_unstable();
        let all: Vec<_> = (0..10).flat_map(|i| (i + 1..10).map(move |j| (i, j))).collect();
        assert_eq!(pairs, all);
    }

    #[test]
    fn what_still_fails_is_kept() {
        let mut removals = Removals::new(Config::full(3), 1, false);
        for outcome in [Outcome::Pass, Outcome::Fail, Outcome::Unresolved] {
            removals.tell(outcome);
        }
        assert_eq!(removals.failing().collect::<Vec<_>>(), [Config::of_units([0, 2])]);
        assert!(removals.ask(0).is_none());
    }

    #[test]
    fn the_first_that_still_fails_may_be_the_last() {
        let mut removals = Removals::new(Config::full(3), 2, true);
        removals.tell(Outcome::Pass);
        removals.tell(Outcome::Fail);
        assert_eq!((removals.at, removals.all, removals.ask(0)), (2, 6, None));
    }
}
