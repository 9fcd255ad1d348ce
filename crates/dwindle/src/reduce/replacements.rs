//! What can replace a node, according to the grammar.

use super::work::Work;
use crate::grammar::Rule;
use crate::tree::{NodeId, Piece, Role, Tree};

/// How deep below a node replacements are looked for, as in the implementation of Perses by its authors.
const DEPTH: usize = 5;

/// How many replacements of one node are tried, as there.
const CANDIDATES: usize = 100;

/// How far down a chain is followed from anywhere but where it begins, and how far up it is looked for its begin.
const LONGEST: usize = 512;
const ABOVE: usize = 64;

/// How many are tried where tests are to be few.
const LIKELY: usize = 4;

/// What may stand in the place of `id`, the shortest first: the shortest text of all; descendants that the grammar
/// accepts there, none below another; and in the place of a list's element, the elements of a list below.
pub(super) fn replacements(work: &Work<'_, '_>, id: NodeId) -> Vec<Piece> {
    let tree = work.tree();
    if tree.node(id).role() == Role::Separator {
        return Vec::new();
    }
    let mut found = descendants_in_place(tree, id);
    found.sort_by_key(|below| tree.node(*below).len());
    let shortest = work.shortest(id).map(Piece::text);
    shortest.into_iter().chain(found.into_iter().map(|below| in_place(tree, id, below))).collect()
}

/// The few replacements of `id` by its descendants that are the likeliest to be a gain: a descendant fails the likelier
/// the more of the node it is, and gains the more the less it is, so half of the node is best.
///
/// Elements of `id`, where that is a list, are none: a list algorithm gets to them.
pub(super) fn likely(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let mut found = likeliest(tree, id);
    found.truncate(LIKELY);
    found
}

/// As many of those descendants, in the same order, of which `fits` holds.
pub(super) fn likely_that(tree: &Tree, id: NodeId, fits: impl FnMut(&NodeId) -> bool) -> Vec<NodeId> {
    likeliest(tree, id).into_iter().filter(fits).take(LIKELY).collect()
}

/// Descendants in the place of `id`, the likeliest to be a gain first.
fn likeliest(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let node = tree.node(id);
    if node.role() == Role::Separator {
        return Vec::new();
    }
    let mut found = descendants_in_place(tree, id);
    if node.is_list() {
        found.retain(|below| tree.parent(*below) != Some(id));
    }
    found.extend(half_way_down(tree, id));
    found.extend(receiver(tree, id));
    found.sort_by_key(|below| (2 * tree.node(*below).len()).abs_diff(node.len()));
    found.dedup();
    found
}

/// The descendant with about half of the weight that may stand in the place of `id`: down the heaviest children, as
/// far as that is deeper than the search level by level, so that deep chains are halved instead of shortened by a few
/// links. To follow each chain down to its half from its begin alone takes one step for each node of the tree.
fn half_way_down(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let (place, len) = (tree.node(id).place(), tree.node(id).len());
    let (mut here, mut found) = (id, None);
    for depth in 0.. {
        if depth == LONGEST && !begins_chain(tree, id) {
            break;
        }
        here =
            tree.children(here).max_by_key(|child| (tree.node(*child).len(), std::cmp::Reverse(*child)))?;
        let node = tree.node(here);
        if depth >= DEPTH && tree.grammar().accepts(place, node.symbol()) {
            found = Some(here);
        }
        if 2 * node.len() <= len {
            break;
        }
    }
    found
}

/// Whether nothing near above `id` may stand in its place.
fn begins_chain(tree: &Tree, id: NodeId) -> bool {
    let place = tree.node(id).place();
    let mut above = std::iter::successors(tree.parent(id), |above| tree.parent(*above)).take(ABOVE);
    !above.any(|above| tree.grammar().accepts(place, tree.node(above).symbol()))
}

/// What `id` begins with, below what it begins with that may stand in its place, too, and is of another kind: of the call
/// `list.join()`, which begins with `list.join`, the `list`. The one means something else than the call, the other mostly does not.
///
/// # What we tried
/// Without it 41 bytes were left of 546 kB of JavaScript instead of 34, with `[g,g].join()+g` in them, where `[g,g]+g` failed, too.
fn receiver(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let place = tree.node(id).place();
    let first = |id: NodeId| tree.children(id).next();
    let mut fit = std::iter::successors(first(id), |below| first(*below))
        .filter(|below| tree.grammar().accepts(place, tree.node(*below).symbol()));
    let above = fit.next().filter(|above| tree.node(*above).symbol() != tree.node(id).symbol())?;
    fit.next().filter(|below| tree.node(*below).len() < tree.node(above).len())
}

/// Descendants that may stand in the place of `id`, breadth first, none below another.
pub(super) fn descendants_in_place(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let (mut found, mut level) = (Vec::new(), vec![id]);
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for child in level.iter().flat_map(|above| tree.children(*above)) {
            let shorter = tree.node(child).len() < tree.node(id).len();
            let fits = shorter && tree.grammar().accepts(tree.node(id).place(), tree.node(child).symbol());
            if fits || shorter && has_such_elements(tree, id, child) {
                found.push(child);
                if found.len() == CANDIDATES {
                    return found;
                }
            }
            // Below a list that may stand there its elements may, too.
            if !fits {
                next.push(child);
            }
        }
        level = next;
    }
    found
}

/// Whether `list` has several elements, each of which may stand in the place of the element `id`, one after the other.
fn has_such_elements(tree: &Tree, id: NodeId, list: NodeId) -> bool {
    if tree.node(id).role() != Role::Element || !tree.node(list).is_list() {
        return false;
    }
    let place = tree.node(id).place();
    let mut elements = 0;
    let fit = tree.children(list).all(|child| {
        let node = tree.node(child);
        elements += usize::from(node.role() == Role::Element);
        match node.role() {
            Role::Element => tree.grammar().accepts(place, node.symbol()),
            Role::Extra => true,
            _ => false,
        }
    });
    // A list of one element shows none of the separators that its rule asks for.
    let separated = |list: NodeId| {
        let by_rule = matches!(tree.grammar().rule(tree.node(list).symbol()), Rule::List(list) if list.separator.is_some());
        by_rule || tree.children(list).any(|child| tree.node(child).role() == Role::Separator)
    };
    fit && elements > 1 && !tree.parent(id).is_some_and(separated)
}

/// `below` as it has to look in the place of `id`.
pub(super) fn in_place(tree: &Tree, id: NodeId, below: NodeId) -> Piece {
    let bytes = tree.bytes(below);
    let out = moved(tree, id, below, bytes);
    if out.len() == bytes.len() { Piece::Node(below) } else { Piece::text(&out) }
}

/// `bytes`, which stand for `below`, as they have to look in the place of `id`: where indentation has a meaning, further
/// lines move with the first.
pub(super) fn moved(tree: &Tree, id: NodeId, below: NodeId, bytes: &[u8]) -> Vec<u8> {
    if tree.grammar().symbol("_indent").is_none() || !bytes.contains(&b'\n') {
        return bytes.to_vec();
    }
    let column = |id: NodeId| {
        let before = &tree.text().bytes()[..tree.node(id).span().start];
        before.iter().rev().take_while(|byte| **byte != b'\n').count()
    };
    let by = column(below).saturating_sub(column(id));
    let mut out = Vec::with_capacity(bytes.len());
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let cut = if number == 0 { 0 } else { by.min(blanks) };
        out.extend_from_slice(&line[cut..]);
    }
    out
}
