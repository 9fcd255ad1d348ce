//! The bytes between the main process and a keeper.
//!
//! A frame is its length (u32, little endian) and as many bytes of JSON. What need not be UTF-8 is written as
//! numbers or characters, one a byte.
//!
//! Both ends are the same program, so there is no version but the one told when a keeper opens.

use std::io;
use std::os::fd::AsFd;

use rustix::buffer::spare_capacity;
use rustix::io::{read, retry_on_intr, write};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Sends messages, each in a frame, in one go.
pub(super) fn send(messages: &[impl Serialize], to: impl AsFd) -> io::Result<()> {
    let mut frames = Vec::new();
    for message in messages {
        let start = frames.len();
        frames.extend_from_slice(&[0; 4]);
        serde_json::to_writer(&mut frames, message)?;
        let length = u32::try_from(frames.len() - start - 4).map_err(|_| malformed())?;
        frames[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
    let mut rest = frames.as_slice();
    while !rest.is_empty() {
        let sent = retry_on_intr(|| write(&to, rest))?;
        rest = &rest[sent..];
    }
    Ok(())
}

/// The message in a frame; what does not fit is an error, never a panic.
pub(super) fn decode<T: DeserializeOwned>(frame: &[u8]) -> io::Result<T> {
    serde_json::from_slice(frame).map_err(|_| malformed())
}

/// The error of whoever reads what we did not write.
pub(super) fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "malformed message between main process and keeper")
}

/// Frames that arrive on a pipe.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    buffer: Vec<u8>,
    used: usize,
}

impl Inbox {
    /// Reads once, waiting if there is nothing; says whether the other end is still open.
    pub(super) fn fill(&mut self, from: impl AsFd) -> io::Result<bool> {
        self.buffer.drain(..self.used);
        self.used = 0;
        self.buffer.reserve(8 << 10);
        Ok(retry_on_intr(|| read(&from, spare_capacity(&mut self.buffer)))? > 0)
    }

    /// The next whole frame that was read.
    pub(super) fn frame(&mut self) -> Option<&[u8]> {
        let length = self.whole()?;
        let start = self.used + 4;
        self.used = start + length;
        Some(&self.buffer[start..self.used])
    }

    /// Whether a whole frame was read.
    pub(super) fn has_frame(&self) -> bool {
        self.whole().is_some()
    }

    /// The next frame, waited for; `None` when the other end closed before it was whole.
    pub(super) fn next(&mut self, from: impl AsFd) -> io::Result<Option<&[u8]>> {
        while self.whole().is_none() {
            if !self.fill(&from)? {
                return Ok(None);
            }
        }
        Ok(self.frame())
    }

    /// How long the next frame is, if it was read whole.
    fn whole(&self) -> Option<usize> {
        let (length, rest) = self.buffer[self.used..].split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        (rest.len() >= length).then_some(length)
    }
}

/// Bytes as a string, a character for each: most of them are text.
pub(super) mod bytes {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(in super::super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&bytes.iter().copied().map(char::from).collect::<String>())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from)?.chars().map(|c| u8::try_from(c).map_err(de::Error::custom)).collect()
    }
}

/// Paths in the same way.
pub(super) mod path {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::{Path, PathBuf};

    use serde::{Deserializer, Serializer};

    use super::bytes;

    pub(in super::super) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        bytes::serialize(path.as_os_str().as_bytes(), to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        bytes::deserialize(from).map(|bytes| OsString::from_vec(bytes).into())
    }
}
