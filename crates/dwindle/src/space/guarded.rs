//! A space some of whose units are never dropped.

use std::io;

use crate::space::{Make, Space, TextSpace};
use crate::{Config, Id, Outcome};

/// Another space with some units protected: only the others are units here.
#[derive(Debug)]
pub struct Guarded<S> {
    inner: S,
    free: Config,
    fixed: Config,
}

impl<S: Space> Guarded<S> {
    /// Protects the units of `inner` that `fixed` keeps.
    pub fn new(inner: S, fixed: Config) -> Self {
        Self { free: inner.full().minus(&fixed), fixed, inner }
    }

    /// The space behind, with all its units.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// The configuration of the space behind that stands for `config` here.
    pub fn unguarded(&self, config: &Config) -> Config {
        if self.fixed.is_empty() {
            return config.clone();
        }
        self.fixed.union(&self.of_inner(config))
    }

    /// The configuration here of what `config` keeps in the space behind, as far as it is not protected.
    pub fn guarded(&self, config: &Config) -> Config {
        let free = (0..).zip(self.free.units());
        Config::of_units(free.filter(|(_, inner)| config.contains(*inner)).map(|(unit, _)| unit))
    }

    /// The units of the space behind that `config` keeps, without what is protected.
    fn of_inner(&self, config: &Config) -> Config {
        let slices = config.runs().iter().map(|run| self.free.slice(run.start as usize..run.end as usize));
        slices.fold(Config::empty(), |kept, slice| kept.union(&slice))
    }
}

impl Guarded<TextSpace> {
    /// The units that `config` keeps, in order, with their bytes; what is protected is left out.
    pub(crate) fn pieces(&self, config: &Config) -> Vec<(u32, &[u8])> {
        let mut free = (0u32..).zip(self.free.units());
        let inner = config.units().filter_map(|unit| free.find(|&(at, _)| at == unit));
        inner.map(|(unit, inner)| (unit, self.inner.unit_bytes(inner))).collect()
    }
}

impl<S: Space> Space for Guarded<S> {
    fn units(&self) -> usize {
        self.free.len()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(&self.unguarded(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(&self.unguarded(config))
    }

    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.foregone(&self.unguarded(config), &self.unguarded(best))
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.inner.weights(&self.of_inner(config))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(&self.unguarded(config), out)
    }
}

impl<P: ?Sized, S: Make<P>> Make<P> for Guarded<S> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, &self.unguarded(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::SliceSpace;

    #[test]
    fn protected_units_are_always_kept() {
        let items: Vec<u32> = (0..6).collect();
        let space = Guarded::new(SliceSpace::new(&items), Config::of_units([1, 4]));
        assert_eq!(space.units(), 4);
        assert_eq!(space.weights(&Config::of_units([0, 3])), [1, 1]);
        let bake = |config: &Config| space.inner().bake(&space.unguarded(config));
        assert_eq!(bake(&Config::empty()), [1, 4]);
        assert_eq!(bake(&Config::of_units([0, 3])), [0, 1, 4, 5]);
        assert_eq!(bake(&space.full()), items);
    }
}
