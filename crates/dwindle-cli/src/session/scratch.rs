//! The scratch directory: where candidates are laid for tests, on a tmpfs where there is one.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::CliError;
use crate::exit::Exit;

/// How the names of scratch directories begin; the process number follows.
const PREFIX: &str = "dwindle-";

/// A directory that is removed at the end, and by the next run should this one be killed.
#[derive(Debug)]
pub(crate) struct Scratch {
    dir: Option<TempDir>,
    path: PathBuf,
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
            let prefix = format!("{PREFIX}{}-", std::process::id());
            match tempfile::Builder::new().prefix(&prefix).tempdir_in(root) {
                Ok(dir) if keep => return Ok(Self { path: dir.keep(), dir: None }),
                Ok(dir) => return Ok(Self { path: dir.path().to_owned(), dir: Some(dir) }),
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
        let pid =
            name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-')?.0.parse::<u32>().ok());
        let Some(pid) = pid else { continue };
        let alive = Path::new("/proc").join(pid.to_string()).exists();
        // What cannot be removed belongs to somebody else.
        if !alive && fs::remove_dir_all(entry.path()).is_ok() {
            removed += 1;
        }
    }
    removed
}
