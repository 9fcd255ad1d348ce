//! gzip: one packed file with its checksum and length.

use std::ops::Range;

use super::source::{Content, UNPACKED, field};
use crate::binary::builder::PartsBuilder;
use crate::binary::checksum::Checksum;
use crate::binary::number::Number;
use crate::binary::packing::Packing;
use crate::binary::parts::Meaning;

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    let bytes = &builder.data()[span.clone()];
    if !bytes.starts_with(&[0x1f, 0x8b, 8]) || bytes.len() < 18 {
        return None;
    }
    let packed = span.start + header(bytes)?..span.end - 8;
    builder.bytes(span.start..packed.start);
    let inside = builder.unpack(Packing::DEFLATE, packed.clone(), UNPACKED)?;
    let file = builder.open();
    content(builder, inside);
    builder.close();
    builder.close();
    let checksum = field(builder, packed.end, Number::Little(4));
    let length = field(builder, packed.end + 4, Number::Little(4));
    checksum.means(builder, Meaning::Checksum(Checksum::Crc32, file));
    length.means(builder, Meaning::Length(file, 1, 0));
    Some(())
}

/// How long the header is.
fn header(bytes: &[u8]) -> Option<usize> {
    let (flags, mut at) = (bytes[3], 10);
    if flags & 4 != 0 {
        let (len, data) = Number::Little(2).read(bytes, at)?;
        at = data + usize::try_from(len).ok()?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += bytes.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    at += if flags & 2 != 0 { 2 } else { 0 };
    (at + 8 <= bytes.len()).then_some(at)
}
