//! Stretches of declarations, from the end.

use std::sync::Arc;

use super::{Round, number};
use crate::Config;
use crate::outline::{ItemId, Kind};
use crate::search::Stop;
use crate::space::{Dropped, Mapped, Mapping, Space};
use crate::strategy::Gallop;

/// How many stretches the text is cut into at first, and at most.
const COARSE: usize = 8;
const FINE: usize = 512;

/// Smaller texts are left to steps that know what uses what.
const LARGE: usize = 1 << 14;

/// How many tests in a row may come to nothing.
const MISSES: usize = 8;

impl Round<'_, '_, '_> {
    /// Stretches of what is outermost in the order of the text, in runs from the end: first an eighth of the text, then half of that,
    /// and so on, until of one length none can go.
    ///
    /// What is declared late is used by little, and what stands together belongs together, whatever names tell.
    pub(super) fn stretches(&mut self) -> Result<(), Stop> {
        let mut count = COARSE;
        while count <= FINE && self.size() >= LARGE {
            let (units, stretches) = self.cut(count);
            let space = self.space(units, Dropped::Gone);
            let stretched = Arc::new(Mapped::by(Arc::clone(&space), stretches));
            let best = self.best(&stretched, Gallop::new(stretched.full(), 1).patience(MISSES))?;
            if !self.take(&space, &stretched.to_base(&best)) {
                break;
            }
            count *= 2;
        }
        Ok(())
    }

    /// What is outermost and stays, apart from roots, and stretches of it that have at least one part in so many of the text. What
    /// is so heavy by itself begins one: what follows it may need it.
    fn cut(&self, count: usize) -> (Vec<ItemId>, Stretches) {
        let live = self.outline.live(&self.kept);
        let needed = self.kept.needed();
        let is_unit = |id: ItemId| {
            live[id as usize]
                && !needed[id as usize]
                && matches!(self.kind(id), Kind::Item | Kind::Definition)
                && self.outline.is_outermost(self.outline.item(id))
        };
        let units = self.items(is_unit);
        let weights = self.outline.live_weights(&live);
        let least = self.size() / count;
        let (mut starts, mut weight) = (Vec::new(), usize::MAX);
        for (unit, id) in (0..).zip(&units) {
            let own = weights[*id as usize];
            if own >= least || weight >= least {
                weight = 0;
                starts.push(unit);
            }
            weight += own;
        }
        starts.push(number(units.len()));
        (units, Stretches { cuts: starts })
    }
}

/// Runs of units as one each.
#[derive(Debug)]
struct Stretches {
    /// Where they begin, and where the last ends.
    cuts: Vec<u32>,
}

impl Mapping for Stretches {
    fn units(&self) -> usize {
        self.cuts.len().saturating_sub(1)
    }

    fn to_base(&self, config: &Config) -> Config {
        let run = |unit: u32| self.cuts[unit as usize]..self.cuts[unit as usize + 1];
        Config::of_ranges(config.units().map(run))
    }
}
