//! What is known by its number among those of its kind.

use std::ops::Range;

use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{ListId, Meaning, PartId};

/// What has numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    Table,
    Memory,
    Global,
    Type,
    Element,
    Data,
}

impl Kind {
    /// The kind that imports and exports give by a byte.
    pub(super) const fn of_export(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::Function,
            1 => Self::Table,
            2 => Self::Memory,
            3 => Self::Global,
            _ => return None,
        })
    }
}

/// A list of parts for each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indices([ListId; 7]);

impl Indices {
    pub(super) fn new(builder: &mut PartsBuilder<'_>) -> Self {
        Self(std::array::from_fn(|_kind| builder.list()))
    }

    /// The next part of a kind.
    pub(super) fn put(self, builder: &mut PartsBuilder<'_>, kind: Kind, part: PartId) {
        builder.put_in(self.0[kind as usize], part);
    }

    /// A number of something of this kind.
    pub(super) fn number(self, builder: &mut PartsBuilder<'_>, kind: Kind, index: usize, span: Range<usize>) {
        let number = builder.number(span);
        builder.means(number, Number::Leb, Meaning::Left(self.0[kind as usize], index));
    }
}
