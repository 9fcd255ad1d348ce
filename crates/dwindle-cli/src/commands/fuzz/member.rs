//! An input that others are made from.

use dwindle::Text;
use dwindle::tree::{NodeId, Shape, Tree};
use dwindle_run::syntax::Syntax;

/// An input, and its tree where it has one.
pub(super) struct Member {
    pub(super) text: Text,
    pub(super) tree: Option<Tree>,
}

impl Member {
    /// The input with its tree, in this syntax.
    pub(super) fn new(text: Text, syntax: Option<&Syntax>) -> Self {
        let tree = syntax.and_then(|syntax| tree(syntax, &text));
        Self { text, tree }
    }
}

/// The tree of a text, lists as lists; none where it cannot be parsed.
pub(super) fn tree(syntax: &Syntax, text: &Text) -> Option<Tree> {
    let tree = syntax.parse.parse(text)?;
    (tree.node(NodeId::ROOT).shape() != Shape::Unparsed).then(|| tree.squeezed())
}
