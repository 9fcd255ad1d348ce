//! The goal of a search: the smallest candidate that fails, or the largest that passes.

use crate::Outcome;

/// Which tested candidate is the best, and so kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The smallest that fails: reduction and isolation.
    #[default]
    SmallestFailing,
    /// The largest that passes: ddmax.
    LargestPassing,
}

impl Goal {
    /// The outcome of what is kept.
    pub(super) const fn outcome(self) -> Outcome {
        match self {
            Self::SmallestFailing => Outcome::Fail,
            Self::LargestPassing => Outcome::Pass,
        }
    }

    /// Whether a candidate of this measure and size and the right outcome is better than the best.
    pub(super) fn prefers(self, found: (u64, u64), best: Option<(u64, u64)>) -> bool {
        best.is_none_or(|best| match self {
            Self::SmallestFailing => found < best,
            Self::LargestPassing => found > best,
        })
    }
}
