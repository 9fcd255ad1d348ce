//! The outcomes of a test.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// The outcome of one test (Zeller & Hildebrandt 2002, definition 3: ✘, ✔ and ?).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Outcome {
    /// The failure is still there: the candidate is interesting.
    Fail,
    /// The failure is gone.
    Pass,
    /// The test cannot tell: the candidate does not parse, fails in a different way, or takes too long.
    Unresolved,
}

impl Outcome {
    /// All outcomes, in the order in which they are counted and shown.
    pub const ALL: [Self; 3] = [Self::Fail, Self::Pass, Self::Unresolved];

    /// The outcome as one lower-case word.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// `Pass` for `Fail` and `Fail` for `Pass`, for the opposite question. `Unresolved` stays the same.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Fail => Self::Pass,
            Self::Pass => Self::Fail,
            Self::Unresolved => Self::Unresolved,
        }
    }
}

/// A set of outcomes: those that end a batch of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeSet(u8);

impl OutcomeSet {
    /// No outcome: the batch is asked to its end whatever comes out.
    pub const NONE: Self = Self(0);
    /// The failure is still there.
    pub const FAIL: Self = Self::NONE.with(Outcome::Fail);
    /// The failure is gone.
    pub const PASS: Self = Self::NONE.with(Outcome::Pass);
    /// Every outcome: what is asked next always depends on this answer.
    pub const ANY: Self = Self::FAIL.with(Outcome::Pass).with(Outcome::Unresolved);

    /// This set and `outcome`.
    #[must_use]
    pub const fn with(self, outcome: Outcome) -> Self {
        Self(self.0 | 1 << outcome as u8)
    }

    /// Whether `outcome` is in the set.
    pub const fn contains(self, outcome: Outcome) -> bool {
        self.0 & (1 << outcome as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_exactly_what_was_put_in() {
        assert!(OutcomeSet::FAIL.contains(Outcome::Fail));
        assert!(!OutcomeSet::FAIL.contains(Outcome::Pass));
        assert!(Outcome::ALL.iter().all(|&o| OutcomeSet::ANY.contains(o) && !OutcomeSet::NONE.contains(o)));
    }
}
