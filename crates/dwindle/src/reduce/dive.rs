//! The smallest subtree that can stand for the whole input, found by halves.

use super::work::Work;
use crate::search::Stop;
use crate::space::TextPlace;
use crate::tree::{NodeId, Piece, Tree};

/// After so many subtrees in a row that do not fail alone, the failure is taken to need more than one of them.
const PATIENCE: usize = 3;

/// The smallest part that is tried at once.
const SMALLEST: usize = 64;

/// Replaces the whole tree by ever smaller subtrees as long as one of them fails.
///
/// If the failure has one cause, it lies in one subtree, and each test of a subtree tells whether it lies there. So the
/// subtree that is tested has about half of the weight that is still possible (bytes outside of subtrees that did
/// not fail). Where one subtree after the other fails the failure has many causes, and smaller parts are tried. Where
/// nothing but the root may stand for the whole, it costs nothing.
///
/// Cost: about the logarithm of the weight, and at most `PATIENCE` tests that lead nowhere at the end.
pub(super) fn dive<'env, P: TextPlace + 'env>(work: &mut Work<'_, '_, 'env, P>) -> Result<bool, Stop> {
    let mut changed = false;
    let mut refused: Vec<NodeId> = Vec::new();
    let (mut misses, mut parts) = (0, 2);
    while misses < PATIENCE
        && let Some(half) = part_of(work.tree(), &refused, parts)
    {
        if let Some(moved) = work.replace(NodeId::ROOT, [Piece::Node(half)])? {
            changed = true;
            misses = 0;
            parts = (2 * parts).min(SMALLEST);
            refused = refused.into_iter().filter_map(|id| moved.find(id)).collect();
        } else {
            misses += 1;
            parts = (parts / 2).max(2);
            refused.retain(|below| !work.tree().is_within(*below, half));
            refused.push(half);
        }
    }
    Ok(changed)
}

/// The subtree that may stand for the root and whose possible weight comes nearest to one of so many parts of all.
fn part_of(tree: &Tree, refused: &[NodeId], parts: usize) -> Option<NodeId> {
    let place = tree.node(NodeId::ROOT).place();
    let possible = |id: NodeId| {
        let gone = refused.iter().filter(|below| tree.is_within(**below, id));
        tree.node(id).len() - gone.map(|below| tree.node(*below).len()).sum::<usize>()
    };
    let all = possible(NodeId::ROOT);
    let mut best: Option<(usize, NodeId)> = None;
    let mut ids = tree.ids().skip(1).peekable();
    while let Some(id) = ids.next() {
        if refused.contains(&id) {
            // Nothing in it fails alone either.
            while ids.next_if(|below| tree.is_within(*below, id)).is_some() {}
            continue;
        }
        let node = tree.node(id);
        if node.is_empty() || node.len() >= tree.node(NodeId::ROOT).len() {
            continue;
        }
        if !tree.grammar().accepts(place, node.symbol()) {
            continue;
        }
        let distance = (parts * possible(id)).abs_diff(all);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, id));
        }
    }
    best.map(|(_, id)| id)
}
