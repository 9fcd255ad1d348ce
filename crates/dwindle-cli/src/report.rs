//! Pages about runs, and where they are written.

use std::io;
use std::path::{Path, PathBuf};

use dwindle_report::{Run, page};
use dwindle_run::error::RunError;
use dwindle_run::text::{escaped, shown};
use dwindle_store::rundir::{self, PastRun};

/// The name of a page in the directory of its run.
const NAME: &str = "report.html";

/// What only a page of ours has near its beginning.
const MARK: &[u8] = b"<meta name=\"generator\" content=\"dwindle report\">";

/// The page that shows `runs`.
///
/// # Errors
/// When the records of one cannot be read.
pub fn of(runs: Vec<PastRun>) -> Result<String, RunError> {
    Ok(page(&runs.into_iter().map(Run::read).collect::<Result<Vec<_>, _>>()?))
}

/// Writes the page that shows `runs` to `file`, or into the directory of the first one; gives where it lies.
///
/// # Errors
/// When it cannot be written, or a file stands there that is no such page.
pub fn write(runs: Vec<PastRun>, file: Option<&Path>) -> Result<PathBuf, RunError> {
    let own = runs.first().map(|run| run.path().join(NAME)).unwrap_or_default();
    let path = file.map_or(own, Path::to_owned);
    let page = of(runs)?;
    let is_ours = |there: &[u8]| there[..there.len().min(2000)].windows(MARK.len()).any(|it| it == MARK);
    match rundir::put_over(&path, page.as_bytes(), is_ours) {
        Ok(true) => Ok(path),
        Ok(false) => Err(RunError::usage(format!(
            "{} is no report of Dwindle's, and is not overwritten",
            shown(&path)
        ))
        .hint("name another file with --output or --report=FILE, or remove this one")),
        Err(error) => Err(cannot_write(&path, &error)),
    }
}

/// Refuses before a run a file in a folder that is not there; an empty name is the usual one.
///
/// # Errors
/// It is so.
pub fn expect_folder(file: &Path) -> Result<(), RunError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::metadata) {
        Some(Err(error)) => Err(cannot_write(file, &error)),
        _ => Ok(()),
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> RunError {
    RunError::usage(format!("cannot write {}: {error}", escaped(path)))
        .hint("name a file that can be written: --report=FILE of a command, --output FILE of dwindle report")
}
