//! Results that were replaced by those of another run, which are kept because they may have taken hours.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::found::Fingerprint;
use super::{entries, layout};

/// A run keeps no more of them than this; the largest goes first.
const MOST: usize = 5;

/// Keeps the file at `result`, with this fingerprint, among what was replaced of the run in `run`, and gives its new
/// path.
///
/// It is a second name for the same file, so it takes no room. Where that cannot be, nothing is kept.
pub(super) fn keep(run: &Path, result: &Path, fingerprint: &Fingerprint) -> Option<PathBuf> {
    keep_in(&run.join(layout::REPLACED), result, fingerprint)
}

/// The same, in `folder` alone.
pub(super) fn keep_in(folder: &Path, result: &Path, fingerprint: &Fingerprint) -> Option<PathBuf> {
    fs::create_dir_all(folder).ok()?;
    let there = in_folder(folder);
    let is_same = |path: &&PathBuf| Fingerprint::of(path).is_ok_and(|there| there == *fingerprint);
    if let Some(same) = there.iter().find(is_same) {
        return Some(same.clone());
    }
    if there.len() >= MOST {
        let size = |path: &&PathBuf| path.metadata().map_or(0, |about| about.len());
        fs::remove_file(there.iter().max_by_key(size)?).ok()?;
    }
    let name = result.file_name()?;
    let numbered = (2..=MOST + 1).map(|number| {
        let mut numbered = std::ffi::OsString::from(format!("{number}-"));
        numbered.push(name);
        numbered
    });
    let path = std::iter::once(name.to_owned())
        .chain(numbered)
        .map(|name| folder.join(name))
        .find(|path| !path.exists())?;
    match fs::hard_link(result, &path) {
        // On another file system, or where there are no such links.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::copy(result, &path).map(drop),
        linked => linked,
    }
    .ok()?;
    Some(path)
}

/// What is kept of the run in `run`, in order of names.
pub(super) fn of(run: &Path) -> Vec<PathBuf> {
    in_folder(&run.join(layout::REPLACED))
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let mut paths = entries::of(folder).unwrap_or_default();
    paths.retain(|path| path.is_file());
    paths
}
