//! The scratch directory: where candidates are laid for tests, on a tmpfs where there is one with enough room.
//!
//! Where that fills up all the same, tests go on in a second directory on another file system. The temporary files of
//! tests go where the user's go: they may be large, and what is in memory is lost to the tests.

use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_exec::command::Spare;
use dwindle_exec::process::TempFiles;
use dwindle_exec::scratch::PrivateDir;

use crate::error::RunError;
use crate::text::escaped;

/// How the names of scratch directories begin; the process number follows.
const PREFIX: &str = "dwindle-";

/// How the names of those begin that are to stay.
const KEPT: &str = "dwindle-kept-";

/// The file system in memory that most systems have.
const IN_MEMORY: &str = "/dev/shm";

/// A directory that is removed at the end, and by the next run should this one be killed.
#[derive(Debug)]
pub struct Scratch {
    dir: PrivateDir,
    /// For temporary files of tests, where the first is not in the directory for those.
    temp: Option<PrivateDir>,
    second: Arc<Second>,
}

/// The directory on another file system, for when the first is full: made when it is first needed.
#[derive(Debug)]
struct Second {
    roots: Vec<PathBuf>,
    keep: bool,
    dir: Mutex<Option<PrivateDir>>,
}

impl Scratch {
    /// Makes one for candidates of up to `size` bytes each in `jobs` slots; `keep` leaves it there.
    ///
    /// # Errors
    /// When no directory can be made anywhere.
    pub fn new(size: u64, jobs: usize, keep: bool) -> Result<Self, RunError> {
        let (memory, temp) = (Path::new(IN_MEMORY), std::env::temp_dir());
        let temp = std::path::absolute(&temp).unwrap_or(temp);
        // Twice the room: a test writes, too.
        let needed = size.saturating_mul(2 * jobs as u64 + 2);
        let mut roots = vec![temp.clone()];
        // Better where there is little room in memory than nowhere.
        roots.insert(usize::from(!has_room(memory, needed)), memory.to_owned());
        let mut made = Err(io::Error::from(io::ErrorKind::NotFound));
        while made.is_err() && !roots.is_empty() {
            made = make(&roots.remove(0), keep);
        }
        let dir = made.map_err(|error| {
            let said = format!("cannot make a temporary directory in {}: {error}", escaped(&temp));
            RunError::internal(said)
                .hint("choose a directory that has space and that you may write to: TMPDIR=DIR dwindle ...")
        })?;
        let is_in_temp = dir.path().parent() == Some(temp.as_path());
        let temp = if is_in_temp { None } else { make(&temp, false).ok() };
        Ok(Self { dir, temp, second: Arc::new(Second { roots, keep, dir: Mutex::default() }) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Where tests put their temporary files: each slot's into a directory of its own.
    pub fn temp_files(&self) -> TempFiles {
        TempFiles::In(self.temp.as_ref().unwrap_or(&self.dir).path().to_owned())
    }

    /// Whether it stays after the run.
    pub const fn is_kept(&self) -> bool {
        self.dir.stays()
    }

    /// That tests go on in another directory, if they do.
    pub fn moved(&self) -> Option<String> {
        let second = self.second.dir.lock().unwrap_or_else(PoisonError::into_inner);
        let (from, to) = (escaped(self.path()), escaped(second.as_ref()?.path()));
        Some(format!("there is no space left in {from}: tests continue in {to}"))
    }

    /// Where tests go on when there is no room left.
    pub fn spare(&self) -> Spare {
        let (first, second) = (self.path().to_owned(), Arc::clone(&self.second));
        Spare::new(move || second.path(&first))
    }
}

impl Second {
    /// The directory on another file system than `first`.
    fn path(&self, first: &Path) -> io::Result<PathBuf> {
        let mut dir = self.dir.lock().unwrap_or_else(PoisonError::into_inner);
        if dir.is_none() {
            let full = first.metadata()?.dev();
            let elsewhere = |root: &&PathBuf| root.metadata().is_ok_and(|about| about.dev() != full);
            let root = self.roots.iter().find(elsewhere).ok_or(io::ErrorKind::StorageFull)?;
            *dir = Some(make(root, self.keep)?);
        }
        dir.as_ref().map(|dir| dir.path().to_owned()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Makes a directory in `root`, where those that killed runs left are removed first.
fn make(root: &Path, keep: bool) -> io::Result<PrivateDir> {
    remove_stale(root);
    let prefix = format!("{}{}-", if keep { KEPT } else { PREFIX }, std::process::id());
    let mut dir = PrivateDir::make(root, &prefix)?;
    if keep {
        dir.keep()?;
    }
    Ok(dir)
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

/// Removes the scratch directories in `root` of runs that are no more; says how many.
pub fn remove_stale(root: &Path) -> usize {
    PrivateDir::clear_stale(root, is_scratch)
}

/// Whether this can be the name of a scratch directory. Directories that are kept have no number there.
fn is_scratch(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-'));
    number.is_some_and(|(pid, _)| pid.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_directories_are_known_by_their_names_unless_they_are_to_stay() {
        for (name, is) in
            [("dwindle-17-a1B2c3", true), ("dwindle-kept-17-a1B2c3", false), ("dwindle-notes", false)]
        {
            assert_eq!(is_scratch(OsStr::new(name)), is, "{name}");
        }
    }
}
