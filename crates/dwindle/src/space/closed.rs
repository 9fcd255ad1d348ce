//! A space in which units need others.

use std::io;
use std::sync::Arc;

use crate::needs::Needs;
use crate::space::{Make, Space};
use crate::{Config, Id, Outcome};

/// Another space, whose candidates have to hold all that their units need: of others the outcome is
/// [`Outcome::Unresolved`] without a test.
#[derive(Debug)]
pub struct Closed<S> {
    inner: Arc<S>,
    needs: Arc<Needs>,
}

impl<S> Closed<S> {
    /// `inner`, whose units need what `needs` says.
    pub const fn new(inner: Arc<S>, needs: Arc<Needs>) -> Self {
        Self { inner, needs }
    }
}

impl<S: Space> Space for Closed<S> {
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
        let known = self.inner.foregone(config, best);
        known.or_else(|| (!self.needs.is_closed(config)).then_some(Outcome::Unresolved))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(config, out)
    }
}

impl<P: ?Sized, S: Make<P>> Make<P> for Closed<S> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, config)
    }
}
