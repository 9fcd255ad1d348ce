//! BSON: documents with their length, of elements with a kind, a name and a value, and a zero at the end.

use std::ops::Range;

use super::reader::{DEEP, exact_end, of_text, replace_by};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

const LENGTH: Number = Number::Little(4);

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<u32> {
    let (mut at, mut evidence) = (span.start, 0u32);
    while at < span.end {
        builder.open_unit();
        let (end, found) = document(builder, at..span.end)?;
        builder.close();
        (at, evidence) = (end, evidence.saturating_add(found));
    }
    (!span.is_empty()).then_some(evidence)
}

/// Reads the document at the beginning of `span`, into the part that is open; its end.
fn document(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<(usize, u32)> {
    let (len, start) = LENGTH.read(&builder.data()[..span.end], span.start)?;
    let end =
        span.start.checked_add(usize::try_from(len).ok()?).filter(|end| *end <= span.end && *end > start)?;
    if builder.data()[end - 1] != 0 || builder.depth() >= DEEP {
        return None;
    }
    let whole = builder.open();
    let length = builder.number(span.start..start);
    let (mut at, mut evidence) = (start, exact_end(end - span.start).saturating_add(8));
    let (mut parts, mut nested) = (vec![length], Vec::new());
    while at < end - 1 {
        let element = element(builder, at..end - 1)?;
        (at, evidence) = (element.end, evidence.saturating_add(element.evidence));
        parts.push(element.id);
        if element.is_document {
            nested.push((element.id, vec![element.head]));
        }
    }
    parts.push(builder.bytes(end - 1..end));
    builder.close();
    builder.means(length, LENGTH, Meaning::Length(whole, 1, 0));
    replace_by(builder, &parts, &nested);
    Some((end, evidence))
}

struct Element {
    id: PartId,
    /// Its kind and its name.
    head: PartId,
    is_document: bool,
    end: usize,
    evidence: u32,
}

fn element(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<Element> {
    let kind = *builder.data().get(span.start)?;
    let name = string(builder, span.start + 1..span.end)?;
    let evidence = of_text(&builder.data()[name.start..name.end - 1])?.saturating_add(3);
    let id = builder.open_unit();
    let head = builder.bytes(span.start..name.end);
    let rest = name.end..span.end;
    let (end, found) = value(builder, kind, rest)?;
    builder.close();
    Some(Element {
        id,
        head,
        is_document: matches!(kind, 3 | 4),
        end,
        evidence: evidence.saturating_add(found),
    })
}

/// A string at the beginning of `span`, with the zero at its end.
fn string(builder: &PartsBuilder<'_>, span: Range<usize>) -> Option<Range<usize>> {
    let len = builder.data().get(span.clone())?.iter().position(|byte| *byte == 0)?;
    Some(span.start..span.start + len + 1)
}

/// Reads a value of this kind.
fn value(builder: &mut PartsBuilder<'_>, kind: u8, span: Range<usize>) -> Option<(usize, u32)> {
    let fixed = |width: usize| span.start.checked_add(width).filter(|end| *end <= span.end);
    let end = match kind {
        3 | 4 => return document(builder, span),
        6 | 10 | 0x7f | 0xff => span.start,
        8 => fixed(1)?,
        16 => fixed(4)?,
        1 | 9 | 17 | 18 => fixed(8)?,
        7 => fixed(12)?,
        19 => fixed(16)?,
        11 => {
            let pattern = string(builder, span.clone())?;
            string(builder, pattern.end..span.end)?.end
        }
        2 | 13 | 14 => return sized(builder, span, 1),
        5 => return sized(builder, span, 0),
        _ => return None,
    };
    builder.bytes(span.start..end);
    Some((end, 0))
}

/// Reads a string of bytes behind its length, which counts `zeros` zeros at its end.
fn sized(builder: &mut PartsBuilder<'_>, span: Range<usize>, zeros: usize) -> Option<(usize, u32)> {
    let (len, start) = LENGTH.read(&builder.data()[..span.end], span.start)?;
    // Of bytes a kind stands before them.
    let kind = 1 - zeros;
    let len = usize::try_from(len).ok()?.checked_sub(zeros)?;
    let content = start + kind..(start + kind).checked_add(len)?;
    let end = content.end + zeros;
    if builder.data().get(..span.end)?.get(content.end..end)?.iter().any(|byte| *byte != 0) {
        return None;
    }
    let evidence = if zeros == 1 { of_text(&builder.data()[content.clone()])? } else { 0 };
    let length = builder.number(span.start..start);
    builder.bytes(start..start + kind);
    let inside = builder.content(content.clone());
    builder.bytes(content.end..end);
    builder.means(length, LENGTH, Meaning::Length(inside, 1, i64::from(zeros == 1)));
    Some((end, evidence))
}

#[cfg(test)]
mod tests {
    use super::super::reader::without_each;
    use super::*;

    #[test]
    fn documents_in_documents_keep_their_lengths() {
        // {"a": {"b": "hi"}, "n": 7}
        let inner = b"\x0f\0\0\0\x02b\0\x03\0\0\0hi\0\0";
        let bytes = [&b"\x1e\0\0\0\x03a\0"[..], inner, b"\x10n\0\x07\0\0\0\0"].concat();
        let all = without_each(read, &bytes);
        assert!(all.contains(&inner.to_vec()), "a document by one in it");
        assert!(all.contains(&b"\x0c\0\0\0\x10n\0\x07\0\0\0\0".to_vec()), "without an element");
    }
}
