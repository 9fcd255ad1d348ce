//! Binary data as a tree of parts, and what their numbers mean.

use std::ops::Range;
use std::sync::Arc;

use super::checksum::Checksum;
use super::number::Number;
use super::packing::Packing;

/// The number of a part: parts are in preorder, the whole is 0.
pub type PartId = usize;

/// The number of a list of parts.
pub type ListId = usize;

/// Binary data as a tree of parts.
///
/// Keeping all of it gives back the data byte for byte.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The data, and behind it what was unpacked of it.
    pub(super) bytes: Arc<[u8]>,
    pub(super) nodes: Vec<Part>,
    pub(super) units: Vec<Unit>,
    pub(super) free: Vec<Range<usize>>,
    /// Parts of one kind each, which numbers count: the functions of a module.
    pub(super) lists: Vec<Vec<PartId>>,
}

/// A part with all that is in it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// One past the last part in it.
    pub(super) end: PartId,
    /// The part that it is in; that of the whole is itself.
    pub(super) parent: PartId,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// These bytes as they are.
    Bytes(Range<usize>),
    /// What its parts are.
    Group,
    /// A number that follows from what is left.
    Number(Number, Meaning),
    /// What its parts are, packed; with where it stood, and where it is unpacked.
    Packed(Packing, Range<usize>, Range<usize>),
    /// As many zeros as make the size of a part a multiple of a number.
    Padding(PartId, u64),
    /// The same as a part before it.
    Copy(PartId),
}

/// What a number means; the last field is what is added, since it counts more or less than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// How many bytes a part has, in units of so many bytes.
    Length(PartId, u64, i64),
    /// How many parts are directly in a part.
    Count(PartId, i64),
    /// How many parts stand before a part in the one that both are in.
    Index(PartId, i64),
    /// How many of the first so many parts of a list are left: the number of the part after them.
    Left(ListId, usize),
    /// Where a part begins, from the beginning of another.
    Offset(PartId, PartId, i64),
    /// A checksum of a part.
    Checksum(Checksum, PartId),
}

/// Parts that go only together, and when they are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The parts, in order.
    pub parts: Vec<PartId>,
    /// What stands in the place of the first, if anything does.
    pub instead: Option<Box<[u8]>>,
    /// How many rounds come before: those of what is around them, and of other ways in which they can go.
    pub depth: usize,
}

/// What goes of some parts, or gets another value.
#[derive(Clone, Debug, Default)]
pub struct Gone {
    /// Whole parts, in order.
    pub parts: Vec<PartId>,
    /// Bytes: in order and apart.
    pub bytes: Vec<Range<usize>>,
    /// Bytes that get another value, in order.
    pub values: Vec<(usize, u8)>,
    /// Parts with what stands in their place.
    pub instead: Vec<(PartId, Box<[u8]>)>,
    /// Whether numbers that are wider than they have to be become narrow.
    pub narrowed: bool,
}

impl Parts {
    /// What can go, outer units before those in them.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Whether some numbers are wider than they have to be.
    pub fn has_wide_numbers(&self) -> bool {
        let is_wide = |part: &Part| matches!(part.kind, Kind::Number(Number::PaddedLeb(_), _));
        self.nodes.iter().any(is_wide)
    }

    /// Content whose bytes may go one by one: in order and apart.
    pub fn free(&self) -> &[Range<usize>] {
        &self.free
    }

    /// The bytes that stretches like those of [`free`](Self::free) are of: the data, and what was unpacked of it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
