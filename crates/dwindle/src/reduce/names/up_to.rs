//! A form of a tree that is the same for texts that differ in the spelling of names and in blanks only, to tell
//! whether it was reduced before.

use std::collections::BTreeMap;

use super::found::is_name;
use crate::Id;
use crate::tree::{NodeId, Shape, Tree};

/// A text that is the same for trees with the same tokens, but for names that are spelt in another way, and blanks between tokens; by its
/// identity.
///
/// A name counts by the place where it stands first.
pub(crate) fn up_to_names(tree: &Tree) -> Id {
    let bytes = tree.text().bytes();
    let (mut names, mut end) = (BTreeMap::<&[u8], usize>::new(), 0);
    let mut told = Vec::new();
    let gap = |told: &mut Vec<u8>, from: usize, to: usize| {
        let gap = bytes.get(from..to).unwrap_or_default();
        told.extend(gap.iter().filter(|byte| !byte.is_ascii_whitespace()).flat_map(|byte| [b'.', *byte]));
    };
    for id in tree.ids().filter(|id| is_leaf(tree, *id)) {
        let span = tree.node(id).span();
        gap(&mut told, end, span.start);
        end = span.end;
        let known = names.len();
        let (kind, number) = if is_name(tree, id) {
            (b'n', *names.entry(tree.bytes(id)).or_insert(known))
        } else {
            (b't', span.len())
        };
        told.push(kind);
        told.extend(number.to_le_bytes());
        if kind == b't' {
            told.extend(tree.bytes(id));
        }
    }
    gap(&mut told, end, bytes.len());
    Id::of_bytes(&told)
}

fn is_leaf(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).shape() == Shape::Token && !tree.node(id).is_empty()
}
