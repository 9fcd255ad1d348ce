//! ASN.1 by its distinguished encoding rules (X.690), as in certificates: a tag, a length, and content that is made of other values
//! if the tag says so. Strings of octets and bits may hold values, too.

use std::ops::Range;

use super::reader::{DEEP, exact_end, replace_by};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::{Head, Number};
use crate::binary::parts::{Meaning, PartId};

const LENGTH: Number = Number::Headed(&[
    Head { first: 0, most: 0x7f, more: 0 },
    Head { first: 0x81, most: 0, more: 1 },
    Head { first: 0x82, most: 0, more: 2 },
    Head { first: 0x83, most: 0, more: 3 },
    Head { first: 0x84, most: 0, more: 4 },
]);

const CONSTRUCTED: u8 = 0x20;
const BITS: u8 = 3;
const OCTETS: u8 = 4;

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<u32> {
    values(builder, span).map(|(_, evidence)| evidence)
}

/// Reads values behind each other.
fn values(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<(Vec<PartId>, u32)> {
    let (mut at, mut ids, mut evidence) = (span.start, Vec::new(), exact_end(span.len()));
    while at < span.end {
        let (id, end, found) = value(builder, at..span.end)?;
        evidence = evidence.saturating_add(found);
        ids.push(id);
        at = end;
    }
    Some((ids, evidence))
}

/// Reads the value at the beginning of `span`: its part, and where it ends.
fn value(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<(PartId, usize, u32)> {
    let data = &builder.data()[..span.end];
    let tag = *data.get(span.start)?;
    let tag_end = tag_end(data, span.start)?;
    let (len, start) = LENGTH.read(data, tag_end)?;
    let content = start..start.checked_add(usize::try_from(len).ok()?)?;
    data.get(content.clone())?;
    let id = builder.open_unit();
    let head = [builder.bytes(span.start..tag_end), builder.number(tag_end..start)];
    let inside = builder.open();
    let (ids, evidence) = if tag & CONSTRUCTED != 0 && builder.depth() < DEEP {
        values(builder, content.clone())?
    } else {
        held(builder, tag, content.clone())
    };
    builder.close();
    builder.close();
    builder.means(head[1], LENGTH, Meaning::Length(inside, 1, 0));
    let parts = [&head[..], &ids].concat();
    let kept: Vec<(PartId, Vec<PartId>)> = ids.iter().map(|id| (*id, Vec::new())).collect();
    replace_by(builder, &parts, &kept);
    Some((id, content.end, evidence + 1))
}

/// Reads what a value holds that is not made of others: bytes, or values that are written into a string.
fn held(builder: &mut PartsBuilder<'_>, tag: u8, content: Range<usize>) -> (Vec<PartId>, u32) {
    let unused = usize::from(tag == BITS && builder.data().get(content.start) == Some(&0));
    let is_string = tag == OCTETS || unused == 1;
    let inner = content.start + unused..content.end;
    // A value that is made of others: of a byte or two almost anything could be said.
    let is_made = builder.data().get(inner.start).is_some_and(|tag| tag & CONSTRUCTED != 0);
    if is_string && is_made && inner.len() > 2 && builder.depth() < DEEP {
        let read = |builder: &mut PartsBuilder<'_>| {
            builder.bytes(content.start..inner.start);
            values(builder, inner.clone())
        };
        if let Some((_, evidence)) = builder.attempt(read) {
            return (Vec::new(), evidence);
        }
    }
    builder.content(content);
    (Vec::new(), 0)
}

/// Where the tag at `at` ends; none where it is one that no value has.
fn tag_end(data: &[u8], at: usize) -> Option<usize> {
    const LONG: u8 = 0x1f;
    match data.get(at)? {
        0 => None,
        tag if tag & LONG == LONG => Number::Leb.span(data, at + 1).map(|span| span.end),
        _ => Some(at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::without_each;
    use super::*;
    use crate::binary::Gone;

    #[test]
    fn values_in_values_keep_their_lengths() {
        // A sequence of 7, a sequence of "a", and a string of octets with a sequence of 1 in it.
        let bytes = b"\x30\x0f\x02\x01\x07\x30\x03\x0c\x01a\x04\x05\x30\x03\x02\x01\x01";
        let all = without_each(read, bytes);
        assert!(all.contains(&b"\x30\x0a\x02\x01\x07\x30\x03\x0c\x01a\x04\x00".to_vec()), "{all:?}");
        assert!(all.contains(&b"\x30\x03\x0c\x01a".to_vec()), "a sequence by one in it");
    }

    #[test]
    fn long_lengths_become_short_ones() {
        let bytes = [&b"\x30\x81\x83\x02\x01\x07\x04\x7e"[..], &[0xff; 126]].concat();
        let mut builder = PartsBuilder::new(&bytes);
        assert!(read(&mut builder, 0..bytes.len()).is_some());
        let parts = builder.finish();
        let first = parts.units().iter().find(|unit| unit.depth == 1).unwrap();
        let left = parts.without(&Gone { parts: first.parts.clone(), ..Gone::default() });
        assert_eq!(left, [&b"\x30\x81\x80\x04\x7e"[..], &[0xff; 126]].concat());
        let some = Gone { bytes: vec![20..25, 30..35], ..Gone::default() };
        assert_eq!(parts.without(&some)[..6], *b"\x30\x79\x02\x01\x07\x04");
    }
}
