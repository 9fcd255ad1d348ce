//! Blobs, known by their SHA-256.

use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use prost::Message;
use sha2::{Digest as _, Sha256};

/// What names a blob.
pub(crate) type Digest = api::Digest;

/// A blob and its name.
#[derive(Clone, Debug)]
pub(crate) struct Blob {
    pub(crate) digest: Digest,
    pub(crate) bytes: Vec<u8>,
}

impl Blob {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { digest: digest(&bytes), bytes }
    }

    pub(crate) fn of(message: &impl Message) -> Self {
        Self::new(message.encode_to_vec())
    }
}

/// The digest of these bytes.
pub(crate) fn digest(bytes: &[u8]) -> Digest {
    use std::fmt::Write;
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _written = write!(hash, "{byte:02x}");
    }
    Digest { hash, size_bytes: i64::try_from(bytes.len()).unwrap_or(i64::MAX) }
}
