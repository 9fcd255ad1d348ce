//! `dwindle clean`: removes what earlier runs left beside an input.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use dwindle::rundir;

use crate::args::Clean;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::scratch;
use crate::ui::{escaped, plural, print, size};

/// What is going to be removed.
#[derive(Debug, Default)]
struct Found {
    paths: Vec<PathBuf>,
    runs: u64,
    bytes: u64,
}

/// Removes the run directories of all inputs, or says which there are.
pub(super) fn run(words: &Clean) -> Result<(), CliError> {
    let mut found = Vec::new();
    for input in &words.inputs {
        found.push((input, look(Path::new(input))?));
    }
    for (input, found) in &found {
        if !words.dry_run {
            found.paths.iter().try_for_each(|path| remove(path))?;
        }
        let did = if words.dry_run { "would remove" } else { "removed" };
        let what = if found.paths.is_empty() {
            "nothing to remove".to_owned()
        } else {
            format!("{did} {}, {}", plural(found.runs, "run"), size(found.bytes))
        };
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

/// Looks for what runs on `input` left: beside it, and here, where it lies if that is read-only.
fn look(input: &Path) -> Result<Found, CliError> {
    if input.file_name().is_none() {
        return Err(CliError::usage(format!("{}: not the name of an input", escaped(input)))
            .hint("name the input whose runs are to go, as dwindle clean crash.c"));
    }
    let mut found = Found::default();
    let beside = rundir::home(input, None);
    let here = rundir::home(input, Some(Path::new("")));
    let mut homes = vec![beside];
    if !homes.contains(&here) {
        homes.push(here);
    }
    for home in homes.into_iter().filter(|home| home.is_dir()) {
        add_home(&home, &mut found)?;
    }
    for draft in drafts(input).map_err(|error| wrong("read", input, &error))? {
        found.bytes +=
            if draft.is_dir() { bytes_in(&draft) } else { draft.metadata().map_or(0, |about| about.len()) };
        found.paths.push(draft);
    }
    Ok(found)
}

/// Takes note of a home with all its runs, none of which may be at work.
fn add_home(home: &Path, found: &mut Found) -> Result<(), CliError> {
    let entries = fs::read_dir(home).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    for entry in entries.map_err(|error| wrong("read", home, &error))? {
        let run = entry.path();
        if !run.is_dir() {
            continue;
        }
        found.runs += 1;
        if is_locked(&run.join("lock")) {
            return Err(CliError::usage(format!("{}: a run is at work there", escaped(&run)))
                .hint("wait for it, or end it with Ctrl-C, then clean"));
        }
    }
    found.bytes += bytes_in(home);
    found.paths.push(home.to_owned());
    Ok(())
}

fn is_locked(lock: &Path) -> bool {
    File::open(lock).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The unfinished results of killed runs beside `input`: `.NAME.dwindle-PID-RANDOM`, not locked by anybody.
fn drafts(input: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = input.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = input.file_stem().unwrap_or_default();
    let mut drafts = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(drafts),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if is_draft(&entry.file_name(), stem) && !path.is_symlink() && !is_locked(&path) {
            drafts.push(path);
        }
    }
    drafts.sort();
    Ok(drafts)
}

/// Whether this is how a draft of a result on `stem` is called.
fn is_draft(name: &OsStr, stem: &OsStr) -> bool {
    let rest = name.as_bytes().strip_prefix(b".").and_then(|name| name.strip_prefix(stem.as_bytes()));
    let Some(at) = rest.and_then(|rest| rest.windows(9).rposition(|piece| piece == b".dwindle-")) else {
        return false;
    };
    let Some(tail) = rest.map(|rest| &rest[at + 9..]) else { return false };
    let mut parts = tail.splitn(2, |&byte| byte == b'-');
    let (pid, random) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    !pid.is_empty()
        && pid.iter().all(u8::is_ascii_digit)
        && random.len() == 6
        && random.iter().all(u8::is_ascii_alphanumeric)
}

fn bytes_in(dir: &Path) -> u64 {
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(about) if about.is_dir() => bytes_in(&entry.path()),
        Ok(about) => about.len(),
        Err(_) => 0,
    };
    fs::read_dir(dir).into_iter().flatten().flatten().map(of).sum()
}

fn remove(path: &Path) -> Result<(), CliError> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    removed.map_err(|error| wrong("remove", path, &error))
}

fn wrong(doing: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::new(Exit::Usage, format!("{doing} {}: {error}", escaped(path)))
        .hint("see who owns it and its permissions")
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
