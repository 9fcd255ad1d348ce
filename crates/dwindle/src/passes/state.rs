//! The state that stages hand to the stages after them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Id;

/// What stages tell those after them.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Where `stretches` was interrupted.
    pub stretches_at: Option<Place>,
    /// What `users` and `each` know of their turns before.
    pub with_users: Asked,
    /// How large the text was when fewer roots were asked about last, if that was in vain.
    pub needed_roots: Option<usize>,
    /// The rule of `rewrites` that is asked about, or was when the pass was interrupted.
    pub rule: Option<&'static str>,
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
            stretches_at: None,
            with_users: Asked::default(),
            needed_roots: None,
            rule: None,
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

/// A place in a text, as a part of it: so it can be found again when other passes have changed the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    at: usize,
    of: usize,
}

impl Place {
    /// At this byte of so many.
    pub(super) const fn new(at: usize, of: usize) -> Self {
        Self { at, of }
    }

    /// Where it is in a text of so many bytes.
    pub(super) fn within(self, size: usize) -> usize {
        if self.of == 0 { 0 } else { (self.at as u128 * size as u128 / self.of as u128) as usize }
    }
}

/// What `users` and `each` know of their turns before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What was asked about in vain since nothing was left to ask about, by its bytes.
    pub(super) in_vain: Arc<BTreeSet<Id>>,
    /// How many classes `each` asks about together.
    pub(super) classes: u32,
}

impl Default for Asked {
    fn default() -> Self {
        Self { in_vain: Arc::default(), classes: 1 }
    }
}
