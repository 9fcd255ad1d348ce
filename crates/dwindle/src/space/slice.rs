//! A slice as a space: one unit per element.

use std::io;

use crate::space::{Make, Space};
use crate::{Config, Id};

/// The elements of a slice, for tests that are functions in this process.
///
/// Elements are not compared: a candidate's identity is that of the slice and of the positions that are kept. Spaces of
/// one slice know each other's candidates, those of different slices never do. Which slice it is is told by where it
/// lies in memory, so identities mean nothing in another run of the program, unless the space is
/// [named](SliceSpace::named).
#[derive(Clone, Copy, Debug)]
pub struct SliceSpace<'a, T> {
    items: &'a [T],
    name: Option<u64>,
}

impl<'a, T> SliceSpace<'a, T> {
    /// The space of the elements of `items`.
    pub const fn new(items: &'a [T]) -> Self {
        Self { items, name: None }
    }

    /// Tells the slice by `name`, and not by where it lies: candidates then have the same identities in every run of
    /// the program, as [`Search::remember`](crate::Search::remember) needs them. Slices that differ need different
    /// names.
    #[must_use]
    pub const fn named(mut self, name: u64) -> Self {
        self.name = Some(name);
        self
    }
}

impl<T: Clone> SliceSpace<'_, T> {
    /// The elements that `config` keeps.
    pub fn bake(&self, config: &Config) -> Vec<T> {
        let mut kept = Vec::with_capacity(config.len());
        for run in config.runs() {
            kept.extend_from_slice(&self.items[run.start as usize..run.end as usize]);
        }
        kept
    }
}

impl<T: Sync> Space for SliceSpace<'_, T> {
    fn units(&self) -> usize {
        self.items.len()
    }

    fn id(&self, config: &Config) -> Id {
        // No other slice lies there while a search may ask for this one, since it borrows the slice.
        let slice = self.name.map_or([0, self.items.as_ptr().addr() as u64], |name| [1, name]);
        // Two independent 64-bit lanes over slice and run bounds (multiply and fold, as in wyhash).
        let (mut a, mut b) = (0x9e37_79b9_7f4a_7c15_u64, 0xd1b5_4a32_d192_ed03_u64);
        let bounds = config.runs().iter().map(|run| u64::from(run.start) << 32 | u64::from(run.end));
        for bounds in slice.into_iter().chain(bounds) {
            a = fold_multiply(a ^ bounds, 0xa076_1d64_78bd_642f);
            b = fold_multiply(b.rotate_left(23) ^ bounds, 0xe703_7ed1_a0b4_28db);
        }
        Id(u128::from(a) << 64 | u128::from(b))
    }

    fn size(&self, config: &Config) -> u64 {
        config.len() as u64
    }

    /// Writes the kept positions, one a line: elements have no bytes of their own.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        config.units().try_for_each(|unit| writeln!(out, "{unit}"))
    }
}

impl<T: Clone + Sync> Make<Vec<T>> for SliceSpace<'_, T> {
    fn make(&self, place: &mut Vec<T>, config: &Config) -> io::Result<()> {
        place.clear();
        for run in config.runs() {
            place.extend_from_slice(&self.items[run.start as usize..run.end as usize]);
        }
        Ok(())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "folding 128 bits to 64 is what this is for")]
const fn fold_multiply(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn different_positions_have_different_identities() {
        let items = [(); 12];
        let space = SliceSpace::new(&items);
        let mut seen = BTreeMap::new();
        for bits in 0u32..1 << 12 {
            let config = Config::of_units((0..12).filter(|i| bits >> i & 1 == 1));
            assert_eq!(seen.insert(space.id(&config), bits), None, "collision at {config:?}");
        }
    }

    #[test]
    fn candidates_of_different_slices_have_different_identities() {
        let (one, other) = ([1, 2, 3], [4, 5, 6]);
        let id = |space: &SliceSpace<'_, i32>| space.id(&Config::of_units([1]));
        let space = SliceSpace::new(&one);
        assert_eq!(id(&space), id(&SliceSpace::new(&one)));
        assert_ne!(id(&space), id(&SliceSpace::new(&other)));
        assert_ne!(id(&space.named(1)), id(&space.named(2)));
        assert_eq!(id(&space.named(1)), id(&SliceSpace::new(&other).named(1)));
    }

    #[test]
    fn keeping_everything_gives_the_slice_back() {
        let items = ["a", "b", "c"];
        let space = SliceSpace::new(&items);
        assert_eq!(space.bake(&space.full()), items);
    }
}
