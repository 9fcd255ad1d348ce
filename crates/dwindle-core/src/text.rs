//! Texts: bytes in memory.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::Id;
use crate::span_hash::{Prefixes, SpanHash};

/// An artifact that is one run of bytes: a file or standard input. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// As it was read: a slice would be a copy, which takes as long as a test where the text is large.
    bytes: Arc<Vec<u8>>,
    prefixes: Arc<OnceLock<Prefixes>>,
}

/// A text that has more bytes than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the input has {bytes} bytes; Dwindle takes at most {most} here")]
pub struct TooLarge {
    /// So many it has.
    pub bytes: u64,
    /// So many are taken at most.
    pub most: u64,
}

impl Text {
    /// So many bytes a text has at most whose bytes, tokens and lines are numbered: 4 GiB less one.
    pub const FINE: u64 = u32::MAX as u64;
    /// So many any text has at most: 1 TiB less one.
    pub const LARGEST: u64 = (1 << 40) - 1;

    /// Takes `bytes` as an artifact: a vector, a byte string (`*b"text"`), or the bytes of a `&str` (`text.as_bytes()`).
    ///
    /// # Errors
    /// [`TooLarge`] from 4 GiB on.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, TooLarge> {
        Self::of_at_most(Self::FINE, bytes.into())
    }

    /// The same for what may be [coarse](Self::is_coarse): a plan removes blocks of it until it is not.
    ///
    /// # Errors
    /// [`TooLarge`] from 1 TiB on.
    pub fn of_any_size(bytes: impl Into<Vec<u8>>) -> Result<Self, TooLarge> {
        Self::of_at_most(Self::LARGEST, bytes.into())
    }

    fn of_at_most(most: u64, bytes: Vec<u8>) -> Result<Self, TooLarge> {
        let size = bytes.len() as u64;
        if size > most {
            return Err(TooLarge { bytes: size, most });
        }
        Ok(Self::from_part(bytes))
    }

    /// Whether the text has 4 GiB or more: each of its [units](crate::space::Unit) is a block of some kilobytes then.
    pub fn is_coarse(&self) -> bool {
        self.bytes.len() as u64 > Self::FINE
    }

    /// A text that is a part of another, and so not too large either.
    pub(crate) fn from_part(bytes: Vec<u8>) -> Self {
        Self { bytes: Arc::new(bytes), prefixes: Arc::default() }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The identity of the whole text; the same as that of any candidate with these bytes.
    pub fn id(&self) -> Id {
        self.prefixes().span(&self.bytes, 0, self.bytes.len()).id()
    }

    /// The hash of some of its bytes.
    pub fn span_hash(&self, span: Range<usize>) -> SpanHash {
        self.prefixes().span(&self.bytes, span.start, span.end)
    }

    /// Made once for all spaces of this text.
    pub(crate) fn prefixes(&self) -> &Prefixes {
        self.prefixes.get_or_init(|| Prefixes::of(&self.bytes))
    }
}
