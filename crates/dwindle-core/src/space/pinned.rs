//! A space in which some units of another space are always kept.

use std::sync::Arc;

use crate::Config;
use crate::space::{Mapped, Mapping, Space, TextSpace};

/// A space with some units pinned: only the others are units here.
pub type Pinned<S> = Mapped<S, Pins>;

/// Which units of a space are pinned, and which are free.
#[derive(Clone, Debug)]
pub struct Pins {
    free: Config,
    pinned: Config,
}

impl Pins {
    /// `base` with the units pinned that `pinned` keeps.
    pub fn of<S: Space>(base: impl Into<Arc<S>>, pinned: Config) -> Pinned<S> {
        let base = base.into();
        let free = base.full().minus(&pinned);
        Mapped::by(base, Self { free, pinned })
    }

    /// The configuration here of what `config` keeps in the space behind, as far as it is not pinned.
    pub fn of_base(&self, config: &Config) -> Config {
        let free = (0..).zip(self.free.units());
        Config::of_units(free.filter(|(_, base)| config.contains(*base)).map(|(unit, _)| unit))
    }

    /// The units that `config` keeps, in order, with their bytes in `base`; what is pinned is left out.
    pub fn pieces<'a>(&self, base: &'a TextSpace, config: &Config) -> Vec<(u32, &'a [u8])> {
        let mut free = (0u32..).zip(self.free.units());
        let units = config.units().filter_map(|unit| free.find(|&(at, _)| at == unit));
        units.map(|(unit, behind)| (unit, base.unit_bytes(behind))).collect()
    }

    /// The units of the space behind that `config` keeps, without what is pinned.
    fn unpinned(&self, config: &Config) -> Config {
        let runs = config.runs().iter();
        Config::gather(runs.map(|run| self.free.slice(run.start as usize..run.end as usize)))
    }
}

impl Mapping for Pins {
    fn units(&self) -> usize {
        self.free.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        if self.pinned.is_empty() {
            return config.clone();
        }
        self.pinned.union(&self.unpinned(config))
    }

    fn weighed(&self, config: &Config) -> Option<Config> {
        Some(self.unpinned(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ListSpace;

    #[test]
    fn pinned_units_are_always_kept() {
        let items: Vec<u32> = (0..6).collect();
        let space = Pins::of(ListSpace::new(items.len()), Config::of_units([1, 4]));
        assert_eq!(space.units(), 4);
        assert_eq!(space.weights(&Config::of_units([0, 3])), [1, 1]);
        let kept = |config: &Config| space.to_base(config).of(&items);
        assert_eq!(kept(&Config::empty()), [1, 4]);
        assert_eq!(kept(&Config::of_units([0, 3])), [0, 1, 4, 5]);
        assert_eq!(kept(&space.full()), items);
    }
}
