//! Writing a journal: whole lines are appended, and synced at most once a second.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::{Damage, Header, Reader, Record, line};
use crate::Error;
use crate::pace::Pace;

/// A journal open for appending. Nobody else may append: the run directory's lock sees to that.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    line: Vec<u8>,
    /// How long the file is, if nothing but whole records is in it.
    good: u64,
    /// Whether a write broke off, so that there may be something behind `good`.
    torn: bool,
    pace: Pace,
    /// The first line, where there was no room for it yet.
    first: Option<Vec<u8>>,
}

impl Journal {
    /// Begins a journal, in the place of whatever was there. Where there is no room for its header, that comes with the
    /// first record for which there is.
    ///
    /// # Errors
    /// When the file cannot be made or written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, Error> {
        let file = open(path, OpenOptions::new().create(true))?;
        file.set_len(0).map_err(Error::io("empty the journal", path))?;
        let mut journal = Self::over(path, file, 0);
        match journal.append_line(header) {
            Err(error) if error.is_full() => {
                journal.first = Some(std::mem::take(&mut journal.line));
            }
            written => written?,
        }
        Ok(journal)
    }

    /// Opens a journal to go on with it, cutting off what is damaged; shows every good record to `each`.
    ///
    /// Returns what was cut off. When there is no journal, or not even its header is
    /// intact, this begins one with `header` as [`Journal::create`] does.
    ///
    /// # Errors
    /// When the file cannot be read or written, or another version of the program wrote it; [`Error::OtherRun`] if it
    /// is that of another key.
    pub fn resume(path: &Path, header: &Header, mut each: impl FnMut(Record)) -> Result<Resumed, Error> {
        let mut reader = match Reader::open(path) {
            Err(error) if error.system() == Some(io::ErrorKind::NotFound) => {
                return Ok(Resumed { journal: Self::create(path, header)?, damage: None });
            }
            reader => reader?,
        };
        if reader.header().is_some_and(|found| found.key != header.key) {
            return Err(Error::OtherRun { path: path.parent().unwrap_or(path).to_owned() });
        }
        for record in &mut reader {
            each(record?);
        }
        let damage = reader.damage();
        if reader.header().is_none() {
            return Ok(Resumed { journal: Self::create(path, header)?, damage });
        }
        let file = open(path, &mut OpenOptions::new())?;
        if damage.is_some() {
            file.set_len(reader.good()).map_err(Error::io("repair the journal", path))?;
        }
        Ok(Resumed { journal: Self::over(path, file, reader.good()), damage })
    }

    fn over(path: &Path, file: File, good: u64) -> Self {
        Self {
            path: path.to_owned(),
            file,
            line: Vec::new(),
            good,
            torn: false,
            pace: Pace::default(),
            first: None,
        }
    }

    /// Where the journal lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is, in bytes.
    pub const fn length(&self) -> u64 {
        self.good
    }

    /// Appends a record with one write of a whole line.
    ///
    /// # Errors
    /// When there is no room, or the record is absurdly long. The journal then stays as it was before, and
    /// the same record can be appended again later.
    pub fn append(&mut self, record: &Record) -> Result<(), Error> {
        self.append_line(record)
    }

    /// Removes all that stands in it, the header too: the next run begins it anew.
    ///
    /// # Errors
    /// When the system does not do that.
    pub fn empty(&mut self) -> Result<(), Error> {
        self.file.set_len(0).map_err(Error::io("empty the journal", &self.path))?;
        (self.good, self.torn) = (0, false);
        Ok(())
    }

    /// Makes what was appended last, unless that was done less than a second before `now`, which is any clock that never
    /// goes back; `None` is the end.
    ///
    /// # Errors
    /// When the system cannot write it to the disk.
    pub fn sync(&mut self, now: Option<Duration>) -> Result<(), Error> {
        self.pace.sync(now, || self.file.sync_data()).map_err(Error::io("sync the journal", &self.path))
    }

    fn append_line(&mut self, record: &impl Serialize) -> Result<(), Error> {
        if let Some(first) = self.first.take() {
            self.line = first;
            if let Err(error) = self.write_line() {
                self.first = Some(std::mem::take(&mut self.line));
                return Err(Error::io("append to the journal", &self.path)(error));
            }
        }
        line::write(&mut self.line, record).map_err(Error::io("append to the journal", &self.path))?;
        if self.line.len() > line::LONGEST {
            return Err(Error::TooLong { path: self.path.clone(), length: self.line.len() });
        }
        self.write_line().map_err(Error::io("append to the journal", &self.path))
    }

    fn write_line(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.good)?;
            self.torn = false;
        }
        self.pace.wrote();
        if let Err(error) = write_whole(&mut self.file, &self.line) {
            // Should this fail too, the next append tries again, and every reader sees a torn last line.
            self.torn = self.file.set_len(self.good).is_err();
            return Err(error);
        }
        self.good += self.line.len() as u64;
        Ok(())
    }
}

/// What [`Journal::resume`] found.
#[derive(Debug)]
pub struct Resumed {
    /// The journal, ready to be appended to.
    pub journal: Journal,
    /// What was cut off.
    pub damage: Option<Damage>,
}

fn open(path: &Path, how: &mut OpenOptions) -> Result<File, Error> {
    how.append(true).open(path).map_err(Error::io("open the journal", path))
}

/// Writes `line` with one call. A part of it (the disk is full) is an error, which the rest will name.
fn write_whole(file: &mut File, line: &[u8]) -> io::Result<()> {
    let written = loop {
        match file.write(line) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            written => break written?,
        }
    };
    if written < line.len() {
        // Only ever reached when the disk is filling up; this call gets the error that says so.
        file.write_all(&line[written..])?;
    }
    Ok(())
}
