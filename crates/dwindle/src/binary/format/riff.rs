//! RIFF: WAV, AVI, WebP. Chunks with lengths, padded to an even one; lists of chunks are chunks.

use std::ops::Range;

use super::source::{Content, field, number};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::Meaning;

const LENGTH: Number = Number::Little(4);

/// Lists this deep are not looked into.
const DEEP: usize = 30;

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    if !builder.data()[span.clone()].starts_with(b"RIFF") || span.len() < 12 {
        return None;
    }
    chunk(builder, span.start..span.end, content).map(|end| builder.content(end..span.end)).map(drop)
}

/// Reads the chunk with which `span` begins; where it ends.
fn chunk(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<usize> {
    let len = number(builder, &span, span.start + 4, LENGTH)?;
    let data = span.start + 8..len.checked_add(span.start + 8).filter(|end| *end <= span.end)?;
    let kind = builder.data()[span.start..span.start + 4].to_vec();
    builder.open_unit();
    builder.bytes(span.start..span.start + 4);
    let length = field(builder, span.start + 4, LENGTH);
    let inner = builder.open();
    let is_list = matches!(&kind[..], b"RIFF" | b"LIST") && data.len() >= 4 && builder.depth() < DEEP;
    let chunks = |builder: &mut PartsBuilder<'_>| {
        builder.bytes(data.start..data.start + 4);
        let mut at = data.start + 4;
        while at < data.end {
            at = chunk(builder, at..data.end, content)?;
        }
        Some(())
    };
    if !is_list || builder.attempt(chunks).is_none() {
        content(builder, data.clone());
    }
    builder.close();
    let end = data.end + usize::from(len % 2 == 1 && data.end < span.end);
    builder.padding(data.end..end, inner, 2);
    builder.close();
    length.means(builder, Meaning::Length(inner, 1, 0));
    Some(end)
}
