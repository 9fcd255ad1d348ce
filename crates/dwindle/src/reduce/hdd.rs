//! Hierarchical delta debugging: list algorithms on the levels of a tree.

use std::collections::VecDeque;

use super::work::Work;
use crate::search::Stop;
use crate::tree::NodeId;

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
/// separators with their elements, and recursion is flattened before ([`Tree::squeezed`](crate::tree::Tree::squeezed)).
///
/// # Guarantee
/// The result fails. It need not be 1-tree-minimal: what goes on a lower level can make a higher node removable.
///
/// # Cost
/// That of the list algorithm for each level.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn hdd(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    levels(work).map(drop)
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
pub fn hdd_star(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    while levels(work)? {}
    Ok(())
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
pub fn hddr(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    let mut queue = VecDeque::from([NodeId::ROOT]);
    while let Some(node) = queue.pop_front() {
        let mut children = work.below(&[node]);
        if let Some(moved) = work.thin(children.iter().copied())? {
            children = moved.follow(children);
            queue = moved.follow(queue).into();
        }
        queue.extend(children);
    }
    Ok(())
}

/// One pass over all levels; whether anything went.
fn levels(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let (mut level, mut changed) = (vec![NodeId::ROOT], false);
    while !level.is_empty() {
        if let Some(moved) = work.thin(level.iter().copied())? {
            level = moved.follow(level);
            changed = true;
        }
        level = work.below(&level);
    }
    Ok(changed)
}
