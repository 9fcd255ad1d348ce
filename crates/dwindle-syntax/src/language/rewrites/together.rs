//! What changes everywhere at once: all that several patterns find for one name.

use std::collections::BTreeMap;

use dwindle::rewrite::Edit;
use tree_sitter::Node;

use super::Finder;
use super::slots::with_separator;

impl Finder<'_> {
    /// For each name what all patterns of the rule that belong together make of its places.
    pub(super) fn together(&self, rule: &str) -> Vec<Vec<Edit>> {
        let mut rewrites: BTreeMap<&[u8], Vec<Edit>> = BTreeMap::new();
        for one in self.found.iter().filter(|one| one.rule == rule && one.says("together")) {
            let Some(of) = one.node("of") else { continue };
            let edits = rewrites.entry(&self.text.bytes()[of.byte_range()]).or_default();
            if let Some(slot) = one.node("slot") {
                let Some(going) = around(slot, one.texts("around").next()) else { continue };
                edits.push(Edit { span: with_separator(going), with: Box::default() });
            }
            edits.extend(self.from(one).into_iter().next().unwrap_or_default());
        }
        rewrites.into_values().collect()
    }
}

/// The innermost node around `node` that is of one of these kinds; `node` itself where none are named.
fn around<'t>(node: Node<'t>, kinds: Option<&str>) -> Option<Node<'t>> {
    let Some(kinds) = kinds else { return Some(node) };
    std::iter::successors(Some(node), Node::parent)
        .find(|node| kinds.split(' ').any(|kind| kind == node.kind()))
}
