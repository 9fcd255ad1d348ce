//! The identity of a candidate: a 128-bit hash of exactly what the test sees.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::mix::mixed;

/// A candidate's identity. Equal candidates have equal ids, whatever space they were made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u128);

impl Id {
    /// The number of the scheme by which identities are made: which bytes are hashed how. It goes up when the same
    /// candidate gets another identity, or two candidates that had one identity get two; what was recorded by another
    /// is not comparable.
    pub const SCHEME: u32 = 2;

    /// The identity of what these words say, for a space of a caller's own.
    pub fn of_words(words: impl IntoIterator<Item = u64>) -> Self {
        Self(mixed(words))
    }
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

/// As 32 hexadecimal digits.
impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(D::Error::custom("an id has 32 hexadecimal digits"));
        }
        text.parse().map_err(D::Error::custom)
    }
}
