//! A hash of the contents of a file or directory, which also detects changes that keep size and time.

use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use blake3::Hasher;

/// Adds what lies at `path` to `hasher`, whatever links there point to being only named; gives how many bytes it read.
///
/// Entries of folders count in the order of their names, with their permission bits. What is neither a file nor a
/// folder nor a link is not opened.
///
/// # Errors
/// When something cannot be read.
pub(super) fn add(hasher: &mut Hasher, path: &Path) -> io::Result<u64> {
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
            let entries = fs::read_dir(&path)?.map(|entry| Ok(entry?.path()));
            let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
            entries.sort();
            waiting.extend(entries.into_iter().rev().map(|entry| (entry, depth + 1)));
        }
    }
    Ok(bytes)
}

/// Adds `bytes` with their length, so that no two sequences of parts look the same.
fn part(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}
