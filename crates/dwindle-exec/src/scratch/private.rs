//! Directories of a run's own, in folders that everybody may write to, such as the one for temporary files.
//!
//! Nobody else may look into one, it is locked while its run lives, and the next run removes it if that was killed.
//! What others put there under such a name is left alone: to be removed, a directory has to be ours, unlocked, and
//! hold the mark that is made in it before anything else.

use std::ffi::{CStr, CString, OsStr};
use std::fs::{File, Permissions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, openat, statat, unlinkat};
use rustix::io::Errno;
use rustix::process::geteuid;

use super::clear::{clear_in, names, open_folder};

/// The first entry of each such directory to be made, and the last to be removed.
const MARK: &CStr = c".dwindle";

/// A directory that only its owner can look into; removed with all that is in it when this value is dropped.
///
/// It is locked meanwhile. Process numbers would not do for that: a run in a container may share the folder above with
/// others that have numbers of their own.
#[derive(Debug)]
pub struct PrivateDir {
    path: PathBuf,
    name: CString,
    root: OwnedFd,
    /// Its lock goes with the process, however that ends. There is none where directories cannot be locked.
    folder: File,
    stays: bool,
}

impl PrivateDir {
    /// Makes one in `root`; its name is `prefix` with a random ending.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn make(root: &Path, prefix: &str) -> io::Result<Self> {
        let handle = open_root(root)?;
        loop {
            let mut builder = tempfile::Builder::new();
            let dir = builder.prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(root)?;
            let path = dir.path().to_owned();
            let name = CString::new(path.file_name().unwrap_or_default().as_bytes())?;
            let folder = match open_folder(handle.as_fd(), &name) {
                Ok(folder) => File::from(folder),
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(error.into()),
            };
            let is_taken = matches!(folder.try_lock(), Err(std::fs::TryLockError::WouldBlock));
            // A run that tidies up may have taken it for one of a run that is no more.
            if is_taken || !is_same(handle.as_fd(), &name, &fstat(&folder)?)? {
                continue;
            }
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
            openat(&folder, MARK, flags, Mode::RUSR | Mode::WUSR)?;
            // From here on this value removes it.
            let _path = dir.keep();
            return Ok(Self { path, name, root: handle, folder, stays: false });
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Leaves it there for good: also the next run does not remove it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(&mut self) -> io::Result<()> {
        unlinkat(&self.folder, MARK, AtFlags::empty())?;
        self.stays = true;
        Ok(())
    }

    /// Whether it stays there.
    pub const fn stays(&self) -> bool {
        self.stays
    }

    /// Removes the directories in `root` that runs left which are no more, of those whose names are `ours`; says how
    /// many.
    pub fn clear_stale(root: &Path, ours: impl Fn(&OsStr) -> bool) -> usize {
        let Ok(root) = open_root(root) else { return 0 };
        let names = names(root.as_fd()).unwrap_or_default();
        let candidates = names.iter().filter(|name| ours(OsStr::from_bytes(name.to_bytes())));
        candidates.filter(|name| is_cleared(root.as_fd(), name)).count()
    }
}

impl Drop for PrivateDir {
    fn drop(&mut self) {
        if !self.stays {
            // Also what a test made unwritable. What cannot go, the next run tries again.
            drop(remove(self.root.as_fd(), &self.name, self.folder.as_fd()));
        }
    }
}

fn open_root(root: &Path) -> Result<OwnedFd, Errno> {
    openat(CWD, root, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// Whether the directory that `about` tells of is still the one of this name.
fn is_same(root: BorrowedFd<'_>, name: &CStr, about: &Stat) -> Result<bool, Errno> {
    match statat(root, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(now) => Ok((now.st_dev, now.st_ino) == (about.st_dev, about.st_ino)),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes the directory of this name if a run left it that is no more.
fn is_cleared(root: BorrowedFd<'_>, name: &CString) -> bool {
    let is_ours =
        |about: &Stat| FileType::from_raw_mode(about.st_mode).is_dir() && about.st_uid == geteuid().as_raw();
    // Before it is opened: where it is not ours, nothing about it is to change.
    if !statat(root, name, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|about| is_ours(&about)) {
        return false;
    }
    let Ok(folder) = open_folder(root, name).map(File::from) else { return false };
    if !fstat(&folder).is_ok_and(|about| is_ours(&about)) || folder.try_lock().is_err() {
        return false;
    }
    // A run that was killed right at its beginning has left nothing in it.
    let is_left =
        names(folder.as_fd()).is_ok_and(|all| all.is_empty() || all.iter().any(|name| **name == *MARK));
    is_left && remove(root, name, folder.as_fd()).is_ok()
}

/// Removes an open directory with all that is in it, its mark last, so that the next run can go on with it.
fn remove(root: BorrowedFd<'_>, name: &CStr, folder: BorrowedFd<'_>) -> io::Result<()> {
    // A test may have taken away the permissions of the directory that its own lies in.
    rustix::fs::fchmod(folder, Mode::RWXU)?;
    for entry in names(folder)? {
        if *entry != *MARK {
            clear_in(folder, OsStr::from_bytes(entry.to_bytes()))?;
        }
    }
    clear_in(folder, OsStr::from_bytes(MARK.to_bytes()))?;
    Ok(unlinkat(root, name, AtFlags::REMOVEDIR)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn all(_name: &OsStr) -> bool {
        true
    }

    /// Leaves a directory behind as a run does that is killed; gives where it is.
    fn left(root: &Path) -> PathBuf {
        let mut dir = PrivateDir::make(root, "dwindle-1-").unwrap();
        dir.stays = true;
        fs::create_dir(dir.path().join("slot0")).unwrap();
        dir.path().to_owned()
    }

    #[test]
    fn what_a_living_run_uses_stays_and_what_a_dead_one_left_goes() {
        let root = tempfile::tempdir().unwrap();
        let living = PrivateDir::make(root.path(), "dwindle-1-").unwrap();
        let mode = fs::metadata(living.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let dead = left(root.path());
        let mut kept = PrivateDir::make(root.path(), "dwindle-1-").unwrap();
        kept.keep().unwrap();
        fs::create_dir(kept.path().join("slot0")).unwrap();
        assert_eq!(PrivateDir::clear_stale(root.path(), all), 1);
        assert!(!dead.exists() && living.path().exists() && kept.path().exists());
        let (gone, stays) = (living.path().to_owned(), kept.path().to_owned());
        drop((living, kept));
        assert!(!gone.exists() && stays.exists());
    }

    #[test]
    fn what_others_put_there_is_neither_opened_nor_followed_nor_removed() {
        let root = tempfile::tempdir().unwrap();
        let precious = tempfile::tempdir().unwrap();
        File::create(precious.path().join("file")).unwrap();
        let at = |name: &str| root.path().join(name);
        rustix::fs::mkfifoat(CWD, at("fifo"), Mode::RWXU).unwrap();
        symlink(precious.path(), at("link")).unwrap();
        symlink(left(precious.path()), at("link-to-a-left-one")).unwrap();
        File::create(at("file")).unwrap();
        fs::create_dir_all(at("dwindle-2026-notes/chapter")).unwrap();
        assert_eq!(PrivateDir::clear_stale(root.path(), all), 0);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 5);
        assert_eq!(fs::read_dir(precious.path()).unwrap().count(), 2);
    }

    /// Only root can give a directory away; for others there is nothing to be seen here.
    #[test]
    fn what_belongs_to_another_user_stays() {
        let root = tempfile::tempdir().unwrap();
        let theirs = left(root.path());
        if geteuid().is_root() {
            std::os::unix::fs::chown(&theirs, Some(12345), None).unwrap();
            fs::set_permissions(&theirs, Permissions::from_mode(0o500)).unwrap();
            assert_eq!(PrivateDir::clear_stale(root.path(), all), 0);
            assert_eq!(fs::metadata(&theirs).unwrap().permissions().mode() & 0o777, 0o500);
            std::os::unix::fs::chown(&theirs, Some(0), None).unwrap();
        }
        assert_eq!(PrivateDir::clear_stale(root.path(), all), 1);
        assert!(!theirs.exists());
    }

    #[test]
    fn what_a_run_began_to_remove_the_next_removes() {
        let root = tempfile::tempdir().unwrap();
        let locked = left(root.path());
        fs::set_permissions(&locked, Permissions::from_mode(0o000)).unwrap();
        fs::create_dir(root.path().join("just-made")).unwrap();
        assert_eq!(PrivateDir::clear_stale(root.path(), all), 2);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
