//! Where the names of a text stand.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::language::raw::walk;

/// The words of a text that are tokens, each with its places.
#[derive(Debug)]
pub(super) struct Names<'t>(BTreeMap<Box<[u8]>, Vec<Node<'t>>>);

impl<'t> Names<'t> {
    pub(super) fn of(tree: &'t Tree, text: &[u8]) -> Self {
        let mut names: BTreeMap<Box<[u8]>, Vec<Node<'t>>> = BTreeMap::new();
        walk(tree.root_node(), |node| {
            let bytes = &text[node.byte_range()];
            // A lifetime is a name with a name in it, and a symbol of an s-expression may have any letters.
            let is_name = node.is_named() && (is_word(bytes) || is_signed(bytes) || node.kind() == "symbol");
            if is_name {
                names.entry(bytes.into()).or_default().push(node);
            }
            !is_name
        });
        Self(names)
    }

    /// Where a name stands, in order.
    pub(super) fn places(&self, name: &[u8]) -> impl Iterator<Item = Range<usize>> {
        self.nodes(name).iter().map(Node::byte_range)
    }

    /// The tokens that are a name, in order.
    pub(super) fn nodes(&self, name: &[u8]) -> &[Node<'t>] {
        self.0.get(name).map_or(&[], |nodes| nodes)
    }
}

/// Whether it is a name with a sign before it, as in LLVM IR: `%x.addr`.
fn is_signed(bytes: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-');
    matches!(bytes, [b'%' | b'@', name @ ..] if !name.is_empty() && name.iter().all(is_letter))
}

fn is_word(bytes: &[u8]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'\'' | 0x80..);
    bytes.first().is_some_and(|first| is_letter(*first))
        && bytes.iter().all(|byte| is_letter(*byte) || byte.is_ascii_digit())
}
