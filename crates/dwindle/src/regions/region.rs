//! The types of regions: a stretch of a text, whose it is, and the interface of what finds regions.

use std::ops::Range;

/// What finds regions.
pub(crate) trait Provider: Sync {
    /// The regions of `text`: outer ones before what is in them, in order, and not overlapping otherwise. None where the text
    /// tells nothing of the kind.
    fn regions(&self, text: &[u8]) -> Vec<Region>;
}

/// Whose the text of a region is. What is further from the user is the greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// The user's, like the text around it: another source of the same project.
    Project,
    /// Somebody else's: a header of the system.
    Foreign,
}

/// A stretch of a text that comes from one source, with what that takes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// All of it, with the lines that say where it begins and ends.
    pub span: Range<usize>,
    /// The same without these lines.
    pub body: Range<usize>,
    /// Whose it is. Nothing in what is foreign is the project's.
    pub whose: Whose,
}
