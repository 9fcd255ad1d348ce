//! Files without a name, and what programs that are started inherit.

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;

use rustix::io::FdFlags;

use crate::refusal::Refusal;

/// Descriptors that a program inherits have numbers from here on, all of three digits: so its environment is as long in each run.
const FROM: i32 = 100;

/// A file in memory, without a name.
#[cfg(target_os = "linux")]
pub(crate) fn file(what: &str) -> Result<File, Refusal> {
    Ok(File::from(rustix::fs::memfd_create(what, rustix::fs::MemfdFlags::CLOEXEC)?))
}

/// A file in memory, without a name.
#[cfg(not(target_os = "linux"))]
pub(crate) fn file(_: &str) -> Result<File, Refusal> {
    Err(Refusal::NotHere)
}

/// A file in memory that nobody writes to any more, so that it can be executed.
pub(crate) fn executable(what: &str, bytes: &[u8]) -> Result<File, Refusal> {
    let file = file(what)?;
    file.write_all_at(bytes, 0)?;
    Ok(File::open(path(&file))?)
}

/// The path by which this process, and one that inherits it, opens a file that has no name.
pub(crate) fn path(file: &impl AsRawFd) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A copy of a descriptor that programs started from now on inherit, until it is dropped.
pub(crate) fn inherited(descriptor: impl AsFd) -> Result<OwnedFd, Refusal> {
    let copy = rustix::io::fcntl_dupfd_cloexec(descriptor, FROM)?;
    rustix::io::fcntl_setfd(&copy, FdFlags::empty())?;
    Ok(copy)
}
