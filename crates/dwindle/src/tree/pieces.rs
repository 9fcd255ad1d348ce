//! What can stand in a node's place: a text, another node, or a node with fewer children.

use std::ops::Range;
use std::sync::Arc;

use super::{NodeId, Tree};
use crate::grammar::{Spacing, Symbol, would_merge};

/// What stands in a node's place: a text, another node of the same tree, or a new node made of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A text of which no tree is known.
    Text(Arc<[u8]>),
    /// A node as it stands, with all below it.
    Node(NodeId),
    /// A node with only some of its children: those from `first` to `last`, with what stands between them.
    Part {
        /// The node.
        node: NodeId,
        /// The first child that stays.
        first: NodeId,
        /// The last child that stays: `first` or one after it.
        last: NodeId,
    },
    /// A node of this symbol, by an alternative of its rule whose parts are these.
    Made(Symbol, Vec<(Symbol, Self)>),
}

impl Piece {
    /// A text.
    pub fn text(bytes: &[u8]) -> Self {
        Self::Text(bytes.into())
    }

    /// The bytes that stand in a node's place, for a piece of this tree.
    pub fn bytes(&self, tree: &Tree) -> Vec<u8> {
        let mut out = Vec::new();
        self.render(tree, &mut out);
        out.into_iter().flat_map(|stretch| stretch.bytes(tree)).copied().collect()
    }

    /// Adds the stretches of bytes that it is rendered as, in order, to `out`; none of them is empty.
    ///
    /// Where the grammar's spacing asks for blanks they stand between two stretches, those in `out` before too.
    pub(crate) fn render<'a>(&'a self, tree: &'a Tree, out: &mut Vec<Stretch<'a>>) {
        let words = tree.grammar().spacing() == Spacing::Words;
        let mut left = vec![self];
        while let Some(piece) = left.pop() {
            let stretch = match piece {
                Self::Text(bytes) => Stretch::New(bytes),
                Self::Node(id) => Stretch::Old(tree.node(*id).span()),
                Self::Part { first, last, .. } => {
                    Stretch::Old(tree.node(*first).span().start..tree.node(*last).span().end)
                }
                Self::Made(_, parts) => {
                    left.extend(parts.iter().rev().map(|(_, part)| part));
                    continue;
                }
            };
            let bytes = stretch.bytes(tree);
            if bytes.is_empty() {
                continue;
            }
            if words && out.last().is_some_and(|last| would_merge(last.bytes(tree), bytes)) {
                out.push(Stretch::New(b" "));
            }
            out.push(stretch);
        }
    }
}

/// Some of the bytes that replace others.
#[derive(Clone, Debug)]
pub(crate) enum Stretch<'a> {
    /// These bytes of the tree's text, whose hash costs nothing.
    Old(Range<usize>),
    /// New ones.
    New(&'a [u8]),
}

impl<'a> Stretch<'a> {
    pub(crate) fn bytes(&self, tree: &'a Tree) -> &'a [u8] {
        match self {
            Self::Old(span) => &tree.text().bytes()[span.clone()],
            Self::New(bytes) => bytes,
        }
    }
}
