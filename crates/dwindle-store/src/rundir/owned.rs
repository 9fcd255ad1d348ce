//! Which files outside its own directories Dwindle wrote: `outputs.json`, beside the runs of an input.
//!
//! What is going to be written is recorded *before* it is put in place, beside what is there now, so that a
//! run killed between the two leaves a file that is still known as ours.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use dwindle_exec::scratch::folder_of;
use serde::{Deserialize, Serialize};

use super::atomic::{self, Durability};
use super::found::{Fingerprint, Found};
use super::lock::Lock;
use super::{RunDir, hash, layout};
use crate::Error;

/// The record of one result file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Where it lies; only for people, because a path need not be text.
    path: String,
    /// The hash of that path, which finds the entry again.
    path_hash: String,
    /// The run that writes it, or wrote it last.
    pub(super) run: String,
    /// What that run works on: see [`RunKey::subject`](super::RunKey::subject).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) subject: String,
    /// What may stand there that we wrote: the last version and the next.
    pub(super) ours: Vec<Fingerprint>,
    /// For an input that is replaced in place: what was there before the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) original: Option<Fingerprint>,
}

impl Entry {
    /// Fails if another run than that in `dir` wrote the result at `target` last, and is at work; be it one that is kept
    /// elsewhere.
    pub(super) fn expect_no_other(&self, dir: &RunDir, target: &Path) -> Result<(), Error> {
        let own = (!self.run.is_empty() && self.run != dir.name()).then(|| (dir.home(), self.run.clone()));
        let elsewhere = elsewhere(&dir.known, target).map(|(home, entry)| (home, entry.run));
        for (home, run) in own.into_iter().chain(elsewhere) {
            // One directory may be known by several paths.
            Lock::expect_free(&home.join(run).join(layout::LOCK), Some(&dir.lock)).map_err(|error| {
                match error {
                    Error::Locked { pid, .. } => Error::InUse { path: target.to_owned(), pid },
                    other => other,
                }
            })?;
        }
        Ok(())
    }

    /// Fails if another run is at work, or `found`, which stands at `target`, is on record nowhere as Dwindle's.
    pub(super) fn expect_ours(
        &mut self,
        dir: &RunDir,
        target: &Path,
        found: Option<&Fingerprint>,
    ) -> Result<(), Error> {
        self.expect_no_other(dir, target)?;
        if let Some(found) = found
            && !self.ours.contains(found)
        {
            expect_in_one(&dir.known, target, found)?;
            self.ours.push(found.clone());
        }
        Ok(())
    }
}

/// The version of the record that this program writes, and the only one that it reads. Hashes are those of `hash`.
const FORMAT: u32 = 2;

#[derive(Debug, Serialize, Deserialize)]
struct Outputs {
    format: u32,
    outputs: Vec<Entry>,
}

impl Default for Outputs {
    fn default() -> Self {
        Self { format: FORMAT, outputs: Vec::new() }
    }
}

/// Changes the entry of the file at `target` (an absolute path), making it if there is none.
///
/// Nothing is stored when `change` fails. A record that cannot be understood is taken for an empty one:
/// then nothing is known to be ours, and nothing will be overwritten.
pub(super) fn update<T>(
    home: &Path,
    target: &Path,
    durability: Durability,
    change: impl FnOnce(&mut Entry) -> Result<T, Error>,
) -> Result<T, Error> {
    let may_lack = |error: &Error| durability == Durability::IfRoom && error.is_full();
    let _lock = match Lock::wait(&home.join(layout::OUTPUTS_LOCK)) {
        Err(error) if may_lack(&error) => None,
        lock => Some(lock?),
    };
    let path = home.join(layout::OUTPUTS);
    let mut all = read(&path)?;
    let path_hash = hash_of(target);
    let found = all.outputs.iter().position(|entry| entry.path_hash == path_hash);
    let at = found.unwrap_or_else(|| {
        all.outputs.push(Entry { path: target.display().to_string(), path_hash, ..Entry::default() });
        all.outputs.len() - 1
    });
    let before = found.map(|at| all.outputs[at].clone());
    let result = change(&mut all.outputs[at])?;
    if before.as_ref() == Some(&all.outputs[at]) {
        return Ok(result);
    }
    let mut json =
        serde_json::to_vec_pretty(&all).map_err(|error| Error::io("write", &path)(error.into()))?;
    json.push(b'\n');
    match atomic::replace(&path, durability, &json).map_err(Error::io("write", &path)) {
        Err(error) if !may_lack(&error) => Err(error),
        _ => Ok(result),
    }
}

