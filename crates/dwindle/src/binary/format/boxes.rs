//! MP4 and others of the ISO base media file format: boxes with lengths, in boxes.

use std::ops::Range;

use super::source::{Content, field, number};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

const LENGTH: Number = Number::Big(4);

/// The boxes that are made of boxes, and what stands before those.
const BOXES: [(&[u8; 4], usize); 16] = [
    (b"moov", 0),
    (b"trak", 0),
    (b"mdia", 0),
    (b"minf", 0),
    (b"stbl", 0),
    (b"dinf", 0),
    (b"edts", 0),
    (b"udta", 0),
    (b"mvex", 0),
    (b"moof", 0),
    (b"traf", 0),
    (b"mfra", 0),
    (b"meta", 4),
    (b"dref", 8),
    (b"stsd", 8),
    (b"ilst", 0),
];

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    if builder.data()[span.clone()].get(4..8) != Some(b"ftyp") {
        return None;
    }
    boxes(builder, span, content)
}

fn boxes(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    let mut at = span.start;
    while at < span.end {
        let len = number(builder, &span, at, LENGTH)?;
        let kind = builder.data().get(at + 4..at + 8)?.to_vec();
        // One that reaches to the end, or has a long length, is left as it is.
        if len < 8 || len > span.end - at {
            builder.content(at..span.end);
            return Some(());
        }
        let whole: PartId = builder.open_unit();
        let length = field(builder, at, LENGTH);
        builder.bytes(at + 4..at + 8);
        let data = at + 8..at + len;
        let before = BOXES.iter().find(|(name, _)| name[..] == kind[..]).map(|(_, before)| *before);
        let nested = before.filter(|before| *before <= data.len()).and_then(|before| {
            builder.attempt(|builder| {
                builder.content(data.start..data.start + before);
                boxes(builder, data.start + before..data.end, content)
            })
        });
        if nested.is_none() {
            content(builder, data);
        }
        builder.close();
        length.means(builder, Meaning::Length(whole, 1, 0));
        at += len;
    }
    Some(())
}
