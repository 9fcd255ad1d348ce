//! Errors of disks, told so that the user can go on.

use std::io;
use std::path::Path;
use std::time::Duration;

use dwindle::Stop;
use dwindle_exec::process::NotCarriedOut;
use dwindle_store::Error;
use dwindle_store::rundir::Output;

use crate::error::RunError;
use crate::exit::Exit;
use crate::session::ended::Ended;
use crate::text::said;

impl From<Error> for RunError {
    fn from(error: Error) -> Self {
        disk(&error)
    }
}

/// In a search it is as one of a disk, and [`explain`] gives it back.
impl From<RunError> for Stop {
    fn from(error: RunError) -> Self {
        io::Error::other(error).into()
    }
}

/// An error of the run directory or of a result.
fn disk(error: &Error) -> RunError {
    let message = format!("failed to {error}");
    match error.system() {
        Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge) => {
            RunError::internal(message).hint("free some space, and run the same command to continue")
        }
        _ if matches!(
            error,
            Error::OtherScheme { .. } | Error::OtherVersion { .. } | Error::OtherRun { .. }
        ) =>
        {
            RunError::usage(message).hint("start over with --fresh; the result is kept")
        }
        _ if matches!(error, Error::Locked { .. } | Error::InUse { .. }) => {
            RunError::new(Exit::Busy, message)
        }
        _ if matches!(error, Error::NotOurs { .. }) => {
            RunError::usage(message).hint("move it away, or choose another name for the result with -o FILE")
        }
        _ if let Error::NotAFile { path, is_folder } = error => {
            RunError::usage(message).hint(if *is_folder {
                format!("name a file in it, such as -o {}", said(&path.join("result")))
            } else {
                "name a file with -o FILE, or write to standard output with -o -".to_owned()
            })
        }
        Some(io::ErrorKind::NotFound) => {
            let of_data = matches!(error, Error::Io { doing: "make", .. });
            let option = if of_data { "--state-dir" } else { "-o" };
            RunError::usage(message)
                .hint(format!("create that directory first, or choose another place with {option}"))
        }
        _ if error.is_unwritable() => RunError::usage(message)
            .hint("choose another place with -o, or write to standard output with -o -"),
        _ => RunError::usage(message),
    }
}

/// Writes a result, and makes it last.
pub fn write(output: &mut Output, bytes: &[u8]) -> Result<(), RunError> {
    output.write(Duration::ZERO, |to| to.write_all(bytes))?;
    Ok(output.sync(None)?)
}

/// Why a run broke off: its records, its results, or laying a candidate in `scratch`.
pub fn explain(error: &io::Error, scratch: &Path) -> RunError {
    let inner = error.get_ref();
    if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<Error>()) {
        return disk(error);
    }
    if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<RunError>()) {
        return error.clone();
    }
    if let Some(error) = inner.and_then(|inner| inner.downcast_ref::<NotCarriedOut>()) {
        return RunError::new(Exit::CouldNotRun, error.what.clone()).hints(error.hint.clone());
    }
    if let Some(ended) = inner.and_then(|inner| inner.downcast_ref::<Ended>()) {
        return RunError::new(Exit::CouldNotRun, ended.to_string())
            .hint("as in git bisect run, exit codes above 127 and signals stop the run, because something is wrong with the test")
            .hint("if only this version cannot be tested, exit with 125 to skip it");
    }
    let scratch = scratch.display();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            RunError::internal(format!("cannot write a candidate to {scratch}: {error}"))
                .hint("set TMPDIR to a directory with more space, or use fewer --jobs")
        }
        kind => {
            let told = RunError::internal(format!("a test could not be carried out in {scratch}: {error}"));
            // A keeper, which starts tests, is told to end and does not die otherwise.
            let is_killed = kind == io::ErrorKind::BrokenPipe;
            told.hints(
                is_killed.then(|| "a test that kills what started it cannot with --sandbox full".to_owned()),
            )
        }
    }
}
