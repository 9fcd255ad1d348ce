//! What is around a node and beside it, and what it is called.

use std::iter::successors;
use std::ops::Range;

use tree_sitter::Node;

/// The innermost node around `node`, or itself, that is of one of these kinds.
pub(super) fn around<'t>(node: Node<'t>, kinds: &str) -> Option<Node<'t>> {
    successors(Some(node), Node::parent).find(|node| kinds.split(' ').any(|kind| kind == node.kind()))
}

/// The name of a declaration: that of its declarator, where it has one.
pub(super) fn name(node: Node<'_>) -> Option<Node<'_>> {
    let inner = successors(Some(node), |node| node.child_by_field_name("declarator")).last()?;
    inner.child_by_field_name("name").or_else(|| (inner.id() != node.id()).then_some(inner))
}

/// The bytes of an element, and those of the comma before it or, if it is the first, after it.
pub(super) fn with_separator(node: Node<'_>) -> Range<usize> {
    let is_comma = |node: &Node<'_>| node.kind() == ",";
    let span = node.byte_range();
    if let Some(before) = node.prev_sibling().filter(is_comma) {
        return before.start_byte()..span.end;
    }
    match node.next_sibling().filter(is_comma) {
        Some(after) => span.start..after.next_sibling().map_or(after.end_byte(), |next| next.start_byte()),
        None => span,
    }
}
