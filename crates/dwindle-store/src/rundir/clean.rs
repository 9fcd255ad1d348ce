//! Removing what runs left behind, except results and the user's files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dwindle_exec::scratch::clear;

use super::lock::Lock;
use super::{atomic, layout, owned};
use crate::Error;

/// Whether something is removed, or only named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleaning {
    /// It is removed.
    Remove,
    /// It is only named: a dry run.
    OnlyName,
}

/// Removes the directories of all runs in `home`, and unfinished results of runs that were killed.
///
/// Returns what that was, in order. Results stay, and so does the record that Dwindle wrote them: the next
/// run may replace them. Once no result stands any more, `home` goes too. What is no run stays.
///
/// # Errors
/// [`Error::Locked`] when one of the runs is at work; what was removed until then is gone.
pub fn clean(home: &Path, cleaning: Cleaning) -> Result<Vec<PathBuf>, Error> {
    let mut removed = Vec::new();
    if !home.exists() {
        return Ok(removed);
    }
    for path in layout::runs(home).map_err(Error::io("read", home))? {
        let _lock = Lock::take(&path.join(layout::LOCK))?;
        if cleaning == Cleaning::Remove {
            clear(&path).map_err(Error::io("remove", &path))?;
        }
        removed.push(path);
    }
    let results = owned::results(home)?;
    for (result, _) in &results {
        for draft in atomic::leftovers(result).map_err(Error::io("look for leftovers of", result))? {
            if cleaning == Cleaning::Remove {
                clear(&draft).map_err(Error::io("remove", &draft))?;
            }
            removed.push(draft);
        }
    }
    if results.iter().all(|(result, _)| !result.exists()) {
        if cleaning == Cleaning::Remove && !remove_home(home)? {
            return Ok(removed);
        }
        removed.push(home.to_owned());
    }
    Ok(removed)
}

/// Removes `home` if there is nothing in it but our record; whether it was.
fn remove_home(home: &Path) -> Result<bool, Error> {
    for name in [layout::OUTPUTS, layout::OUTPUTS_LOCK] {
        let path = home.join(name);
        clear(&path).map_err(Error::io("remove", &path))?;
    }
    match fs::remove_dir(home) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(false),
        Err(error) => Err(Error::io("remove", home)(error)),
    }
}
