//! Tells whether two causes are the same text with the same failure, found at two places of the input.

use super::cause::Cause;

/// Whether two causes have the same text but for blanks, and the same failure.
pub(super) fn same_text(one: &Cause, other: &Cause) -> bool {
    let words = |cause: &Cause| -> Vec<Vec<u8>> {
        let words = cause.text.bytes().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(<[u8]>::to_vec).collect()
    };
    one.failure == other.failure && words(one) == words(other)
}
