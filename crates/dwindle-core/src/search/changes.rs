//! What the same change came to on another text, as a guess at what it will come to on this one.
//!
//! Most of what is asked about was asked before, of a text that was a little larger: what took a comma away and passed
//! passes again, and of two removals that both failed on one text the second one mostly fails on what the first one left,
//! too. So a [shadow](super::shadow) that does not know the outcome of a candidate is told what the same change came to.
//!
//! # Determinism
//! It decides what runs ahead and nothing else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::change::Change;

/// What changes came to last, for a search and all its shadows.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Arc<Mutex<HashMap<Change, bool>>>);

impl Changes {
    fn known(&self) -> MutexGuard<'_, HashMap<Change, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn learn(&self, change: Change, fails: bool) {
        self.known().insert(change, fails);
    }

    /// Whether what it makes failed last.
    pub(super) fn failed(&self, change: Change) -> Option<bool> {
        self.known().get(&change).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_a_change_last_is_told() {
        let (changes, change) = (Changes::default(), Change::between(b"ab", b"a"));
        assert_eq!(changes.failed(change), None);
        changes.learn(change, true);
        assert_eq!(changes.clone().failed(change), Some(true));
        changes.learn(change, false);
        assert_eq!(changes.failed(change), Some(false));
    }
}
