//! Identities of trees that combine: sums of hashes of what stands at each path.
//!
//! A tree that differs at a few paths costs these paths, whatever else is in it. The hashes of a text that combine
//! span by span are no use for this: they are linear, and their sum could not tell which of two contents is at which
//! of two paths. These are mixed well, and read contents at the speed of memory.
//!
//! By chance, two trees have the same sum with a probability of about 2^-100; nobody gains by making them so.

use std::path::Path;

use dwindle::files::{Entry, Files};

/// The identity of a tree: the sum of the hashes of its entries.
pub(crate) fn identity(files: &Files) -> u128 {
    files.iter().fold(0, |sum, (path, entry)| sum.wrapping_add(hash(path, entry)))
}

/// A hash of a path and what stands there. Folders have no permission bits of their own in a version.
pub(crate) fn hash(path: &Path, entry: &Entry) -> u128 {
    let (kind, mode, bytes) = match entry {
        Entry::File { text, mode } => (1, *mode, text.bytes()),
        Entry::Link { target } => (2, 0, target.as_os_str().as_encoded_bytes()),
        Entry::Folder { mode } => (3, *mode, &[][..]),
    };
    let mut lanes = Lanes(0x243f_6a88_85a3_08d3 ^ kind, 0x1319_8a2e_0370_7344 ^ u64::from(mode));
    lanes.add(path.as_os_str().as_encoded_bytes());
    lanes.add(bytes);
    u128::from(mix(lanes.0 ^ lanes.1.rotate_left(32))) << 64 | u128::from(mix(lanes.1))
}

/// Two hashes under way, by folded products (as in wyhash, by Wang Yi).
struct Lanes(u64, u64);

impl Lanes {
    /// Takes in `bytes`, and how many there are.
    fn add(&mut self, bytes: &[u8]) {
        let blocks = bytes.chunks_exact(16);
        let mut last = [0; 16];
        last[..blocks.remainder().len()].copy_from_slice(blocks.remainder());
        for block in blocks.chain([&last[..]]) {
            let (low, high) = block.split_at(8);
            self.block(word(low), word(high));
        }
        self.block(bytes.len() as u64, 0x9e37_79b9_7f4a_7c15);
    }

    const fn block(&mut self, low: u64, high: u64) {
        self.0 = fold(self.0 ^ low, 0xa076_1d64_78bd_642f ^ high);
        self.1 = fold(self.1.rotate_left(23) ^ high, 0xe703_7ed1_a0b4_28db ^ low);
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[expect(clippy::cast_possible_truncation, reason = "folding 128 bits to 64 is what this is for")]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    // The second term keeps a factor of zero from wiping out what was there.
    (product as u64 ^ (product >> 64) as u64) ^ a.rotate_left(17)
}

/// The finaliser of `SplitMix64` (Steele, Lea & Flood 2014): every bit of the input changes half of the output's.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::Text;
    use std::collections::BTreeMap;

    fn file(text: &[u8]) -> Entry {
        Entry::File { text: Text::new(text).unwrap(), mode: 0o644 }
    }

    #[test]
    fn paths_kinds_modes_and_contents_count() {
        let mut seen = BTreeMap::new();
        for path in ["a", "b", "a/b"] {
            for len in 0..70 {
                for byte in [0, 1, b'x'] {
                    let bytes = vec![byte; len];
                    let entry = file(&bytes);
                    let new = seen.insert(hash(Path::new(path), &entry), (path, bytes.clone()));
                    assert!(new.is_none_or(|old| old == (path, bytes)), "{path} {len} {byte}");
                }
            }
        }
        let executable = Entry::File { text: Text::new(&b"x"[..]).unwrap(), mode: 0o755 };
        let link = Entry::Link { target: "x".into() };
        for other in [executable, link, Entry::Folder { mode: 0o755 }] {
            assert_eq!(seen.insert(hash(Path::new("a"), &other), ("a", Vec::new())), None);
        }
    }

    #[test]
    fn contents_that_change_places_are_another_tree() {
        let tree = |one: &[u8], other: &[u8]| {
            let mut files = Files::new();
            files.insert("a".into(), file(one)).unwrap();
            files.insert("b".into(), file(other)).unwrap();
            identity(&files)
        };
        assert_ne!(tree(b"1", b"2"), tree(b"2", b"1"));
    }
}
