//! Results of earlier runs on the same input, from which a run may start.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dwindle::event::Difference;

use super::found::Fingerprint;
use super::{RunDir, entries, layout, owned, replaced};
use crate::Error;
use crate::journal::Reader;

/// Another run of the same input, and what makes it another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRun {
    /// Its directory.
    pub path: PathBuf,
    /// What differs; "then" is that run, "now" this one.
    pub differences: Vec<Difference>,
    /// Whether it works on the same as this one: see [`Builder::subject`](super::Builder::subject).
    pub same_subject: bool,
}

/// A result of another run that works on the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierResult {
    /// Where it lies.
    pub path: PathBuf,
    /// The name of that run's directory.
    pub run: String,
    /// What differs, in that run, from this one; `None` where its directory is gone.
    pub differences: Option<Vec<Difference>>,
}

impl RunDir {
    /// The other runs of the same input, the one that went on last first, with what differs.
    ///
    /// What is no run, or cannot be read, is left out.
    ///
    /// # Errors
    /// When the home cannot be read.
    pub fn others(&self) -> Result<Vec<OtherRun>, Error> {
        let mut others = Vec::new();
        for path in self.latest_others().map_err(Error::io("read", &self.home))? {
            if let Ok(reader) = Reader::open(&path.join(layout::JOURNAL))
                && let Some(header) = reader.header()
            {
                let differences = self.key.differences(&header.fields);
                let same_subject = self.key.has_subject_of(&header.fields);
                others.push(OtherRun { path, differences, same_subject });
            }
        }
        Ok(others)
    }

    /// The results on record that other runs on the same left, or that this one left when its journal is gone.
    ///
    /// Folders are made of a run's best, so of those only the best is named. To be called before the result is opened.
    ///
    /// # Errors
    /// When the home cannot be read.
    pub fn earlier(&self) -> Result<Vec<EarlierResult>, Error> {
        let others: Vec<OtherRun> = self.others()?.into_iter().filter(|other| other.same_subject).collect();
        let (own, subject) = (self.name(), self.key.subject());
        let mut earlier = Vec::new();
        let homes = std::iter::once(&self.home).chain(&self.known);
        let standing = homes.filter_map(|home| owned::standing(home).ok()).flatten();
        for (path, entry) in standing {
            let other = others.iter().find(|other| name_of(&other.path) == entry.run);
            let is_own = entry.run == own;
            if entry.subject != subject || is_own && self.journal_path().exists() {
                continue;
            }
            let differences = other.map(|other| other.differences.clone());
            earlier.push(EarlierResult {
                path,
                run: entry.run,
                differences: if is_own { Some(Vec::new()) } else { differences },
            });
        }
        for OtherRun { path: run, differences, .. } in others {
            let kept = std::iter::once(run.join(layout::BEST)).chain(replaced::of(&run));
            earlier.extend(kept.filter(|path| path.is_file()).map(|path| EarlierResult {
                path,
                run: name_of(&run).into_owned(),
                differences: Some(differences.clone()),
            }));
        }
        let mut seen = BTreeSet::new();
        earlier.retain(|result| seen.insert(result.path.clone()));
        Ok(earlier)
    }

    /// What results of this run another one replaced: each is a name, in order.
    pub fn replaced(&self) -> Vec<PathBuf> {
        replaced::of(&self.path)
    }

    /// Keeps the result at `path`, which another one is to replace, among those of this run under the name `folder`; gives
    /// its new path, or none where it cannot be kept.
    pub fn keep_result(&self, path: &Path, folder: &str) -> Option<PathBuf> {
        let fingerprint = Fingerprint::of(path).ok()?;
        replaced::keep_in(&self.path.join(layout::REPLACED).join(folder), path, &fingerprint)
    }

    /// Where the copy lies of the earlier result that this run started from, if it started from one.
    pub fn origin_path(&self) -> PathBuf {
        self.path.join(layout::ORIGIN)
    }
}

/// The name of the input whose runs, kept in `folder`, have it on record that `result` is theirs.
///
/// Names that are too long for that of a run directory are not found.
pub fn input_of(result: &Path, folder: &Path) -> Option<OsString> {
    let result = owned::absolute(result).ok()?;
    let homes = entries::of(folder).ok()?;
    homes.iter().find_map(|home| {
        let name = layout::input_of(home)?;
        owned::results(home).ok()?.iter().any(|(path, _)| *path == result).then_some(name)
    })
}

fn name_of(run: &Path) -> std::borrow::Cow<'_, str> {
    run.file_name().unwrap_or_default().to_string_lossy()
}
