//! What is left where many neighbouring units go, worked out once for a space.
//!
//! A subset that ddmin asks for leaves out thousands of neighbouring units of a large program. What the text becomes
//! where all units of some groups go hangs on nothing else, as long as bytes that always stay lie before the first
//! of these groups and after the last. So prefix hashes over the text without any unit give the hash of such a
//! stretch from its two ends.

use std::ops::Range;

use super::change::Change;
use dwindle_core::span_hash::SpanHash;

/// At least so many groups lie between two marks: at most so many are looked at one by one at each end of what goes.
pub(super) const STRIDE: u32 = 16;

/// Prefixes of the text in which every unit is gone.
#[derive(Clone, Debug)]
pub(super) struct Gone(pub(super) Vec<Mark>);

/// A place between two groups where bytes stay whatever goes.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// The first group after it, and the first unit.
    pub(super) group: u32,
    pub(super) unit: u32,
    /// The end of the last change before it.
    pub(super) before: Prefix,
    /// The start of the first change after it.
    pub(super) after: Prefix,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    /// How many bytes of the text as it stands.
    pub(super) bytes: usize,
    /// What becomes of them.
    pub(super) hash: SpanHash,
    /// How many changes lose protected bytes.
    pub(super) losses: u32,
}

/// A part of what a configuration changes in the text.
#[derive(Debug)]
pub(super) enum Edit {
    Change(Change),
    /// A stretch, the hash of what it becomes, and whether protected bytes go.
    Gone(Range<usize>, SpanHash, bool),
}

impl Edit {
    /// The bytes that are replaced.
    pub(super) fn span(&self) -> Range<usize> {
        match self {
            Self::Change(change) => change.span.clone(),
            Self::Gone(span, ..) => span.clone(),
        }
    }
}
