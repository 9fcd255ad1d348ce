//! What is kept of a window.

use dwindle::outline::Marked;

use super::raw::RawNode;

/// What is made of a window, as if the text began there.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The root, and all that is taken of it.
    pub(super) nodes: Vec<RawNode>,
    /// What the query of what a text declares finds.
    pub(super) marks: Vec<Marked>,
}
