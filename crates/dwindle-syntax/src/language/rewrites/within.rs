//! What is around a node, and what it is called.

use std::iter::successors;

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