/// What is on record of the file at `target` in `homes`, each with its home.
pub(super) fn elsewhere<'a>(homes: &'a [PathBuf], target: &Path) -> impl Iterator<Item = (&'a Path, Entry)> {
    let path_hash = hash_of(target);
    homes.iter().flat_map(move |home| {
        let all = read(&home.join(layout::OUTPUTS)).unwrap_or_default().outputs.into_iter();
        let entry = all.filter(|entry| entry.path_hash == path_hash).collect::<Vec<_>>();
        entry.into_iter().map(move |entry| (home.as_path(), entry))
    })
}

/// The results that are on record in `home`, those excepted whose names are not text.
pub(super) fn results(home: &Path) -> Result<Vec<(PathBuf, Entry)>, Error> {
    let all = read(&home.join(layout::OUTPUTS))?;
    let entries = all.outputs.into_iter().map(|entry| (PathBuf::from(&entry.path), entry));
    Ok(entries.filter(|(path, entry)| hash_of(path) == entry.path_hash).collect())
}

/// Those of them that are files and still hold what Dwindle wrote there last.
pub(super) fn standing(home: &Path) -> Result<Vec<(PathBuf, Entry)>, Error> {
    let mut results = results(home)?;
    results.retain(|(path, entry)| holds(path, &entry.ours));
    Ok(results)
}

/// Whether a file is one of `these`.
fn holds(path: &Path, these: &[Fingerprint]) -> bool {
    let found = Found::at(path).ok().flatten();
    found.is_some_and(|found| these.contains(&found.fingerprint))
}

/// The files on record in `home` that still hold what Dwindle wrote there last, by absolute paths free of links; also those that were
/// moved, or copied, with it. An input that was replaced in place is none, since it is the user's; but the copy of what it was
/// before is one.
pub fn written(home: &Path) -> Vec<PathBuf> {
    let folder = home.parent().and_then(|folder| folder.canonicalize().ok());
    let all = results(home).unwrap_or_default().into_iter();
    all.flat_map(|(path, Entry { ours, original, .. })| {
        let (path, ours) = match original {
            Some(original) => (layout::original(&path), vec![original]),
            None => (path, ours),
        };
        let moved = folder.as_ref().zip(path.file_name()).map(|(folder, name)| folder.join(name));
        [Some(path), moved].into_iter().flatten().filter(move |path| holds(path, &ours))
    })
    .collect()
}

/// Fails if something stands at `target` that is on record in none of the `homes` as Dwindle's: what a run would be told once it has
/// a directory.
///
/// # Errors
/// [`Error::NotOurs`] or [`Error::NotAFile`]; and when the folder of `target` is not there, or something cannot be read.
pub fn expect_ours(homes: &[PathBuf], target: &Path) -> Result<(), Error> {
    let target = absolute(target)?;
    let found = Found::at(&target)?;
    found.map_or(Ok(()), |found| expect_in_one(homes, &target, &found.fingerprint))
}

/// Fails if `found`, which stands at `target`, is on record in none of the `homes`.
fn expect_in_one(homes: &[PathBuf], target: &Path, found: &Fingerprint) -> Result<(), Error> {
    let is_ours = elsewhere(homes, target).any(|(_, entry)| entry.ours.contains(found));
    if is_ours { Ok(()) } else { Err(Error::NotOurs { path: target.to_owned() }) }
}

fn hash_of(target: &Path) -> String {
    hash::of(target.as_os_str().as_bytes())
}

fn read(path: &Path) -> Result<Outputs, Error> {
    match fs::read(path) {
        Ok(json) => {
            let outputs = serde_json::from_slice(&json).ok();
            Ok(outputs.filter(|outputs: &Outputs| outputs.format == FORMAT).unwrap_or_default())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Outputs::default()),
        Err(error) => Err(Error::io("read", path)(error)),
    }
}

/// `target` with the folder that it lies in made absolute and free of links; the file itself may be missing.
pub(super) fn absolute(target: &Path) -> Result<PathBuf, Error> {
    let fail = |source| Error::io("write", target)(source);
    let name = target.file_name().ok_or_else(|| fail(std::io::ErrorKind::IsADirectory.into()))?;
    Ok(folder_of(target).canonicalize().map_err(fail)?.join(name))
}
