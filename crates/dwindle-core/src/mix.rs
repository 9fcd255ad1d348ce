//! Mixes words to a 128-bit identity. Similar words give unrelated identities.

/// Two independent 64-bit lanes over `words` (multiply and fold, as in wyhash, by Wang Yi).
pub(crate) fn mixed(words: impl IntoIterator<Item = u64>) -> u128 {
    let (mut a, mut b) = (0x9e37_79b9_7f4a_7c15_u64, 0xd1b5_4a32_d192_ed03_u64);
    for word in words {
        a = fold_multiply(a ^ word, 0xa076_1d64_78bd_642f);
        b = fold_multiply(b.rotate_left(23) ^ word, 0xe703_7ed1_a0b4_28db);
    }
    u128::from(a) << 64 | u128::from(b)
}

/// The halves of a number.
#[expect(clippy::cast_possible_truncation, reason = "both halves are given")]
pub(crate) const fn halves(number: u128) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

const fn fold_multiply(a: u64, b: u64) -> u64 {
    let [high, low] = halves(a as u128 * b as u128);
    low ^ high
}
