//! A space of texts in which what does not parse is not tested.

use std::io;
use std::sync::Arc;

use crate::space::{Make, Space, Text};
use crate::tree::Parse;
use crate::{Config, Id, Outcome};

/// Another space, whose candidates may have no more errors of syntax than are allowed: of others the outcome is
/// [`Outcome::Unresolved`] without a test.
///
/// Costs a parse for each question that a strategy asks.
pub struct Sound<S> {
    inner: Arc<S>,
    parse: Arc<dyn Parse>,
    allowed: usize,
}

impl<S> Sound<S> {
    /// `inner`, with candidates checked by `parse`, which may find so many errors.
    pub const fn new(inner: Arc<S>, parse: Arc<dyn Parse>, allowed: usize) -> Self {
        Self { inner, parse, allowed }
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
        self.inner.foregone(config, best).or_else(|| {
            let mut bytes = Vec::new();
            self.inner.write(config, &mut bytes).ok()?;
            let text = Text::new(bytes).ok()?;
            (self.parse.errors(&text) > self.allowed).then_some(Outcome::Unresolved)
        })
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
