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

/// A text that has more bytes than units can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the input has {0} bytes; Dwindle takes at most 4 GiB - 1 byte")]
pub struct TooLarge(pub u64);

impl Text {
    /// Takes `bytes` as an artifact: a vector, a byte string (`*b"text"`), or the bytes of a `&str` (`text.as_bytes()`).
    ///
    /// # Errors
    /// [`TooLarge`] from 4 GiB on.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, TooLarge> {
        let bytes = Arc::new(bytes.into());
        if u32::try_from(bytes.len()).is_err() {
            return Err(TooLarge(bytes.len() as u64));
        }
        Ok(Self { bytes, prefixes: Arc::default() })
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
