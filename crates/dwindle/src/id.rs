//! The identity of a candidate: a 128-bit hash of exactly what the test sees.

use std::fmt;
use std::str::FromStr;

/// A candidate's identity. Equal candidates have equal ids, whatever space they were made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u128);

impl Id {
    /// The number of the scheme by which identities are made: which bytes are hashed how. It goes up when the same
    /// candidate gets another identity, or two candidates that had one identity get two; what was recorded by another
    /// is not comparable.
    pub const SCHEME: u32 = 1;
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}
