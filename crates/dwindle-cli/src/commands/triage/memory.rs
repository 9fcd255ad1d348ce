//! What each input showed, on disk as soon as it is known, so that no input is looked at twice.
//!
//! A file of JSON Lines in the run directory, only ever appended to. A line that a killed run left torn is passed
//! over: its input is looked at again. An input is known by its bytes and the name it is laid under, whatever its own.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use dwindle::Id;
use dwindle_run::error::RunError;
use dwindle_run::inputs::MEMORY;
use dwindle_run::session::disk;
use dwindle_store::rundir::RunDir;
use serde::{Deserialize, Serialize};

use crate::commands::many::failure::Failure;

/// What an input shows when it is run twice.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Shows {
    /// The same failure both times.
    Fails(Failure),
    /// No failure, but this.
    Passes(Failure),
    /// Now this, now that.
    Varies(Failure, Failure),
}

#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    name: String,
    shows: Shows,
}

/// What is known of inputs.
#[derive(Debug)]
pub(super) struct Memory {
    path: PathBuf,
    file: File,
    pub(super) known: BTreeMap<(String, String), Shows>,
}

impl Memory {
    /// What is remembered in `dir`; nothing of it where `forget` says so.
    pub(super) fn open(dir: &RunDir, forget: bool) -> Result<Self, RunError> {
        let path = dir.path().join(MEMORY);
        let before = fs::read(&path).unwrap_or_default();
        let lines = before.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
        let known = lines.map(|Line { id, name, shows }| ((id, name), shows));
        let known = if forget { BTreeMap::new() } else { known.collect() };
        let open = || -> io::Result<File> {
            let mut file = File::options().create(true).append(true).open(&path)?;
            if !matches!(before.last(), None | Some(b'\n')) {
                file.write_all(b"\n")?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| disk::explain(&error, dir.path()))?;
        Ok(Self { path, file, known })
    }

    pub(super) fn get(&self, id: Id, name: &OsStr) -> Option<&Shows> {
        self.known.get(&key(id, name))
    }

    /// Writes down what an input showed.
    pub(super) fn add(&mut self, id: Id, name: &OsStr, shows: &Shows) -> Result<(), RunError> {
        let (id, name) = key(id, name);
        let line = Line { id, name, shows: shows.clone() };
        let mut bytes =
            serde_json::to_vec(&line).map_err(io::Error::from).map_err(|error| self.no(&error))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(|error| self.no(&error))?;
        self.known.insert((line.id, line.name), line.shows);
        Ok(())
    }

    fn no(&self, error: &io::Error) -> RunError {
        RunError::internal(format!("cannot write {}: {error}", self.path.display()))
            .hint("free some space, then run the same command again to continue")
    }
}

fn key(id: Id, name: &OsStr) -> (String, String) {
    (id.to_string(), name.to_string_lossy().into_owned())
}
