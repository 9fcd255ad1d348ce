//! The scratch directory: where candidates are laid for tests, on a tmpfs where there is one.
//!
//! It is locked while its run lives. Process numbers would not do: a run in a container may share the directory above
//! it with others that have numbers of their own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use dwindle::files;
use tempfile::TempDir;

use crate::error::CliError;
use crate::exit::Exit;

/// How the names of scratch directories begin; the process number follows.
const PREFIX: &str = "dwindle-";

/// How the names of those begin that are to stay.
const KEPT: &str = "dwindle-kept-";

/// A directory that is removed at the end, and by the next run should this one be killed.
#[derive(Debug)]
pub(crate) struct Scratch {
    dir: Option<TempDir>,
    path: PathBuf,
    /// Goes with the process, however it dies. None where directories cannot be locked.
    _lock: Option<File>,
}

impl Scratch {
    /// Makes one for candidates of up to `size` bytes each in `jobs` slots; `keep` leaves it there.
    ///
    /// # Errors
    /// When no directory can be made anywhere.
    pub(crate) fn new(size: u64, jobs: usize, keep: bool) -> Result<Self, CliError> {
        let temp = std::env::temp_dir();
        let shared = Path::new("/dev/shm");
        // Twice the room: a test writes, too.
        let needed = size.saturating_mul(2 * jobs as u64 + 2);
        let roots = [(shared, has_room(shared, needed)), (temp.as_path(), true)];
        let mut last = None;
        for root in roots.into_iter().filter_map(|(root, fits)| fits.then_some(root)) {
            remove_stale(root);
            let prefix = format!("{}{}-", if keep { KEPT } else { PREFIX }, std::process::id());
            match make(root, &prefix) {
                Ok((dir, lock)) if keep => return Ok(Self { path: dir.keep(), dir: None, _lock: lock }),
                Ok((dir, lock)) => {
                    return Ok(Self { path: dir.path().to_owned(), dir: Some(dir), _lock: lock });
                }
                Err(error) => last = Some(error),
            }
        }
        let why = last.map_or_else(String::new, |error| format!(": {error}"));
        Err(CliError::new(
            Exit::Internal,
            format!("cannot make a temporary directory in {}{why}", temp.display()),
        )
        .hint("set TMPDIR to a directory with room in it"))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it stays after the run.
    pub(crate) const fn is_kept(&self) -> bool {
        self.dir.is_none()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.is_kept() {
            // Also what a test made unwritable; what cannot go, the next run tries again.
            drop(files::clear(&self.path));
        }
    }
}

/// Makes a directory and locks it.
fn make(root: &Path, prefix: &str) -> io::Result<(TempDir, Option<File>)> {
    loop {
        let dir = tempfile::Builder::new().prefix(prefix).tempdir_in(root)?;
        let lock = File::open(dir.path()).ok().filter(|file| file.try_lock().is_ok());
        // Between the two a run that tidies up may have taken it for one of a run that is no more.
        if dir.path().exists() {
            return Ok((dir, lock));
        }
    }
}

/// Whether `dir` is a tmpfs with so many bytes free.
fn has_room(dir: &Path, bytes: u64) -> bool {
    /// What `statfs` calls a tmpfs.
    const TMPFS: u64 = 0x0102_1994;
    rustix::fs::statfs(dir).is_ok_and(|about| {
        let (kind, block) = (about.f_type.unsigned_abs(), about.f_bsize.unsigned_abs());
        kind == TMPFS && about.f_bavail.saturating_mul(block) > bytes
    })
}

/// Removes the scratch directories in `root` of runs that are no more.
pub(crate) fn remove_stale(root: &Path) -> usize {
    let mut removed = 0;
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-'));
        if number.is_none_or(|(pid, _)| pid.parse::<u32>().is_err()) {
            continue;
        }
        // What cannot be opened or removed belongs to somebody else.
        let Ok(lock) = File::open(entry.path()) else { continue };
        if lock.try_lock().is_ok() && files::clear(&entry.path()).is_ok() {
            removed += 1;
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_living_run_uses_stays_and_what_a_dead_one_left_goes() {
        let root = tempfile::tempdir().unwrap();
        let (dir, lock) = make(root.path(), "dwindle-1-").unwrap();
        assert_eq!(remove_stale(root.path()), 0);
        let (kept, _) = make(root.path(), "dwindle-kept-1-").unwrap();
        drop(lock);
        assert_eq!(remove_stale(root.path()), 1);
        assert!(!dir.path().exists() && kept.path().exists());
    }
}
