//! Several searches in one: a search that begins again from another failing text, with a best of its own. Known
//! outcomes and the budget are shared.

use crate::search::known::Failure;
use crate::search::objective::Least;
use crate::search::trail::Trail;
use crate::search::{Search, Stop};
use crate::space::AsSpace;
use crate::{Config, Outcome, Text};

impl Search<'_> {
    /// Looks for another best from now on, beginning with `config` of a space of texts, which fails.
    ///
    /// All that is known of candidates stays known. A budget is one of all searches together.
    ///
    /// # Errors
    /// The observer's.
    pub fn begin_again(&mut self, space: &impl AsSpace, config: &Config) -> Result<(), Stop> {
        (self.best, self.least) = (None, Least::default());
        self.trail = Some(Trail::default());
        self.way.clear();
        self.adopt(space, config, Outcome::Fail)
    }

    /// The bests since [`begin_again`](Self::begin_again), from the text that it began with to the last one; without
    /// those that are hardly smaller than the one before.
    pub fn trail(&self) -> Vec<Text> {
        self.trail.as_ref().map(Trail::texts).unwrap_or_default()
    }

    /// Has candidates fail from now on that show the other failure with this signature, and no others; where there is
    /// none, those that fail by the test itself.
    ///
    /// It changes what outcomes count as, also of candidates that are known: tests say which other failure they
    /// [show](crate::Reason::OtherFailure).
    pub fn keep_failure(&mut self, signature: Option<&str>) {
        self.inquiry.memory.kept_failure = signature.map(Failure::of);
    }

    /// The signature of the other failure that `config` showed, where it was tested and showed one.
    pub fn other_failure(&self, space: &impl AsSpace, config: &Config) -> Option<&str> {
        self.inquiry.memory.shown(self.seen(space).id(config))
    }
}
