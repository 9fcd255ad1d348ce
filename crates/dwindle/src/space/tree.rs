//! Some nodes of a syntax tree as units: each can be kept, removed or replaced.
//!
//! A candidate costs time in the number of runs of its configuration, whatever the size of the text and however many
//! units go: what lies between two changes is hashed from stored prefixes, and so is what many units leave.
//!
//! What belongs to a unit goes with it: the separator of an element, the blanks before an optional part. Only what
//! is adopted makes a new tree.

mod change;
mod edits;
mod gone;
mod rewrite;
mod settle;
mod sites;
#[cfg(test)]
mod tests;
mod tree_space;

pub use rewrite::Moved;
pub use sites::Site;
pub use tree_space::TreeSpace;
