//! One line of a journal: a JSON object whose last field, `crc`, is a checksum of the bytes before it.

use std::io::{self, Write};

use crc32fast::hash as crc32;
use serde::Serialize;

/// No reader accepts a line longer than this, so that no file, however broken, fills the memory.
pub(super) const LONGEST: usize = 16 << 20;

/// What stands before the eight digits of the checksum.
const MARK: &[u8] = b",\"crc\":\"";

/// Everything from [`MARK`] to the end of the line, the newline included.
const TAIL: usize = MARK.len() + 8 + 3;

/// Replaces what is in `line` with `record`, its checksum and a newline.
pub(super) fn write(line: &mut Vec<u8>, record: &impl Serialize) -> io::Result<()> {
    line.clear();
    serde_json::to_writer(&mut *line, record)?;
    let brace = line.pop();
    debug_assert_eq!(brace, Some(b'}'), "every record is a JSON object");
    let crc = crc32(line);
    line.extend_from_slice(MARK);
    writeln!(line, "{crc:08x}\"}}")
}

/// Whether `line`, its newline included, is whole and unchanged.
pub(super) fn is_intact(line: &[u8]) -> bool {
    line.len().checked_sub(TAIL).is_some_and(|before| {
        let (body, tail) = line.split_at(before);
        let (mark, rest) = tail.split_at(MARK.len());
        mark == MARK && rest[8..] == *b"\"}\n" && rest[..8] == *format!("{:08x}", crc32(body)).as_bytes()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{End, Ending, Record};

    #[test]
    fn a_line_is_json_and_any_flipped_bit_shows() {
        let mut line = Vec::new();
        let record = Record::End(End { how: Ending::Finished, minimality: None, again: 0, gone: false });
        write(&mut line, &record).unwrap();
        assert_eq!(
            String::from_utf8(line.clone()).unwrap(),
            "{\"type\":\"end\",\"how\":\"finished\",\"crc\":\"965b63a2\"}\n"
        );
        assert!(is_intact(&line));
        assert_eq!(Record::from_json(&line).unwrap(), record);
        for bit in 0..line.len() * 8 {
            line[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_intact(&line));
            line[bit / 8] ^= 1 << (bit % 8);
        }
        for length in 0..line.len() {
            assert!(!is_intact(&line[..length]));
        }
    }
}
