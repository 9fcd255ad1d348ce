//! Replacing the nodes of a tree level by level, from the root down.

use std::cmp::Reverse;
use std::sync::Arc;

use super::merge::Merge;
use crate::Config;
use crate::config::Choice;
use crate::search::{Search, Stop};
use crate::space::{Site, Space, TreeSpace};
use crate::strategy::Strategy;
use crate::tree::{NodeId, Piece, Tree};

/// What a node can be replaced by, in the order in which it is tried.
pub(super) type Alternatives<'a> = dyn Fn(&Tree, NodeId) -> Vec<Piece> + 'a;

/// Goes over all levels once, the largest nodes of each first; gives the tree, and whether it changed.
///
/// Of the alternatives only those count that make the candidate shorter, or as long and earlier in the order
/// of bytes: so going over the tree again and again comes to an end.
pub(super) fn by_level(
    search: &mut Search<'_>,
    tree: Arc<Tree>,
    alternatives: &Alternatives<'_>,
) -> Result<(Arc<Tree>, bool), Stop> {
    let (mut tree, mut changed) = (tree, false);
    let mut level = vec![NodeId::ROOT];
    while !level.is_empty() {
        let with_bytes = level.iter().filter(|node| !tree.node(**node).is_empty());
        let sites = with_bytes.map(|node| Site { node: *node, alternatives: alternatives(&tree, *node) });
        let sites: Vec<Site> = sites.filter(|site| !site.alternatives.is_empty()).collect();
        if !sites.is_empty() {
            let changes = |space: &TreeSpace| {
                let mut units: Vec<u32> = (0..space.unit_count()).collect();
                units.sort_by_key(|unit| Reverse(tree.node(space.node(*unit)).len()));
                units.into_iter().map(|unit| smaller(space, unit)).collect()
            };
            if let Some((new, moved)) = merged(search, &tree, sites, changes)? {
                changed = true;
                level = level.iter().filter_map(|node| moved.find(*node)).collect();
                tree = Arc::new(new);
            }
        }
        level = level.iter().flat_map(|node| tree.children(*node)).collect();
    }
    Ok((tree, changed))
}

/// Makes as many of the changes to `tree` as possible; nothing if none can be made.
pub(super) fn merged(
    search: &mut Search<'_>,
    tree: &Arc<Tree>,
    sites: Vec<Site>,
    changes: impl FnOnce(&TreeSpace) -> Vec<Vec<Config>>,
) -> Result<Option<(Tree, crate::space::Moved)>, Stop> {
    let space = Arc::new(TreeSpace::new(Arc::clone(tree), sites));
    let full = space.full();
    let merge = search.run(&space, Merge::new(full.clone(), changes(&space)))?;
    Ok((*merge.best() != full).then(|| space.apply(merge.best())))
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
