//! Units ordered by a key, in classes of equal keys: the order in which probabilistic delta debugging removes
//! units.
//!
//! Probabilities and counters take few different values, and units with the same one mostly stand together.
//! So a class is a configuration, and taking the first units of the order costs its runs and no sorting.

use crate::Config;

/// Undecided units in the order of their keys, and within a key in the order of the input.
#[derive(Clone, Debug)]
pub(super) struct Classes<K> {
    /// Ascending, no key twice, none empty.
    classes: Vec<(K, Config)>,
}

impl<K: Copy + PartialOrd> Classes<K> {
    /// All of `units` under one key.
    pub(super) fn new(key: K, units: &Config) -> Self {
        let mut new = Self { classes: Vec::new() };
        new.put(key, units);
        new
    }

    /// The lowest key.
    pub(super) fn lowest(&self) -> Option<K> {
        self.classes.first().map(|(key, _)| *key)
    }

    /// The `nth` group of `size` units from now on, if it is known: a full group of the lowest key does not depend on
    /// what comes behind it.
    pub(super) fn group(&self, nth: usize, size: usize) -> Option<Config> {
        if nth == 0 {
            return Some(self.first(size));
        }
        let (_, lowest) = self.classes.first()?;
        let end = nth.checked_add(1)?.checked_mul(size)?;
        (end <= lowest.len()).then(|| lowest.slice(end - size..end))
    }

    /// The keys in their order, each with how many units have it.
    pub(super) fn keys(&self) -> impl Iterator<Item = (K, usize)> + '_ {
        self.classes.iter().map(|(key, units)| (*key, units.len()))
    }

    /// The first `count` units of the order.
    fn first(&self, count: usize) -> Config {
        let (mut all, mut left) = (Config::empty(), count);
        for (_, units) in &self.classes {
            if left == 0 {
                break;
            }
            all = all.union(&units.slice(0..left));
            left -= units.len().min(left);
        }
        all
    }

    /// Takes the first `count` units out, with their keys.
    pub(super) fn take(&mut self, count: usize) -> Vec<(K, Config)> {
        let (mut whole, mut left) = (0, count);
        while let Some((_, units)) = self.classes.get(whole).filter(|(_, units)| units.len() <= left) {
            left -= units.len();
            whole += 1;
        }
        let mut taken: Vec<(K, Config)> = self.classes.drain(..whole).collect();
        if let Some((key, units)) = self.classes.first_mut().filter(|_| left > 0) {
            taken.push((*key, units.slice(0..left)));
            *units = units.without_slice(0..left);
        }
        taken
    }

    /// Puts units in under `key`.
    pub(super) fn put(&mut self, key: K, units: &Config) {
        if units.is_empty() {
            return;
        }
        let at = self.classes.partition_point(|(other, _)| *other < key);
        match self.classes.get_mut(at) {
            Some((other, there)) if *other == key => *there = there.union(units),
            _ => self.classes.insert(at, (key, units.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_units_are_those_of_the_lowest_keys_in_their_own_order() {
        let mut classes = Classes::new(2, &Config::of_units(0..4));
        classes.put(1, &Config::of_units(8..10));
        classes.put(2, &Config::of_units([6]));
        assert_eq!((classes.lowest(), classes.group(0, 2)), (Some(1), Some(Config::of_units(8..10))));
        assert_eq!(classes.keys().collect::<Vec<_>>(), [(1, 2), (2, 5)]);
        assert_eq!(classes.first(4), Config::of_units([0, 1, 8, 9]));
        let taken = classes.take(6);
        assert_eq!(taken, [(1, Config::of_units(8..10)), (2, Config::of_units(0..4))]);
        assert_eq!(classes.take(1), [(2, Config::of_units([6]))]);
        assert_eq!((classes.lowest(), classes.first(3)), (None, Config::empty()));
    }
}
