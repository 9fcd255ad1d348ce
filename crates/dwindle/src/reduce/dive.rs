//! The smallest subtree that can replace the whole input, found by halving.

use super::fitting::Fitting;
use super::work::Work;
use crate::search::Stop;
use crate::tree::{NodeId, Piece, Tree};

/// After so many subtrees in a row that do not fail alone, the failure is taken to need more than one of them.
const PATIENCE: usize = 4;

/// Replaces the whole tree by ever smaller subtrees as long as one of them fails.
///
/// If the failure has one cause, it lies in one subtree, and each test of a subtree tells whether it lies there. So the
/// subtree that is tested has about half of the weight that is still possible (bytes outside of subtrees that did
/// not fail). Where nothing but the root may stand for the whole, it costs nothing.
///
/// A subtree of which less fits together alone than the whole does, as far as a parser knows of types, is not asked about.
///
/// Trying ever smaller parts while subtrees fail cost more tests than it saved (500 random expressions of each of four
/// sizes), and so did less patience.
///
/// Cost: about the logarithm of the weight, and at most `PATIENCE` tests that lead nowhere at the end.
pub(crate) fn dive(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let mut changed = false;
    let mut refused: Vec<NodeId> = Vec::new();
    let (mut misses, mut fitting) = (0, Fitting::default());
    while misses < PATIENCE
        && let Some(half) = half_of(work.tree(), &refused)
    {
        fitting.update(work);
        if !fitting.allows(work, NodeId::ROOT, Piece::Node(half)) {
            refused.retain(|below| !work.tree().is_within(*below, half));
            refused.push(half);
            continue;
        }
        if let Some(moved) = work.replace(NodeId::ROOT, [Piece::Node(half)])? {
            changed = true;
            misses = 0;
            refused = moved.follow(refused);
        } else {
            misses += 1;
            refused.retain(|below| !work.tree().is_within(*below, half));
            refused.push(half);
        }
    }
    Ok(changed)
}

/// The subtree that may stand for the root and whose possible weight comes nearest to half of all.
fn half_of(tree: &Tree, refused: &[NodeId]) -> Option<NodeId> {
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
        let distance = (2 * possible(id)).abs_diff(all);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, id));
        }
    }
    best.map(|(_, id)| id)
}
