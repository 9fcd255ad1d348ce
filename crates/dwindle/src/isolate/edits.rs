//! The edits between two sides as a space: one unit an edit.

use std::io;
use std::ops::Range;

use super::Sides;
use crate::search::Shared;
use crate::space::{Make, Space};
use crate::{Config, Id, Outcome};

/// One step from a passing to a failing side: some units that go, and some that come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The units that only the passing side has.
    pub passing: Range<u32>,
    /// The units that only the failing side has.
    pub failing: Range<u32>,
}

/// Two sides of another space, seen as the edits between them: kept is an edit that is made.
///
/// Making none gives the passing side, making all the failing one. Costs one step for each edit a configuration.
pub struct Edits<'env, P> {
    inner: Shared<'env, P>,
    sides: Sides,
    shared: Config,
}

impl<'env, P> Edits<'env, P> {
    /// The edits between `sides`, which are configurations of `inner`.
    pub fn new(inner: Shared<'env, P>, sides: Sides) -> Self {
        Self { inner, shared: sides.shared(), sides }
    }

    /// The configuration of the space behind in which these edits are made.
    pub fn made(&self, config: &Config) -> Config {
        let (mut made, mut at) = (Config::empty(), 0);
        let mut choose = |edits: Range<u32>, failing: bool| {
            for edit in &self.sides.edits[edits.start as usize..edits.end as usize] {
                let units = if failing { &edit.failing } else { &edit.passing };
                made.push(units.start, units.end, crate::config::Choice::Keep);
            }
        };
        for run in config.runs() {
            choose(at..run.start, false);
            choose(run.start..run.end, true);
            at = run.end;
        }
        choose(at..u32::try_from(self.sides.edits.len()).expect("there are fewer edits than units"), false);
        self.shared.union(&made)
    }
}

impl<P> Space for Edits<'_, P> {
    fn units(&self) -> usize {
        self.sides.edits.len()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(&self.made(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(&self.made(config))
    }

    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.foregone(&self.made(config), &self.made(best))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(&self.made(config), out)
    }
}

impl<P> Make<P> for Edits<'_, P> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, &self.made(config))
    }
}

impl<P> std::fmt::Debug for Edits<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Edits").field("sides", &self.sides).finish_non_exhaustive()
    }
}
