//! Every best of a run, so that any of them can be given back: the first whole, each other one as what it changes in the
//! one before.
//!
//! They lie in one file beside the journal. It begins with a line that names its format; what follows is one block a best: its
//! length, the CRC-32 of the rest, the number of logical tests, identity and size of the best, and the change, deflated. Numbers
//! are little-endian. A block is one write, so a kill leaves at most a torn last block, which the next run cuts off.
//!
//! A resumed run finds the same bests again; what is there is not written twice. Bests of more than [`Steps::LARGEST`] bytes
//! and what would make the file longer than [`Steps::LONGEST`] are left out, so a reader sees the journal for all sizes.

mod beside;
mod change;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crc32fast::hash as crc32;
use dwindle::Id;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::Error;

pub use beside::Beside;

/// The first line.
const FORMAT: &[u8] = b"dwindle steps 1\n";
/// The bytes of a block before its change: length, checksum, tests, identity, size.
const HEAD: usize = 4 + 4 + 8 + 16 + 8;

/// A best, without its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestStep {
    /// The logical test that found it; 0 for the input itself.
    pub asked: u64,
    /// Its identity.
    pub id: Id,
    /// Its size, as its space counts it.
    pub size: u64,
}

/// The bests of a run, open for more of them.
#[derive(Debug)]
pub struct Steps {
    path: PathBuf,
    file: File,
    length: u64,
    known: BTreeSet<Id>,
    last: Vec<u8>,
}

impl Steps {
    /// Larger bests are left out, in bytes.
    pub const LARGEST: usize = 32 << 20;
    /// The file is no longer than this, in bytes.
    pub const LONGEST: u64 = 64 << 20;

    /// Opens the file at `path` to go on with it, and cuts off what is damaged; makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (mut known, mut last) = (BTreeSet::new(), Vec::new());
        let mut length = read(path, |step, bytes| {
            known.insert(step.id);
            bytes.clone_into(&mut last);
            true
        })?;
        let fail = |source| Error::io("write", path)(source);
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
        file.set_len(length).map_err(fail)?;
        if length == 0 {
            file.write_all(FORMAT).map_err(fail)?;
            length = FORMAT.len() as u64;
        }
        Ok(Self { path: path.to_owned(), file, length, known, last })
    }

    /// Whether no more of them have room.
    const fn is_full(&self) -> bool {
        self.length >= Self::LONGEST
    }

    /// Empties the file, for what needs its room more.
    pub fn give_up(&mut self) {
        // Where that cannot be, there is no more room than before.
        drop(self.file.set_len(0));
    }

    /// Adds a best, whose contents `bytes` are, unless it is there already or there is no room for it.
    ///
    /// # Errors
    /// When it cannot be written. The file then stays as it was.
    pub fn add(&mut self, step: BestStep, bytes: Vec<u8>) -> Result<(), Error> {
        if bytes.len() > Self::LARGEST || self.is_full() || self.known.contains(&step.id) {
            return Ok(());
        }
        let mut rest = Vec::new();
        rest.extend(step.asked.to_le_bytes());
        rest.extend(step.id.0.to_le_bytes());
        rest.extend(step.size.to_le_bytes());
        rest.extend(compress_to_vec(&change::between(&self.last, &bytes), 6));
        let mut block = u32::try_from(rest.len()).unwrap_or(u32::MAX).to_le_bytes().to_vec();
        block.extend(crc32(&rest).to_le_bytes());
        block.append(&mut rest);
        if self.length + block.len() as u64 > Self::LONGEST {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(&block) {
            // A torn block hides those behind it.
            drop(self.file.set_len(self.length));
            return Err(Error::io("write", &self.path)(error));
        }
        self.length += block.len() as u64;
        self.known.insert(step.id);
        self.last = bytes;
        Ok(())
    }
}

/// All steps in the file at `path`, in the order in which they were found; none where there is no such file.
///
/// # Errors
/// When it cannot be read.
pub fn all(path: &Path) -> Result<Vec<BestStep>, Error> {
    let mut steps = Vec::new();
    read(path, |step, _| {
        steps.push(step);
        true
    })?;
    Ok(steps)
}

