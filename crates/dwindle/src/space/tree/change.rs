//! The form of a change of a tree's text: the stretch that is replaced, and what stands in its place.

use std::ops::Range;

/// A stretch of the text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) span: Range<usize>,
    pub(crate) with: With,
    /// Whether a blank keeps what is put in apart from what stands before it.
    pub(crate) blank_before: bool,
    /// And from what stands after it.
    pub(crate) blank_after: bool,
}

impl Change {
    pub(super) const fn new(span: Range<usize>, with: With) -> Self {
        Self { span, with, blank_before: false, blank_after: false }
    }
}

/// What a stretch is replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    /// Nothing at all: others of this group's list stay.
    Nothing(usize),
    /// What stands where all of this group's units went.
    Empty(usize),
    /// This unit's replacement of this number.
    Alternative(u32, u32),
}

/// The same changes without those that lie within another.
///
/// An element takes with it what lies between it and its neighbour, and a list that goes all that is in it: a
/// comment for example, that may be or have a unit too.
pub(super) fn disjoint(changes: Vec<Change>) -> Vec<Change> {
    let mut apart: Vec<Change> = Vec::with_capacity(changes.len());
    for mut change in changes {
        while apart
            .pop_if(|last| change.span.start <= last.span.start && last.span.start < change.span.end)
            .is_some()
        {}
        let end = apart.last().map_or(0, |last| last.span.end);
        if change.span.start < end && change.span.end <= end {
            continue;
        }
        change.span.start = change.span.start.max(end);
        apart.push(change);
    }
    apart
}
