//! Generalised tree reduction: templates of tree changes, level by level.

use super::work::Work;
use crate::search::Stop;
use crate::tree::{NodeId, Piece, Role, Tree};

/// Deletes nodes and replaces nodes by their children, level by level, once.
///
/// # Source
/// S. Herfert, J. Patra, M. Pradel: "Automatically Reducing Tree-Structured Test Inputs", ASE 2017, algorithms 1
/// to 3, with both templates of the paper:
///
/// ```text
/// for each level from the root down:
///     delete:     the list algorithm on the nodes of the level that may be absent
///     substitute: for each node of the level: while one of its children in its place still fails, take it
/// ```
///
/// The paper filters changes by what a corpus of inputs shows; here the grammar says what may be absent and what
/// may stand where. Elements of a list count as children of the node above the list.
///
/// # Guarantee
/// The result fails. Not 1-tree-minimal (see [`gtr_star`]).
///
/// # Cost
/// For each level that of the list algorithm, and at most one test for each child and replacement done.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn gtr(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    levels(work).map(drop)
}

/// [`gtr`] again and again until nothing changes (GTR*, the same paper).
///
/// # Guarantee
/// 1-tree-minimal with respect to both templates, if the list algorithm ends 1-minimal: no node that may be absent
/// can go alone, and none can be replaced by a shorter child.
///
/// # Cost
/// As [`gtr`], for each round; the last finds nothing.
///
/// # Errors
/// [`Stop`] when the search was ended first.
pub fn gtr_star(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    while levels(work)? {}
    Ok(())
}

/// One pass over all levels; whether anything changed.
fn levels(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let (mut level, mut changed) = (vec![NodeId::ROOT], false);
    while !level.is_empty() {
        let absent = level.iter().copied().filter(|id| work.tree().node(*id).role() != Role::Needed);
        if let Some(moved) = work.thin(absent.collect::<Vec<_>>())? {
            level = moved.follow(level);
            changed = true;
        }
        for at in 0..level.len() {
            loop {
                let candidates = children_in_place(work.tree(), level[at]);
                let Some(moved) = work.replace(level[at], candidates)? else { break };
                level = moved.follow(level);
                changed = true;
            }
        }
        level = work.below(&level);
    }
    Ok(changed)
}

/// The children of `id` that may stand in its place, through lists.
fn children_in_place(tree: &Tree, id: NodeId) -> Vec<Piece> {
    let place = tree.node(id).place();
    let mut found = Vec::new();
    for child in tree.children(id) {
        let fits = |id: NodeId| tree.grammar().accepts(place, tree.node(id).symbol());
        if fits(child) {
            found.push(Piece::Node(child));
        } else if tree.node(child).is_list() {
            let elements = tree.children(child).filter(|element| tree.node(*element).role() == Role::Element);
            found.extend(elements.filter(|element| fits(*element)).map(Piece::Node));
        }
    }
    found
}
