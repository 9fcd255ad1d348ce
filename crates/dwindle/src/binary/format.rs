//! Formats of binary data: readers that make [parts](super::Parts) of it.
//!
//! A reader makes the tree of parts, and nothing else knows the format. It names the parts in the order of the
//! bytes and then says what the numbers among them mean. A number that is not what it would have to be is left as
//! it is.

mod boxes;
mod elf;
mod gzip;
mod png;
mod riff;
mod source;
mod wasm;
mod zip;

use std::ops::Range;

use super::builder::PartsBuilder;
use super::encoding;
use super::parts::Parts;
use source::Reader;

/// What is in other parts this deep is not looked at.
const DEEP: usize = 40;

/// A format by its name, and how it is read.
struct Format {
    name: &'static str,
    read: Reader,
}

const ALL: &[Format] = &[
    Format { name: "PNG", read: png::read },
    Format { name: "gzip", read: gzip::read },
    Format { name: "ZIP", read: zip::read },
    Format { name: "WebAssembly", read: wasm::read },
    Format { name: "ELF", read: elf::read },
    Format { name: "RIFF", read: riff::read },
    Format { name: "MP4", read: boxes::read },
];

/// The name of the format that `bytes` are of; none where none is known.
pub fn of(bytes: &[u8]) -> Option<&'static str> {
    let mut builder = PartsBuilder::new(bytes);
    read_with(&mut builder, 0..bytes.len())
}

/// The parts of `bytes`, where their format is known.
pub fn read(bytes: &[u8]) -> Option<Parts> {
    let mut builder = PartsBuilder::new(bytes);
    read_with(&mut builder, 0..bytes.len())?;
    Some(builder.finish())
}

fn read_with(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<&'static str> {
    let mut formats = ALL.iter();
    // In damaged data a table may say that what stands before it is not there.
    let read = |builder: &mut PartsBuilder<'_>, format: &Format| {
        (format.read)(builder, span.clone(), content)?;
        builder.has_read_to(span.end).then_some(())
    };
    let is_of = |format: &&Format| builder.attempt(|builder| read(builder, format)).is_some();
    formats.find(is_of).map(|format| format.name)
}

/// Reads what is in a part: of a known format, lines, values of an encoding, or just bytes.
fn content(builder: &mut PartsBuilder<'_>, span: Range<usize>) {
    if builder.depth() < DEEP && read_with(builder, span.clone()).is_some() {
        return;
    }
    let bytes = &builder.data()[span.clone()];
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    if !is_text {
        if !encoding::content(builder, &span) {
            builder.content(span);
        }
        return;
    }
    let (mut at, lines) = (span.start, bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len));
    for len in lines.collect::<Vec<_>>() {
        builder.open_unit();
        builder.content(at..at + len);
        builder.close();
        at += len;
    }
}
