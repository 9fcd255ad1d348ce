//! Asks for each set of a list to be removed, one set after the other.

use super::estimate::Estimate;
use super::gallop::CUT;
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
/// One test for each set at most; where sets are [joined](Self::joining), one more for each success and about the logarithm of
/// how many are joined for each that has to stay.
///
/// # Determinism
/// A function of the start, the list and the outcomes told.
#[derive(Clone, Debug)]
pub struct Together {
    best: Config,
    sets: Arc<[Config]>,
    at: usize,
    /// After how many successes in a row sets are joined, and how many there were.
    joins_after: usize,
    streak: usize,
    /// How many sets are asked about at once.
    run: usize,
    estimate: Estimate,
}

impl Together {
    /// Tries to remove each of `sets` from `start`.
    pub fn new(start: Config, sets: impl Into<Arc<[Config]>>) -> Self {
        let estimate = Estimate::default();
        Self { best: start, sets: sets.into(), at: 0, joins_after: usize::MAX, streak: 0, run: 1, estimate }
    }

    /// After so many successes in a row asks about two sets at once, then four, and so on, until some cannot go.
    #[must_use]
    pub fn joining(self, after: usize) -> Self {
        Self { joins_after: after, ..self }
    }

    /// Which sets the `nth` question is about, where those before it do not fail; none where no set is left.
    fn sets_of(&self, nth: usize) -> Option<&[Config]> {
        let (mut run, mut steps) = (self.run, nth);
        while run > 1 && steps > 0 {
            (run, steps) = ((run / CUT).max(1), steps - 1);
        }
        self.sets.get(self.at.checked_add(steps)?..)?.chunks(run).next()
    }
}

impl Strategy for Together {
    fn ask(&self, nth: usize) -> Option<Question> {
        let best = self.sets_of(nth)?.iter().fold(self.best.clone(), |best, set| best.minus(set));
        Some(Question::until_fail(best, self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        self.estimate.count(outcome);
        let run = self.sets_of(0).expect("there is no question to answer");
        if outcome == Outcome::Fail {
            let best = run.iter().fold(self.best.clone(), |best, set| best.minus(set));
            let rest = &self.sets[self.at + run.len()..];
            // What is only partly left is another question, and maybe one for other sets.
            self.sets = rest.iter().filter(|set| set.is_subset(&best)).cloned().collect();
            (self.best, self.at, self.streak) = (best, 0, self.streak + 1);
            if self.run > 1 || self.streak >= self.joins_after {
                self.run *= 2;
            }
        } else if self.run > 1 {
            (self.run, self.streak) = ((self.run / CUT).max(1), 0);
        } else {
            (self.at, self.streak) = (self.at + 1, 0);
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::laws::{asked, check};
    use proptest::prelude::*;

    #[test]
    fn after_so_many_successes_in_a_row_sets_go_together_until_one_has_to_stay() {
        let sets: Vec<Config> = (0..40).map(|unit| Config::of_units([unit])).collect();
        let needed = Config::of_units([30]);
        let joining = Together::new(Config::full(40), sets).joining(4);
        let (asked, joining) = asked(joining, &needed);
        let sizes: Vec<usize> = asked.iter().map(Config::len).collect();
        assert_eq!(sizes, [39, 38, 37, 36, 34, 30, 22, 6, 18, 10, 0, 6, 9, 9, 8, 7, 6, 4, 1]);
        assert_eq!(joining.best, needed);
    }

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
