//! A space whose units are sets of changes to another space that are made together.

use std::io;
use std::sync::Arc;

use crate::space::{Make, Space};
use crate::{Config, Id, Outcome};

/// Another space seen by what can be changed in it: a unit stands for a change, and to drop the unit is to make
/// the change.
///
/// So list algorithms, which look for what can go, find which changes can be made together. A candidate is no
/// smaller than the best where the changes make nothing smaller: of such the outcome is [`Outcome::Pass`]
/// without a test.
#[derive(Debug)]
pub struct Coupled<S> {
    inner: Arc<S>,
    edits: Vec<Config>,
}

impl<S: Space> Coupled<S> {
    /// Each of `edits` is some units of `inner` with the choices that they get; no two concern the same unit.
    pub const fn new(inner: Arc<S>, edits: Vec<Config>) -> Self {
        Self { inner, edits }
    }

    /// The configuration of the space behind that stands for `config` here.
    ///
    /// Costs time in the number of changes made, times the runs of the outcome.
    pub fn behind(&self, config: &Config) -> Config {
        let made = self.full().minus(config);
        let edits = made.units().map(|unit| &self.edits[unit as usize]);
        edits.fold(self.inner.full(), |all, edit| edit.union(&all))
    }
}

impl<S: Space> Space for Coupled<S> {
    fn units(&self) -> usize {
        self.edits.len()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(&self.behind(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(&self.behind(config))
    }

    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let no_gain = self.size(config) >= self.size(best);
        if no_gain {
            return Some(Outcome::Pass);
        }
        self.inner.foregone(&self.behind(config), &self.behind(best))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(&self.behind(config), out)
    }
}

impl<P: ?Sized, S: Make<P>> Make<P> for Coupled<S> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, &self.behind(config))
    }
}
