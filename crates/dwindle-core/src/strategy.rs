//! List algorithms as small cloneable state machines: they ask questions, and are told the outcomes.
//!
//! A strategy never sees a thread, a process, a clock or a cache. What it asks depends only on the outcomes it was
//! told, so a run is the same for any number of jobs, and can be continued by replaying the journal.
//!
//! A loop of your own takes a few lines:
//!
//! ```
//! # use dwindle_core::{Config, Outcome, Strategy};
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
pub mod ddmin_sweep;
pub mod depth_first;
pub mod dwindle;
mod estimate;
pub mod families;
pub mod first;
pub mod gallop;
pub mod laws;
pub mod one_minimal;
pub mod patient;
pub mod probdd;
pub mod reverse_closures;
pub mod together;
pub mod wddmin;

pub use self::dwindle::Dwindle;
pub use binary_reduction::BinaryReduction;
pub use cdd::Cdd;
pub use dd::{Dd, Mode};
pub use ddmin::Ddmin;
pub use ddmin_complement::DdminComplement;
pub use ddmin_sweep::DdminSweep;
pub use depth_first::DepthFirst;
pub use families::{Families, Family};
pub use first::First;
pub use gallop::Gallop;
pub use one_minimal::{Direction, OneMinimal};
pub use patient::Patient;
pub use probdd::ProbDd;
pub use reverse_closures::ReverseClosures;
pub use together::Together;
pub use wddmin::Wddmin;

use std::any::Any;
use std::fmt;

use crate::{Config, Outcome, OutcomeSet, Prices};

/// A list algorithm that asks for the outcomes of configurations, one at a time.
///
/// A strategy is cheap to clone: a search looks ahead by telling copies of it outcomes that are not known yet.
///
/// # Determinism
/// `ask` depends only on the outcomes told so far.
pub trait Strategy: CloneBoxed + Any + Send + Sync {
    /// The `nth` question from now, if it is already known.
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

    /// The smallest configuration known to fail so far; at first, the one to start from.
    fn best(&self) -> &Config;

    /// How many questions there are at most, the next one included, until the pass that runs is through, as long as
    /// nothing more is removed; `None` where there is no such bound.
    ///
    /// For people who wait: nothing is decided by it.
    fn rest(&self) -> Option<u64> {
        None
    }

    /// Tells what tests cost, before the first question; a search does it.
    ///
    /// A published algorithm asks the same whatever tests cost, and so does every strategy that does nothing here.
    fn weigh(&mut self, prices: Prices) {
        let _ = prices;
    }

    /// A copy of the strategy as it stands, whose type is not known.
    fn boxed(&self) -> Box<dyn Strategy> {
        self.clone_boxed()
    }
}

/// What every strategy that can be cloned has, for [`Strategy::boxed`].
pub trait CloneBoxed {
    /// A clone in a box.
    fn clone_boxed(&self) -> Box<dyn Strategy>;
}

impl<S: Strategy + Clone + 'static> CloneBoxed for S {
    fn clone_boxed(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Strategy> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl fmt::Debug for Box<dyn Strategy> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strategy").field("best", self.best()).finish_non_exhaustive()
    }
}

impl Strategy for Box<dyn Strategy> {
    fn ask(&self, nth: usize) -> Option<Question> {
        (**self).ask(nth)
    }

    fn tell(&mut self, outcome: Outcome) {
        (**self).tell(outcome);
    }

    fn best(&self) -> &Config {
        (**self).best()
    }

    fn rest(&self) -> Option<u64> {
        (**self).rest()
    }

    fn weigh(&mut self, prices: Prices) {
        (**self).weigh(prices);
    }

    /// A copy of the boxed strategy in one box, not in two.
    fn boxed(&self) -> Box<dyn Strategy> {
        (**self).boxed()
    }
}

/// One configuration whose outcome a strategy wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What to test.
    pub config: Config,
    /// The outcomes that decide: after one of these the next question is not the one that `ask(1)` gave before.
    pub decides: OutcomeSet,
    /// How likely the strategy takes [`Outcome::Fail`] to be, from 0 to 1.
    ///
    /// A hint for speculation: it decides what idle workers try first, never what the result is.
    pub chance: f32,
}

impl Question {
    /// A question for which only [`Outcome::Fail`] changes the next question. `chance` is how likely it fails.
    pub const fn until_fail(config: Config, chance: f32) -> Self {
        Self { config, decides: OutcomeSet::FAIL, chance }
    }
}
