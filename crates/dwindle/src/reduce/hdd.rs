//! Hierarchical delta debugging: list algorithms on the levels of a tree.

use super::work::{Setting, Work};
use crate::search::{Search, Stop};
use crate::tree::{NodeId, Tree};

/// Runs the list algorithm on each level of the tree, from the root down, once.
///
/// # Source
/// G. Misherghi, Z. Su: "HDD: Hierarchical Delta Debugging", ICSE 2006, figure 4:
///
/// ```text
/// level = 0
/// while there are nodes at the level: ddmin(those nodes); remove what it dropped; level += 1
/// ```
///
/// A node that must be there is replaced by the shortest text of its place, as there. Differences: nodes for which
/// nothing shorter can stand are not asked about (unremovable tokens, Hodován and others 2017), lists lose their
/// separators with their elements, and recursion is flattened before ([`Tree::squeezed`]).
///
/// # Guarantee
/// The result fails. It need not be 1-tree-minimal: what goes on a lower level can make a higher node removable.
///
/// # Cost
/// That of the list algorithm for each level.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn hdd(search: &mut Search<'_>, setting: Setting<'_>, tree: Tree) -> Result<Tree, Stop> {
    let mut work = Work::new(search, setting, tree);
    levels(&mut work)?;
    Ok(work.into_tree())
}

/// [`hdd`] again and again until nothing changes (HDD*, the same paper).
///
/// # Guarantee
/// 1-tree-minimal if the list algorithm ends 1-minimal: no node but the root can go alone, nor become the shortest
/// text of its place; all of that was tested against the very result.
///
/// # Cost
/// As [`hdd`], for each round; the last finds nothing and asks once for each node left.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn hdd_star(search: &mut Search<'_>, setting: Setting<'_>, tree: Tree) -> Result<Tree, Stop> {
    let mut work = Work::new(search, setting, tree);
    while levels(&mut work)? {}
    Ok(work.into_tree())
}

/// Runs the list algorithm on the children of one node after the other, from the root down.
///
/// # Source
/// Á. Kiss, R. Hodován, T. Gyimóthy: "`HDDr`: A Recursive Variant of the Hierarchical Delta Debugging Algorithm",
/// A-TEST 2018; breadth first. Units of one run are siblings, so unrelated parts of the input do not interfere.
///
/// # Guarantee
/// As [`hdd`].
///
/// # Cost
/// That of the list algorithm for the children of each node.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn hddr(search: &mut Search<'_>, setting: Setting<'_>, tree: Tree) -> Result<Tree, Stop> {
    let mut work = Work::new(search, setting, tree);
    let mut queue = std::collections::VecDeque::from([NodeId::ROOT]);
    while let Some(node) = queue.pop_front() {
        let children: Vec<NodeId> = work.tree().children(node).collect();
        let mut left = children.clone();
        if let Some(moved) = work.thin(children)? {
            left = left.into_iter().filter_map(|id| moved.find(id)).collect();
            queue = queue.into_iter().filter_map(|id| moved.find(id)).collect();
        }
        queue.extend(left);
    }
    Ok(work.into_tree())
}

/// One pass over all levels; whether anything went.
pub(super) fn levels(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let (mut level, mut changed) = (vec![NodeId::ROOT], false);
    while !level.is_empty() {
        if let Some(moved) = work.thin(level.iter().copied())? {
            level = level.into_iter().filter_map(|id| moved.find(id)).collect();
            changed = true;
        }
        let tree = work.tree();
        level = level.into_iter().flat_map(|id| tree.children(id)).collect();
    }
    Ok(changed)
}
