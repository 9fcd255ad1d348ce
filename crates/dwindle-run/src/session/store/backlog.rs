//! What could not be written yet: a full disk does not end a run that can go on.
//!
//! Records and the best result wait in memory and are written as soon as there is room. The user is warned once of each
//! kind of trouble, and only a result that cannot be written in the end makes the run fail.
//!
//! The result is written before the journal. A journal of more than 256 MiB gets no more records of single tests.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use crate::text::escaped;
use dwindle_store::journal::{Journal, Record};
use dwindle_store::rundir::Output;

/// How long to wait until the result is written again after that failed.
const PACE: Duration = Duration::from_secs(1);

/// A journal longer than this gets no more records of single tests.
const LONGEST: u64 = 256 << 20;

/// What waits to be written, and what the user is to be told of it.
#[derive(Debug, Default)]
pub(in crate::session) struct Backlog {
    records: Vec<Record>,
    best: Option<Vec<u8>>,
    tried: Duration,
    warnings: Vec<String>,
    told: Vec<Trouble>,
}

/// The kinds of trouble that a run goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Trouble {
    Journal,
    LongJournal,
    NoJournal,
    Result,
    Aside,
    ManyAside,
    Scratch,
    Memory,
    Refused,
    Replaced,
}

impl Backlog {
    /// Warns the user, unless that was done before.
    pub(in crate::session) fn warn(&mut self, trouble: Trouble, text: impl FnOnce() -> String) {
        if !self.told.contains(&trouble) {
            self.told.push(trouble);
            self.warnings.push(text());
        }
    }

    /// Whether a result waits for room.
    pub(in crate::session) const fn is_waiting(&self) -> bool {
        self.best.is_some()
    }

    /// What the user is to be told now.
    pub(in crate::session) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Appends a record to the journal, after those that wait.
    pub(in crate::session) fn record(&mut self, journal: &mut Journal, record: &Record) {
        let is_detail = matches!(record, Record::Test(_) | Record::Asked(_));
        if is_detail && journal.length() > LONGEST {
            self.warn(Trouble::LongJournal, || {
                "the journal has reached 256 MiB: further tests are not recorded, and a later run does them again"
                    .to_owned()
            });
            return;
        }
        // Where there is little room it is for the result.
        let done = if self.best.is_some() { None } else { Some(self.write_records(journal)) };
        match done.map(|done| done.and_then(|()| journal.append(record))) {
            Some(Ok(())) => return,
            Some(Err(error)) => self.journal_failed(&error),
            None => {}
        }
        self.records.push(record.clone());
    }

    fn write_records(&mut self, journal: &mut Journal) -> Result<(), dwindle_store::Error> {
        let mut written = 0;
        let done = self.records.iter().try_for_each(|record| {
            journal.append(record)?;
            written += 1;
            Ok(())
        });
        self.records.drain(..written);
        done
    }

    fn journal_failed(&mut self, error: &dwindle_store::Error) {
        self.warn(Trouble::Journal, || {
            format!("failed to {error}; the run continues, and writes its records when there is space")
        });
    }

    /// Makes the journal last if that is due.
    pub(in crate::session) fn sync_if_due(&mut self, journal: &mut Journal, now: Duration) {
        if let Err(error) = journal.sync(Some(now)) {
            self.journal_failed(&error);
        }
    }

    /// Writes a new best, which takes the place of one that waits.
    ///
    /// # Errors
    /// When it must not be written there, or cannot be made.
    pub(in crate::session) fn keep(
        &mut self,
        result: &mut Output,
        now: Duration,
        write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.best = None;
        if let Err(error) = result.write(now, |out| write(out)) {
            self.excuse(error)?;
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            (self.best, self.tried) = (Some(bytes), now);
        }
        Ok(())
    }

    /// Writes the best that waits, if there is one and it is time.
    ///
    /// # Errors
    /// When it must not be written there any more.
    pub(in crate::session) fn keep_if_due(&mut self, result: &mut Output, now: Duration) -> io::Result<()> {
        if now.saturating_sub(self.tried) < PACE {
            return Ok(());
        }
        let Some(bytes) = self.best.take() else { return Ok(()) };
        self.tried = now;
        result.write(now, |out| out.write_all(&bytes)).or_else(|error| {
            self.best = Some(bytes);
            self.excuse(error)
        })
    }

    /// Writes the best that waits, since another file is the result from now on; where there is no room for it, it goes
    /// among the temporary files.
    ///
    /// # Errors
    /// When it must not be written there any more.
    pub(in crate::session) fn leave(&mut self, result: &mut Output) -> io::Result<()> {
        let Some(bytes) = self.best.take() else { return Ok(()) };
        let Err(error) = result.write(self.tried + PACE, |out| out.write_all(&bytes)) else { return Ok(()) };
        if let Some(path) = rescued(&bytes) {
            let said = format!("there is no space for a result, which is kept in {}", escaped(path));
            self.warnings.push(said);
        }
        self.excuse(error)
    }

    /// Warns of an error that the run can go on with, and gives back any other.
    pub(in crate::session) fn excuse(&mut self, error: dwindle_store::Error) -> io::Result<()> {
        if error.system().is_none() {
            return Err(error.into());
        }
        self.warn(Trouble::Result, || {
            format!("failed to {error}; the run continues, and writes its result when there is space")
        });
        Ok(())
    }

    /// Writes the result at the end of a run, in the place of the journal if there is no room for both.
    fn write_last(
        &mut self,
        journal: &mut Journal,
        result: &mut Output,
        bytes: &[u8],
    ) -> Result<(), dwindle_store::Error> {
        let now = self.tried + PACE;
        match result.write(now, |out| out.write_all(bytes)) {
            Err(error) if error.is_full() && journal.empty().is_ok() => {}
            written => return written,
        }
        self.records.clear();
        self.warn(Trouble::NoJournal, || {
            "the journal was emptied to make space for the result: the same command runs all tests again"
                .to_owned()
        });
        result.write(now, |out| out.write_all(bytes))
    }

    /// Writes all that waits: for the end of a run. Where the journal cannot be written the user is warned.
    ///
    /// # Errors
    /// When the result cannot be written; it is then kept where temporary files are, if there is room there.
    pub(in crate::session) fn settle(
        &mut self,
        journal: &mut Journal,
        result: &mut Output,
    ) -> Result<(), (dwindle_store::Error, Option<PathBuf>)> {
        if let Some(bytes) = self.best.take() {
            self.write_last(journal, result, &bytes).map_err(|error| (error, rescued(&bytes)))?;
        }
        if let Err(error) = self.write_records(journal).and_then(|()| journal.sync(None)) {
            self.journal_failed(&error);
        }
        result.sync(None).map_err(|error| (error, None))
    }
}

/// Keeps a result for which there is no room where it belongs; says where.
fn rescued(bytes: &[u8]) -> Option<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("dwindle-result-").tempfile().ok()?;
    file.write_all(bytes).and_then(|()| file.flush()).ok()?;
    file.keep().ok().map(|(_file, path)| path)
}
