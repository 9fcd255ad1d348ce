//! Errors of disks, told so that the user can go on.

use std::io;
use std::path::Path;

use dwindle::{journal, rundir};

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::ended::Ended;

/// An error of the run directory or of a result.
pub(crate) fn disk(error: &rundir::Error) -> CliError {
    let source = match error {
        rundir::Error::Io { source, .. } | rundir::Error::Journal(journal::Error::Io { source, .. }) => {
            Some(source.kind())
        }
        _ => None,
    };
    let message = format!("failed to {error}");
    match source {
        Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge) => {
            CliError::new(Exit::Internal, message)
                .hint("make room there, and the same command goes on; what was best before is still whole")
        }
        Some(io::ErrorKind::NotFound) => {
            CliError::usage(message).hint("make that folder first, or name another place with -o")
        }
        _ if error.is_unwritable() => {
            CliError::usage(message).hint("name another place with -o, or write to standard output with -o -")
        }
        _ => CliError::usage(message),
    }
}

/// Why a run broke off: its records, its results, or laying a candidate in `scratch`.
pub(crate) fn explain(error: &io::Error, scratch: &Path) -> CliError {
    let inner = error.get_ref();
    if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<rundir::Error>()) {
        return disk(error);
    }
    if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<journal::Error>()) {
        let full = CliError::new(Exit::Internal, format!("failed to {error}"));
        return full
            .hint("make room there, and the same command goes on; what was best before is still whole");
    }
    if let Some(ended) = inner.and_then(|inner| inner.downcast_ref::<Ended>()) {
        return CliError::new(Exit::CouldNotRun, ended.to_string())
            .hint("as in git bisect run, exit codes above 127 and signals say that something is wrong with the test")
            .hint("where only the version is to blame, let the test end with 125: it cannot be told");
    }
    let message = format!("cannot lay a candidate in {}: {error}", scratch.display());
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => CliError::new(Exit::Internal, message)
            .hint("set TMPDIR to a directory with more room, or use fewer --jobs; the best so far is kept"),
        _ => CliError::new(Exit::Internal, message),
    }
}
