//! Runs another strategy as long as it is productive: worth its tests.

use crate::{Config, Outcome, Prices, Question, Strategy};
use std::sync::Arc;

/// How many questions are looked at together.
const STRETCH: usize = 8;

/// Which part of the weight has to go in each stretch of them.
const WORTH: u64 = 10;

/// Asks what another strategy asks, and ends when eight questions removed less than a tenth of the weight.
///
/// For a first look: what a strategy finds at once is taken, and what it has to work for is left to those who come
/// after it. What the strategy knows to go, but has not yet seen to go together, does not count.
///
/// # Guarantee
/// [`best`](Strategy::best) is the other's: it fails (or is the start). Nothing is claimed of what is left.
///
/// # Cost
/// At most that of the other strategy; about 8 questions for each time that a tenth of the weight goes, and 8 more.
///
/// # Determinism
/// That of the other strategy.
#[derive(Clone, Debug)]
pub struct WhileProductive<S> {
    inner: S,
    weights: Arc<[u64]>,
    /// What was kept when the stretch began.
    before: u64,
    asked: usize,
}

impl<S: Strategy> WhileProductive<S> {
    /// `inner`, whose units have these weights.
    ///
    /// # Panics
    /// When `inner` keeps a unit without a weight.
    pub fn new(inner: S, weights: impl Into<Arc<[u64]>>) -> Self {
        let mut new = Self { inner, weights: weights.into(), before: 0, asked: 0 };
        new.before = new.weight();
        new
    }

    fn weight(&self) -> u64 {
        self.inner.best().units().map(|unit| self.weights[unit as usize]).sum()
    }
}

impl<S: Strategy + Clone + 'static> Strategy for WhileProductive<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        (self.asked.saturating_add(nth) < STRETCH).then(|| self.inner.ask(nth)).flatten()
    }

    fn tell(&mut self, outcome: Outcome) {
        self.inner.tell(outcome);
        self.asked += 1;
        if self.asked == STRETCH {
            let now = self.weight();
            // Fewer units can weigh more.
            if self.before.saturating_sub(now) >= self.before.div_ceil(WORTH) {
                (self.before, self.asked) = (now, 0);
            }
        }
    }

    fn best(&self) -> &Config {
        self.inner.best()
    }

    fn rest(&self) -> Option<u64> {
        self.inner.rest()
    }

    fn weigh(&mut self, prices: Prices) {
        self.inner.weigh(prices);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy as _;
    use crate::strategy::Dwindle;
    use crate::strategy::laws::check;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_ends_when_eight_questions_removed_too_little(units in 1usize..200, seed: u64) {
            let start = Config::full(units);
            let weights: Vec<u64> = (0u32..).take(units).map(|unit| 1 + seed.rotate_left(unit * 7) % 50).collect();
            let needed = Config::of_units((0u32..).take(units).filter(|unit| seed.rotate_left(*unit) % 16 == 1));
            let test = |c: &Config| if needed.is_subset(c) { Outcome::Fail } else { Outcome::Pass };
            let new = || WhileProductive::new(Dwindle::new(start.clone()), weights.clone());
            check(new(), &start, test, 500);
            let weight = |c: &Config| -> u64 { c.units().map(|unit| weights[unit as usize]).sum() };
            let (mut productive, mut sizes) = (new(), vec![weight(&start)]);
            while let Some(question) = productive.ask(0) {
                productive.tell(test(&question.config));
                sizes.push(weight(productive.best()));
            }
            let stretches: Vec<u64> = sizes.iter().copied().step_by(STRETCH).collect();
            for pair in stretches.windows(2).rev().skip(1) {
                prop_assert!(pair[1] * WORTH <= pair[0] * (WORTH - 1), "{:?}", stretches);
            }
            prop_assert_eq!(test(productive.best()), Outcome::Fail);
        }
    }
}
