//! Other failures found on the way: the smallest candidate of each is kept.
//!
//! At most 200 are kept, of 32 MiB in all.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{self, Durability};
use super::exchange::{draft, exchange, rename_new};
use super::{entries, layout};
use crate::Error;

/// What describes a failure, in its folder.
const ABOUT: &str = "failure.json";

/// What drafts of such folders are named after.
const NEW: &str = "new";

/// What became of another failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherFailure {
    /// Nobody has seen this failure before; it was kept.
    New,
    /// It is known, but this candidate is smaller, and was kept instead.
    Smaller,
    /// It is known from a candidate that is no larger.
    Known,
    /// It is new, but as many as [`OtherFailure::MOST`] or as large as [`OtherFailure::MOST_BYTES`] are kept already.
    TooMany,
}

impl OtherFailure {
    /// More kinds of failure than this are not kept: a signature that tells every run from every other (it has an
    /// address in it, or a time) would fill the disk.
    pub const MOST: usize = 200;

    /// The candidates kept are together no larger than this, in the bytes that they are said to have.
    pub const MOST_BYTES: u64 = 32 << 20;
}

/// The contents of [`ABOUT`].
#[derive(Debug, Serialize, Deserialize)]
struct About {
    signature: String,
    size: u64,
}

/// Another failure that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFailure {
    /// The failure, in words.
    pub signature: String,
    /// The size of the smallest candidate that showed it.
    pub size: u64,
    /// The folder with that candidate.
    pub folder: PathBuf,
}

/// What is kept in `folder`, in order of names. A folder that was put there by somebody else is left out.
pub(super) fn kept(folder: &Path) -> Vec<KeptFailure> {
    let read = |folder: PathBuf| {
        let About { signature, size } = serde_json::from_slice(&fs::read(folder.join(ABOUT)).ok()?).ok()?;
        Some(KeptFailure { signature, size, folder })
    };
    entries::of(folder).unwrap_or_default().into_iter().filter_map(read).collect()
}

/// The failures kept so far.
#[derive(Debug)]
pub(super) struct OtherFailures {
    folder: PathBuf,
    /// By signature: the name of the folder, and the size of the candidate in it.
    kept: BTreeMap<String, (String, u64)>,
    last: u64,
}

impl OtherFailures {
    /// Reads what earlier runs kept in `folder`, and removes what they had not finished.
    pub(super) fn open(folder: PathBuf) -> Result<Self, Error> {
        atomic::clear_leftovers(&folder.join(NEW))?;
        let mut failures = Self { kept: BTreeMap::new(), last: 0, folder };
        for path in entries::of(&failures.folder).map_err(Error::io("read", &failures.folder))? {
            // Names that are not text are none of ours.
            let Some(name) = path.file_name().and_then(OsStr::to_str) else { continue };
            let number = name.split('-').next().and_then(|digits| digits.parse().ok());
            failures.last = failures.last.max(number.unwrap_or(0));
            // A folder that was put there by somebody else is left alone.
            if let Ok(json) = fs::read(path.join(ABOUT))
                && let Ok(About { signature, size }) = serde_json::from_slice(&json)
            {
                failures.kept.insert(signature, (name.to_owned(), size));
            }
        }
        Ok(failures)
    }

    /// Keeps a candidate of `size` bytes that fails with `signature`, if it is the smallest of its kind.
    pub(super) fn keep(
        &mut self,
        signature: &str,
        size: u64,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<OtherFailure, Error> {
        let known = self.kept.get(signature);
        match known {
            Some(&(_, smallest)) if smallest <= size => return Ok(OtherFailure::Known),
            None if self.kept.len() >= OtherFailure::MOST
                || self.bytes().saturating_add(size) > OtherFailure::MOST_BYTES =>
            {
                return Ok(OtherFailure::TooMany);
            }
            _ => {}
        }
        let (name, aside) = if let Some((name, _)) = known {
            (name.clone(), OtherFailure::Smaller)
        } else {
            let name = format!("{:03}-{}", self.last + 1, layout::slug(signature, 40));
            (name, OtherFailure::New)
        };
        self.put(&name, signature, size, make)
            .map_err(Error::io("keep another failure in", &self.folder.join(&name)))?;
        self.last += u64::from(aside == OtherFailure::New);
        self.kept.insert(signature.to_owned(), (name, size));
        Ok(aside)
    }

    /// The size of all candidates kept.
    fn bytes(&self) -> u64 {
        self.kept.values().map(|(_, size)| size).sum()
    }

    /// Puts a new folder `name` in place of the old one, if there is one. A kill in between loses neither.
    fn put(
        &self,
        name: &str,
        signature: &str,
        size: u64,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let (draft, _lock) = draft(&self.folder.join(NEW))?;
        make(draft.path())?;
        let about = serde_json::to_vec_pretty(&About { signature: signature.to_owned(), size })?;
        atomic::replace(&draft.path().join(ABOUT), Durability::Later, &about)?;
        let place = self.folder.join(name);
        if place.exists() { exchange(draft.path(), &place) } else { rename_new(draft.path(), &place) }
    }
}
