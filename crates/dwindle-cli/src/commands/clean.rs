//! `dwindle clean`: removes what earlier runs left beside an input.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use dwindle_exec::scratch::folder_of;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::inputs;
use dwindle_run::session::scratch;
use dwindle_run::settings::State;
use dwindle_run::text::{escaped, plural, size};
use dwindle_store::rundir::entries::{self, size_of};
use dwindle_store::rundir::{self, Cleaning};

use crate::args::Clean;
use crate::environment;
use crate::ui::print;

/// What of one input, or of all inputs below a directory, is going to be removed.
#[derive(Debug, Default)]
struct Found {
    homes: Vec<PathBuf>,
    drafts: Vec<PathBuf>,
    runs: u64,
    bytes: u64,
    /// The homes that stay, since they hold the record of results.
    stay: Vec<PathBuf>,
}

/// Removes the run directories of all inputs, or says which there are.
pub(super) fn run(words: &Clean) -> Result<(), RunError> {
    let state = environment::state(words.state.state_dir.as_deref());
    let mut found = Vec::new();
    for input in &words.inputs {
        found.push((input, look(Path::new(input), &state)?));
    }
    for (input, found) in &found {
        if !words.dry_run {
            for home in &found.homes {
                rundir::clean(home, Cleaning::Remove).map_err(busy)?;
            }
            found.drafts.iter().try_for_each(|path| remove(path))?;
        }
        let did = if words.dry_run { "would remove" } else { "removed" };
        let mut what = if found.runs == 0 && found.bytes == 0 {
            "nothing to remove".to_owned()
        } else {
            format!("{did} {}, {}", plural(found.runs, "run"), size(found.bytes))
        };
        for home in &found.stay {
            let _ok = write!(what, "\n  {} stays: it records which results are Dwindle's", escaped(home));
        }
        print(format!("{}: {what}\n", escaped(input)).as_bytes())?;
    }
    if words.dry_run {
        return Ok(());
    }
    // What runs that were killed left in memory or on disk, whatever their input was.
    let roots = [Path::new("/dev/shm").to_owned(), std::env::temp_dir()];
    match roots.iter().map(|root| scratch::remove_stale(root)).sum::<usize>() {
        0 => Ok(()),
        n => print(format!("temporary directories of killed runs: removed {n}\n").as_bytes()),
    }
}

/// Looks for what runs on `input` left: beside it, and here, where it lies if that is read-only; below a directory for
/// what runs on anything there left.
fn look(input: &Path, state: &State) -> Result<Found, RunError> {
    let mut homes = Vec::new();
    if input.file_name().is_some() {
        homes.extend(inputs::beside(input).map(|input| rundir::home(&input, None)));
        homes.extend([rundir::home(input, None), rundir::home(input, Some(Path::new("")))]);
        let path = std::path::absolute(input).unwrap_or_else(|_| input.to_owned());
        homes.extend(state.homes(&path));
    }
    if input.is_dir() {
        add_homes_below(input, &mut homes)?;
    }
    homes.retain(|home| home.is_dir());
    homes.sort();
    homes.dedup();
    let mut found = Found::default();
    let mut drafts_of_results = Vec::new();
    for home in homes {
        let named = rundir::clean(&home, Cleaning::OnlyName).map_err(busy)?;
        found.runs += named.iter().filter(|path| path.parent() == Some(&home)).count() as u64;
        if named.contains(&home) {
            found.bytes += size_of(&home);
        } else {
            found.bytes += named.iter().map(|path| size_of(path)).sum::<u64>();
            found.stay.push(home.clone());
        }
        found.homes.push(home);
        drafts_of_results.extend(named);
    }
    if input.file_name().is_some() {
        found.drafts = drafts(input).map_err(|error| wrong("read", input, &error))?;
    }
    // Those of results on record go with the home.
    found.drafts.retain(|draft| draft.canonicalize().is_ok_and(|draft| !drafts_of_results.contains(&draft)));
    found.bytes += found.drafts.iter().map(|draft| size_of(draft)).sum::<u64>();
    Ok(found)
}

/// Adds the homes of all inputs in `dir` and below. Links are not followed.
fn add_homes_below(dir: &Path, homes: &mut Vec<PathBuf>) -> Result<(), RunError> {
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if folder == dir => return Err(wrong("read", &folder, &error)),
            entries => entries.into_iter().flatten().flatten(),
        };
        for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let path = entry.path();
            if rundir::is_home(&path) {
                homes.push(path);
            } else if entry.file_name() != ".git" {
                folders.push(path);
            }
        }
    }
    Ok(())
}

/// Why a home cannot be cleaned.
fn busy(error: dwindle_store::Error) -> RunError {
    match error {
        dwindle_store::Error::Locked { path, .. } => {
            let run = path.parent().unwrap_or(&path);
            RunError::new(Exit::Busy, format!("{}: a run is at work there", escaped(run)))
                .hint("wait for it, or end it with Ctrl-C, then clean")
        }
        error => error.into(),
    }
}

fn is_locked(lock: &Path) -> bool {
    File::open(lock).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The unfinished results of killed runs beside `input`: not locked by anybody.
fn drafts(input: &Path) -> io::Result<Vec<PathBuf>> {
    let stem = input.file_stem().unwrap_or_default();
    let mut drafts = entries::of(folder_of(input))?;
    drafts.retain(|path| {
        path.file_name().is_some_and(|name| is_draft(name, stem)) && !path.is_symlink() && !is_locked(path)
    });
    Ok(drafts)
}

/// Whether this is how a draft of a result on `stem` is called.
fn is_draft(name: &OsStr, stem: &OsStr) -> bool {
    let name_of_result = name.as_bytes().strip_prefix(b".");
    name_of_result.is_some_and(|name| name.starts_with(stem.as_bytes())) && rundir::is_unfinished(name)
}

fn remove(path: &Path) -> Result<(), RunError> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    removed.map_err(|error| wrong("remove", path, &error))
}

fn wrong(doing: &str, path: &Path, error: &io::Error) -> RunError {
    RunError::usage(format!("{doing} {}: {error}", escaped(path))).hint("see who owns it and its permissions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_drafts_of_this_input_are_taken_for_such() {
        let is = |name: &str| is_draft(OsStr::new(name), OsStr::new("crash"));
        assert!(is(".crash.min.c.dwindle-4711-x1Y2z3"));
        for other in [
            "crash.min.c.dwindle-4711-x1Y2z3",
            ".other.min.c.dwindle-4711-x1Y2z3",
            ".crash.min.c.dwindle-4711-x1Y2z3b",
            ".crash.min.c.dwindle--x1Y2z3",
            ".crash.c",
        ] {
            assert!(!is(other), "{other}");
        }
    }
}
