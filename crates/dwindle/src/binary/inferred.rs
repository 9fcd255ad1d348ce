//! Formats that nobody told of, inferred from the data: records behind each other with their lengths, and values that describe
//! themselves.
//!
//! All this only proposes what to test. A [`Guess`] is a reader of parts like that of a known format.

mod chain;
mod checks;
mod records;
mod search;

use super::encoding::{self, Encoding};
use super::parts::Parts;

pub use records::Records;

/// What data may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Of an encoding, and whether they cannot be of it by chance.
    Encoding(Encoding, bool),
    /// Records with their lengths.
    Records(Box<Records>),
}

/// The likeliest guesses first: an encoding says more of the data than records.
pub fn guesses(bytes: &[u8]) -> Vec<Guess> {
    let encodings = encoding::guesses(bytes).into_iter();
    let encodings = encodings.map(|(encoding, is_sure)| Guess::Encoding(encoding, is_sure));
    let records = records::records(bytes).into_iter().map(|records| Guess::Records(Box::new(records)));
    encodings.chain(records).collect()
}

impl Guess {
    /// The parts of `bytes`, as far as they are like this.
    pub fn read(&self, bytes: &[u8]) -> Option<Parts> {
        match self {
            Self::Encoding(encoding, _) => encoding.read(bytes),
            Self::Records(records) => records.read(bytes),
        }
    }

    /// Whether no test is needed to believe it.
    pub const fn is_sure(&self) -> bool {
        matches!(self, Self::Encoding(_, true))
    }
}
