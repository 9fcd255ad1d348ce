//! What MessagePack and CBOR have in common: values that begin with their kind, and arrays and maps that begin with how many
//! values are in them.

use std::ops::Range;

use super::reader::{DEEP, exact_end, of_text, replace_by};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::Meaning;

/// What a value is.
pub(super) enum Value {
    /// So many bytes in all.
    Bytes(usize),
    /// So many bytes, and a value that they are about.
    Tag(usize),
    /// It has others in it, or bytes.
    Holds(Container),
}

/// What is behind the number at the beginning of a value, and how this is written.
#[derive(Clone, Copy)]
pub(super) enum Container {
    Text(Number),
    Bytes(Number),
    Values(Number),
    Pairs(Number),
}

/// Says what begins somewhere in the data.
type Read = fn(&[u8], usize) -> Option<Value>;

/// The number zero in both.
const ZERO: &[u8] = &[0];

/// Reads values behind each other to the end of `span`, and says how unlikely it is that this could be done by chance.
pub(super) fn values(builder: &mut PartsBuilder<'_>, span: Range<usize>, read: Read) -> Option<u32> {
    let (mut at, mut evidence, mut count) = (span.start, exact_end(span.len()), 0);
    while at < span.end {
        // Numbers behind each other are anything.
        let Value::Holds(Container::Values(_) | Container::Pairs(_)) = read(&builder.data()[..span.end], at)?
        else {
            return None;
        };
        builder.open_unit();
        let (end, found) = value(builder, at..span.end, read)?;
        builder.close();
        (at, evidence, count) = (end, evidence.saturating_add(found), count + 1);
    }
    (count > 0).then_some(evidence)
}

/// Reads the value at the beginning of `span`, into the part that is open; its end.
fn value(builder: &mut PartsBuilder<'_>, span: Range<usize>, read: Read) -> Option<(usize, u32)> {
    let start = span.start;
    let data = &builder.data()[..span.end];
    match read(data, start)? {
        Value::Bytes(width) => {
            data.get(start..start.checked_add(width)?)?;
            let id = builder.bytes(start..start + width);
            if width > 1 {
                builder.unit_by(2, vec![id], Some(ZERO));
            }
            Some((start + width, 0))
        }
        Value::Tag(width) => {
            data.get(start..start + width)?;
            let tag = builder.bytes(start..start + width);
            builder.unit_by(1, vec![tag], None);
            builder.depth().lt(&DEEP).then_some(())?;
            value(builder, start + width..span.end, read)
        }
        Value::Holds(container @ (Container::Text(form) | Container::Bytes(form))) => {
            let (len, end) = form.read(data, start)?;
            let content = end..end.checked_add(usize::try_from(len).ok()?)?;
            let bytes = data.get(content.clone())?;
            let evidence = if matches!(container, Container::Text(_)) { of_text(bytes)? } else { 0 };
            let number = builder.number(start..end);
            let inside = builder.content(content.clone());
            builder.means(number, form, Meaning::Length(inside, 1, 0));
            Some((content.end, evidence))
        }
        Value::Holds(container @ (Container::Values(form) | Container::Pairs(form))) => {
            let pairs = matches!(container, Container::Pairs(_));
            let (count, end) = form.read(data, start)?;
            builder.depth().lt(&DEEP).then_some(())?;
            held(builder, (start..end, form), (count, pairs), span.end, read)
        }
    }
}

/// Reads so many values or pairs behind their number.
fn held(
    builder: &mut PartsBuilder<'_>,
    (head, form): (Range<usize>, Number),
    (count, pairs): (u64, bool),
    most: usize,
    read: Read,
) -> Option<(usize, u32)> {
    let mut at = head.end;
    // Each takes a byte at least.
    let count = usize::try_from(count).ok().filter(|count| *count <= most - at)?;
    let number = builder.number(head);
    let inside = builder.open();
    let (mut parts, mut kept, mut evidence) = (vec![number], Vec::new(), 0u32);
    for _ in 0..count {
        let part = builder.open_unit();
        let mut without = Vec::new();
        if pairs {
            let key = builder.open();
            let (end, found) = value(builder, at..most, read)?;
            builder.close();
            without.push(key);
            (at, evidence) = (end, evidence.saturating_add(found));
        }
        let (end, found) = value(builder, at..most, read)?;
        builder.close();
        (at, evidence) = (end, evidence.saturating_add(found));
        parts.push(part);
        kept.push((part, without));
    }
    builder.close();
    builder.means(number, form, Meaning::Count(inside, 0));
    replace_by(builder, &parts, &kept);
    Some((at, evidence))
}
