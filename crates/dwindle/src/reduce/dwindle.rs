//! Dwindle's own reducer on trees.

use super::dive::dive;
use super::replacements::replacements;
use super::work::{Setting, Work};
use crate::search::{Search, Stop};
use crate::space::TextPlace;
use crate::tree::{NodeId, Role, Tree};

/// Comments, then levels with group tests, then replacements where the levels left something, to a fixed point.
///
/// # How it goes
/// ```text
/// dive:    the smallest subtree that may stand for the whole input and fails, by halves of the weight
/// repeat until nothing changes, on a new parse each time:
///     extras:  all comments and the like, as one list
///     levels:  HDD with group tests: what goes, goes in tests that remove many nodes of a level at once
///     replace: the heaviest node first, by the shortest of its descendants that may stand in its place and fails
/// ```
///
/// Each part is known (HDD: Misherghi & Su 2006; typed replacement: Perses, Sun and others 2018); the order is
/// ours. Levels come first since a group test removes most of an input in few tests; replacements cost tests for
/// each node, so they come when few nodes are left.
///
/// # Guarantee
/// 1-tree-minimal if the list algorithm ends 1-minimal: no node can go alone, nor become a shorter candidate of its
/// place.
///
/// # Cost
/// That of the list algorithm on each level, and some tests for each node left.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn dwindle<'env, P: TextPlace + 'env>(
    search: &mut Search<'_, 'env, P>,
    setting: Setting<'_>,
    tree: Tree,
) -> Result<Tree, Stop> {
    let mut work = Work::new(search, setting, tree);
    dive(&mut work)?;
    loop {
        let extras = extras(work.tree());
        let mut changed = work.thin(extras)?.is_some();
        while super::hdd::levels(&mut work)? {
            changed = true;
        }
        changed |= replace_all(&mut work)?;
        if !changed {
            return Ok(work.into_tree());
        }
        work.reparse();
    }
}

/// All comments and the like, none within another.
fn extras(tree: &Tree) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    for id in tree.ids().filter(|id| tree.node(*id).role() == Role::Extra) {
        if found.last().is_none_or(|last| !tree.is_within(id, *last)) {
            found.push(id);
        }
    }
    found
}

/// Replaces what can be, the heaviest node first; whether anything changed.
fn replace_all<'env, P: TextPlace + 'env>(work: &mut Work<'_, '_, 'env, P>) -> Result<bool, Stop> {
    let mut changed = false;
    let mut waiting: Vec<NodeId> = by_weight(work.tree());
    while let Some(id) = waiting.pop() {
        let mut here = id;
        loop {
            let candidates = replacements(work, here);
            let Some(moved) = work.replace(here, candidates)? else { break };
            changed = true;
            waiting = waiting.into_iter().filter_map(|id| moved.find(id)).collect();
            here = moved.find(here).expect("something stands in its place");
        }
    }
    Ok(changed)
}

/// All nodes, the heaviest last; of equally heavy ones the first last.
fn by_weight(tree: &Tree) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = tree.ids().collect();
    nodes.sort_by_key(|id| (tree.node(*id).len(), std::cmp::Reverse(*id)));
    nodes
}
