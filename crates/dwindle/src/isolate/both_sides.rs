//! A strategy that asks each question of another strategy about both sides, for reducing what the sides have in
//! common.

use crate::{Config, Outcome, OutcomeSet, Prices, Question, Strategy};

/// Asks for each configuration of another strategy whether it goes on failing together with what only the failing side
/// has, and then whether it passes together with what only the passing side has.
///
/// The other strategy is told [`Outcome::Fail`] when both is so, [`Outcome::Pass`] when the failing side passes now,
/// and [`Outcome::Unresolved`] else.
///
/// # Guarantee
/// Of the end of the other strategy both is so, or it is its start.
///
/// # Cost
/// Two tests for each configuration whose failing side fails, one for others.
///
/// # Determinism
/// As the other strategy.
#[derive(Clone, Debug)]
pub struct BothSides<S> {
    inner: S,
    passing: Config,
    failing: Config,
    /// The failing side of the inner question fails; its passing side is asked next.
    failed: bool,
    best: Config,
}

impl<S: Strategy> BothSides<S> {
    /// Puts the questions of `inner` to both sides: with `passing`, and with `failing`, which are disjoint from all
    /// that `inner` asks about.
    pub fn new(inner: S, passing: Config, failing: Config) -> Self {
        let best = inner.best().union(&failing);
        Self { inner, passing, failing, failed: false, best }
    }

    /// The other strategy.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    fn tell_inner(&mut self, outcome: Outcome) {
        self.failed = false;
        self.inner.tell(outcome);
        self.best = self.inner.best().union(&self.failing);
    }
}

impl<S: Strategy + Clone + 'static> Strategy for BothSides<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        let Question { config, decides, chance } = self.inner.ask(nth)?;
        if self.failed && nth == 0 {
            // What was told to the inner strategy for each outcome here decides as it does there.
            let mut here = OutcomeSet::default();
            if decides.contains(Outcome::Fail) {
                here = here.with(Outcome::Pass);
            }
            if decides.contains(Outcome::Unresolved) {
                here = here.with(Outcome::Fail).with(Outcome::Unresolved);
            }
            return Some(Question { config: config.union(&self.passing), decides: here, chance: 0.1 });
        }
        // A failing side is followed by a question about the passing one.
        Some(Question { config: config.union(&self.failing), decides: decides.with(Outcome::Fail), chance })
    }

    fn tell(&mut self, outcome: Outcome) {
        match (self.failed, outcome) {
            (true, Outcome::Pass) => self.tell_inner(Outcome::Fail),
            (true, _) => self.tell_inner(Outcome::Unresolved),
            (false, Outcome::Fail) => self.failed = true,
            (false, other) => self.tell_inner(other),
        }
    }

    fn weigh(&mut self, prices: Prices) {
        self.inner.weigh(prices);
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Ddmin, Dwindle, laws};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_keeps_the_laws_and_both_outcomes(needed in any::<u16>(), guard in any::<u16>(), pick in any::<bool>()) {
            // Unit 16 is only on the failing side, 17 only on the passing one. The failing side needs `needed`; the
            // passing side is broken without `guard`.
            let common = Config::of_units(0..16);
            let (failing, passing) = (Config::of_units([16]), Config::of_units([17]));
            let test = |config: &Config| {
                let has = |mask: u16| (0..16).all(|unit| mask >> unit & 1 == 0 || config.contains(unit));
                match (config.contains(16), has(needed), has(guard)) {
                    (true, true, _) => Outcome::Fail,
                    (true, false, _) | (false, _, true) => Outcome::Pass,
                    (false, _, false) => Outcome::Unresolved,
                }
            };
            let start = common.union(&failing);
            let kept = if pick {
                laws::check(BothSides::new(Dwindle::new(common), passing, failing), &start, test, 5000).best
            } else {
                laws::check(BothSides::new(Ddmin::new(common), passing, failing), &start, test, 5000).best
            };
            let expected = Config::of_units((0..16).filter(|unit| (needed | guard) >> unit & 1 == 1));
            prop_assert_eq!(kept.minus(&Config::of_units([16])), expected);
        }
    }
}