/// The contents of step `number`, from 0, in the file at `path`; `None` where there are not so many.
///
/// # Errors
/// When it cannot be read.
pub fn contents(path: &Path, number: usize) -> Result<Option<Vec<u8>>, Error> {
    let (mut found, mut at) = (None, 0);
    read(path, |_, bytes| {
        if at == number {
            found = Some(bytes.to_vec());
        }
        at += 1;
        found.is_none()
    })?;
    Ok(found)
}

/// Shows every good step to `each` until that is enough; gives how much of the file is good.
fn read(path: &Path, mut each: impl FnMut(BestStep, &[u8]) -> bool) -> Result<u64, Error> {
    let file = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        file => file.map_err(Error::io("read", path))?,
    };
    let Some(mut rest) = file.strip_prefix(FORMAT) else { return Ok(0) };
    let mut bytes = Vec::new();
    while let Some((step, block)) = head(rest) {
        let Ok(packed) = decompress_to_vec_with_limit(&block[HEAD..], 2 * Steps::LARGEST) else { break };
        let Some(next) = change::apply(&bytes, &packed) else { break };
        bytes = next;
        rest = &rest[block.len()..];
        if !each(step, &bytes) {
            break;
        }
    }
    Ok((file.len() - rest.len()) as u64)
}

/// The block that `rest` begins with, and what it says of its best.
fn head(rest: &[u8]) -> Option<(BestStep, &[u8])> {
    let length = u32::from_le_bytes(rest.get(..4)?.try_into().ok()?);
    let crc = u32::from_le_bytes(rest.get(4..8)?.try_into().ok()?);
    let block = rest.get(..8_usize.checked_add(length as usize)?)?;
    let number = |at: usize| Some(u64::from_le_bytes(block.get(at..at + 8)?.try_into().ok()?));
    let id = Id(u128::from_le_bytes(block.get(16..32)?.try_into().ok()?));
    let step = BestStep { asked: number(8)?, id, size: number(32)? };
    (block.len() >= HEAD && crc32(&block[8..]) == crc).then_some((step, block))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u64, bytes: &[u8]) -> BestStep {
        BestStep { asked: number, id: Id(number.into()), size: bytes.len() as u64 }
    }

    const TEXTS: [&[u8]; 4] = [b"int a;\nint b;\nint c;\n", b"int a;\nint c;\n", b"int x;", b""];

    fn filled(path: &Path) {
        let mut steps = Steps::open(path).unwrap();
        for (number, text) in (0..).zip(TEXTS) {
            steps.add(step(number, text), text.to_vec()).unwrap();
        }
    }

    #[test]
    fn every_step_is_given_back_and_a_resumed_run_adds_what_is_new() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("steps");
        filled(&path);
        filled(&path);
        assert_eq!(all(&path).unwrap().len(), TEXTS.len());
        for (number, text) in TEXTS.iter().enumerate() {
            assert_eq!(contents(&path, number).unwrap().as_deref(), Some(*text));
        }
        assert_eq!(contents(&path, TEXTS.len()).unwrap(), None);
        Steps::open(&path).unwrap().add(step(9, b"new"), b"new".to_vec()).unwrap();
        assert_eq!(contents(&path, TEXTS.len()).unwrap().as_deref(), Some(&b"new"[..]));
    }

    #[test]
    fn a_file_cut_anywhere_or_with_any_byte_changed_gives_back_the_steps_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("steps");
        filled(&path);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            for damaged in [&whole[..at], &changed] {
                write(&path, damaged);
                let left = all(&path).unwrap().len();
                assert!(left < TEXTS.len());
                for (number, text) in TEXTS.iter().enumerate().take(left) {
                    assert_eq!(contents(&path, number).unwrap().as_deref(), Some(*text));
                }
                filled(&path);
                let last = contents(&path, TEXTS.len() - 1).unwrap();
                assert_eq!(last.as_deref(), Some(TEXTS[3]), "mended after {at}");
            }
        }
    }

    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    fn write(path: &Path, bytes: &[u8]) {
        std::fs::write(path, bytes).unwrap();
    }
}
