//! The directory of one run: what lies in it, and who may open it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dwindle::Id;
use dwindle_exec::scratch::clear;

use super::found::Fingerprint;
use super::lock::Lock;
use super::other_failures::{OtherFailure, OtherFailures};
use super::{RunKey, atomic, clear_unfinished, entries, layout, replaced};
use crate::Error;
use crate::journal::{FORMAT, Header, Journal, Record, Resumed};

/// The directory of one run, locked while this value lives.
#[derive(Debug)]
pub struct RunDir {
    pub(super) home: PathBuf,
    pub(super) path: PathBuf,
    pub(super) key: RunKey,
    others: OtherFailures,
    /// Whether it was started over since it was opened.
    pub(super) started_over: bool,
    /// Other homes of this input.
    pub(super) known: Vec<PathBuf>,
    /// The home that is told of results, too.
    pub(super) mirror: Option<PathBuf>,
    pub(super) lock: Lock,
}

impl RunDir {
    /// Opens the directory of the run with this key in `home`, making it if there is none, and locks it.
    ///
    /// # Errors
    /// [`Error::Locked`] when another process has it open; [`Error::is_unwritable`] when it cannot be there.
    pub fn open(home: &Path, key: RunKey) -> Result<Self, Error> {
        let path = home.join(key.short());
        fs::create_dir_all(&path).map_err(Error::io("make", &path))?;
        let lock = Lock::take(&path.join(layout::LOCK))?;
        clear_unfinished(&path).map_err(Error::io("clean up in", &path))?;
        let outputs = home.join(layout::OUTPUTS);
        atomic::clear_leftovers(&outputs)?;
        Ok(Self {
            home: home.to_owned(),
            others: OtherFailures::open(path.join(layout::OTHER_FAILURES))?,
            path,
            key,
            started_over: false,
            known: Vec::new(),
            mirror: None,
            lock,
        })
    }

    /// Takes results that are on record in one of `homes`, where runs on this input may have been kept before, for Dwindle's
    /// own; and notes results in `mirror`, too, so that runs that are kept elsewhere can tell.
    #[must_use]
    pub fn knowing(mut self, homes: Vec<PathBuf>, mirror: Option<PathBuf>) -> Self {
        self.known = homes;
        self.known.retain(|home| *home != self.home);
        self.mirror = mirror.filter(|mirror| *mirror != self.home);
        self
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of all runs of this input.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// What this is a run of.
    pub const fn key(&self) -> &RunKey {
        &self.key
    }

    /// Where the journal lies, or will.
    pub fn journal_path(&self) -> PathBuf {
        self.path.join(layout::JOURNAL)
    }

    /// Where the copy of the best lies, or will: what a resumed run goes on from.
    pub fn best_path(&self) -> PathBuf {
        self.path.join(layout::BEST)
    }

    /// Where other failures are kept.
    pub fn other_failures_path(&self) -> PathBuf {
        self.path.join(layout::OTHER_FAILURES)
    }

    /// Opens the journal to go on with it, or begins one; shows every good record in it to `each`.
    ///
    /// `made_by` names the program with its version, and is written into a journal that begins here.
    ///
    /// # Errors
    /// Those of [`Journal::resume`].
    pub fn journal(&self, made_by: &str, each: impl FnMut(Record)) -> Result<Resumed, Error> {
        let header = Header {
            format: FORMAT,
            key: self.key.to_string(),
            fields: self.key.fields().to_vec(),
            made_by: made_by.to_owned(),
            ids: Id::SCHEME,
        };
        Journal::resume(&self.journal_path(), &header, each)
    }

    /// Removes what earlier runs with this key left, results excepted: for a run that starts over.
    ///
    /// The best that lies here is kept among what was replaced.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn start_over(&mut self) -> Result<(), Error> {
        if let Ok(best) = Fingerprint::of(&self.best_path()) {
            drop(replaced::keep(&self.path, &self.best_path(), &best));
        }
        for path in entries::of(&self.path).map_err(Error::io("read", &self.path))? {
            if ![layout::LOCK, layout::REPLACED].iter().any(|stays| path.ends_with(stays)) {
                clear(&path).map_err(Error::io("remove", &path))?;
            }
        }
        self.others = OtherFailures::open(self.other_failures_path())?;
        self.started_over = true;
        Ok(())
    }

    /// Keeps another failure met on the way: the smallest candidate of each signature.
    ///
    /// `make` puts the candidate, of `size` bytes, into the folder that it is given; it is called only if
    /// the candidate is to be kept.
    ///
    /// # Errors
    /// Those of `make`, and when there is no room.
    pub fn aside(
        &mut self,
        signature: &str,
        size: u64,
        make: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<OtherFailure, Error> {
        self.others.keep(signature, size, make)
    }

    /// The directory's own name.
    pub(super) fn name(&self) -> String {
        self.key.short()
    }
}
