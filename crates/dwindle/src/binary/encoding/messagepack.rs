//! MessagePack: each value begins with a byte that says its kind and often its length or how many values are in it.

use std::ops::Range;

use super::self_described::{Container, Value, values};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::{Head, Number};

const fn head(first: u8, most: u8, more: u8) -> Head {
    Head { first, most, more }
}

const TEXT: Number =
    Number::Headed(&[head(0xa0, 31, 0), head(0xd9, 0, 1), head(0xda, 0, 2), head(0xdb, 0, 4)]);
const BYTES: Number = Number::Headed(&[head(0xc4, 0, 1), head(0xc5, 0, 2), head(0xc6, 0, 4)]);
const ARRAY: Number = Number::Headed(&[head(0x90, 15, 0), head(0xdc, 0, 2), head(0xdd, 0, 4)]);
const MAP: Number = Number::Headed(&[head(0x80, 15, 0), head(0xde, 0, 2), head(0xdf, 0, 4)]);

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>) -> Option<u32> {
    values(builder, span, value)
}

/// What begins at `at`.
fn value(data: &[u8], at: usize) -> Option<Value> {
    let holds = |form: Number, container: fn(Number) -> Container| Value::Holds(container(form));
    Some(match *data.get(at)? {
        0x80..=0x8f | 0xde | 0xdf => holds(MAP, Container::Pairs),
        0x90..=0x9f | 0xdc | 0xdd => holds(ARRAY, Container::Values),
        0xa0..=0xbf | 0xd9..=0xdb => holds(TEXT, Container::Text),
        0xc4..=0xc6 => holds(BYTES, Container::Bytes),
        0xc1 => return None,
        0xcc | 0xd0 => Value::Bytes(2),
        0xcd | 0xd1 | 0xd4 => Value::Bytes(3),
        0xd5 => Value::Bytes(4),
        0xca | 0xce | 0xd2 => Value::Bytes(5),
        0xd6 => Value::Bytes(6),
        0xcb | 0xcf | 0xd3 => Value::Bytes(9),
        0xd7 => Value::Bytes(10),
        0xd8 => Value::Bytes(18),
        // Kinds of programs, of any length.
        kind @ 0xc7..=0xc9 => {
            let (len, end) = Number::Big(1 << (kind - 0xc7)).read(data, at + 1)?;
            Value::Bytes((end + 1).checked_add(usize::try_from(len).ok()?)? - at)
        }
        _ => Value::Bytes(1),
    })
}

#[cfg(test)]
mod tests {
    use super::super::reader::without_each;
    use super::*;

    #[test]
    fn counts_are_those_of_what_is_left() {
        // {"a": [1, 300, "two"], "b": nil}
        let bytes = b"\x82\xa1a\x93\x01\xcd\x01\x2c\xa3two\xa1b\xc0";
        let all = without_each(read, bytes);
        for expected in
            [&b"\x81\xa1b\xc0"[..], b"\x82\xa1a\x92\x01\xcd\x01\x2c\xa1b\xc0", b"\x82\xa1a\xa3two\xa1b\xc0"]
        {
            assert!(all.contains(&expected.to_vec()), "{}", expected.escape_ascii());
        }
        assert!(read(&mut PartsBuilder::new(b"\x92\x01"), 0..2).is_none(), "one value of two");
    }
}
