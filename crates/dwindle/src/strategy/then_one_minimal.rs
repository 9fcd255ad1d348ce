//! Any strategy, and then a sweep that makes its result 1-minimal.

use super::one_minimal::OneMinimal;
use crate::{Config, Outcome, Question, Strategy};

/// Runs a strategy to its end and then [`OneMinimal`] on its best.
///
/// # Guarantee
/// As for [`OneMinimal`]: the end is 1-minimal, whatever the first strategy does and whether or not the test is
/// monotone, and [`certificate`](Self::certificate) counts the removals that show it.
///
/// # Cost
/// The first strategy's tests, and the sweep's: as many as there are units left, when none of them can go.
/// What the first strategy asked at its finest granularity a cache has. Questions are known ahead within
/// each of the two, not across; being told costs one question of the first strategy more.
///
/// # Determinism
/// As the first strategy.
#[derive(Clone, Debug)]
pub struct ThenOneMinimal<S> {
    stage: Stage<S>,
}

#[derive(Clone, Debug)]
enum Stage<S> {
    First(S),
    Sweep(OneMinimal),
}

impl<S: Strategy> ThenOneMinimal<S> {
    /// `first`, and then the sweep.
    pub fn new(first: S) -> Self {
        Self { stage: Stage::after(first) }
    }

    /// How many single removals from [`best`](Strategy::best) were asked and did not fail in the sweep.
    pub const fn certificate(&self) -> usize {
        match &self.stage {
            Stage::First(_) => 0,
            Stage::Sweep(sweep) => sweep.certificate(),
        }
    }
}

impl<S: Strategy> Stage<S> {
    fn after(first: S) -> Self {
        if first.ask(0).is_none() {
            Self::Sweep(OneMinimal::new(first.best().clone()))
        } else {
            Self::First(first)
        }
    }
}

impl<S: Strategy> Strategy for ThenOneMinimal<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        match &self.stage {
            Stage::First(first) => first.ask(nth),
            Stage::Sweep(sweep) => sweep.ask(nth),
        }
    }

    fn tell(&mut self, outcome: Outcome) {
        match &mut self.stage {
            Stage::First(first) => {
                first.tell(outcome);
                if first.ask(0).is_none() {
                    self.stage = Stage::Sweep(OneMinimal::new(first.best().clone()));
                }
            }
            Stage::Sweep(sweep) => sweep.tell(outcome),
        }
    }

    fn best(&self) -> &Config {
        match &self.stage {
            Stage::First(first) => first.best(),
            Stage::Sweep(sweep) => sweep.best(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::ddmin::Ddmin;

    #[test]
    fn the_single_unit_that_ddmin_does_not_try_is_tried() {
        let mut strategy = ThenOneMinimal::new(Ddmin::new(Config::full(1)));
        assert_eq!(strategy.ask(0).expect("the sweep's question").config, Config::empty());
        strategy.tell(Outcome::Pass);
        assert_eq!((strategy.ask(0), strategy.certificate()), (None, 1));
    }
}
