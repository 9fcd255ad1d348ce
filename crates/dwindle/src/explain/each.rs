//! A strategy that asks about given candidates in their order, until one has an outcome that ends it.

use std::sync::Arc;

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Asks about candidates in their order, until one has an outcome that ends it.
///
/// # Cost
/// One test for each candidate at most. All of them are known ahead.
///
/// # Determinism
/// A function of the candidates and the outcomes told.
#[derive(Clone, Debug)]
pub(super) struct Each {
    nothing: Config,
    candidates: Arc<[Config]>,
    until: OutcomeSet,
    /// The outcomes so far.
    pub(super) told: Vec<Outcome>,
}

impl Each {
    /// All of `candidates`.
    pub(super) fn of(candidates: Vec<Config>) -> Self {
        Self {
            nothing: Config::empty(),
            candidates: candidates.into(),
            until: OutcomeSet::NONE,
            told: Vec::new(),
        }
    }

    /// Those of `candidates` up to the first that does not fail.
    pub(super) fn while_failing(candidates: Vec<Config>) -> Self {
        Self { until: OutcomeSet::PASS.with(Outcome::Unresolved), ..Self::of(candidates) }
    }

    /// The number of the candidate that ended it.
    pub(super) fn ended_by(&self) -> Option<usize> {
        let last = self.told.last()?;
        self.until.contains(*last).then(|| self.told.len() - 1)
    }
}

impl Strategy for Each {
    fn ask(&self, nth: usize) -> Option<Question> {
        let at = self.told.len().checked_add(nth).filter(|_| self.ended_by().is_none())?;
        let config = self.candidates.get(at)?.clone();
        // What failed is likely to fail again.
        let chance = if self.told.contains(&Outcome::Fail) { 0.9 } else { 0.5 };
        Some(Question { config, decides: self.until, chance })
    }

    fn tell(&mut self, outcome: Outcome) {
        self.told.push(outcome);
    }

    fn best(&self) -> &Config {
        &self.nothing
    }

    fn rest(&self) -> Option<u64> {
        Some(if self.ended_by().is_some() { 0 } else { (self.candidates.len() - self.told.len()) as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_does_not_fail_ends_it_unless_all_are_wanted() {
        let candidates = || vec![Config::of_units([0]), Config::of_units([1]), Config::of_units([2])];
        let (mut some, mut all) = (Each::while_failing(candidates()), Each::of(candidates()));
        for outcome in [Outcome::Fail, Outcome::Unresolved] {
            some.tell(outcome);
            all.tell(outcome);
        }
        assert_eq!((some.ask(0), some.ended_by()), (None, Some(1)));
        assert_eq!(all.ask(0).unwrap().config, Config::of_units([2]));
        assert_eq!((all.ended_by(), all.rest()), (None, Some(1)));
    }
}
