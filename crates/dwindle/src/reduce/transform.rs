//! Node transformations: replaces nodes with simpler code, by the grammar alone.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::everywhere::everywhere;
use super::levels::by_level;
use super::work::Work;
use crate::grammar::{Rule, Symbol};
use crate::search::Stop;
use crate::tree::{NodeId, Piece, Shape, Tree};

/// How many of the nodes below one are tried in its place at most.
const MOST_BELOW: usize = 16;

/// How many nodes below one are looked at to find those.
const LOOKED_AT: usize = 256;

/// Replaces nodes by simpler text in the same place, as many as possible at once.
///
/// For each node, in this order: the shortest text that its place accepts (an assignment becomes an empty
/// statement); the [constants](crate::tree::Parse::constants) that the parser knows; the nearest nodes below it that its
/// place accepts, the smallest first (an operation becomes its left or right operand, an `if` its body), of which 16
/// are tried, found among the 256 nodes nearest to it. Then, for each token text that stands several times: all its uses become one of
/// the constants of the first (a variable with all its uses). Only what makes the candidate shorter, or as long
/// and earlier in the order of bytes, is tried. Goes from the root down, again and again until nothing
/// changes.
///
/// # Source
/// The Debugging Book (Zeller), "Reducing Failure-Inducing Inputs" and its transformations of Python's syntax
/// trees with exercise 1 (all transformations at once); ours asks the grammar instead of a list of node types,
/// and [`Merge`](super::Merge) makes as many at once as hold together.
///
/// # Guarantee
/// The result fails (it is the input, or was asked), and no single one of these transformations of it fails.
/// That is not 1-tree-minimality: no node is removed that its place cannot do without.
///
/// # Cost
/// One test for each alternative of each node in each round, and some for merging. Making a candidate costs the
/// edit; a level that changes costs time in the size of the tree.
///
/// # Errors
/// [`Stop`] when the search was stopped first; [`Search::best`](crate::Search::best) is then the best result so far.
pub fn transform(work: &mut Work<'_, '_>) -> Result<(), Stop> {
    let alternatives = |work: &Work<'_, '_>, node: NodeId| {
        let shortest = work.shortest(node).map(Piece::text);
        let constants = work.constants(node).into_iter().map(|text| Piece::text(&text));
        let mut all: Vec<Piece> = Vec::new();
        for piece in shortest.into_iter().chain(constants).chain(nearest(work.tree(), node).map(Piece::Node))
        {
            if !all.contains(&piece) {
                all.push(piece);
            }
        }
        all
    };
    while by_level(work, &alternatives)? | all_uses(work)? {}
    Ok(())
}

/// The nodes below `node` that its place accepts and that are not below another such node, the smallest first.
fn nearest(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
    let place = tree.node(node).place();
    let mut found: Vec<NodeId> = Vec::new();
    let mut queue: VecDeque<NodeId> = tree.children(node).take(LOOKED_AT).collect();
    for _ in 0..LOOKED_AT {
        let Some(next) = queue.pop_front() else { break };
        // One with the very same bytes would change nothing.
        let smaller = tree.node(next).len() < tree.node(node).len();
        if smaller && !tree.node(next).is_empty() && tree.grammar().accepts(place, tree.node(next).symbol()) {
            found.push(next);
            if found.len() == MOST_BELOW {
                break;
            }
        } else {
            let room = LOOKED_AT.saturating_sub(queue.len());
            queue.extend(tree.children(next).take(room));
        }
    }
    found.sort_by_key(|id| tree.node(*id).len());
    found.into_iter()
}

/// Makes all uses of one token text a constant, for each text that is used several times; whether any could be.
fn all_uses(work: &mut Work<'_, '_>) -> Result<bool, Stop> {
    let tree = Arc::clone(work.tree());
    let mut uses: BTreeMap<(Symbol, &[u8]), Vec<NodeId>> = BTreeMap::new();
    for id in tree.ids() {
        let node = tree.node(id);
        let spelt_out = matches!(tree.grammar().rule(node.symbol()), Rule::Text(_));
        if node.shape() == Shape::Token && !spelt_out && !node.is_empty() {
            uses.entry((node.symbol(), tree.bytes(id))).or_default().push(id);
        }
    }
    let several = uses.into_values().filter(|uses| uses.len() > 1);
    let mut groups: Vec<(Vec<NodeId>, Vec<Piece>)> = several
        .map(|uses| {
            let text = tree.bytes(uses[0]);
            let smaller = |new: &Vec<u8>| (new.len(), new.as_slice()) < (text.len(), text);
            let texts = work.constants(uses[0]).into_iter().filter(smaller);
            (uses, texts.map(|text| Piece::text(&text)).collect())
        })
        .filter(|(_, pieces): &(_, Vec<Piece>)| !pieces.is_empty())
        .collect();
    groups.sort_by_key(|(uses, _)| uses[0]);
    if groups.is_empty() {
        return Ok(false);
    }
    let (space, changes) = everywhere(work, groups);
    Ok(work.merge(&Arc::new(space), changes)?.is_some())
}
