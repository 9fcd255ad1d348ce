//! What a node can be replaced by.

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

    /// Adds the stretches of bytes that it is rendered as, in order, to `out`; none of them is empty.
    ///
    /// Where the grammar's spacing asks for blanks they stand between two stretches, those in `out` before too.
    pub fn render<'a>(&'a self, tree: &'a Tree, out: &mut Vec<&'a [u8]>) {
        let words = tree.grammar().spacing() == Spacing::Words;
        let mut left = vec![self];
        while let Some(piece) = left.pop() {
            let bytes = match piece {
                Self::Text(bytes) => bytes,
                Self::Node(id) => tree.bytes(*id),
                Self::Part { first, last, .. } => {
                    &tree.text().bytes()[tree.node(*first).span().start..tree.node(*last).span().end]
                }
                Self::Made(_, parts) => {
                    left.extend(parts.iter().rev().map(|(_, part)| part));
                    continue;
                }
            };
            if bytes.is_empty() {
                continue;
            }
            if words && out.last().is_some_and(|last| would_merge(last, bytes)) {
                out.push(b" ");
            }
            out.push(bytes);
        }
    }
}
