//! Strategies of any kind behind one type, so that one can be chosen by name.

use std::fmt;

use crate::strategy::{Question, Strategy};
use crate::{Config, Outcome};

/// A strategy of any kind: asks what the one in it asks.
///
/// # Cost
/// That of the strategy in it, and a call through a pointer for each question and outcome.
///
/// # Determinism
/// That of the strategy in it.
#[derive(Debug)]
pub struct AnyStrategy(Box<dyn Object>);

/// What an object can do that is a strategy: all but make another of its own size.
trait Object: fmt::Debug {
    fn ask(&self, nth: usize) -> Option<Question>;
    fn tell(&mut self, outcome: Outcome);
    fn best(&self) -> &Config;
    fn rest(&self) -> Option<u64>;
    fn copy(&self) -> Box<dyn Object>;
}

impl<S: Strategy + fmt::Debug + 'static> Object for S {
    fn ask(&self, nth: usize) -> Option<Question> {
        Strategy::ask(self, nth)
    }

    fn tell(&mut self, outcome: Outcome) {
        Strategy::tell(self, outcome);
    }

    fn best(&self) -> &Config {
        Strategy::best(self)
    }

    fn rest(&self) -> Option<u64> {
        Strategy::rest(self)
    }

    fn copy(&self) -> Box<dyn Object> {
        Box::new(self.clone())
    }
}

impl AnyStrategy {
    /// `strategy`, whatever it is.
    pub fn new(strategy: impl Strategy + fmt::Debug + 'static) -> Self {
        Self(Box::new(strategy))
    }
}

impl Clone for AnyStrategy {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl Strategy for AnyStrategy {
    fn ask(&self, nth: usize) -> Option<Question> {
        self.0.ask(nth)
    }

    fn tell(&mut self, outcome: Outcome) {
        self.0.tell(outcome);
    }

    fn best(&self) -> &Config {
        self.0.best()
    }

    fn rest(&self) -> Option<u64> {
        self.0.rest()
    }
}
