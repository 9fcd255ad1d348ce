//! CBOR (RFC 8949), without values of which the end is marked: a byte with the kind and a number, which is the value, a length, or
//! how many values follow.

use std::ops::Range;

use super::self_described::{Container, Value, values};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::{Head, Number};

/// How the number of a kind is written.
macro_rules! form {
    ($kind:literal) => {
        Number::Headed(&[
            Head { first: $kind << 5, most: 23, more: 0 },
            Head { first: $kind << 5 | 0x18, most: 0, more: 1 },
            Head { first: $kind << 5 | 0x19, most: 0, more: 2 },
            Head { first: $kind << 5 | 0x1a, most: 0, more: 4 },
            Head { first: $kind << 5 | 0x1b, most: 0, more: 8 },
        ])
    };
}

const BYTES: Number = form!(2);
const TEXT: Number = form!(3);
const ARRAY: Number = form!(4);
const MAP: Number = form!(5);

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<u32> {
    values(builder, span, value)
}

/// What begins at `at`.
fn value(data: &[u8], at: usize) -> Option<Value> {
    let first = *data.get(at)?;
    let width = match first & 31 {
        0..=23 => 1,
        more @ 24..=27 => 1 + (1 << (more - 24)),
        _ => return None,
    };
    Some(match first >> 5 {
        2 => Value::Holds(Container::Bytes(BYTES)),
        3 => Value::Holds(Container::Text(TEXT)),
        4 => Value::Holds(Container::Values(ARRAY)),
        5 => Value::Holds(Container::Pairs(MAP)),
        6 => Value::Tag(width),
        _ => Value::Bytes(width),
    })
}

#[cfg(test)]
mod tests {
    use super::super::reader::without_each;
    use super::*;

    #[test]
    fn what_has_a_tag_goes_with_it() {
        // [1(1363896240), {"key": h'0102'}, -1]
        let bytes = b"\x83\xc1\x1a\x51\x4b\x67\xb0\xa1\x63key\x42\x01\x02\x20";
        let all = without_each(read, bytes);
        for expected in [
            &b"\x82\xa1\x63key\x42\x01\x02\x20"[..],
            b"\xa1\x63key\x42\x01\x02",
            b"\x83\xc1\x1a\x51\x4b\x67\xb0\x42\x01\x02\x20",
        ] {
            assert!(all.contains(&expected.to_vec()), "{}", expected.escape_ascii());
        }
    }
}
