//! Files that belong to no run and are never written again: what was found or generated, in a folder of the user's.

use std::fs;
use std::io;
use std::path::Path;

use dwindle_exec::scratch::clear;

use super::atomic::{self, Draft, Durability};
use super::layout;

/// Puts a file at `path`, whole, where there is none; says whether one with these bytes is there now.
///
/// # Errors
/// Those of the file system.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(fs::read(path).is_ok_and(|there| there == bytes));
    }
    let draft = Draft::write(path, None, Durability::Later, |to| to.write_all(bytes))?;
    match draft.publish_new(path, Durability::Later) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        published => published.map(|()| true),
    }
}

/// Puts a file at `path`, whole, where there is none or `is_ours` says that what is there may be replaced; says whether it did.
///
/// # Errors
/// Those of the file system.
pub fn put_over(path: &Path, bytes: &[u8], is_ours: impl FnOnce(&[u8]) -> bool) -> io::Result<bool> {
    if path.symlink_metadata().is_err() {
        return put(path, bytes);
    }
    let may = path.is_file() && is_ours(&fs::read(path)?);
    if may {
        atomic::replace(path, Durability::Later, bytes)?;
    }
    Ok(may)
}

/// Removes what killed runs left unfinished in `folder`, whatever it was to become.
///
/// # Errors
/// Those of the file system.
pub fn clear_unfinished(folder: &Path) -> io::Result<()> {
    atomic::leftovers_in(folder, layout::is_unfinished)?.iter().try_for_each(|draft| clear(draft))
}
