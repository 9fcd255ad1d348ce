//! The run directory: everything on disk about one run, and the results outside it.
//!
//! The home of an input's runs lies beside the input (or where the caller says), one folder a [`RunKey`], so
//! that the same command finds its journal again and a changed one starts afresh, knowing what changed. The
//! file `rundir/layout.rs` shows what lies where. A run directory is locked while it is open.
//!
//! Two promises are kept here. A result is written whole or not at all, so there is a good one on disk at
//! every moment; and no file is ever overwritten that Dwindle did not write. Nothing here reads a clock or
//! the environment: where things go and what time it is are the caller's to say.

mod aside;
mod atomic;
mod clean;
mod error;
mod folder;
mod found;
mod hash;
mod key;
mod layout;
mod lock;
mod output;
mod owned;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use aside::Aside;
pub use clean::{Cleaning, clean};
pub use error::Error;
pub use folder::FolderOutput;
pub use key::{Builder, Difference, RunKey};
pub use layout::home;
pub use output::Output;

use crate::journal::{FORMAT, Header, Journal, Reader, Record, Resumed};
use aside::OtherFailures;
use lock::Lock;

/// The directory of one run, locked while this value lives.
#[derive(Debug)]
pub struct RunDir {
    home: PathBuf,
    path: PathBuf,
    key: RunKey,
    others: OtherFailures,
    _lock: Lock,
}

/// Another run of the same input, and what makes it another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRun {
    /// Its directory.
    pub path: PathBuf,
    /// What differs; "then" is that run, "now" this one.
    pub differences: Vec<Difference>,
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
        let outputs = home.join(layout::OUTPUTS);
        atomic::clear_leftovers(&outputs).map_err(Error::io("clean up beside", &outputs))?;
        Ok(Self {
            home: home.to_owned(),
            others: OtherFailures::open(path.join(layout::OTHER_FAILURES))?,
            path,
            key,
            _lock: lock,
        })
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

    /// Where the log goes.
    pub fn log_path(&self) -> PathBuf {
        self.path.join(layout::LOG)
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
    /// Those of [`Journal::resume`]; [`Error::OtherRun`] if the journal is that of another key.
    pub fn journal(&self, made_by: &str, each: impl FnMut(Record)) -> Result<Resumed, Error> {
        let header = Header {
            format: FORMAT,
            key: self.key.to_string(),
            fields: self.key.fields().to_vec(),
            made_by: made_by.to_owned(),
        };
        let path = self.journal_path();
        if let Ok(reader) = Reader::open(&path)
            && reader.header().is_some_and(|found| found.key != header.key)
        {
            return Err(Error::OtherRun { path: self.path.clone() });
        }
        Ok(Journal::resume(&path, &header, each)?)
    }

    /// Removes what earlier runs with this key left, results excepted: for a run that starts over.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn start_over(&mut self) -> Result<(), Error> {
        for entry in fs::read_dir(&self.path).map_err(Error::io("read", &self.path))? {
            let entry = entry.map_err(Error::io("read", &self.path))?;
            if entry.file_name() == OsStr::new(layout::LOCK) {
                continue;
            }
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(Error::io("remove", &path))?;
        }
        self.others = OtherFailures::open(self.other_failures_path())?;
        Ok(())
    }

    /// The other runs of the same input, the one that went on last first, with what differs.
    ///
    /// What is no run, or cannot be read, is left out.
    ///
    /// # Errors
    /// When the home cannot be read.
    pub fn others(&self) -> Result<Vec<OtherRun>, Error> {
        let mut others = Vec::new();
        for entry in fs::read_dir(&self.home).map_err(Error::io("read", &self.home))? {
            let path = entry.map_err(Error::io("read", &self.home))?.path();
            let journal = path.join(layout::JOURNAL);
            if path == self.path {
                continue;
            }
            if let Ok(reader) = Reader::open(&journal)
                && let Some(header) = reader.header()
                && let Ok(modified) = fs::metadata(&journal).and_then(|about| about.modified())
            {
                let differences = self.key.differences(&header.fields);
                others.push((modified, OtherRun { path, differences }));
            }
        }
        others.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.path.cmp(&b.path)));
        Ok(others.into_iter().map(|(_, other)| other).collect())
    }

    /// The copy of the best in this directory, to be written with each new best.
    ///
    /// # Errors
    /// When leftovers of a killed run cannot be removed.
    pub fn best(&self, mode: Option<u32>) -> Result<Output, Error> {
        Output::private(self.best_path(), mode)
    }

    /// The result at `target`, with these permission bits (or those of new files). Its folder must exist.
    ///
    /// # Errors
    /// [`Error::NotOurs`] or [`Error::NotAFile`] when something is there that Dwindle did not write for this
    /// input; [`Error::Locked`] when another run is writing it; [`Error::is_unwritable`] when nothing can be
    /// written there.
    pub fn result(&self, target: &Path, mode: Option<u32>) -> Result<Output, Error> {
        Output::result(self, target, mode)
    }

    /// The input itself, to be replaced by the result; what it was is kept beside it as `<name>.orig`.
    ///
    /// The copy is made before the first write, and nothing ever overwrites it. A later run in place on what
    /// an earlier one made leaves the copy as it is, because what it holds is still the original.
    ///
    /// # Errors
    /// [`Error::OriginalInTheWay`] when the copy's place is taken by something else; the others as for
    /// [`RunDir::result`].
    pub fn in_place(&self, input: &Path) -> Result<Output, Error> {
        Output::in_place(self, input)
    }

    /// The result of a run on a directory: a folder at `target`, with these permission bits (or those of new folders).
    /// It is made of what [`RunDir::best`] holds, an archive. The folder that it lies in must exist.
    ///
    /// # Errors
    /// [`Error::NotOurs`] or [`Error::NotAFolder`] when something is there that Dwindle did not write for this
    /// input; [`Error::Locked`] when another run is writing it; [`Error::is_unwritable`] when nothing can be
    /// written there.
    pub fn folder(&self, target: &Path, mode: Option<u32>) -> Result<FolderOutput, Error> {
        FolderOutput::open(self, target, mode)
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
    ) -> Result<Aside, Error> {
        self.others.keep(signature, size, make)
    }

    /// The directory's own name.
    fn name(&self) -> String {
        self.key.short()
    }
}
