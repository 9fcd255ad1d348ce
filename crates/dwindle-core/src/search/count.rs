//! The numbers of a search, counted in serial order.

/// Numbers of a search so far, all in serial order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Logical tests: distinct candidates that were asked for.
    pub tests: u64,
    /// Questions answered without a test of their own, since the candidate was known.
    pub repeats: u64,
    /// Questions answered without any test: by monotony (a subset of a passing set), or since the space
    /// knew the outcome ([`Space::known_outcome`](crate::space::Space::known_outcome)).
    pub inferred: u64,
}

impl Count {
    /// Counts the answer to a question; gives the number of the logical test if it is the `first` one.
    pub(super) const fn answered(&mut self, first: bool) -> Option<u64> {
        if first {
            self.tests += 1;
            return Some(self.tests);
        }
        self.repeats += 1;
        None
    }
}
