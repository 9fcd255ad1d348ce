//! `MurmurHash3` x64 128 (Austin Appleby, public domain), streaming.
//!
//! It tells contents apart by accident-proof 128 bits at memory speed, and is 60 lines. It does not resist an
//! adversary who makes two contents collide; nothing here is worth that trouble: a run whose key collides
//! is a run that its owner resumes with the wrong journal, and the re-judging before a resumption stops it.

use std::io::{self, Write};

const C1: u64 = 0x87C3_7B91_1142_53D5;
const C2: u64 = 0x4CF5_AD43_2745_937F;

/// A hash under way; bytes are written to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Hasher {
    h1: u64,
    h2: u64,
    length: u64,
    tail: [u8; 16],
    filled: usize,
}

impl Hasher {
    fn block(&mut self, block: [u8; 16]) {
        let [k1, k2] = halves(block);
        self.h1 ^= scramble_first(k1);
        self.h1 = self.h1.rotate_left(27).wrapping_add(self.h2);
        self.h1 = self.h1.wrapping_mul(5).wrapping_add(0x52DC_E729);
        self.h2 ^= scramble_second(k2);
        self.h2 = self.h2.rotate_left(31).wrapping_add(self.h1);
        self.h2 = self.h2.wrapping_mul(5).wrapping_add(0x3849_5AB5);
    }

    /// The hash of what was written so far.
    pub(super) fn finish(&self) -> u128 {
        let mut tail = [0; 16];
        tail[..self.filled].copy_from_slice(&self.tail[..self.filled]);
        let [k1, k2] = halves(tail);
        let mut h1 = self.h1 ^ scramble_first(k1) ^ self.length;
        let mut h2 = self.h2 ^ scramble_second(k2) ^ self.length;
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        (h1, h2) = (avalanche(h1), avalanche(h2));
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        u128::from(h1) << 64 | u128::from(h2)
    }

    /// The hash of `bytes`.
    pub(super) fn of(bytes: &[u8]) -> u128 {
        let mut hasher = Self::default();
        hasher.add(bytes);
        hasher.finish()
    }

    /// Writes `bytes` to it; this cannot fail.
    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.filled > 0 {
            let (now, later) = bytes.split_at(bytes.len().min(16 - self.filled));
            self.tail[self.filled..self.filled + now.len()].copy_from_slice(now);
            self.filled += now.len();
            bytes = later;
            if self.filled < 16 {
                return;
            }
            self.block(self.tail);
        }
        let (blocks, rest) = bytes.as_chunks::<16>();
        for &block in blocks {
            self.block(block);
        }
        self.tail[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }
}

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves of a number")]
const fn halves(block: [u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(block);
    [both as u64, (both >> 64) as u64]
}

const fn scramble_first(k1: u64) -> u64 {
    k1.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

const fn scramble_second(k2: u64) -> u64 {
    k2.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

const fn avalanche(mut h: u64) -> u64 {
    h ^= h >> 33;
    h = h.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    h ^= h >> 33;
    h = h.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    h ^ h >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_come_out() {
        assert_eq!(Hasher::of(b""), 0);
        assert_eq!(
            Hasher::of(b"The quick brown fox jumps over the lazy dog"),
            0xE34B_BC7B_BC07_1B6C_7A43_3CA9_C49A_9347
        );
    }

    #[test]
    fn parts_make_the_same_hash_as_the_whole() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100).collect();
        for length in 0..bytes.len() {
            for cut in 0..=length {
                let mut hasher = Hasher::default();
                hasher.add(&bytes[..cut]);
                hasher.add(&bytes[cut..length]);
                assert_eq!(hasher.finish(), Hasher::of(&bytes[..length]));
            }
        }
    }
}
