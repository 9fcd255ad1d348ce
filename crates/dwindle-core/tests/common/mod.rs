//! Owning the loop of a strategy.

use dwindle_core::{Config, Outcome, Strategy};

/// Runs `strategy` to its end.
pub(crate) fn drive<S: Strategy>(mut strategy: S, mut test: impl FnMut(&Config) -> Outcome) -> S {
    while let Some(question) = strategy.ask(0) {
        strategy.tell(test(&question.config));
    }
    strategy
}
