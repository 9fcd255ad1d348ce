//! A text of a log's actions in which what the rules of the log speak of stays as it is.
//!
//! It is a [`Rule`]: a candidate that breaks a pair, or another rule of the log, is `Unresolved` without a test.

use std::sync::Arc;

use crate::log::{Log, Rules};
use crate::space::text_of;
use crate::space::{Answered, Lens, Rule, Space};
use crate::{Config, Outcome};

/// What no reduction of the fields of a log's actions may change: how many actions there are, which go together, when
/// they happen, and the line break at the end of the log. A candidate that breaks this is unresolved without a test.
///
/// Costs reading the candidate for each question that a strategy asks.
#[derive(Clone, Debug)]
pub struct RulesPreserved(Arc<(Log, Rules)>);

impl RulesPreserved {
    /// Holds to what `rules` say of `log`.
    pub fn new(log: Log, rules: Rules) -> Self {
        Self(Arc::new((log, rules)))
    }

    /// Makes a space of the log's text one in which this holds.
    pub fn lens(self) -> Lens {
        Arc::new(move |space| Arc::new(Answered::by(Arc::clone(space), self.clone())))
    }
}

impl Rule for RulesPreserved {
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, _best: &Config) -> Option<Outcome> {
        let (log, rules) = &*self.0;
        let text = text_of(space, config)?;
        let is_ended = text.bytes().ends_with(b"\n") || !log.text().bytes().ends_with(b"\n");
        (!is_ended || !rules.hold_alike(log, text)).then_some(Outcome::Unresolved)
    }
}
