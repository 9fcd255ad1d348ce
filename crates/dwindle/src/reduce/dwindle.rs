//! Dwindle's own reducer on trees.

use std::sync::Arc;

use super::dive::dive;
use super::replacements::{in_place, likely};
use super::survey::survey;
use super::work::Work;
use crate::search::Stop;
use crate::space::Moved;
use crate::tree::{NodeId, Role, Tree};

/// Comments first, then the heaviest nodes before lighter ones, in classes of equal weight, to a fixed point.
///
/// # How it goes
/// ```text
/// dive:    the smallest subtree that may stand for the whole input and fails, by halves of the weight
/// survey:  large trees: all that can go, in pieces of at most one part in 64, as one list, while half of all goes
/// repeat until nothing changes, on a new parse each time:
///     extras:  all comments and the like, as one list
///     for each class of weight (a power of two bytes), the heaviest first:
///         thin:    the nodes of the class that may go or have a shorter text, wherever they stand, as one list
///         replace: each that stayed by one of its descendants that may stand in its place
///         begin again with the heaviest when a quarter of all is gone
/// ```
///
/// Parts of it are known: group tests on nodes (HDD: Misherghi & Su 2006), heavy nodes first and typed replacement
/// (Perses: Sun and others 2018), weights (weighted delta debugging, 2025). Ours is the order: a test is worth the
/// bytes that it may remove, so tests that can remove much come before all that can remove little, wherever in the
/// tree they are; and nodes of one weight are alike enough for group tests. Lists of small things are no exception:
/// they come late, but all together.
///
/// # What we tried
/// Whole levels first, replacements after them: on a C program of 80 kB whose declarations hang together, 5,282 tests,
/// 3,700 of which asked about small declarations that had to stay as long as large statements used them.
///
/// # Guarantee
/// 1-tree-minimal if the list algorithm ends 1-minimal: no node but the root can go alone, nor become the shortest
/// text of its place. The last round has tested it all.
///
/// # Cost
/// That of the list algorithm on each class, and up to four tests for each node left.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn dwindle(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    dive(work)?;
    survey(work)?;
    loop {
        let extras = extras(work.tree());
        let mut changed = work.thin(extras)?.is_some();
        changed |=
            classes(work, |work, class| Ok(thin_class(work, class)? | replace_class(work, class, replace)?))?;
        if !changed {
            return Ok(());
        }
        work.reparse();
    }
}

/// All comments and the like, none within another.
pub(super) fn extras(tree: &Tree) -> Vec<NodeId> {
    topmost(tree, tree.ids().filter(|id| tree.node(*id).role() == Role::Extra))
}

/// Those of `nodes`, in the order of the tree, that lie within no other of them.
pub(super) fn topmost(tree: &Tree, nodes: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    for id in nodes {
        if found.last().is_none_or(|last| !tree.is_within(id, *last)) {
            found.push(id);
        }
    }
    found
}

/// Takes `step` through all classes of weight, the heaviest first, and begins again when a quarter of all is gone; whether
/// anything changed.
pub(super) fn classes(
    work: &mut Work<'_, '_>,
    mut step: impl FnMut(&mut Work<'_, '_>, u32) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    let (mut changed, mut before) = (false, work.size());
    let Some(mut class) = before.checked_ilog2() else { return Ok(false) };
    loop {
        changed |= step(work, class)?;
        if work.size() < before - before / 4 {
            before = work.size();
            let Some(heaviest) = before.checked_ilog2() else { return Ok(changed) };
            class = heaviest;
        } else if class == 0 {
            return Ok(changed);
        } else {
            class -= 1;
        }
    }
}

/// Nodes whose weight is of the class, in the order of the tree.
pub(super) fn of_class(tree: &Tree, class: u32) -> impl Iterator<Item = NodeId> {
    tree.ids().filter(move |id| tree.node(*id).len().checked_ilog2() == Some(class))
}

/// Asks the list algorithm about all nodes of the class; those below others of the class have their turn after them.
fn thin_class(work: &mut Work<'_, '_>, class: u32) -> Result<bool, Stop> {
    let mut changed = false;
    let mut asked: Vec<bool> = vec![false; work.tree().len()];
    loop {
        let open = of_class(work.tree(), class).filter(|id| !asked[id.index()] && work.may_go(*id));
        let nodes = topmost(work.tree(), open);
        if nodes.is_empty() {
            return Ok(changed);
        }
        for id in &nodes {
            asked[id.index()] = true;
        }
        if let Some(moved) = work.thin(nodes)? {
            changed = true;
            asked = follow(&asked, &moved, work.tree().len());
        }
    }
}

/// Replaces each node of the class as often as `replace` can.
pub(super) fn replace_class(
    work: &mut Work<'_, '_>,
    class: u32,
    mut replace: impl FnMut(&mut Work<'_, '_>, NodeId) -> Result<Option<Moved>, Stop>,
) -> Result<bool, Stop> {
    let mut changed = false;
    let mut waiting: Vec<NodeId> = of_class(work.tree(), class).collect();
    waiting.reverse();
    while let Some(mut here) = waiting.pop() {
        while let Some(moved) = replace(work, here)? {
            changed = true;
            waiting = moved.follow(waiting);
            here = moved.find(here).expect("something stands in its place");
        }
    }
    Ok(changed)
}

/// Replaces a node by one of its descendants, if one of those few that are likeliest to be a gain can stand in its place.
fn replace(work: &mut Work<'_, '_>, id: NodeId) -> Result<Option<Moved>, Stop> {
    let tree = Arc::clone(work.tree());
    let found = likely(&tree, id);
    work.replace(id, found.into_iter().map(|below| in_place(&tree, id, below)))
}

/// Which nodes are marked after a change, of so many.
pub(super) fn follow(marked: &[bool], moved: &Moved, len: usize) -> Vec<bool> {
    let mut now = vec![false; len];
    for old in (0..marked.len()).filter(|old| marked[*old]).map(NodeId::at) {
        if let Some(new) = moved.find(old) {
            now[new.index()] = true;
        }
    }
    now
}
