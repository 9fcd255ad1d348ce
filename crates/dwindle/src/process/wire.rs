//! The bytes between the main process and a keeper.
//!
//! A frame is its length (u32, little endian) and as many bytes; its first byte is a tag, the rest are the
//! fields in the order of their declaration. A number is 8 bytes (little endian), a byte string its length
//! and its bytes, an option a byte 0 or a byte 1 and the value, a list its length and its elements. Paths,
//! arguments and environments need not be UTF-8, hence not JSON.
//!
//! Both ends are the same program, so there is no version but the one told when a keeper opens.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::io::{read, retry_on_intr};

/// Writes frames, one after the other, to be sent in one go.
#[derive(Debug, Default)]
pub(super) struct Encoder(Vec<u8>);

impl Encoder {
    /// Appends one frame with this tag and what `fields` puts into it.
    pub(super) fn frame(&mut self, tag: u8, fields: impl FnOnce(&mut Self)) {
        let start = self.0.len();
        self.0.extend_from_slice(&[0; 4]);
        self.0.push(tag);
        fields(self);
        let length = u32::try_from(self.0.len() - start - 4).expect("a frame is far below 4 GiB");
        self.0[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn os(&mut self, text: impl AsRef<std::ffi::OsStr>) {
        self.bytes(text.as_ref().as_bytes());
    }

    pub(super) fn option<T>(&mut self, value: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.byte(value.is_some().into());
        if let Some(value) = value {
            put(self, value);
        }
    }

    /// A span is its nanoseconds; 584 years are enough.
    pub(super) fn span(&mut self, span: Duration) {
        self.number(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX));
    }
}

/// Reads the fields of one frame back; what does not fit is an error, never a panic.
#[derive(Debug)]
pub(super) struct Decoder<'a>(pub(super) &'a [u8]);

impl<'a> Decoder<'a> {
    fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> io::Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn number(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?.try_into().expect("eight bytes were taken");
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn bytes(&mut self) -> io::Result<&'a [u8]> {
        let count = usize::try_from(self.number()?).map_err(|_| malformed())?;
        self.take(count)
    }

    pub(super) fn os(&mut self) -> io::Result<OsString> {
        Ok(OsString::from_vec(self.bytes()?.to_vec()))
    }

    pub(super) fn text(&mut self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    pub(super) fn option<T>(
        &mut self,
        get: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        match self.byte()? {
            0 => Ok(None),
            1 => get(self).map(Some),
            _ => Err(malformed()),
        }
    }

    pub(super) fn list<T>(&mut self, mut get: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| get(self)).collect()
    }

    pub(super) fn span(&mut self) -> io::Result<Duration> {
        self.number().map(Duration::from_nanos)
    }
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
        let (length, rest) = self.buffer[self.used..].split_first_chunk::<4>()?;
        let frame = rest.get(..u32::from_le_bytes(*length) as usize)?;
        self.used += 4 + frame.len();
        Some(frame)
    }

    /// The next frame, waited for; `None` when the other end closed before it was whole.
    pub(super) fn next(&mut self, from: impl AsFd) -> io::Result<Option<Decoder<'_>>> {
        while !self.has_frame() {
            if !self.fill(&from)? {
                return Ok(None);
            }
        }
        Ok(self.frame().map(Decoder))
    }

    fn has_frame(&self) -> bool {
        let waiting = &self.buffer[self.used..];
        waiting
            .split_first_chunk::<4>()
            .is_some_and(|(length, rest)| rest.len() >= u32::from_le_bytes(*length) as usize)
    }
}
