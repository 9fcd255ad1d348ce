//! Runs another strategy until too many of its questions in a row came to nothing.

use crate::{Config, Outcome, Prices, Question, Strategy};

/// Asks what another strategy asks, and ends once so many questions in a row left its best as it was.
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
    /// How many questions in a row left the best as it was.
    fruitless: usize,
}

impl<S: Strategy> Patient<S> {
    /// `inner`, until so many questions in a row came to nothing.
    pub const fn new(inner: S, patience: usize) -> Self {
        Self { inner, patience, fruitless: 0 }
    }

    /// Whether the other strategy had more to ask.
    pub fn gave_up(&self) -> bool {
        self.fruitless >= self.patience && self.inner.ask(0).is_some()
    }

    /// The other strategy as it stands.
    pub const fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Strategy + Clone + 'static> Strategy for Patient<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        (self.fruitless.saturating_add(nth) < self.patience).then(|| self.inner.ask(nth)).flatten()
    }

    fn tell(&mut self, outcome: Outcome) {
        let before = self.inner.best().len();
        self.inner.tell(outcome);
        let is_success = outcome == Outcome::Fail || self.inner.best().len() < before;
        self.fruitless = if is_success { 0 } else { self.fruitless + 1 };
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
