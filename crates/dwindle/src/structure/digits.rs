//! Offers, for each node of a text's structure, the rewrite that puts a digit in its place.

use super::parser::Structure;
use crate::Text;
use crate::rewrite::{Edit, Rewrite};
use crate::tree::{Node, NodeId, Parse, Tree};

/// Each node of the structure that is longer than `digit` as a rewrite, which puts that in its place.
pub(crate) fn digits(text: &Text, digit: &'static str) -> Vec<Rewrite> {
    let Some(tree) = Structure::new().parse(text) else { return Vec::new() };
    let may_change = |id: &NodeId| tree.name(*id) != "mark" && tree.node(*id).len() < text.bytes().len();
    let ids = tree.ids().filter(may_change);
    ids.filter_map(|id| instead(&tree, tree.node(id), digit)).collect()
}

fn instead(tree: &Tree, node: Node, digit: &'static str) -> Option<Rewrite> {
    let edit = Edit { span: node.span(), with: digit.as_bytes().into() };
    Rewrite::new(digit, tree.text(), vec![edit])
}
