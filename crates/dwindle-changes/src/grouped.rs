//! Another space with units put together.

use std::io;
use std::sync::Arc;

use dwindle::space::{Make, Space};
use dwindle::{Config, Id};

/// A space whose units are groups of another's: of changes by file, or of those that turned out to go only
/// together. What is in no group is kept always, or never.
#[derive(Debug)]
pub struct Grouped<S: ?Sized> {
    inner: Arc<S>,
    always: Config,
    groups: Vec<Config>,
}

impl<S: Space + ?Sized> Grouped<S> {
    /// The `groups` of units of `inner`, which have no unit in common, on top of `always`, which is kept in every
    /// candidate.
    pub const fn new(inner: Arc<S>, always: Config, groups: Vec<Config>) -> Self {
        Self { inner, always, groups }
    }

    /// The space behind.
    pub const fn inner(&self) -> &Arc<S> {
        &self.inner
    }

    /// The groups, in order.
    pub fn groups(&self) -> &[Config] {
        &self.groups
    }

    /// The configuration of the space behind that stands for `config` here.
    pub fn ungrouped(&self, config: &Config) -> Config {
        let mut ranges: Vec<_> = config
            .units()
            .flat_map(|group| self.groups[group as usize].runs())
            .chain(self.always.runs())
            .map(|run| run.start..run.end)
            .collect();
        ranges.sort_by_key(|range| range.start);
        let mut end = 0;
        for range in &mut ranges {
            range.start = range.start.max(end);
            end = end.max(range.end);
        }
        Config::of_ranges(ranges.into_iter().filter(|range| range.start < range.end))
    }

    /// The groups all of whose units `inner` keeps: the other way round, where no group is kept in part.
    pub fn of_inner(&self, inner: &Config) -> Config {
        let kept = (0u32..).zip(&self.groups).filter(|(_, group)| group.is_subset(inner));
        Config::of_units(kept.map(|(nth, _)| nth))
    }
}

impl<S: Space + ?Sized> Space for Grouped<S> {
    fn units(&self) -> usize {
        self.groups.len()
    }

    fn id(&self, config: &Config) -> Id {
        self.inner.id(&self.ungrouped(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.inner.size(&self.ungrouped(config))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write(&self.ungrouped(config), out)
    }
}

impl<P: ?Sized, S: Make<P> + ?Sized> Make<P> for Grouped<S> {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        self.inner.make(place, &self.ungrouped(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::space::SliceSpace;

    #[test]
    fn groups_are_kept_whole_on_top_of_what_is_always_kept() {
        let items: Vec<u32> = (0..8).collect();
        let inner = Arc::new(SliceSpace::new(&items));
        let groups = vec![Config::of_units([1, 5]), Config::of_units([2]), Config::of_units([6, 7])];
        let space = Grouped::new(Arc::clone(&inner), Config::of_units([0, 4]), groups);
        assert_eq!(space.units(), 3);
        let bake = |config: &Config| inner.bake(&space.ungrouped(config));
        assert_eq!(bake(&Config::empty()), [0, 4]);
        assert_eq!(bake(&Config::of_units([0, 2])), [0, 1, 4, 5, 6, 7]);
        assert_eq!(bake(&space.full()), [0, 1, 2, 4, 5, 6, 7]);
        assert_eq!(space.of_inner(&Config::of_units([0, 1, 2, 4, 6])), Config::of_units([1]));
    }
}
