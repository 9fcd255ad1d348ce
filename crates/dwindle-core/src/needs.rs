//! Which units need which: a candidate without what one of its units needs makes no sense.
//!
//! Units that need each other in a circle stay or go together: they are one *group*.

use crate::Config;

/// A graph of needs over the units of a space.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// What each unit needs, and what needs it.
    down: Vec<Vec<u32>>,
    up: Vec<Vec<u32>>,
    /// The groups, each after all that it needs.
    groups: Vec<Vec<u32>>,
}

impl Needs {
    /// The graph over `units` units in which the first of each of `pairs` needs the second.
    ///
    /// Costs one step for each unit and each pair.
    ///
    /// # Panics
    /// When a pair names a unit that there is not.
    pub fn new(units: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut down = vec![Vec::new(); units];
        for (unit, needed) in pairs {
            assert!((needed as usize) < units, "there is no unit {needed}");
            if unit != needed {
                down[unit as usize].push(needed);
            }
        }
        let mut up = vec![Vec::new(); units];
        for (unit, needed) in (0u32..).zip(&mut down) {
            needed.sort_unstable();
            needed.dedup();
            for &needed in &*needed {
                up[needed as usize].push(unit);
            }
        }
        let groups = groups(&down);
        Self { down, up, groups }
    }

    /// How many units there are.
    pub const fn units(&self) -> usize {
        self.down.len()
    }

    /// The groups, each after all that it needs; those that need nothing of each other by their first units.
    ///
    /// A group is one unit, or several that need each other in a circle, in ascending order.
    pub fn groups(&self) -> &[Vec<u32>] {
        &self.groups
    }

    /// Whether all that the units of `config` need is in `config`.
    pub fn is_closed(&self, config: &Config) -> bool {
        let kept = flags(config, self.units());
        config.units().all(|unit| self.down[unit as usize].iter().all(|&needed| kept[needed as usize]))
    }

    /// `config` with all that its units need, what that needs, and so on.
    #[must_use]
    pub fn closure(&self, config: &Config) -> Config {
        spread(&self.down, config)
    }

    /// `config` with all that needs one of its units, what needs that, and so on: what has to go with it.
    #[must_use]
    pub fn reverse_closure(&self, config: &Config) -> Config {
        spread(&self.up, config)
    }
}

fn flags(config: &Config, units: usize) -> Vec<bool> {
    let mut kept = vec![false; units];
    config.runs().iter().for_each(|run| kept[run.start as usize..run.end as usize].fill(true));
    kept
}

/// All that can be reached from `config` along `edges`.
fn spread(edges: &[Vec<u32>], config: &Config) -> Config {
    let mut reached = flags(config, edges.len());
    let mut open: Vec<u32> = config.units().collect();
    while let Some(unit) = open.pop() {
        for &next in &edges[unit as usize] {
            if !std::mem::replace(&mut reached[next as usize], true) {
                open.push(next);
            }
        }
    }
    Config::of_units((0u32..).zip(reached).filter(|(_, reached)| *reached).map(|(unit, _)| unit))
}

/// Strongly connected components, each after those that it has edges to (R. Tarjan, "Depth-first search and linear
/// graph algorithms", 1972; without recursion, since graphs may be as deep as inputs are long).
fn groups(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const UNSEEN: usize = usize::MAX;
    let mut number = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut is_open = vec![false; edges.len()];
    let (mut open, mut path, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    let mut count = 0;
    for root in 0..edges.len() {
        if number[root] == UNSEEN {
            path.push((root, 0));
        }
        while let Some((unit, edge)) = path.last_mut() {
            let unit = *unit;
            if *edge == 0 {
                (number[unit], low[unit], is_open[unit]) = (count, count, true);
                count += 1;
                open.push(unit);
            }
            if let Some(&next) = edges[unit].get(*edge) {
                *edge += 1;
                let next = next as usize;
                if number[next] == UNSEEN {
                    path.push((next, 0));
                } else if is_open[next] {
                    low[unit] = low[unit].min(number[next]);
                }
                // The first edge is number 0 again only for a unit just entered.
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                low[above] = low[above].min(low[unit]);
            }
            if low[unit] == number[unit] {
                let at = open.iter().rposition(|&one| one == unit).expect("it is open");
                let mut group: Vec<u32> =
                    open.drain(at..).map(|unit| u32::try_from(unit).expect("units are u32")).collect();
                for &unit in &group {
                    is_open[unit as usize] = false;
                }
                group.sort_unstable();
                groups.push(group);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn closures_and_groups_are_those_of_plain_reachability(
            units in 1usize..12,
            pairs in proptest::collection::vec((0u32..12, 0u32..12), 0..30),
            mask: u16,
        ) {
            let count = u32::try_from(units).unwrap();
            let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a % count, b % count)).collect();
            let needs = Needs::new(units, pairs.iter().copied());
            // Warshall's: whether one unit needs another, itself included.
            let mut reach = vec![vec![false; units]; units];
            (0..units).for_each(|unit| reach[unit][unit] = true);
            for &(a, b) in &pairs {
                reach[a as usize][b as usize] = true;
            }
            for via in 0..units {
                for a in 0..units {
                    for b in 0..units {
                        reach[a][b] |= reach[a][via] && reach[via][b];
                    }
                }
            }
            let config = Config::of_units((0..count).filter(|unit| mask >> unit & 1 == 1));
            let closure = Config::of_units((0..count).filter(|&b| config.units().any(|a| reach[a as usize][b as usize])));
            prop_assert_eq!(needs.closure(&config), closure.clone());
            prop_assert_eq!(needs.is_closed(&config), closure == config);
            let reverse = Config::of_units((0..count).filter(|&a| config.units().any(|b| reach[a as usize][b as usize])));
            prop_assert_eq!(needs.reverse_closure(&config), reverse);
            let mut seen = vec![false; units];
            for group in needs.groups() {
                for &a in group {
                    seen[a as usize] = true;
                    for b in 0..count {
                        let together = reach[a as usize][b as usize] && reach[b as usize][a as usize];
                        prop_assert_eq!(group.contains(&b), together);
                    }
                }
                let closed = Config::of_units((0..count).filter(|&unit| seen[unit as usize]));
                prop_assert!(needs.is_closed(&closed), "a group stands before what it needs");
            }
            prop_assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let units = 300_000;
        let needs = Needs::new(units, (1..300_000).map(|unit| (unit - 1, unit)));
        assert_eq!(needs.groups().len(), units);
        assert_eq!(needs.closure(&Config::of_units([0])).len(), units);
    }
}
