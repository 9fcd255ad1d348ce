//! Hashes that are written down: of BLAKE3 the first 128 bits, in hexadecimal.
//!
//! No two contents have the same by chance, and nobody makes two that do. A hash gives no value away that cannot be
//! guessed, such as that of a variable.

use blake3::Hasher;

/// How many digits are written down.
const DIGITS: usize = 32;

/// The hash of `bytes`.
pub(super) fn of(bytes: &[u8]) -> String {
    digits(Hasher::new().update(bytes))
}

/// The hash of what was given to `hasher` so far.
pub(super) fn digits(hasher: &Hasher) -> String {
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_come_out() {
        assert_eq!(of(b""), "af1349b9f5f9a1a6a0404dea36dcc949");
        assert_eq!(of(b"The quick brown fox jumps over the lazy dog"), "2f1514181aadccd913abd94cfa592701");
    }

    #[test]
    fn parts_make_the_same_hash_as_the_whole() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100).collect();
        for length in 0..bytes.len() {
            for cut in 0..=length {
                let mut hasher = Hasher::new();
                hasher.update(&bytes[..cut]).update(&bytes[cut..length]);
                assert_eq!(digits(&hasher), of(&bytes[..length]));
            }
        }
    }
}
