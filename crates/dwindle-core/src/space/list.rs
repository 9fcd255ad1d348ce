//! A list as a space: one unit per element.

use std::borrow::Cow;
use std::io;

use crate::space::Space;
use crate::{Candidate, Config, Id};

/// The elements of a list that only its executor knows, such as a slice of this process.
///
/// Elements are not compared: a candidate's identity is that of the list and of the positions that are kept. Spaces of
/// one list know each other's candidates, those of [differently named](ListSpace::named) lists never do.
#[derive(Clone, Copy, Debug)]
pub struct ListSpace {
    len: usize,
    name: u64,
}

impl ListSpace {
    /// A list of so many elements.
    pub const fn new(len: usize) -> Self {
        Self { len, name: 0 }
    }

    /// Tells candidates of this list from those of lists with another name, which is 0 if none is given: where one
    /// search is asked about several lists.
    #[must_use]
    pub const fn named(mut self, name: u64) -> Self {
        self.name = name;
        self
    }
}

impl Space for ListSpace {
    fn units(&self) -> usize {
        self.len
    }

    fn id(&self, config: &Config) -> Id {
        let bounds = config.runs().iter().map(|run| u64::from(run.start) << 32 | u64::from(run.end));
        Id::of_words(std::iter::once(self.name).chain(bounds))
    }

    fn size(&self, config: &Config) -> u64 {
        config.len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Units(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn different_positions_have_different_identities() {
        let space = ListSpace::new(12);
        let mut seen = BTreeMap::new();
        for bits in 0u32..1 << 12 {
            let config = Config::of_units((0..12).filter(|i| bits >> i & 1 == 1));
            assert_eq!(seen.insert(space.id(&config), bits), None, "collision at {config:?}");
        }
    }

    #[test]
    fn candidates_of_differently_named_lists_have_different_identities() {
        let id = |space: ListSpace| space.id(&Config::of_units([1]));
        let space = ListSpace::new(3);
        assert_eq!(id(space), id(ListSpace::new(3)));
        assert_ne!(id(space.named(1)), id(space.named(2)));
    }
}
