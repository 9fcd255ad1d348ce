//! The parts of a node, between the parser's tree and ours.

use dwindle::grammar::Symbol;
use dwindle::tree::{Role, Shape};

use super::raw::{Kind, RawNode};

/// A part of a node, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Nothing: the node that began here was none.
    Gone,
    Open {
        symbol: Symbol,
        place: Symbol,
        shape: Shape,
        role: Role,
    },
    Close,
    /// The parser's node of this number.
    Child {
        node: u32,
        place: Symbol,
        role: Role,
    },
    /// Bytes that the parser skipped.
    Text {
        start: u32,
        stop: u32,
    },
}

impl Part {
    pub(super) fn child(node: usize, place: Symbol, role: Role) -> Self {
        Self::Child { node: u32::try_from(node).expect("as many as bytes, and fewer"), place, role }
    }

    /// Takes over the place and role of a node that only it was in.
    pub(super) fn stand(&mut self, outer_place: Option<Symbol>, outer_role: Role) {
        let (Self::Child { place, role, .. } | Self::Open { place, role, .. }) = self else { return };
        // What may go from a node that is then empty may go; extras stay what they are.
        let stays = match role {
            Role::Extra | Role::Loose => true,
            Role::Optional => outer_role == Role::Needed,
            _ => false,
        };
        if !stays {
            (*place, *role) = (outer_place.unwrap_or(*place), outer_role);
        }
    }
}

/// Whether rules speak of it.
pub(super) fn is_part(node: RawNode) -> bool {
    matches!(node.kind(), Kind::Named | Kind::Nameless)
}
