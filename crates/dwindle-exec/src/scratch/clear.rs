//! Removing whatever is at a path, relative to directory handles: no link is followed, whoever created it.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, fstat, openat, statat, unlinkat};
use rustix::io::Errno;

/// How a directory is opened whose entries are read: never through a link, and never waiting for a pipe.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC);

/// How the directory is opened that an entry is removed from; it need not be readable.
#[cfg(target_os = "linux")]
const PARENT: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const PARENT: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Removes what stands at `path`, whatever it is and whatever a test did to its permissions; that nothing stands there
/// is no error. A link is removed and not followed, at `path` and below it.
///
/// # Errors
/// Those of the file system.
pub fn clear(path: &Path) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a path that ends in no name"));
    };
    match openat(CWD, folder_of(path), PARENT, Mode::empty()) {
        Err(Errno::NOENT | Errno::NOTDIR) => Ok(()),
        dir => clear_in(dir?.as_fd(), name),
    }
}

/// The folder that `path` lies in; `.` where it is a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the entry `name` of the directory `dir`, as [`clear`] does.
///
/// # Errors
/// Those of the file system.
pub(super) fn clear_in(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    let name = CString::new(name.as_bytes())?;
    match clear_once(dir, &name) {
        // Something was added to a directory that had just been read.
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(clear_once(dir, &name)?),
        done => Ok(done?),
    }
}

/// A directory that is being emptied.
struct Folder {
    name: CString,
    handle: OwnedFd,
    left: Vec<CString>,
}

fn clear_once(dir: BorrowedFd<'_>, name: &CString) -> Result<(), Errno> {
    if is_unlinked(dir, name)? {
        return Ok(());
    }
    let mut folders = vec![enter(dir, name)?];
    while let Some(folder) = folders.last_mut() {
        if let Some(name) = folder.left.pop() {
            if !is_unlinked(folder.handle.as_fd(), &name)? {
                let below = enter(folder.handle.as_fd(), &name)?;
                folders.push(below);
            }
            continue;
        }
        let Some(Folder { name, .. }) = folders.pop() else { break };
        let parent = folders.last().map_or(dir, |above| above.handle.as_fd());
        match unlinkat(parent, &name, AtFlags::REMOVEDIR) {
            Err(Errno::NOENT) => {}
            done => done?,
        }
    }
    Ok(())
}

/// Removes an entry unless it is a directory; whether it is gone.
fn is_unlinked(dir: BorrowedFd<'_>, name: &CString) -> Result<bool, Errno> {
    match unlinkat(dir, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        // Linux says the former of a directory, and POSIX asks for the latter.
        Err(error @ (Errno::ISDIR | Errno::PERM)) => {
            let about = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
            if FileType::from_raw_mode(about.st_mode).is_dir() { Ok(false) } else { Err(error) }
        }
        Err(error) => Err(error),
    }
}

/// Opens a directory so that it can be emptied, and reads it.
fn enter(dir: BorrowedFd<'_>, name: &CString) -> Result<Folder, Errno> {
    let handle = open_folder(dir, name)?;
    let left = names(handle.as_fd())?;
    Ok(Folder { name: name.clone(), handle, left })
}

/// Opens the directory `name` in `dir`, unless it is a link. One of ours that nobody may read, write or enter is made
/// accessible to us first.
pub(super) fn open_folder(dir: BorrowedFd<'_>, name: &CString) -> Result<OwnedFd, Errno> {
    let handle = match openat(dir, name, FOLDER, Mode::empty()) {
        Err(Errno::ACCESS) => {
            unlock(dir, name)?;
            openat(dir, name, FOLDER, Mode::empty())?
        }
        opened => opened?,
    };
    let mode = Mode::from_raw_mode(fstat(&handle)?.st_mode);
    if !mode.contains(Mode::RWXU) {
        fchmod(&handle, mode | Mode::RWXU)?;
    }
    Ok(handle)
}

/// The names of all entries of an open directory, those of itself and of its parent left out.
pub(super) fn names(folder: BorrowedFd<'_>) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

/// Gives the owner all permissions of a directory that cannot be opened, by a handle that needs none.
#[cfg(target_os = "linux")]
fn unlock(dir: BorrowedFd<'_>, name: &CString) -> Result<(), Errno> {
    use std::os::fd::AsRawFd;
    let handle = openat(dir, name, PARENT | OFlags::NOFOLLOW, Mode::empty())?;
    rustix::fs::chmod(format!("/proc/self/fd/{}", handle.as_raw_fd()), Mode::RWXU)
}

/// Gives the owner all permissions of a directory that cannot be opened.
#[cfg(not(target_os = "linux"))]
fn unlock(dir: BorrowedFd<'_>, name: &CString) -> Result<(), Errno> {
    rustix::fs::chmodat(dir, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn links_go_and_what_they_lead_to_stays() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        fs::create_dir_all(at("precious/below")).unwrap();
        fs::create_dir_all(at("work/a/b")).unwrap();
        File::create(at("precious/below/file")).unwrap();
        symlink(at("precious"), at("work/a/link")).unwrap();
        symlink(at("precious"), at("link")).unwrap();
        clear(&at("work")).unwrap();
        clear(&at("link")).unwrap();
        clear(&at("work/a/nothing")).unwrap();
        clear(&at("nothing")).unwrap();
        assert!(at("precious/below/file").exists() && !at("work").exists());
        assert!(fs::symlink_metadata(at("link")).is_err());
    }

    #[test]
    fn what_a_test_locked_goes_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        for (folder, mode) in [("work/a/b", 0o000), ("work/c", 0o400), ("work/d", 0o300)] {
            fs::create_dir_all(at(folder)).unwrap();
            File::create(at(folder).join("file")).unwrap();
            fs::set_permissions(at(folder), Permissions::from_mode(mode)).unwrap();
        }
        fs::set_permissions(at("work/a"), Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(at("work"), Permissions::from_mode(0o000)).unwrap();
        clear(&at("work")).unwrap();
        assert!(!at("work").exists());
    }
}
