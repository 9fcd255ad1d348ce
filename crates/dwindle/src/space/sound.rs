//! A space of texts in which candidates that do not parse are not tested.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use crate::space::{Make, Space, Text};
use crate::tree::Parse;
use crate::{Config, Id, Outcome};

/// Another space, whose candidates may have no more errors of syntax than are allowed: of others the outcome is
/// [`Outcome::Unresolved`] without a test.
///
/// Costs a parse for each candidate that a strategy asks about, or is likely to ask about soon; and some bytes for
/// each, so that none is parsed twice.
pub struct Sound<S> {
    inner: Arc<S>,
    parse: Arc<dyn Parse>,
    allowed: usize,
    /// Of candidates that were parsed, whether they are fit to be tested.
    parsed: Mutex<BTreeMap<Id, bool>>,
}

impl<S> Sound<S> {
    /// `inner`, with candidates checked by `parse`, which may find so many errors.
    pub const fn new(inner: Arc<S>, parse: Arc<dyn Parse>, allowed: usize) -> Self {
        Self { inner, parse, allowed, parsed: Mutex::new(BTreeMap::new()) }
    }
}

impl<S: Space> Sound<S> {
    /// Whether a candidate is fit to be tested; also if it is none that a parser can be given.
    fn is_fit(&self, config: &Config) -> bool {
        let id = self.inner.id(config);
        let known = || self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fit) = known().get(&id) {
            return *fit;
        }
        let mut bytes = Vec::new();
        let written = self.inner.write(config, &mut bytes).is_ok();
        let text = Text::new(bytes).ok().filter(|_| written);
        let fit = text.is_none_or(|text| self.parse.errors(&text) <= self.allowed);
        known().insert(id, fit);
        fit
    }
}

impl<S: Space> Space for Sound<S> {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(config)
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.inner.weights(config)
    }

    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let inner = self.inner.foregone(config, best);
        inner.or_else(|| (!self.is_fit(config)).then_some(Outcome::Unresolved))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(config, out)
    }
}

impl<P: ?Sized, S: Make<P>> Make<P> for Sound<S> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, config)
    }
}

impl<S: std::fmt::Debug> std::fmt::Debug for Sound<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sound").field("inner", &self.inner).finish_non_exhaustive()
    }
}
