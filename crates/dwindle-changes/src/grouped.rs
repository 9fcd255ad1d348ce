//! Another space with units put together.

use std::sync::Arc;

use dwindle::Config;
use dwindle::space::{Mapped, Mapping, Space};

/// A space whose units are groups of another's: of changes by file, or of those that turned out to go only
/// together. What is in no group is kept always, or never.
pub type Grouped<S> = Mapped<S, Groups>;

/// Groups of units, on top of what is always kept.
#[derive(Clone, Debug)]
pub struct Groups {
    always: Config,
    groups: Vec<Config>,
}

impl Groups {
    /// The `groups` of units of `base`, which have no unit in common, on top of `always`, which is kept in every
    /// candidate.
    pub const fn of<S: Space + ?Sized>(base: Arc<S>, always: Config, groups: Vec<Config>) -> Grouped<S> {
        Mapped::by(base, Self { always, groups })
    }

    /// The groups of which `base` keeps at least a unit.
    pub fn touched(&self, base: &Config) -> Config {
        let kept = (0u32..).zip(&self.groups).filter(|(_, group)| group.minus(base).len() < group.len());
        Config::of_units(kept.map(|(nth, _)| nth))
    }
}

impl Mapping for Groups {
    fn units(&self) -> usize {
        self.groups.len()
    }

    fn to_base(&self, config: &Config) -> Config {
        let groups = config.units().map(|group| &self.groups[group as usize]);
        Config::gather(groups.chain([&self.always]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::space::ListSpace;

    #[test]
    fn groups_are_kept_whole_on_top_of_what_is_always_kept() {
        let items: Vec<u32> = (0..8).collect();
        let inner = Arc::new(ListSpace::new(items.len()));
        let groups = vec![Config::of_units([1, 5]), Config::of_units([2]), Config::of_units([6, 7])];
        let space = Groups::of(inner, Config::of_units([0, 4]), groups);
        assert_eq!(space.units(), 3);
        let render = |config: &Config| space.to_base(config).of(&items);
        assert_eq!(render(&Config::empty()), [0, 4]);
        assert_eq!(render(&Config::of_units([0, 2])), [0, 1, 4, 5, 6, 7]);
        assert_eq!(render(&space.full()), [0, 1, 2, 4, 5, 6, 7]);
        assert_eq!(space.touched(&Config::of_units([0, 2, 4, 6])), Config::of_units([1, 2]));
    }
}
