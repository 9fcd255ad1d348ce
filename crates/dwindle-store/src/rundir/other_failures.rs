//! Other failures found on the way: the smallest candidate of each is kept.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::{self, Durability};
use super::layout;
use crate::Error;

/// What describes a failure, in its folder.
const ABOUT: &str = "failure.json";

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
        let mut failures = Self { kept: BTreeMap::new(), last: 0, folder };
        for name in failures.names()? {
            if let Some(unfinished) = name.strip_prefix('.') {
                failures.clean_up(unfinished, &failures.folder.join(&name))?;
            }
        }
        for name in failures.names()? {
            let path = failures.folder.join(&name);
            let number = name.split('-').next().and_then(|digits| digits.parse().ok());
            failures.last = failures.last.max(number.unwrap_or(0));
            // A folder that was put there by somebody else is left alone.
            if let Ok(json) = fs::read(path.join(ABOUT))
                && let Ok(About { signature, size }) = serde_json::from_slice(&json)
            {
                failures.kept.insert(signature, (name, size));
            }
        }
        Ok(failures)
    }

    /// What is in the folder, in order. Names that are not text are none of ours.
    fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
            entries => entries.map_err(Error::io("read", &self.folder))?,
        };
        for entry in entries {
            let entry = entry.map_err(Error::io("read", &self.folder))?;
            names.extend(entry.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    /// `path` is `.new-NAME` or `.old-NAME`: an exchange that a killed run began. Ends it one way or the other.
    fn clean_up(&self, unfinished: &str, path: &Path) -> Result<(), Error> {
        let done = match unfinished.split_once('-') {
            Some(("old", name)) if !self.folder.join(name).exists() => {
                fs::rename(path, self.folder.join(name))
            }
            Some(("old" | "new", _)) => fs::remove_dir_all(path),
            _ => Ok(()),
        };
        done.map_err(Error::io("clean up", path))
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
            let name = format!("{:03}-{}", self.last + 1, layout::slug(signature));
            (name, OtherFailure::New)
        };
        self.exchange(&name, signature, size, make)
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
    fn exchange(
        &self,
        name: &str,
        signature: &str,
        size: u64,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        let place = self.folder.join(name);
        let new = self.folder.join(format!(".new-{name}"));
        let old = self.folder.join(format!(".old-{name}"));
        for path in [&new, &old] {
            match fs::remove_dir_all(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::create_dir_all(&new)?;
        let about = About { signature: signature.to_owned(), size };
        let described =
            || atomic::replace(&new.join(ABOUT), Durability::Later, &serde_json::to_vec_pretty(&about)?);
        make(&new).and_then(|()| described()).inspect_err(|_| drop(fs::remove_dir_all(&new)))?;
        if place.exists() {
            fs::rename(&place, &old)?;
            fs::rename(&new, &place)?;
            fs::remove_dir_all(&old)
        } else {
            fs::rename(&new, &place)
        }
    }
}
