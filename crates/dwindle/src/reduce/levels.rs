//! Replacing the nodes of a tree level by level, from the root down.

use std::cmp::Reverse;
use std::sync::Arc;

use super::work::Work;
use crate::Config;
use crate::config::Choice;
use crate::search::Stop;
use crate::space::{Site, Space, TreeSpace};
use crate::tree::{NodeId, Piece};

/// What a node can be replaced by, in the order in which it is tried.
pub(super) type Alternatives<'a> = dyn Fn(&Work<'_, '_>, NodeId) -> Vec<Piece> + 'a;

/// Goes over all levels once, the largest nodes of each first; whether the tree changed.
///
/// Of the alternatives only those count that make the candidate shorter, or as long and earlier in the order
/// of bytes: so going over the tree again and again comes to an end.
pub(super) fn by_level(work: &mut Work<'_, '_>, alternatives: &Alternatives<'_>) -> Result<bool, Stop> {
    let (mut level, mut changed) = (vec![NodeId::ROOT], false);
    while !level.is_empty() {
        let tree = work.tree();
        let with_bytes = level.iter().filter(|node| !tree.node(**node).is_empty());
        let sites = with_bytes.map(|node| Site { node: *node, alternatives: alternatives(work, *node) });
        let sites: Vec<Site> = sites.filter(|site| !site.alternatives.is_empty()).collect();
        if !sites.is_empty() {
            let space = Arc::new(TreeSpace::new(Arc::clone(tree), sites));
            let mut units: Vec<u32> = (0..space.unit_count()).collect();
            units.sort_by_key(|unit| Reverse(tree.node(space.node(*unit)).len()));
            let changes = units.into_iter().map(|unit| smaller(&space, unit)).collect();
            if let Some(moved) = work.merge(&space, changes)? {
                changed = true;
                level = moved.follow(level);
            }
        }
        level = work.below(&level);
    }
    Ok(changed)
}

/// The changes of one unit to alternatives that make the candidate smaller.
fn smaller(space: &TreeSpace, unit: u32) -> Vec<Config> {
    let full = space.full();
    let size = space.size(&full);
    let (tree, node) = (space.tree(), space.node(unit));
    let mut changes: Vec<Config> = Vec::new();
    for (number, piece) in (0..).zip(space.alternatives(unit)) {
        let mut change = Config::empty();
        change.push(unit, unit + 1, Choice::Alternative(number));
        let new = space.size(&change.union(&full));
        // A node as it stands is as long as another only if it is the same bytes.
        let differs = || !matches!(piece, Piece::Node(_)) && *piece.bytes(tree) < *tree.bytes(node);
        if new < size || (new == size && differs()) {
            changes.push(change);
        }
    }
    changes
}
