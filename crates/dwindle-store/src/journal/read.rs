//! Reading a journal: every good record in order, up to the first line that is not intact.
//!
//! Reading changes nothing, so a journal can be read while a run appends to it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use dwindle::Id;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{FORMAT, Header, Record, line};
use crate::Error;

/// What of a journal cannot be believed: everything from its first line that is not intact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Only the last line, which has no end: the run was killed while it wrote (or is still writing) it.
    Torn,
    /// This many lines, the first of which was changed after it had been written.
    Corrupt {
        /// How many lines are lost, torn and blank ones included.
        lines: u64,
    },
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Torn => f.write_str("the last record of the journal was not finished, and is dropped"),
            Self::Corrupt { lines } => {
                write!(f, "the journal is damaged, and its last {lines} line(s) are dropped")
            }
        }
    }
}

/// The records of a journal, one after the other.
///
/// After the last record, [`Reader::damage`] says whether that was the end of the file.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    line: Vec<u8>,
    header: Option<Header>,
    number: u64,
    good: u64,
    damage: Option<Damage>,
    done: bool,
}

impl Reader {
    /// Opens a journal and reads its header.
    ///
    /// # Errors
    /// When the file cannot be read, or is in a format that this version does not know.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::io("open the journal", path))?;
        let mut reader = Self {
            path: path.to_owned(),
            file: BufReader::with_capacity(1 << 16, file),
            line: Vec::new(),
            header: None,
            number: 0,
            good: 0,
            damage: None,
            done: false,
        };
        if reader.advance()? {
            let Format { format } = reader.parse()?;
            if format != FORMAT {
                return Err(reader.other_version(&format_args!("format {format}, not {FORMAT}")));
            }
            let header: Header = reader.parse()?;
            if header.ids != Id::SCHEME {
                return Err(Error::OtherScheme { path: reader.path, then: header.ids, now: Id::SCHEME });
            }
            reader.header = Some(header);
        }
        Ok(reader)
    }

    /// The header; `None` when not even the first line is intact, and then there are no records either.
    pub const fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// How many bytes from the beginning are good, as far as has been read.
    pub const fn good(&self) -> u64 {
        self.good
    }

    /// What follows the good records, if anything; known once [`Iterator::next`] has returned `None`.
    pub const fn damage(&self) -> Option<Damage> {
        self.damage
    }

    /// Reads the next line into `self.line`; `false` at the end of what is good.
    fn advance(&mut self) -> Result<bool, Error> {
        if self.done {
            return Ok(false);
        }
        self.line.clear();
        let read =
            read_line(&mut self.file, &mut self.line).map_err(Error::io("read the journal", &self.path))?;
        if read > 0 && line::is_intact(&self.line) {
            self.number += 1;
            self.good += read as u64;
            return Ok(true);
        }
        self.done = true;
        if read > 0 {
            self.damage = Some(self.assess().map_err(Error::io("read the journal", &self.path))?);
        }
        Ok(false)
    }

    /// What the line just read and everything after it amount to.
    fn assess(&mut self) -> io::Result<Damage> {
        let mut lines = 1;
        let mut ended = self.line.ends_with(b"\n");
        loop {
            let buffer = self.file.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            for &byte in buffer {
                lines += u64::from(ended);
                ended = byte == b'\n';
            }
            let length = buffer.len();
            self.file.consume(length);
        }
        Ok(if lines == 1 && !ended { Damage::Torn } else { Damage::Corrupt { lines } })
    }

    /// The line just read, which is intact, as a `T`.
    fn parse<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(&self.line).map_err(|error| self.other_version(&error))
    }

    fn other_version(&self, why: &dyn std::fmt::Display) -> Error {
        Error::OtherVersion { path: self.path.clone(), line: self.number, why: why.to_string() }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, Error>;

    /// The next record. An error (never damage) ends the records.
    fn next(&mut self) -> Option<Self::Item> {
        let record = match self.advance() {
            Ok(false) => return None,
            Ok(true) => Record::from_json(&self.line).map_err(|error| self.other_version(&error)),
            Err(error) => Err(error),
        };
        self.done |= record.is_err();
        Some(record)
    }
}

/// All that is read of a header before its format is known.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// Appends a line with its newline, or what there is of it, to `line`; no more than can be good.
fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    from.take(line::LONGEST as u64).read_until(b'\n', line)
}
