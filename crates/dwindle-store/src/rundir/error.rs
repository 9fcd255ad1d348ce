//! What can go wrong on disk, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::journal;

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
    #[error("replace {path:?}: it is not a plain file; choose another name for the result")]
    NotAFile {
        /// What is there.
        path: PathBuf,
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
    /// Something is wrong with the journal.
    #[error(transparent)]
    Journal(#[from] journal::Error),
}

impl Error {
    /// Makes a function that turns a system's error into this one.
    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, path: path.to_owned(), source }
    }

    /// Whether nothing may be written there, so that another place would do: a folder of somebody else's, a
    /// file system that is read-only or has no locks.
    pub fn is_unwritable(&self) -> bool {
        let (Self::Io { source, .. } | Self::Journal(journal::Error::Io { source, .. })) = self else {
            return false;
        };
        matches!(
            source.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::Unsupported
        )
    }
}

impl Error {
    /// Whether there is no room: on the disk, or for this user.
    pub fn is_full(&self) -> bool {
        let (Self::Io { source, .. } | Self::Journal(journal::Error::Io { source, .. })) = self else {
            return false;
        };
        matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }
}

/// For observers of a run, which say what went wrong as an [`io::Error`]. The kind is kept.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Io { source, .. } | Error::Journal(journal::Error::Io { source, .. }) => source.kind(),
            _ => io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}
