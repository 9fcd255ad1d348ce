//! Which block a jump leads to when some blocks are left out.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Flow;

/// A way from one block to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The block that it leads to.
    pub(super) to: usize,
    /// Where the label of that block stands.
    pub(super) label: Range<usize>,
    /// The last block on the way, whose jump has the label.
    pub(super) last: usize,
}

impl Flow {
    /// The blocks that stay without those of `left_out` and all that nothing leads to then, each with its ways.
    pub(super) fn kept(&self, left_out: &BTreeSet<usize>) -> BTreeMap<usize, Vec<Way>> {
        let mut kept: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
        let mut open: Vec<usize> = (0..self.blocks.len())
            .filter(|block| *block == 0 || self.blocks[*block].is_fixed && !left_out.contains(block))
            .collect();
        while let Some(block) = open.pop() {
            if let Entry::Vacant(place) = kept.entry(block) {
                let ways = self.ways(block, left_out);
                open.extend(ways.iter().map(|way| way.to));
                let needs = self.blocks[block].jump.iter().flat_map(|jump| &jump.needs);
                open.extend(needs.filter(|_| !self.is_plain(block, &ways, left_out)));
                place.insert(ways);
            }
        }
        kept
    }

    /// Where the jump of `block` leads, one way for each of its targets; none where it leads nowhere any more.
    ///
    /// The way to a block that is left out leads on to the first one that it can lead to, in the order of its targets. Where that
    /// is none, the way is that of another target of the jump.
    fn ways(&self, block: usize, left_out: &BTreeSet<usize>) -> Vec<Way> {
        let Some(jump) = &self.blocks[block].jump else { return Vec::new() };
        let led: Vec<Option<Way>> =
            (jump.targets.iter()).map(|(label, to)| self.way(block, label, *to, left_out)).collect();
        let Some(other) = led.iter().flatten().next().cloned() else { return Vec::new() };
        let ways: Vec<Way> = led.into_iter().map(|way| way.unwrap_or_else(|| other.clone())).collect();
        let is_one = self.misses(block, left_out) || ways.iter().all(|way| way.to == other.to);
        if is_one && ways.len() > 1 { vec![other] } else { ways }
    }

    /// Whether the jump of `block`, which leads these `ways`, becomes a plain one, or the end.
    pub(super) fn is_plain(&self, block: usize, ways: &[Way], left_out: &BTreeSet<usize>) -> bool {
        let targets = self.blocks[block].jump.as_ref().map_or(0, |jump| jump.targets.len());
        self.misses(block, left_out) || ways.len() != targets
    }

    /// Whether the jump of `block` misses a block that no other can stand for.
    fn misses(&self, block: usize, left_out: &BTreeSet<usize>) -> bool {
        self.blocks[block].jump.iter().any(|jump| jump.needs.iter().any(|need| left_out.contains(need)))
    }

    /// The way from `last` by the `label` of the block `to`: the first in the order of targets, on which no block stands twice.
    fn way(&self, last: usize, label: &Range<usize>, to: usize, left_out: &BTreeSet<usize>) -> Option<Way> {
        let mut open = vec![Way { to, label: label.clone(), last }];
        let mut passed: BTreeSet<usize> = BTreeSet::new();
        while let Some(way) = open.pop() {
            if !left_out.contains(&way.to) {
                return Some(way);
            }
            if passed.insert(way.to) {
                let targets = self.blocks[way.to].jump.iter().flat_map(|jump| jump.targets.iter().rev());
                open.extend(targets.map(|(label, to)| Way { to: *to, label: label.clone(), last: way.to }));
            }
        }
        None
    }
}
