//! Messages of Protocol Buffers (the wire format, without groups): fields with a key, which says the number of the field and how
//! its value is written. Strings and messages in messages look alike: what can be read as a message and is no plain text is one.

use std::ops::Range;

use super::reader::{DEEP, exact_end, is_plain, replace_by};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

/// A field that is a message.
struct Nested {
    field: PartId,
    /// Its key and its length.
    head: [PartId; 2],
}

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<u32> {
    if span.is_empty() {
        return None;
    }
    let (mut at, mut evidence) = (span.start, exact_end(span.len()));
    let (mut fields, mut nested) = (Vec::new(), Vec::new());
    while at < span.end {
        let (key, end) = Number::Leb.read(&builder.data()[..span.end], at)?;
        if key >> 3 == 0 || key >> 32 != 0 {
            return None;
        }
        evidence += 1;
        let field = builder.open_unit();
        let key_id = builder.bytes(at..end);
        at = match key & 7 {
            0 => {
                let value = Number::Leb.span(&builder.data()[..span.end], end)?;
                let id = builder.bytes(value.clone());
                if value.len() > 1 {
                    builder.unit_by(2, vec![id], Some(&[0]));
                }
                value.end
            }
            2 => {
                let (len, start) = Number::Leb.read(&builder.data()[..span.end], end)?;
                let value = start..start.checked_add(usize::try_from(len).ok()?)?;
                if value.end > span.end {
                    return None;
                }
                let length = builder.number(end..start);
                let content = builder.open();
                let is_message = builder.depth() < DEEP && !is_plain(&builder.data()[value.clone()]);
                let found =
                    is_message.then(|| builder.attempt(|builder| read(builder, value.clone()))).flatten();
                match found {
                    Some(found) => {
                        evidence = evidence.saturating_add(found);
                        nested.push(Nested { field, head: [key_id, length] });
                    }
                    None => drop(builder.content(value.clone())),
                }
                builder.close();
                builder.means(length, Number::Leb, Meaning::Length(content, 1, 0));
                value.end
            }
            kind @ (1 | 5) => {
                let value = end..end + if kind == 1 { 8 } else { 4 };
                builder.data().get(..span.end)?.get(value.clone())?;
                builder.bytes(value.clone());
                value.end
            }
            _ => return None,
        };
        builder.close();
        fields.push(field);
    }
    // What is in a message in this one may stand in its place.
    let kept: Vec<(PartId, Vec<PartId>)> =
        nested.iter().map(|Nested { field, head }| (*field, head.to_vec())).collect();
    replace_by(builder, &fields, &kept);
    Some(evidence)
}

#[cfg(test)]
mod tests {
    use super::super::reader::without_each;
    use super::*;

    #[test]
    fn messages_in_messages_keep_their_lengths() {
        // 1 { 2 { 3: "text" 4: 300 } 3: "plain" } 5: 1
        let bytes = b"\x0a\x12\x12\x09\x1a\x04text\x20\xac\x02\x1a\x05plain\x28\x01";
        let all = without_each(read, bytes);
        assert!(all.contains(&b"\x0a\x0b\x12\x09\x1a\x04text\x20\xac\x02\x28\x01".to_vec()), "a field goes");
        assert!(all.contains(&b"\x0a\x0c\x12\x03\x20\xac\x02\x1a\x05plain\x28\x01".to_vec()), "one in two");
        assert!(
            all.contains(&b"\x0a\x09\x1a\x04text\x20\xac\x02\x28\x01".to_vec()),
            "a message is replaced by one in it"
        );
    }
}
