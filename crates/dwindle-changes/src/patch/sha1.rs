//! SHA-1 (FIPS 180-4), as the names of contents in git: a patch of a binary file must give them.
//!
//! Repositories that name by SHA-256 take such patches for texts only.

use std::fmt::Write as _;

/// The name of a file's contents in git.
pub(super) fn blob(bytes: &[u8]) -> String {
    let mut object = format!("blob {}\0", bytes.len()).into_bytes();
    object.extend_from_slice(bytes);
    sha1(&object).iter().fold(String::with_capacity(40), |mut hex, word| {
        write!(hex, "{word:08x}").expect("a string takes everything");
        hex
    })
}

fn sha1(bytes: &[u8]) -> [u32; 5] {
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let blocks = bytes.chunks_exact(64);
    let mut last = blocks.remainder().to_vec();
    last.push(0x80);
    last.resize(if last.len() <= 56 { 56 } else { 120 }, 0);
    last.extend_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in blocks.chain(last.chunks_exact(64)) {
        compress(&mut state, block);
    }
    state
}

fn compress(state: &mut [u32; 5], block: &[u8]) {
    let mut words = [0u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for nth in 16..80 {
        words[nth] = (words[nth - 3] ^ words[nth - 8] ^ words[nth - 14] ^ words[nth - 16]).rotate_left(1);
    }
    let [mut first, mut second, mut third, mut fourth, mut fifth] = *state;
    for (nth, word) in words.iter().enumerate() {
        let (mixed, constant) = match nth / 20 {
            0 => (second & third | !second & fourth, 0x5a82_7999),
            1 => (second ^ third ^ fourth, 0x6ed9_eba1),
            2 => (second & third | second & fourth | third & fourth, 0x8f1b_bcdc),
            _ => (second ^ third ^ fourth, 0xca62_c1d6),
        };
        let next = [mixed, fifth, constant, *word].into_iter().fold(first.rotate_left(5), u32::wrapping_add);
        (fifth, fourth, third, second, first) = (fourth, third, second.rotate_left(30), first, next);
    }
    for (sum, word) in state.iter_mut().zip([first, second, third, fourth, fifth]) {
        *sum = sum.wrapping_add(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_git_gives() {
        assert_eq!(blob(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(blob(b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let hex = |bytes: &[u8]| sha1(bytes).map(|word| format!("{word:08x}")).concat();
        assert_eq!(hex(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(two_blocks), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    }
}
