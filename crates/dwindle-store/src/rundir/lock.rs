//! A lock between processes, which is released when its process ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::Error;

/// A lock on a file; given back when dropped. The file stays.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing alone would leave it with a process that was started and is not yet the program that it is to be.
        drop(self.file.unlock());
    }
}

impl Lock {
    /// Takes the lock and writes down who has it.
    ///
    /// # Errors
    /// [`Error::Locked`] when somebody has it; else what the system said.
    pub(super) fn take(path: &Path) -> Result<Self, Error> {
        let mut file = open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy(path, &mut file)),
            Err(TryLockError::Error(source)) => return Err(Error::io("lock", path)(source)),
        }
        // Whoever is refused gets to read this; that it is missing on a full disk harms nobody else.
        drop(file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())));
        Ok(Self { file })
    }

    /// Takes the lock, after whoever has it: for moments.
    ///
    /// # Errors
    /// What the system said.
    pub(super) fn wait(path: &Path) -> Result<Self, Error> {
        let file = open(path)?;
        file.lock().map_err(Error::io("lock", path))?;
        Ok(Self { file })
    }

    /// Fails with [`Error::Locked`] if somebody has the lock at this moment, unless it is `own`, found by another path.
    pub(super) fn expect_free(path: &Path, own: Option<&Self>) -> Result<(), Error> {
        // No file, no lock; and a lock that cannot be asked for is not held.
        let Ok(mut file) = File::open(path) else {
            return Ok(());
        };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) if own.is_some_and(|own| is_same(&own.file, &file)) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(busy(path, &mut file)),
            Ok(()) => {
                drop(Self { file });
                Ok(())
            }
            Err(TryLockError::Error(_)) => Ok(()),
        }
    }
}

/// Whether both are one file, by whichever paths they were opened.
fn is_same(one: &File, other: &File) -> bool {
    let identity = |file: &File| file.metadata().ok().map(|about| (about.dev(), about.ino()));
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

fn open(path: &Path) -> Result<File, Error> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .map_err(Error::io("open", path))
}

fn busy(path: &Path, file: &mut File) -> Error {
    let mut pid = String::new();
    Error::Locked {
        path: path.to_owned(),
        pid: file.take(20).read_to_string(&mut pid).ok().and_then(|_| pid.trim().parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_taker_learns_who_was_first() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        Lock::expect_free(&path, None).unwrap();
        let other = Lock::take(&dir.path().join("other")).unwrap();
        let first = Lock::take(&path).unwrap();
        for error in [Lock::take(&path).map(drop), Lock::expect_free(&path, Some(&other))] {
            let Err(Error::Locked { pid, .. }) = error else { panic!("the lock is held") };
            assert_eq!(pid, Some(std::process::id()));
        }
        drop(first);
        Lock::expect_free(&path, None).unwrap();
        Lock::take(&path).unwrap();
    }

    #[test]
    fn nobody_is_in_his_own_way_by_another_path() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(dir.path(), dir.path().join("link")).unwrap();
        let lock = Lock::take(&dir.path().join("lock")).unwrap();
        Lock::expect_free(&dir.path().join("link/lock"), Some(&lock)).unwrap();
    }

    #[test]
    fn a_lock_file_that_a_dead_process_left_is_no_obstacle() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        File::create(&path).unwrap().write_all(b"4194303 and more\n").unwrap();
        Lock::take(&path).unwrap();
        let pid = std::fs::read_to_string(&path).unwrap();
        assert_eq!(pid, format!("{}\n", std::process::id()));
    }
}
