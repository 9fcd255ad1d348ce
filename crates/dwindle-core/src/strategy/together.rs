//! Asks for each set of a list to be removed, one set after the other.

use super::estimate::Estimate;
use crate::{Config, Outcome, Question, Strategy};
use std::sync::Arc;

/// Asks for each set in a list to go, in their order, and goes on from the first success with the others.
///
/// For units that can go only together, which no removal of single units finds.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). If nothing went, no set of the list can go.
///
/// # Cost
/// One test for each set at most.
///
/// # Determinism
/// A function of the start, the list and the outcomes told.
#[derive(Clone, Debug)]
pub struct Together {
    best: Config,
    sets: Arc<[Config]>,
    at: usize,
    estimate: Estimate,
}

impl Together {
    /// Tries to remove each of `sets` from `start`.
    pub fn new(start: Config, sets: impl Into<Arc<[Config]>>) -> Self {
        Self { best: start, sets: sets.into(), at: 0, estimate: Estimate::default() }
    }
}

impl Strategy for Together {
    fn ask(&self, nth: usize) -> Option<Question> {
        let set = self.sets.get(self.at.checked_add(nth)?)?;
        Some(Question::until_fail(self.best.minus(set), self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        let set = self.sets.get(self.at).expect("there is no question to answer");
        self.estimate.count(outcome);
        self.at += 1;
        if outcome == Outcome::Fail {
            let best = self.best.minus(set);
            // What is only partly left is another question, and maybe one for other sets.
            self.sets = self.sets[self.at..].iter().filter(|set| set.is_subset(&best)).cloned().collect();
            (self.best, self.at) = (best, 0);
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::laws::check;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_can_go_together_goes(units in 2u32..40, seed: u64) {
            let start = Config::full(units as usize);
            let sets: Vec<Config> = (0..units - 1).map(|unit| Config::of_units([unit, unit + 1])).collect();
            // Pairs of neighbours in step go only together.
            let whole = |c: &Config, i| c.contains(2 * i) == c.contains(2 * i + 1);
            let fails = |c: &Config| (0..units / 2).all(|i| whole(c, i) && (c.contains(2 * i) || seed >> i & 1 == 0));
            let test = |c: &Config| if fails(c) { Outcome::Fail } else { Outcome::Unresolved };
            prop_assume!(test(&start) == Outcome::Fail);
            let run = check(Together::new(start.clone(), sets.clone()), &start, test, 100);
            prop_assert!(run.told.len() <= sets.len() + 1);
            prop_assert!((0..units / 2).all(|i| run.best.contains(2 * i) == (seed >> i & 1 == 1)));
        }
    }
}
