//! Atomic changes of whole folders: a draft beside, then a rename. What a draft holds in the end goes with it.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use dwindle_exec::scratch::folder_of;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use tempfile::TempDir;

use super::layout;

/// An empty, locked draft of the folder at `target`, beside it.
pub(super) fn draft(target: &Path) -> io::Result<(TempDir, File)> {
    let draft = tempfile::Builder::new()
        .prefix(&layout::next_draft(target)?)
        .rand_bytes(layout::RANDOM)
        .permissions(Permissions::from_mode(0o777))
        .tempdir_in(folder_of(target))?;
    let lock = File::open(draft.path())?;
    // Where folders cannot be locked, nobody will take this one for a leftover either.
    drop(lock.try_lock());
    Ok((draft, lock))
}

/// Puts the folder `from` where nothing is yet, or an empty folder.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(error) if !can_exchange(error) => fs::rename(from, to),
        done => Ok(done?),
    }
}

/// Exchanges two folders: at once where the file system can, else by two renames.
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Err(error) if !can_exchange(error) => {
            // For a moment nothing is there; a run killed in it leaves both as drafts, and the archive.
            let (away, _lock) = draft(other)?;
            fs::rename(other, away.path())?;
            fs::rename(one, other).inspect_err(|_| drop(fs::rename(away.path(), other)))?;
            fs::rename(away.keep(), one)
        }
        done => Ok(done?),
    }
}

/// Whether an error says something else than that the file system has no such renames.
fn can_exchange(error: Errno) -> bool {
    !matches!(error, Errno::INVAL | Errno::NOSYS | Errno::NOTSUP)
}
