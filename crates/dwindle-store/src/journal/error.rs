//! What can go wrong with a journal. Damage is not an error: see [`Damage`](super::Damage).

use std::io;
use std::path::PathBuf;

/// What can go wrong with a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refused: no room, no permission, no such file.
    #[error("{doing} the journal {path:?}: {source}")]
    Io {
        /// What was being done, as in "failed to append to".
        doing: &'static str,
        /// The journal.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
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
    /// A record is longer than any reader would accept.
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
    pub(super) fn io(doing: &'static str, path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { doing, path, source }
    }
}

/// For observers of a run, which say what went wrong as an [`io::Error`]. The kind is kept.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Io { source, .. } => source.kind(),
            Error::OtherVersion { .. } | Error::OtherScheme { .. } | Error::TooLong { .. } => {
                io::ErrorKind::InvalidData
            }
        };
        Self::new(kind, error)
    }
}
