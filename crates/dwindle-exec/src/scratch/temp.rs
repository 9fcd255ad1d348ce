//! A directory for the temporary files of one slot: those of its test alone, and empty when that begins.
//!
//! Whoever spawns the tests of a slot makes this directory, empties it before each test and before each start of a
//! worker, and sets the variables that name it. It lies on the disk, in the user's own directory for such files, as
//! they may be large. Its path is the same for all tests of a slot; signatures show it as `/tmp`, and the run key
//! leaves the variables out. A directory that is still empty is recognised by the time of its last change, with one
//! system call.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, Mode, OFlags, Stat, Timespec, Timestamps, UTIME_OMIT, futimens, mkdirat, openat,
    statat,
};
use rustix::io::Errno;

use super::clear::{clear_in, open_folder};

/// How the names of these directories begin; a number follows.
const NAME: &str = "tmp";

/// When an empty directory was last changed, as it is told from one in which a test was at work: no clock tells that time, and
/// the system's may not have moved on between two changes.
const UNTOUCHED: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A directory that is removed with this value.
///
/// Its path does not change from test to test, so what a test says of it does not either.
#[derive(Debug)]
pub(crate) struct TempDir {
    path: PathBuf,
    parent: OwnedFd,
    name: CString,
    /// What is in it, and what tells it from another one of this name.
    open: Option<(Dir, Stat)>,
}

impl TempDir {
    /// Makes one in `parent`.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn make(parent: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = openat(CWD, parent, flags, Mode::empty())?;
        let mut number = 0;
        let name = loop {
            let name = CString::new(format!("{NAME}{number}"))?;
            match mkdirat(&handle, &name, Mode::RWXU) {
                // That of another slot.
                Err(Errno::EXIST) => number += 1,
                made => break made.map(|()| name)?,
            }
        };
        let path = parent.join(OsStr::from_bytes(name.to_bytes()));
        let mut dir = Self { path, parent: handle, name, open: None };
        dir.open()?;
        Ok(dir)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes all that is in it; makes it anew where a test removed it, put something else in its place, or took away
    /// its permissions. Says whether it was made anew.
    ///
    /// # Errors
    /// Those of the file system.
    ///
    /// # Cost
    /// One system call where no test made or removed anything in it: the time of its last change tells.
    pub(crate) fn empty(&mut self) -> io::Result<bool> {
        let about = statat(&self.parent, &self.name, AtFlags::SYMLINK_NOFOLLOW);
        if let (Ok(about), Some((dir, of))) = (about, &mut self.open)
            && is_same(of, &about)
            && Mode::from_raw_mode(about.st_mode).contains(Mode::RWXU)
        {
            if (about.st_mtime, about.st_mtime_nsec) == (UNTOUCHED.tv_sec, 0) {
                return Ok(false);
            }
            dir.rewind();
            let mut left = Vec::new();
            while let Some(entry) = dir.read() {
                let entry = entry?;
                if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
                    left.push(entry.file_name().to_owned());
                }
            }
            for name in left {
                clear_in(dir.fd()?, OsStr::from_bytes(name.to_bytes()))?;
            }
            mark(dir.fd()?);
            return Ok(false);
        }
        self.open = None;
        clear_in(self.parent.as_fd(), OsStr::from_bytes(self.name.to_bytes()))?;
        mkdirat(&self.parent, &self.name, Mode::RWXU)?;
        self.open()?;
        Ok(true)
    }

    fn open(&mut self) -> Result<(), Errno> {
        let handle = open_folder(self.parent.as_fd(), &self.name)?;
        let about = rustix::fs::fstat(&handle)?;
        mark(handle.as_fd());
        self.open = Some((Dir::new(handle)?, about));
        Ok(())
    }
}

/// Says of an empty directory that nothing was made in it since. Where that cannot be, it is looked through each time.
fn mark(dir: BorrowedFd<'_>) {
    let keep = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    let _unmarked = futimens(dir, &Timestamps { last_access: keep, last_modification: UNTOUCHED });
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // What cannot go, the next run tries again.
        drop(clear_in(self.parent.as_fd(), OsStr::from_bytes(self.name.to_bytes())));
    }
}

fn is_same(one: &Stat, other: &Stat) -> bool {
    (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn each_slot_has_its_own_and_whatever_a_test_did_it_is_empty_again() {
        let parent = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        File::create(elsewhere.path().join("precious")).unwrap();
        let mut one = TempDir::make(parent.path()).unwrap();
        let other = TempDir::make(parent.path()).unwrap();
        assert_ne!(one.path(), other.path());
        File::create(other.path().join("of another test")).unwrap();
        let path = one.path().to_owned();
        let leave: [&dyn Fn(); 6] = [
            &|| {},
            &|| drop(File::create(path.join("cc1.s")).unwrap()),
            &|| fs::create_dir_all(path.join("a/b")).unwrap(),
            &|| fs::remove_dir(&path).unwrap(),
            &|| {
                fs::remove_dir(&path).unwrap();
                symlink(elsewhere.path(), &path).unwrap();
            },
            &|| {
                File::create(path.join("left")).unwrap();
                fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
            },
        ];
        for (nth, leave) in leave.iter().enumerate() {
            leave();
            one.empty().unwrap();
            let about = fs::symlink_metadata(&path).unwrap();
            assert!(about.is_dir() && about.permissions().mode() & 0o777 == 0o700, "{nth}: {about:?}");
            assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "{nth}");
        }
        // However fast the tests follow each other.
        for nth in 0..200 {
            File::create(path.join("cc1.s")).unwrap();
            one.empty().unwrap();
            assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "{nth}");
        }
        assert!(elsewhere.path().join("precious").exists() && other.path().join("of another test").exists());
        drop((one, other));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
