//! Runs another strategy, and ends it when so many questions in a row removed nothing.

use crate::{Config, Outcome, Prices, Question, Strategy};
use std::sync::Arc;

/// How many questions of a [first look](Patient::while_productive) are looked at together.
const STRETCH: usize = 8;

/// Which part of the weight has to go in each stretch of them.
const WORTH: u64 = 10;

/// Asks what another strategy asks, and ends once so many questions in a row came to nothing.
///
/// For units of which nothing says that they can go at all: what can go goes, and what cannot costs a bounded number of tests.
///
/// # Guarantee
/// [`best`](Strategy::best) is the other's: it fails (or is the start). What the other one guarantees at its end holds
/// unless this one [gave up](Patient::gave_up).
///
/// # Cost
/// At most that of the other strategy, and at most the given number of questions after the last success.
///
/// # Determinism
/// That of the other strategy.
#[derive(Clone, Debug)]
pub struct Patient<S> {
    inner: S,
    patience: usize,
    /// How many questions were asked since there was enough to go on with.
    asked: usize,
    enough: Enough,
}

/// What is enough to go on with as many questions again.
#[derive(Clone, Debug)]
enum Enough {
    /// Any removal.
    Any,
    /// A tenth of the weight that was kept `before` the questions, once all of them are answered.
    Tenth { weights: Arc<[u64]>, before: u64 },
}

impl<S: Strategy> Patient<S> {
    /// `inner`, until so many questions in a row left its best as it was.
    pub const fn new(inner: S, patience: usize) -> Self {
        Self { inner, patience, asked: 0, enough: Enough::Any }
    }

    /// `inner`, whose units have these weights, until eight questions removed less than a tenth of the weight.
    ///
    /// For a first look: what a strategy finds at once is taken, and what it has to work for is left to those who come
    /// after it. What the strategy knows to go, but has not yet seen to go together, does not count.
    ///
    /// # Panics
    /// When `inner` keeps a unit without a weight.
    pub fn while_productive(inner: S, weights: impl Into<Arc<[u64]>>) -> Self {
        let weights = weights.into();
        let before = weight(inner.best(), &weights);
        Self { inner, patience: STRETCH, asked: 0, enough: Enough::Tenth { weights, before } }
    }

    /// Whether the other strategy had more to ask.
    pub fn gave_up(&self) -> bool {
        self.asked >= self.patience && self.inner.ask(0).is_some()
    }

    /// The other strategy as it stands.
    pub const fn inner(&self) -> &S {
        &self.inner
    }
}

fn weight(kept: &Config, weights: &[u64]) -> u64 {
    kept.units().map(|unit| weights[unit as usize]).sum()
}

impl<S: Strategy + Clone + 'static> Strategy for Patient<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        (self.asked.saturating_add(nth) < self.patience).then(|| self.inner.ask(nth)).flatten()
    }

    fn tell(&mut self, outcome: Outcome) {
        let units = self.inner.best().len();
        self.inner.tell(outcome);
        self.asked += 1;
        let is_enough = match &mut self.enough {
            Enough::Any => outcome == Outcome::Fail || self.inner.best().len() < units,
            Enough::Tenth { .. } if self.asked < self.patience => false,
            Enough::Tenth { weights, before } => {
                let now = weight(self.inner.best(), weights);
                let least = before.div_ceil(WORTH);
                // Fewer units can weigh more.
                std::mem::replace(before, now).saturating_sub(now) >= least
            }
        };
        if is_enough {
            self.asked = 0;
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
    use crate::strategy::laws::check;
    use crate::strategy::{Dwindle, OneMinimal};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_ends_soon_after_the_last_success(units in 1usize..300, seed: u64, patience in 1usize..40) {
            let start = Config::full(units);
            let needed = Config::of_units((0u32..).take(units).filter(|unit| seed.rotate_left(*unit) % 16 == 1));
            let test = |c: &Config| if needed.is_subset(c) { Outcome::Fail } else { Outcome::Pass };
            check(Patient::new(Dwindle::new(start.clone()), patience), &start, test, 4000);
            let (mut patient, mut since) = (Patient::new(Dwindle::new(start), patience), 0);
            while let Some(question) = patient.ask(0) {
                let outcome = test(&question.config);
                since = if outcome == Outcome::Fail { 0 } else { since + 1 };
                patient.tell(outcome);
            }
            prop_assert!(since <= patience);
            prop_assert!(patient.gave_up() || patient.best().len() <= needed.len().max(1));
        }

        #[test]
        fn a_first_look_ends_when_eight_questions_removed_too_little(units in 1usize..200, seed: u64) {
            let start = Config::full(units);
            let weights: Vec<u64> = (0u32..).take(units).map(|unit| 1 + seed.rotate_left(unit * 7) % 50).collect();
            let needed = Config::of_units((0u32..).take(units).filter(|unit| seed.rotate_left(*unit) % 16 == 1));
            let test = |c: &Config| if needed.is_subset(c) { Outcome::Fail } else { Outcome::Pass };
            let new = || Patient::while_productive(Dwindle::new(start.clone()), weights.clone());
            check(new(), &start, test, 500);
            let (mut productive, mut sizes) = (new(), vec![weight(&start, &weights)]);
            while let Some(question) = productive.ask(0) {
                productive.tell(test(&question.config));
                sizes.push(weight(productive.best(), &weights));
            }
            let stretches: Vec<u64> = sizes.iter().copied().step_by(STRETCH).collect();
            for pair in stretches.windows(2).rev().skip(1) {
                prop_assert!(pair[1] * WORTH <= pair[0] * (WORTH - 1), "{:?}", stretches);
            }
            prop_assert_eq!(test(productive.best()), Outcome::Fail);
        }
    }

    #[test]
    fn what_cannot_go_costs_a_bounded_number_of_questions() {
        let mut patient = Patient::new(OneMinimal::new(Config::full(1000)), 10);
        let mut asked = 0;
        while patient.ask(0).is_some() {
            patient.tell(Outcome::Pass);
            asked += 1;
        }
        assert!(patient.gave_up());
        assert_eq!(asked, 10);
    }
}
