//! What can go wrong on disk, and what to do about it. Damage of a journal is no error: see
//! [`Damage`](crate::journal::Damage).

use std::io;
use std::path::{Path, PathBuf};

/// What can go wrong on disk. Each message fits "failed to ..." and names the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refused: no room, no permission, no such file.
    #[error("{doing} {path:?}: {source}")]
    Io {
        /// What was being done, as in "failed to write".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process works on the same run, or writes the same result.
    #[error(
        "lock {path:?}: {} is using it; wait for it, or stop it",
        pid.map_or("another process".to_owned(), |pid| format!("process {pid}"))
    )]
    Locked {
        /// What is being worked on.
        path: PathBuf,
        /// The process that works on it, if it has written down who it is.
        pid: Option<u32>,
    },
    /// Another run is at work that writes the same result.
    #[error(
        "write {path:?}: {} is writing it; wait for it, or stop it",
        pid.map_or("another run".to_owned(), |pid| format!("another run, process {pid},"))
    )]
    InUse {
        /// The result.
        path: PathBuf,
        /// The process that writes it, if it has written down who it is.
        pid: Option<u32>,
    },
    /// A file stands in the way that Dwindle did not write, or that was changed since.
    #[error("replace {path:?}: Dwindle did not write it, or it was changed since")]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// The copy of the input from before an earlier run in place is in the way.
    #[error("keep a copy of {input:?}: {path:?} exists with other contents; move it away")]
    OriginalInTheWay {
        /// The input.
        input: PathBuf,
        /// Where its copy should go.
        path: PathBuf,
    },
    /// Only a plain file can be replaced: not a folder, a link or a device.
    #[error("replace {path:?}: {}", if *is_folder { "it is a directory" } else { "it is a link, a device or a pipe" })]
    NotAFile {
        /// What is there.
        path: PathBuf,
        /// Whether that is a folder.
        is_folder: bool,
    },
    /// A result that is a folder can replace nothing else.
    #[error("replace {path:?}: it is not a directory; choose another name for the result")]
    NotAFolder {
        /// What is there.
        path: PathBuf,
    },
    /// The journal in a run directory is that of another run.
    #[error("resume {path:?}: its journal belongs to another run; remove the directory, or start over")]
    OtherRun {
        /// The run directory.
        path: PathBuf,
    },
    /// The journal was written by another version of the program, in a form not understood here.
    #[error(
        "read line {line} of the journal {path:?}: it was written by another version ({why}); \
         use that version, or start over"
    )]
    OtherVersion {
        /// The journal.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What was not understood.
        why: String,
    },
    /// The journal names candidates by another scheme, so what it knows cannot be found again.
    #[error(
        "go on with the journal {path:?}: it identifies candidates by scheme {then}, and this version by scheme {now}"
    )]
    OtherScheme {
        /// The journal.
        path: PathBuf,
        /// Its scheme.
        then: u32,
        /// The scheme of this version: [`Id::SCHEME`](dwindle::Id::SCHEME).
        now: u32,
    },
    /// A record is longer than any reader of a journal would accept.
    #[error("append to the journal {path:?}: a record of {length} bytes is too long")]
    TooLong {
        /// The journal.
        path: PathBuf,
        /// How long the record would be.
        length: usize,
    },
}

impl Error {
    /// Makes a function that turns a system's error into this one.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, path: path.to_owned(), source }
    }

    /// What the system said, if it was that.
    pub fn system(&self) -> Option<io::ErrorKind> {
        if let Self::Io { source, .. } = self { Some(source.kind()) } else { None }
    }

    /// Whether nothing may be written there, so that another place would do: a folder of somebody else's, a
    /// file system that is read-only or has no locks.
    pub fn is_unwritable(&self) -> bool {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, Unsupported};
        matches!(self.system(), Some(PermissionDenied | ReadOnlyFilesystem | Unsupported))
    }

    /// Whether there is no room: on the disk, or for this user.
    pub fn is_full(&self) -> bool {
        matches!(self.system(), Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    }
}

/// For observers of a run, which say what went wrong as an [`io::Error`]. The kind is kept.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        Self::new(error.system().unwrap_or(io::ErrorKind::Other), error)
    }
}
