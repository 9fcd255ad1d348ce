//! Shared memory of a slot's own, with a bound, in place of the system's.
//!
//! Programs make files in `/dev/shm` for semaphores and for memory that processes share. The system's keeps them until
//! somebody removes them; these are gone before the next test. Directories that the slot has in the system's shared
//! memory are shown where they lie.

use std::ffi::{CStr, OsStr, OsString};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat, statvfs};
use rustix::mount::{MountFlags, mount, mount_bind};

use crate::scratch::clear;

/// Where programs expect it.
const AT: &str = "/dev/shm";

const OPTIONS: &CStr = c"size=1g,nr_inodes=64k,mode=1777";

/// Shared memory of a slot's own.
#[derive(Debug)]
pub(in crate::process) struct SharedMemory {
    /// That of the system.
    outer: OwnedFd,
    /// The names of what is shown of it.
    shown: Vec<OsString>,
    /// How many files there may be, and how much in them, while it is empty.
    free: (u64, u64),
}

impl SharedMemory {
    /// Puts it in place of the system's, of which it shows `dirs`. None where that cannot be, or where the whole of the
    /// system's is among them.
    pub(super) fn mount(dirs: &[&Path]) -> Option<Self> {
        if dirs.iter().any(|dir| Path::new(AT).starts_with(dir)) {
            return None;
        }
        let outer =
            openat(CWD, AT, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
        mount("tmpfs", AT, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, OPTIONS).ok()?;
        let mut memory = Self { outer, shown: Vec::new(), free: (0, 0) };
        memory.free = free().unwrap_or_default();
        for dir in dirs {
            // What is not there cannot be shown, and using it says so.
            drop(memory.show(dir));
        }
        Some(memory)
    }

    /// Where it is.
    pub(in crate::process) fn path() -> PathBuf {
        AT.into()
    }

    /// Shows a directory of the system's, if `dir` is in one, where it lies.
    ///
    /// # Errors
    /// It is not there.
    pub(in crate::process) fn show(&mut self, dir: &Path) -> io::Result<()> {
        // The whole of what its user has there: what is mounted can be neither moved nor removed.
        let Some(name) = dir.strip_prefix(AT).ok().and_then(|below| below.iter().next()) else {
            return Ok(());
        };
        if self.shown.iter().any(|shown| shown == name) {
            return Ok(());
        }
        let at = Path::new(AT).join(name);
        let there = openat(&self.outer, name, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let there = PathBuf::from(format!("/proc/self/fd/{}", there.as_raw_fd()));
        if fs::metadata(&there)?.is_dir() {
            fs::create_dir(&at)
        } else {
            fs::File::create_new(&at).map(drop)
        }?;
        mount_bind(&there, &at)?;
        self.shown.push(name.to_owned());
        self.free = free()?;
        Ok(())
    }

    /// Removes what a test left.
    ///
    /// # Cost
    /// One system call where nothing is left.
    pub(in crate::process) fn empty(&self) -> io::Result<()> {
        if free()? == self.free {
            return Ok(());
        }
        for entry in fs::read_dir(AT)? {
            let entry = entry?;
            let is_shown = |name: &OsStr| self.shown.iter().any(|shown| shown == name);
            if !is_shown(&entry.file_name()) {
                clear(&entry.path())?;
            }
        }
        Ok(())
    }
}

fn free() -> io::Result<(u64, u64)> {
    let about = statvfs(AT)?;
    Ok((about.f_ffree, about.f_bfree))
}
