//! What tells, without reading it, whether a file is still the one that was looked at.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

/// What tells, without reading it, whether a file is still the one that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    inode: u64,
    size: u64,
    modified: (i64, i64),
    mode: u32,
}

impl From<&Metadata> for Stamp {
    fn from(about: &Metadata) -> Self {
        Self {
            inode: about.ino(),
            size: about.size(),
            modified: (about.mtime(), about.mtime_nsec()),
            mode: about.mode(),
        }
    }
}
