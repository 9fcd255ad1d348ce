//! Hashes that are written down: of BLAKE3 the first 128 bits, in hexadecimal.
//!
//! No two contents have the same by chance, and nobody makes two that do. A hash gives no value away that cannot be
//! guessed, such as that of a variable.

use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use blake3::Hasher;

use super::entries;

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

/// Adds what lies at `path` to `hasher`, whatever links there point to being only named; gives how many bytes it read.
///
/// Entries of folders count in the order of their names, with their permission bits. What is neither a file nor a
/// folder nor a link is not opened.
///
/// # Errors
/// When something cannot be read.
pub(super) fn add_contents(hasher: &mut Hasher, path: &Path) -> io::Result<u64> {
    // What a link that is named points to is what is meant.
    let mut bytes = 0;
    let mut waiting = vec![(path.canonicalize()?, 0_u32)];
    while let Some((path, depth)) = waiting.pop() {
        let about = path.symlink_metadata()?;
        let kind = about.file_type();
        if depth > 0 {
            let name = path.file_name().unwrap_or_default().as_bytes();
            part(hasher, &depth.to_le_bytes());
            part(hasher, name);
        }
        part(hasher, &about.permissions().mode().to_le_bytes());
        if kind.is_symlink() {
            part(hasher, fs::read_link(&path)?.as_os_str().as_bytes());
        } else if kind.is_file() {
            part(hasher, &about.len().to_le_bytes());
            let before = hasher.count();
            bytes += hasher.update_reader(File::open(&path)?)?.count() - before;
        } else if kind.is_dir() {
            waiting.extend(entries::of(&path)?.into_iter().rev().map(|entry| (entry, depth + 1)));
        }
    }
    Ok(bytes)
}

/// Adds `bytes` with their length, so that no two sequences of parts look the same.
fn part(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
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
