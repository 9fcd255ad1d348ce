//! Keeping the head and the tail of a stream of any length in bounded memory.

use std::io;
use std::os::fd::AsFd;

use rustix::io::{ioctl_fionread, read, retry_on_intr};
use serde::{Deserialize, Serialize};

use super::wire::bytes;

/// What was printed on one stream: its head and its tail, and how long it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Captured {
    /// The first bytes, up to the command's output cap.
    #[serde(with = "bytes")]
    pub head: Vec<u8>,
    /// The last bytes of what came after the head, up to the same cap.
    #[serde(with = "bytes")]
    pub tail: Vec<u8>,
    /// How many bytes were printed in all.
    pub total: u64,
}

impl Captured {
    /// How many bytes between head and tail were not kept.
    pub fn elided(&self) -> u64 {
        self.total.saturating_sub((self.head.len() + self.tail.len()) as u64)
    }

    /// The bytes kept, with a line in the middle that says how many are missing, if any are.
    pub fn bytes(&self) -> Vec<u8> {
        let mut all = self.head.clone();
        if self.elided() > 0 {
            all.extend_from_slice(format!("\n[... {} bytes ...]\n", self.elided()).as_bytes());
        }
        all.extend_from_slice(&self.tail);
        all
    }

    /// The same as text; bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }
}

/// A stream being captured.
#[derive(Debug)]
pub(super) struct Capture {
    cap: usize,
    captured: Captured,
}

impl Capture {
    pub(super) fn new(cap: usize) -> Self {
        Self { cap, captured: Captured::default() }
    }

    /// Takes the next bytes. The tail may grow to twice the cap before it is cut, so that a byte is moved
    /// once on average.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let kept = &mut self.captured;
        kept.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(self.cap - kept.head.len()));
        kept.head.extend_from_slice(head);
        kept.tail.extend_from_slice(&rest[rest.len().saturating_sub(self.cap)..]);
        if kept.tail.len() > self.cap.saturating_mul(2) {
            self.trim();
        }
    }

    /// What was captured since the start or the last call; the capture starts anew.
    pub(super) fn take(&mut self) -> Captured {
        self.trim();
        std::mem::take(&mut self.captured)
    }

    fn trim(&mut self) {
        let tail = &mut self.captured.tail;
        tail.drain(..tail.len().saturating_sub(self.cap));
    }

    /// Reads once from a pipe that has something.
    pub(super) fn read(&mut self, from: impl AsFd, buffer: &mut [u8]) -> io::Result<()> {
        let got = retry_on_intr(|| read(&from, &mut *buffer))?;
        self.push(&buffer[..got]);
        Ok(())
    }

    /// Reads what lies in the pipe at this moment. It never waits, neither for bytes nor for the end: a
    /// process out of our reach may hold the other end for ever, or write for ever.
    pub(super) fn drain(&mut self, from: impl AsFd, buffer: &mut [u8]) -> io::Result<()> {
        let mut waiting = ioctl_fionread(&from)?;
        while waiting > 0 {
            let most = buffer.len().min(usize::try_from(waiting).unwrap_or(usize::MAX));
            let got = retry_on_intr(|| read(&from, &mut buffer[..most]))?;
            self.push(&buffer[..got]);
            if got == 0 {
                break;
            }
            waiting = waiting.saturating_sub(got as u64);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(cap: usize, chunks: &[&[u8]]) -> Captured {
        let mut capture = Capture::new(cap);
        for chunk in chunks {
            capture.push(chunk);
        }
        capture.take()
    }

    #[test]
    fn short_output_is_kept_whole() {
        let kept = captured(4, &[b"ab", b"cd", b"ef", b"gh"]);
        assert_eq!(kept.bytes(), b"abcdefgh");
        assert_eq!((kept.elided(), kept.total), (0, 8));
    }

    #[test]
    fn long_output_keeps_its_head_and_its_tail_however_it_is_cut() {
        let all: Vec<u8> = (0..=255).collect();
        for size in [1, 2, 3, 7, 64, 256] {
            let chunks: Vec<&[u8]> = all.chunks(size).collect();
            let kept = captured(5, &chunks);
            assert_eq!(kept.head, [0, 1, 2, 3, 4]);
            assert_eq!(kept.tail, [251, 252, 253, 254, 255]);
            assert_eq!(kept.elided(), 246);
        }
        assert_eq!(captured(1, &[b"abc"]).text(), "a\n[... 1 bytes ...]\nc");
    }

    #[test]
    fn a_cap_of_nothing_only_counts() {
        let kept = captured(0, &[b"abc", b"def"]);
        assert_eq!((kept.head.len(), kept.tail.len(), kept.total), (0, 0, 6));
    }
}
