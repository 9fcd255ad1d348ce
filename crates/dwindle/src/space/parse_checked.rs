//! Spaces of texts in which candidates that do not parse are not tested.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::space::text_of;
use crate::space::{Answered, Rule, Space};
use crate::tree::Parse;
use crate::{Config, Id, Outcome};

/// A space whose candidates may have no more errors of syntax than are allowed: of others the outcome is
/// [`Outcome::Unresolved`] without a test.
///
/// Costs a parse for each candidate that a strategy asks about, or is likely to ask about soon; and some bytes for
/// each, so that none is parsed twice.
pub type ParseChecked<S> = Answered<S, Parses>;

/// What parses, with so many errors at most.
#[derive(Debug)]
pub struct Parses {
    parse: Arc<dyn Parse>,
    allowed: usize,
    /// Of candidates that were parsed, whether they are fit to be tested.
    parsed: Mutex<BTreeMap<Id, bool>>,
}

impl Parses {
    /// `base`, with candidates checked by `parse`, which may find so many errors.
    pub fn of<S: Space + ?Sized>(base: Arc<S>, parse: Arc<dyn Parse>, allowed: usize) -> ParseChecked<S> {
        Answered::by(base, Self { parse, allowed, parsed: Mutex::default() })
    }

    /// Whether a candidate is fit to be tested; also if it is none that a parser can be given.
    fn is_fit(&self, space: &(impl Space + ?Sized), config: &Config) -> bool {
        let id = space.id(config);
        let known = || self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fit) = known().get(&id) {
            return *fit;
        }
        let fit = text_of(space, config).is_none_or(|text| self.parse.errors(&text) <= self.allowed);
        known().insert(id, fit);
        fit
    }
}

impl Rule for Parses {
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, _best: &Config) -> Option<Outcome> {
        (!self.is_fit(space, config)).then_some(Outcome::Unresolved)
    }
}
