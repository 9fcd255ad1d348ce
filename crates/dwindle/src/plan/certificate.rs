//! Certificates: what a stage proved of the result, and by how many tests.

use crate::passes::Level;

/// A proof of 1-minimality: how many single removals of which unit were tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What was removed: units of a text, or nodes of the tree, which may have become a shortest text instead.
    pub level: Level,
    /// How many removals were tested: one for each unit left that is not protected.
    pub removals: usize,
}
