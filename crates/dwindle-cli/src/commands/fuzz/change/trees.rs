//! Changes of subtrees: what comes out follows the grammar as far as the trees did.

use std::ops::Range;
use std::sync::Arc;

use dwindle::grammar::{Spacing, would_merge};
use dwindle::tree::{NodeId, Role, Shape, Tree};
use dwindle_syntax::generate::Numbers;

use crate::commands::fuzz::member::Member;

/// How many nodes are looked at for one that can be changed.
const LOOKS: usize = 20;

/// The text of `tree` with one subtree in the place of another, dropped, or repeated; none where no change was found.
pub(super) fn change(tree: &Tree, members: &[Member], lots: &mut Numbers) -> Option<Vec<u8>> {
    (0..LOOKS).find_map(|_| {
        let node = any(tree, lots);
        match lots.below(4) {
            0 => drop_it(tree, node),
            1 => repeat(tree, node, lots),
            _ => replace(tree, node, members, lots),
        }
    })
}

fn any(tree: &Tree, lots: &mut Numbers) -> NodeId {
    tree.ids().nth(lots.below(tree.len())).expect("it is below the number of nodes")
}

/// Another subtree that the grammar takes at this place, from any member.
fn replace(tree: &Tree, node: NodeId, members: &[Member], lots: &mut Numbers) -> Option<Vec<u8>> {
    let place = tree.node(node).place();
    let donors: Vec<&Tree> = members.iter().filter_map(|member| member.tree.as_ref()).collect();
    if donors.is_empty() {
        return None;
    }
    (0..LOOKS).find_map(|_| {
        let donor = *lots.one_of(&donors);
        let other = any(donor, lots);
        let fits = Arc::ptr_eq(donor.grammar(), tree.grammar())
            && tree.grammar().accepts(place, donor.node(other).symbol())
            && donor.bytes(other) != tree.bytes(node);
        fits.then(|| put(tree, tree.node(node).span(), donor.bytes(other)))
    })
}

/// Without an optional part, or without an element and what stands between it and its neighbour.
fn drop_it(tree: &Tree, node: NodeId) -> Option<Vec<u8>> {
    let own = tree.node(node).span();
    match tree.node(node).role() {
        Role::Optional | Role::Extra | Role::Loose => Some(put(tree, own, b"")),
        Role::Element => {
            let span = match neighbours(tree, node) {
                (_, Some(next)) => own.start..next.start,
                (Some(previous), None) => previous.end..own.end,
                (None, None) if tree.parent(node).is_some_and(|it| tree.node(it).shape() == Shape::Star) => {
                    own
                }
                (None, None) => return None,
            };
            Some(put(tree, span, b""))
        }
        Role::Needed | Role::Separator => None,
    }
}

/// An element once or several times more, each set off as it is from its neighbour.
fn repeat(tree: &Tree, node: NodeId, lots: &mut Numbers) -> Option<Vec<u8>> {
    if tree.node(node).role() != Role::Element {
        return None;
    }
    let (own, text) = (tree.node(node).span(), tree.text().bytes());
    let between = match neighbours(tree, node) {
        (_, Some(next)) => own.end..next.start,
        (Some(previous), None) => previous.end..own.start,
        (None, None) => return None,
    };
    let again = [&text[between], &text[own.clone()]].concat();
    // Once most of the time, and now and then very often.
    let times = 1 << lots.below(3).pow(2);
    Some(put(tree, own.end..own.end, &again.repeat(times)))
}

/// The spans of the elements before and after an element.
fn neighbours(tree: &Tree, node: NodeId) -> (Option<Range<usize>>, Option<Range<usize>>) {
    let Some(parent) = tree.parent(node) else { return (None, None) };
    let elements: Vec<NodeId> =
        tree.children(parent).filter(|child| tree.node(*child).role() == Role::Element).collect();
    let at = elements.binary_search(&node).expect("it is one of them");
    let span = |id: &NodeId| tree.node(*id).span();
    (at.checked_sub(1).map(|before| span(&elements[before])), elements.get(at + 1).map(span))
}

/// The text with `new` in the place of a span, set off by blanks where words would run together.
fn put(tree: &Tree, span: Range<usize>, new: &[u8]) -> Vec<u8> {
    let text = tree.text().bytes();
    let words = tree.grammar().spacing() == Spacing::Words;
    let mut out = Vec::with_capacity(text.len() + new.len());
    for piece in [&text[..span.start], new, &text[span.end..]] {
        if words && would_merge(&out, piece) {
            out.push(b' ');
        }
        out.extend_from_slice(piece);
    }
    out
}
