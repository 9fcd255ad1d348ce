//! Checks whether a file is still the one that was written, by its contents or without reading them.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use blake3::Hasher;
use dwindle::files::Files;
use dwindle_exec::scratch::Stamp;
use serde::{Deserialize, Serialize};

use super::hash;
use crate::Error;

/// A plain file that was found, or left.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) fingerprint: Fingerprint,
    pub(super) stamp: Stamp,
}

impl Found {
    /// What lies at `path`; links are not followed, because a rename would replace the link.
    pub(super) fn at(path: &Path) -> Result<Option<Self>, Error> {
        let Some(about) = look_at(path)? else { return Ok(None) };
        if !about.is_file() {
            return Err(Error::NotAFile { path: path.to_owned(), is_folder: about.is_dir() });
        }
        Ok(Some(Self {
            fingerprint: Fingerprint::of(path).map_err(Error::io("read", path))?,
            stamp: Stamp::from(&about),
        }))
    }
}

/// What lies at `path`, itself where it is a link; `None` where nothing does.
pub(super) fn look_at(path: &Path) -> Result<Option<Metadata>, Error> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        about => about.map(Some).map_err(Error::io("look at", path)),
    }
}

/// What tells the contents of one file from another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    hash: String,
}

impl Fingerprint {
    /// That of a file of what was given to `hasher`.
    pub(super) fn new(hasher: &Hasher) -> Self {
        Self { size: hasher.count(), hash: hash::digits(hasher) }
    }

    /// That of a tree.
    pub(super) fn of_tree(files: &Files) -> Self {
        Self { size: files.size(), hash: format!("tree {}", files.id()) }
    }

    /// That of the file at `path`.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut hasher = Hasher::new();
        Ok(Self::new(hasher.update_reader(File::open(path)?)?))
    }
}
