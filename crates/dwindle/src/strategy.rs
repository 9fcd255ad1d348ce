//! List algorithms as small cloneable state machines that ask and are told.
//!
//! A strategy never sees a thread, a process, a clock or a cache. What it asks depends only on what it was
//! told, so a run is the same at any number of jobs, and can be taken up again by telling it the journal.
//!
//! Owning the loop is a few lines:
//!
//! ```
//! # use dwindle::{Config, Outcome, Strategy};
//! # fn drive(mut strategy: impl Strategy, test: impl Fn(&Config) -> Outcome) -> Config {
//! while let Some(question) = strategy.ask(0) {
//!     strategy.tell(test(&question.config));
//! }
//! strategy.best().clone()
//! # }
//! ```

pub mod binary_reduction;
pub mod cdd;
mod classes;
pub mod dd;
pub mod ddmin;
pub mod ddmin_complement;
pub mod dwindle;
mod estimate;
pub mod first;
pub mod fold;
pub mod gallop;
#[cfg(test)]
pub(crate) mod laws;
pub mod one_minimal;
pub mod patient;
pub mod probdd;
pub mod reverse_closures;
pub mod then_one_minimal;
pub mod together;
pub mod wddmin;

pub use binary_reduction::BinaryReduction;
pub use cdd::Cdd;
pub use dd::{Dd, Mode};
pub use ddmin::Ddmin;
pub use ddmin_complement::DdminComplement;
pub use dwindle::Dwindle;
pub use first::First;
pub use fold::Fold;
pub use gallop::Gallop;
pub use one_minimal::{Direction, OneMinimal};
pub use patient::Patient;
pub use probdd::ProbDd;
pub use reverse_closures::ReverseClosures;
pub use then_one_minimal::ThenOneMinimal;
pub use together::Together;
pub use wddmin::Wddmin;

use crate::{Config, Outcome, OutcomeSet};

/// A list algorithm that asks for the outcome of configurations, one at a time in its own order.
///
/// # Determinism
/// `ask` is a function of the outcomes told so far and of nothing else.
pub trait Strategy: Clone {
    /// The `nth` question from now, as far as it is known already.
    ///
    /// `ask(0)` is the next question; `None` means the strategy is done. `ask(n)` is what `ask(0)` will be
    /// after `n` more outcomes, *provided none of them decides* (is in its question's
    /// [`decides`](Question::decides)); `None` means that this depends on the outcomes, or that the strategy
    /// is then done. Questions known ahead are what runs in parallel without any guessing.
    ///
    /// Cost: `ask(n)` must be cheap for every `n`, about that of making the one configuration.
    fn ask(&self, nth: usize) -> Option<Question>;

    /// Takes the outcome of `ask(0)`.
    ///
    /// # Panics
    /// May panic when there is no question.
    fn tell(&mut self, outcome: Outcome);

    /// The smallest configuration told to fail so far (at the start: the one to begin with).
    fn best(&self) -> &Config;
}

/// One configuration whose outcome a strategy wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What to test.
    pub config: Config,
    /// The outcomes upon which the strategy does not go on to the next question already known.
    pub decides: OutcomeSet,
    /// How likely the strategy takes [`Outcome::Fail`] to be, from 0 to 1.
    ///
    /// A hint for speculation: it decides what idle workers try first, never what the result is.
    pub chance: f32,
}
