//! How the content of a part is compressed, so that it can be read, changed and compressed again.

use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

/// From this size on what is packed is packed faster, and not as small.
const LARGE: usize = 1 << 18;

/// A way to pack content.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    /// What some bytes are when they are unpacked, up to a number of bytes; none where they are not packed so.
    pub unpack: fn(&[u8], usize) -> Option<Vec<u8>>,
    /// Packs bytes: always the same ones to the same.
    pub pack: fn(&[u8]) -> Vec<u8>,
}

impl Packing {
    /// As gzip and ZIP pack.
    pub const DEFLATE: Self = Self {
        unpack: |packed, most| decompress_to_vec_with_limit(packed, most).ok(),
        pack: |content| compress_to_vec(content, level(content)),
    };

    /// Deflate with a header and a checksum, as in PNG.
    pub const ZLIB: Self = Self {
        unpack: |packed, most| decompress_to_vec_zlib_with_limit(packed, most).ok(),
        pack: |content| compress_to_vec_zlib(content, level(content)),
    };
}

const fn level(content: &[u8]) -> u8 {
    if content.len() < LARGE { 9 } else { 4 }
}
