//! Where the search for the next cause starts, or why there is none.

use crate::Text;

/// What comes after a cause.
#[derive(Debug)]
pub(super) enum Next {
    /// The search for another one.
    Start(Start),
    /// The input passes without a part of each.
    Repaired,
    /// Nothing that was asked about fails.
    Nothing,
}

/// What a search starts from.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) text: Text,
    /// The failure that it shows, where it is not the one that the test judges by.
    pub(super) failure: Option<String>,
}
