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
mod bounded;
mod clean;
mod contents;
mod earlier;
mod error;
mod folder;
mod found;
mod hash;
mod key;
mod layout;
mod lock;
mod output;
mod owned;
mod replaced;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use aside::Aside;
pub use clean::{Cleaning, clean};
pub use earlier::{EarlierResult, OtherRun};
pub use error::Error;
pub use folder::FolderOutput;
pub use key::{Builder, Difference, RunKey};
pub use layout::{home, home_in};
pub use output::Output;

use crate::Id;
use crate::journal::{FORMAT, Header, Journal, Reader, Record, Resumed};
use aside::OtherFailures;
use found::Fingerprint;
use lock::Lock;

/// The directory of one run, locked while this value lives.
#[derive(Debug)]
pub struct RunDir {
    home: PathBuf,
    path: PathBuf,
    key: RunKey,
    others: OtherFailures,
    started_over: bool,
    /// Other homes of this input.
    known: Vec<PathBuf>,
    /// The home that is told of results, too.
    mirror: Option<PathBuf>,
    _lock: Lock,
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
            started_over: false,
            known: Vec::new(),
            mirror: None,
            _lock: lock,
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
    /// Those of [`Journal::resume`]; [`Error::OtherRun`] if the journal is that of another key.
    pub fn journal(&self, made_by: &str, each: impl FnMut(Record)) -> Result<Resumed, Error> {
        let header = Header {
            format: FORMAT,
            key: self.key.to_string(),
            fields: self.key.fields().to_vec(),
            made_by: made_by.to_owned(),
            ids: Id::SCHEME,
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
    /// The best that lies here is kept among what was replaced.
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
            if entry.file_name() == OsStr::new(layout::REPLACED) {
                continue;
            }
            if entry.file_name() == OsStr::new(layout::BEST)
                && let Ok(best) = Fingerprint::of(&path)
            {
                drop(replaced::keep(&self.path, &path, &best));
            }
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(Error::io("remove", &path))?;
        }
        self.others = OtherFailures::open(self.other_failures_path())?;
        self.started_over = true;
        Ok(())
    }

    /// The copy of the best in this directory, to be written with each new best.
    ///
    /// # Errors
    /// When leftovers of a killed run cannot be removed.
    pub fn best(&self, mode: Option<u32>) -> Result<Output, Error> {
        Output::private(self.best_path(), mode)
    }

    /// The copy of the earlier result that this run starts from.
    ///
    /// # Errors
    /// As for [`RunDir::best`].
    pub fn origin(&self) -> Result<Output, Error> {
        Output::private(self.origin_path(), None)
    }

    /// Whether this run was started over since it was opened.
    pub const fn is_started_over(&self) -> bool {
        self.started_over
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
