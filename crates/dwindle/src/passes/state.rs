//! The state that stages hand to the stages after them.

use crate::Id;

/// What stages tell those after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassState {
    /// An answer came that a monotone test with two outcomes never gives: unresolved, or units that can be removed one
    /// by one but not together.
    pub non_monotone: bool,
    /// The pass has not ended yet, on no text.
    pub is_first: bool,
    /// What is known of the text's syntax.
    pub syntax: Syntax,
    /// How many characters could go where there is a tree.
    pub chars_gone: usize,
    /// Into how many stretches the text was cut last.
    pub stretches: usize,
    /// Whether the user's own text was reduced, where the text tells what that is.
    pub knows_own: bool,
    /// What the tree was up to names and blanks when nothing more of it was likely to go.
    pub settled: Option<Id>,
}

impl Default for PassState {
    fn default() -> Self {
        Self {
            non_monotone: false,
            is_first: true,
            syntax: Syntax::Unknown,
            chars_gone: 0,
            stretches: 0,
            knows_own: false,
            settled: None,
        }
    }
}

/// What is known of the text's syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// There is no tree, or none that the plan reduces.
    Unknown,
    /// There is a tree, and nothing failed so far whose syntax was broken.
    Kept,
    /// There is a tree, and something failed although its syntax was broken.
    Broken,
}
