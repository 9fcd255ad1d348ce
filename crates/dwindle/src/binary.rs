//! Binary data: what is no text, and the formats in which parts of it say how long, how many and where others are.
//!
//! A reader of a [format](mod@format) makes a tree of [parts] of the bytes. Parts that are numbers say what they mean: the length
//! of another part, how many of them there are, where one begins, a checksum. What is left when some parts go is then
//! written anew, with each of these numbers as it has to be, so that the candidate is still of the format.

mod builder;
mod checksum;
pub mod encoding;
pub mod format;
pub mod inferred;
pub mod number;
pub mod packing;
pub mod parts;
mod write;

pub use builder::PartsBuilder;
pub use checksum::Checksum;
pub use number::Number;
pub use packing::Packing;
pub use parts::{Gone, ListId, Meaning, PartId, Parts, Unit};

/// How many bytes of text there are at least for each NUL.
const TEXT_PER_NUL: usize = 1024;

/// Of how many bytes one at most is neither text nor of a known encoding.
const TEXT_PER_STRANGE: usize = 8;

/// Whether `bytes` are no text: of a known format, with more bytes that no text has than a damaged one would have, or with some
/// and surely of an encoding.
pub fn is_binary(bytes: &[u8]) -> bool {
    let nuls = bytes.split(|byte| *byte == 0).count() - 1;
    let strange = strange(bytes);
    nuls * TEXT_PER_NUL > bytes.len()
        || strange * TEXT_PER_STRANGE > bytes.len()
        || format::of(bytes).is_some()
        || strange > 0 && encoding::guesses(bytes).iter().any(|(_, is_sure)| *is_sure)
}

/// How many bytes are of no UTF-8 character, or control characters that texts do not have.
fn strange(bytes: &[u8]) -> usize {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = bytes.iter().filter(is_control).count();
    // Most texts are UTF-8, and to see that is faster than to go through chunks.
    if std::str::from_utf8(bytes).is_ok() {
        return controls;
    }
    controls + bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_from_binary_data() {
        assert!(!is_binary(b""));
        assert!(!is_binary("Stra\u{df}e, na\u{ef}ve\n\tx\r\n\u{1b}[1m".as_bytes()));
        assert!(!is_binary(b"Latin-1: stra\xdfe and many other words that are plain ones\n"));
        assert!(!is_binary(&[b"a line of a log\n".repeat(200), vec![0]].concat()), "a damaged text");
        assert!(is_binary(b"\0\0\0\x05hello"));
        assert!(is_binary(&(0..=255).collect::<Vec<u8>>()));
    }
}
