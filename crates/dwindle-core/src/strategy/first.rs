//! The first candidate of a list that fails.

use crate::{Config, Outcome, Question, Strategy};
use std::sync::Arc;

/// Asks candidates in their order and stops at the first that fails.
///
/// # Source
/// The inner step of queue-driven reducers, such as Perses (C. Sun and others, ICSE 2018, algorithm 1), which
/// try the replacements of a node one by one.
///
/// # Guarantee
/// [`best`](Strategy::best) is the first candidate that fails, and every earlier one does not; the start
/// when none does. A candidate need not be a part of the start, nor smaller: the list says what is better.
///
/// # Cost
/// One test for each candidate at most. All of them are known ahead.
///
/// # Determinism
/// A function of the list and the outcomes told.
#[derive(Clone, Debug)]
pub struct First {
    start: Config,
    candidates: Arc<[Config]>,
    at: usize,
    found: bool,
}

impl First {
    /// The first of `candidates` to fail, in place of `start`.
    pub fn new(start: Config, candidates: impl Into<Arc<[Config]>>) -> Self {
        Self { start, candidates: candidates.into(), at: 0, found: false }
    }

    /// The place in the list of the candidate that failed.
    pub fn found(&self) -> Option<usize> {
        self.found.then_some(self.at)
    }
}

impl Strategy for First {
    #[expect(clippy::cast_precision_loss, reason = "a hint needs no more than a few digits")]
    fn ask(&self, nth: usize) -> Option<Question> {
        let at = self.at.checked_add(nth).filter(|_| !self.found)?;
        let config = self.candidates.get(at)?.clone();
        // None failed before it, so by Laplace's rule of succession:
        Some(Question::until_fail(config, 1.0 / (at as f32 + 2.0)))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(!self.found && self.at < self.candidates.len(), "there is no question to answer");
        if outcome == Outcome::Fail {
            self.found = true;
        } else {
            self.at += 1;
        }
    }

    fn best(&self) -> &Config {
        self.found().map_or(&self.start, |at| &self.candidates[at])
    }

    fn rest(&self) -> Option<u64> {
        Some(if self.found { 0 } else { (self.candidates.len() - self.at) as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> First {
        First::new(Config::full(3), [1, 2, 0].map(|unit| Config::of_units([unit])))
    }

    #[test]
    fn the_first_that_fails_is_taken_and_no_other_asked() {
        let mut first = three();
        first.tell(Outcome::Unresolved);
        first.tell(Outcome::Fail);
        assert_eq!((first.ask(0), first.found()), (None, Some(1)));
        assert_eq!(first.best(), &Config::of_units([2]));
    }

    #[test]
    fn the_start_stays_when_none_fails() {
        let mut first = three();
        for _ in 0..3 {
            first.tell(Outcome::Pass);
        }
        assert_eq!((first.ask(0), first.found()), (None, None));
        assert_eq!(first.best(), &Config::full(3));
    }
}
