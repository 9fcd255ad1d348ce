//! The edits of a value, each of which makes it a little smaller.

use super::{Holds, NodeId, Number, Value};

/// The letter that others become.
pub const SMALLEST_LETTER: u32 = 'a' as u32;

/// One step that makes a value smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edit {
    /// Takes out of a node what stands at this place in it: an element, an entry, a character, a byte.
    Drop {
        /// The node.
        from: NodeId,
        /// The place.
        at: u32,
    },
    /// Puts another node, which lies deeper, in the node's place, wherever it stands.
    Hoist {
        /// The node.
        node: NodeId,
        /// What is put there, of the same kind.
        by: NodeId,
    },
    /// Makes a number another one.
    Set {
        /// The node that holds it.
        node: NodeId,
        /// What it becomes.
        to: Number,
    },
    /// Makes a character or a byte the [smallest letter](SMALLEST_LETTER).
    Letter {
        /// The node that holds it.
        node: NodeId,
        /// Its place.
        at: u32,
    },
}

impl Edit {
    /// The node that it changes.
    pub const fn node(&self) -> NodeId {
        match *self {
            Self::Drop { from: node, .. }
            | Self::Hoist { node, .. }
            | Self::Set { node, .. }
            | Self::Letter { node, .. } => node,
        }
    }
}

impl Value {
    /// What takes each part of a node out of it.
    pub fn drops(&self, node: NodeId) -> impl Iterator<Item = Edit> + use<> {
        let parts = self.node(node).holds.removable();
        let parts = u32::try_from(parts).expect("a value has fewer than 2^32 parts");
        (0..parts).map(move |at| Edit::Drop { from: node, at })
    }
}

/// What a node holds after `edits` of it, none of which puts another in its place. Drops come by their place.
pub(crate) fn edited(holds: &Holds, edits: impl Iterator<Item = Edit>) -> Holds {
    let mut left = holds.clone();
    let mut dropped = Vec::new();
    for edit in edits {
        match (edit, &mut left) {
            (Edit::Drop { at, .. }, _) => dropped.push(at as usize),
            (Edit::Set { to, .. }, Holds::Number(number)) => *number = to,
            (Edit::Letter { at, .. }, Holds::Text(points)) => points[at as usize] = SMALLEST_LETTER,
            (Edit::Letter { at, .. }, Holds::Bytes(bytes)) => bytes[at as usize] = b'a',
            _ => {}
        }
    }
    if !dropped.is_empty() {
        match &mut left {
            Holds::Items(parts) | Holds::Text(parts) => without(parts, &dropped),
            Holds::Entries(parts) => without(parts, &dropped),
            Holds::Bytes(parts) => without(parts, &dropped),
            Holds::Fields(_) | Holds::Number(_) | Holds::Other(_) => {}
        }
    }
    left
}

/// Takes out what stands at these places, which ascend.
fn without<T>(parts: &mut Vec<T>, dropped: &[usize]) {
    let (mut at, mut next) = (0, dropped.iter().copied().peekable());
    parts.retain(|_| {
        let goes = next.next_if_eq(&at).is_some();
        at += 1;
        !goes
    });
}
