//! A folder that files are put into, each whole, and none over another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dwindle_run::error::RunError;
use dwindle_run::text::escaped;
use dwindle_store::rundir;

/// A folder for files that the program makes.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder at `path`, made where there is none, without what killed runs left unfinished in it.
    pub(super) fn open(path: &Path) -> Result<Self, RunError> {
        fs::create_dir_all(path).map_err(|error| wrong(path, &error))?;
        rundir::clear_unfinished(path).map_err(|error| wrong(path, &error))?;
        Ok(Self(path.to_owned()))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Puts `bytes` there as `name`; gives the path, or none where something else has the name already.
    ///
    /// A file that holds the same is left as it is, so that the same run again changes nothing.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> Result<Option<PathBuf>, RunError> {
        let path = self.0.join(name);
        let is_there = rundir::put(&path, bytes).map_err(|error| wrong(&path, &error))?;
        Ok(is_there.then_some(path))
    }
}

fn wrong(path: &Path, error: &io::Error) -> RunError {
    RunError::usage(format!("cannot write {}: {error}", escaped(path)))
        .hint("name a writable directory with --output-dir DIR")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over_and_the_same_again_is_no_change() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::open(&dir.path().join("made/here")).unwrap();
        assert!(folder.put("a", b"one").unwrap().is_some());
        assert!(folder.put("a", b"one").unwrap().is_some());
        assert!(folder.put("a", b"two").unwrap().is_none());
        assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
