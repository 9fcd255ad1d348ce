//! ZIP: files, each with a header, and a directory of them at the end.

use std::ops::Range;

use super::source::{Content, UNPACKED, field, number};
use crate::binary::builder::PartsBuilder;
use crate::binary::checksum::Checksum;
use crate::binary::number::Number;
use crate::binary::packing::Packing;
use crate::binary::parts::{Meaning, PartId};

const TWO: Number = Number::Little(2);
const FOUR: Number = Number::Little(4);

/// How long the headers are, without names and what else has no fixed length.
const LOCAL: usize = 30;
const ENTRY: usize = 46;
const END: usize = 22;

/// A file: where its entry of the directory stands, and where its header begins.
struct File {
    entry: Range<usize>,
    local: usize,
}

/// The parts of a file that its entry of the directory speaks of.
struct Placed {
    whole: PartId,
    name: PartId,
    packed: PartId,
    content: PartId,
}

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    if !builder.data()[span.clone()].starts_with(b"PK\x03\x04") {
        return None;
    }
    let end = directory_end(&builder.data()[span.clone()])? + span.start;
    let at = |at: usize, form: Number| number(builder, &span, end + at, form);
    let (count, size, start) = (at(10, TWO)?, at(12, FOUR)?, at(16, FOUR)? + span.start);
    let files = files(builder, &(start..start.checked_add(size)?), count, span.start)?;
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|&file| files[file].local);
    let mut placed: Vec<Option<Placed>> = files.iter().map(|_| None).collect();
    let mut from = span.start;
    for (nth, &file) in order.iter().enumerate() {
        let to = order.get(nth + 1).map_or(start, |&next| files[next].local);
        if files[file].local != from || to < from {
            return None;
        }
        placed[file] = Some(local(builder, from..to, &files[file], content)?);
        from = to;
    }
    let archive = builder.current();
    let directory = builder.open();
    for (file, placed) in files.iter().zip(placed) {
        entry(builder, file, &placed?, archive);
    }
    builder.close();
    builder.bytes(start + size..end + 8);
    let counts = [field(builder, end + 8, TWO), field(builder, end + 10, TWO)];
    let length = field(builder, end + 12, FOUR);
    let offset = field(builder, end + 16, FOUR);
    let comment_length = field(builder, end + 20, TWO);
    let comment = builder.content(end + END..span.end);
    for count in counts {
        count.means(builder, Meaning::Count(directory, 0));
    }
    length.means(builder, Meaning::Length(directory, 1, 0));
    offset.means(builder, Meaning::Offset(directory, archive, 0));
    comment_length.means(builder, Meaning::Length(comment, 1, 0));
    Some(())
}

/// Where the end of the directory begins.
fn directory_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END)?;
    (last.saturating_sub(0xffff)..=last).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"))
}

/// The files in the order of the directory.
fn files(
    builder: &PartsBuilder<'_>,
    directory: &Range<usize>,
    count: usize,
    whole: usize,
) -> Option<Vec<File>> {
    let (mut files, mut at) = (Vec::new(), directory.start);
    for _ in 0..count {
        let number = |field: usize, form: Number| number(builder, directory, at + field, form);
        let end = at + ENTRY + number(28, TWO)? + number(30, TWO)? + number(32, TWO)?;
        let local = number(42, FOUR)? + whole;
        if end > directory.end || !builder.data()[at..end].starts_with(b"PK\x01\x02") {
            return None;
        }
        files.push(File { entry: at..end, local });
        at = end;
    }
    (at == directory.end).then_some(files)
}

/// A file with its header.
fn local(
    builder: &mut PartsBuilder<'_>,
    span: Range<usize>,
    file: &File,
    content: Content,
) -> Option<Placed> {
    let from = |at: usize, form: Number| number(builder, &span, span.start + at, form);
    let (method, names) = (from(8, TWO)?, from(26, TWO)? + from(28, TWO)?);
    let size = number(builder, &file.entry, file.entry.start + 20, FOUR)?;
    let start = span.start + LOCAL + names;
    let data = start..start.checked_add(size).filter(|end| *end <= span.end)?;
    let name_end = span.start + LOCAL + from(26, TWO)?;
    let whole = builder.open();
    builder.bytes(span.start..span.start + 14);
    let checksum = field(builder, span.start + 14, FOUR);
    let packed_size = field(builder, span.start + 18, FOUR);
    let content_size = field(builder, span.start + 22, FOUR);
    let name_length = field(builder, span.start + 26, TWO);
    let more_length = field(builder, span.start + 28, TWO);
    let name = builder.content(span.start + LOCAL..name_end);
    let more = builder.content(name_end..data.start);
    let packed = builder.open();
    let unpacked = if method == 8 { builder.unpack(Packing::DEFLATE, data.clone(), UNPACKED) } else { None };
    let inner = builder.open();
    content(builder, unpacked.clone().unwrap_or_else(|| data.clone()));
    builder.close();
    if unpacked.is_some() {
        builder.close();
    }
    builder.close();
    // Lengths and checksum again, where the header could not know them.
    builder.bytes(data.end..span.end);
    builder.close();
    checksum.means(builder, Meaning::Checksum(Checksum::Crc32, inner));
    packed_size.means(builder, Meaning::Length(packed, 1, 0));
    content_size.means(builder, Meaning::Length(inner, 1, 0));
    name_length.means(builder, Meaning::Length(name, 1, 0));
    more_length.means(builder, Meaning::Length(more, 1, 0));
    Some(Placed { whole, name, packed, content: inner })
}

/// The entry of a file in the directory of an archive; with it the file goes.
fn entry(builder: &mut PartsBuilder<'_>, file: &File, placed: &Placed, archive: PartId) {
    let (at, end) = (file.entry.start, file.entry.end);
    let name_length =
        TWO.read(builder.data(), at + 28).map_or(0, |(len, _)| usize::try_from(len).unwrap_or(0));
    let whole = builder.open();
    builder.bytes(at..at + 16);
    let checksum = field(builder, at + 16, FOUR);
    let packed_size = field(builder, at + 20, FOUR);
    let content_size = field(builder, at + 24, FOUR);
    let length = field(builder, at + 28, TWO);
    builder.bytes(at + 30..at + 42);
    let offset = field(builder, at + 42, FOUR);
    let name_end = (at + ENTRY + name_length).min(end);
    builder.copy(at + ENTRY..name_end, placed.name);
    builder.bytes(name_end..end);
    builder.close();
    builder.unit([placed.whole, whole]);
    checksum.means(builder, Meaning::Checksum(Checksum::Crc32, placed.content));
    packed_size.means(builder, Meaning::Length(placed.packed, 1, 0));
    content_size.means(builder, Meaning::Length(placed.content, 1, 0));
    length.means(builder, Meaning::Length(placed.name, 1, 0));
    offset.means(builder, Meaning::Offset(placed.whole, archive, 0));
}
