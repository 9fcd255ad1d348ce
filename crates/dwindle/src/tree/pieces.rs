//! What a node can be replaced by.

use std::sync::Arc;

use super::{NodeId, Tree};
use crate::grammar::Symbol;

/// What stands in a node's place: a text, another node of the same tree, or a new node made of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A text of which no tree is known.
    Text(Arc<[u8]>),
    /// A node as it stands, with all below it.
    Node(NodeId),
    /// A node of this symbol, by an alternative of its rule whose parts are these.
    Made(Symbol, Vec<(Symbol, Self)>),
}

impl Piece {
    /// A text.
    pub fn text(bytes: &[u8]) -> Self {
        Self::Text(bytes.into())
    }

    /// The stretches of bytes that it is rendered as, in order.
    ///
    /// Pieces are nested as deeply as whoever made them nested them, which is never more than a few levels.
    pub fn render<'a>(&'a self, tree: &'a Tree, out: &mut Vec<&'a [u8]>) {
        match self {
            Self::Text(bytes) => out.push(bytes),
            Self::Node(id) => out.push(tree.bytes(*id)),
            Self::Made(_, parts) => {
                for (_, part) in parts {
                    let before = out.len();
                    part.render(tree, out);
                    if let (Some(last), Some(next)) = (before.checked_sub(1).map(|i| out[i]), out.get(before))
                        && tree.grammar().spacing() == crate::grammar::Spacing::Words
                        && crate::grammar::would_merge(last, next)
                    {
                        out.insert(before, b" ");
                    }
                }
            }
        }
    }
}
