//! A space in which a candidate that lacks what one of its units needs is unresolved without a test.

use crate::needs::Needs;
use crate::space::{Answered, Rule, Space};
use crate::{Config, Outcome};
use std::sync::Arc;

/// A space whose candidates have to hold all that their units need: of others the outcome is [`Outcome::Unresolved`]
/// without a test.
pub type DependencyClosed<S> = Answered<S, HoldsNeeds>;

/// Candidates that hold all that their units need.
#[derive(Clone, Debug)]
pub struct HoldsNeeds(Arc<Needs>);

impl HoldsNeeds {
    /// `base`, whose units need what `needs` says.
    pub const fn of<S: Space + ?Sized>(base: Arc<S>, needs: Arc<Needs>) -> DependencyClosed<S> {
        Answered::by(base, Self(needs))
    }
}

impl Rule for HoldsNeeds {
    fn outcome(&self, _space: &(impl Space + ?Sized), config: &Config, _best: &Config) -> Option<Outcome> {
        (!self.0.is_closed(config)).then_some(Outcome::Unresolved)
    }
}
