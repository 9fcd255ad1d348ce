//! The opening of a search: halves, as long as one of them fails.
//!
//! Here a test costs what it is given, so the large removals come first.

use dwindle::{Config, Outcome, Question, Strategy};

/// Keeps one half of what is left as long as one of the halves fails.
///
/// A test in this process costs what it is given: a list has to be made, and is looked through. Where what is needed stands
/// together, a few halves lead to it, in the time of two tests of the whole. The default's own opening asks what can go, so most of
/// what it asks about is nearly the whole.
///
/// # Cost
/// Of a whole of *n* units at most 2 log₂ n tests, in which less than 2 *n* units are given. Where neither half of the whole fails, the
/// default asks about one of them anyway.
#[derive(Clone, Debug)]
pub(crate) struct Halving {
    best: Config,
    /// How many halves of it passed.
    passed: usize,
}

impl Halving {
    pub(crate) const fn new(whole: Config) -> Self {
        Self { best: whole, passed: 0 }
    }
}

impl Strategy for Halving {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (len, size) = (self.best.len(), self.best.len().div_ceil(2));
        let half = match self.passed + nth {
            0 => 0..size,
            1 => size..len,
            _ => return None,
        };
        (len > 1).then(|| Question::until_fail(self.best.slice(half), 0.5))
    }

    fn tell(&mut self, outcome: Outcome) {
        match self.ask(0) {
            Some(question) if outcome == Outcome::Fail => *self = Self::new(question.config),
            _ => self.passed += 1,
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}
