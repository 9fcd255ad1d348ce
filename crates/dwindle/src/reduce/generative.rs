//! Generative reduction: new, smaller derivations of the grammar.

mod derivations;

pub use derivations::Derivations;

use super::levels::by_level;
use super::work::Work;
use crate::search::Stop;
use crate::tree::{NodeId, Piece};

/// Replaces nodes by the shortest texts that the grammar has for their places.
///
/// For each node the [`Derivations::MOST`] shortest texts of its place that are shorter than its own are tried,
/// the shortest first, so `100.99` becomes `0`, and `1` where zero will not do. Goes from the root down, level by
/// level, the largest nodes of each level first, again and again until nothing changes. The texts become tokens:
/// nodes without children. Texts of a place that are longer than its 16 shortest are never tried, so where those
/// are plain digits, `0.0` comes about only by way of the integers in it.
///
/// # Source
/// The chapter "Reducing Failure-Inducing Inputs" of the Fuzzing Book (Zeller and others), exercise 2, whose
/// idea this is; order, bound and merging are ours. [`Merge`](super::Merge) makes as many replacements of one
/// level at once as hold together.
///
/// # Guarantee
/// The result fails (it is the input, or was asked), and no replacement of a single node of it by one of those
/// texts that makes it shorter fails. That is not 1-tree-minimality: nothing is said of removing nodes.
///
/// # Cost
/// At most [`Derivations::MOST`] tests for each node and round, and some for merging. Making a candidate costs
/// the edit; a level that changes costs time in the size of the tree.
///
/// # Errors
/// [`Stop`] when the search was stopped first; [`Search::best`](crate::Search::best) is then the best result so far.
pub fn generative(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    let derivations = Derivations::of(work.tree().grammar());
    let alternatives = |work: &Work<'_, '_>, id: NodeId| -> Vec<Piece> {
        let node = work.tree().node(id);
        let shorter = derivations.shared(node.place()).iter().filter(|text| text.len() < node.len());
        shorter.cloned().map(Piece::Text).collect()
    };
    while by_level(work, &alternatives)? {}
    Ok(())
}
