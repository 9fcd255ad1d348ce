//! How numbers are written in binary data.

use std::ops::Range;

/// The form of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Number {
    /// So many bytes, at most eight, the lowest first.
    Little(u8),
    /// So many bytes, at most eight, the highest first.
    Big(u8),
    /// Seven bits a byte, the lowest first, with the highest bit set where more follow (LEB128, also protobuf's).
    Leb,
    /// The same in so many bytes, also where fewer would do.
    PaddedLeb(u8),
    /// Decimal digits.
    Digits,
    /// In a first byte that also says whether more bytes follow: the first of these ways that has room for the value.
    Headed(&'static [Head]),
}

/// One way to write a number in a first byte and those that follow, the highest of these first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Head {
    /// The first byte; if nothing follows, this for zero and more for others.
    pub first: u8,
    /// The largest number that is in the first byte.
    pub most: u8,
    /// How many bytes follow.
    pub more: u8,
}

impl Head {
    fn has_room(self, value: u64) -> bool {
        match self.more {
            0 => value <= self.most.into(),
            more => value.checked_shr(8 * u32::from(more)).unwrap_or(0) == 0,
        }
    }

    /// The number at `at`, where it ends.
    fn read(self, bytes: &[u8], at: usize) -> Option<(u64, usize)> {
        let by = bytes.get(at)?.checked_sub(self.first)?;
        match self.more {
            0 => (by <= self.most).then_some((by.into(), at + 1)),
            more => (by == 0).then(|| Number::Big(more).read(bytes, at + 1)).flatten(),
        }
    }
}

impl Number {
    /// The number at `at`, and where it ends; none where there is none, or where it needs more than 64 bits.
    pub fn read(self, bytes: &[u8], at: usize) -> Option<(u64, usize)> {
        match self {
            Self::Little(width) => {
                let end = at.checked_add(width.into())?;
                let bytes = bytes.get(at..end)?.iter().rev();
                Some((bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)), end))
            }
            Self::Big(width) => {
                let end = at.checked_add(width.into())?;
                let bytes = bytes.get(at..end)?.iter();
                Some((bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)), end))
            }
            Self::Leb | Self::PaddedLeb(_) => {
                let (mut number, mut shift, mut end) = (0, 0, at);
                loop {
                    let byte = *bytes.get(end)?;
                    end += 1;
                    number |= u64::from(byte & 0x7f).checked_shl(shift)?;
                    shift += 7;
                    if byte & 0x80 == 0 {
                        return Some((number, end));
                    }
                    if shift > 63 {
                        return None;
                    }
                }
            }
            Self::Digits => {
                let digits = bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).take(18);
                let (number, count) = digits.fold((0, 0), |(number, count), digit| {
                    (number * 10 + u64::from(digit - b'0'), count + 1)
                });
                (count > 0).then_some((number, at + count))
            }
            Self::Headed(heads) => heads.iter().find_map(|head| head.read(bytes, at)),
        }
    }

    /// How many bytes `value` takes.
    pub fn width(self, value: u64) -> usize {
        match self {
            Self::Little(width) | Self::Big(width) | Self::PaddedLeb(width) => width.into(),
            Self::Leb => (64 - (value | 1).leading_zeros()).div_ceil(7) as usize,
            Self::Digits => value.checked_ilog10().map_or(1, |log| log as usize + 1),
            Self::Headed(heads) => Self::head(heads, value).map_or(0, |head| 1 + usize::from(head.more)),
        }
    }

    /// Whether every value takes as many bytes.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Self::Little(_) | Self::Big(_) | Self::PaddedLeb(_))
    }

    /// Appends `value`, without what a number of this form has no room for.
    pub fn write(self, value: u64, out: &mut Vec<u8>) {
        match self {
            Self::Little(width) => out.extend_from_slice(&value.to_le_bytes()[..usize::from(width.min(8))]),
            Self::Big(width) => out.extend_from_slice(&value.to_be_bytes()[8 - usize::from(width.min(8))..]),
            Self::Leb => {
                let mut rest = value;
                while rest >= 0x80 {
                    out.push(rest.to_le_bytes()[0] | 0x80);
                    rest >>= 7;
                }
                out.push(rest.to_le_bytes()[0]);
            }
            Self::PaddedLeb(width) => {
                let bytes = (0..width).map(|at| {
                    let bits = value.checked_shr(7 * u32::from(at)).unwrap_or(0).to_le_bytes()[0] & 0x7f;
                    bits | if at + 1 < width { 0x80 } else { 0 }
                });
                out.extend(bytes);
            }
            Self::Digits => out.extend_from_slice(value.to_string().as_bytes()),
            Self::Headed(heads) => match Self::head(heads, value) {
                Some(Head { first, more: 0, .. }) => out.push(first.wrapping_add(value.to_le_bytes()[0])),
                Some(Head { first, more, .. }) => {
                    out.push(first);
                    Self::Big(more).write(value, out);
                }
                None => {}
            },
        }
    }

    /// The way in which `value` is written; the widest where none has room.
    fn head(heads: &[Head], value: u64) -> Option<Head> {
        heads.iter().find(|head| head.has_room(value)).or(heads.last()).copied()
    }

    /// Where the number at `at` stands.
    pub fn span(self, bytes: &[u8], at: usize) -> Option<Range<usize>> {
        self.read(bytes, at).map(|(_, end)| at..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let forms = [Number::Little(4), Number::Big(8), Number::Leb, Number::Digits, Number::Big(3)];
        for value in [0, 1, 127, 128, 300, 65_535, 1 << 23] {
            for form in forms {
                let mut out = vec![b'x'];
                form.write(value, &mut out);
                out.push(b'.');
                assert_eq!(form.read(&out, 1), Some((value, out.len() - 1)), "{form:?}");
                assert_eq!(form.width(value), out.len() - 2);
            }
        }
    }

    #[test]
    fn numbers_with_a_head_are_written_in_the_first_way_that_has_room() {
        let form = Number::Headed(&[
            Head { first: 0xa0, most: 31, more: 0 },
            Head { first: 0xd9, most: 0, more: 1 },
            Head { first: 0xda, most: 0, more: 2 },
        ]);
        for (value, bytes) in
            [(0, &b"\xa0"[..]), (31, b"\xbf"), (32, b"\xd9\x20"), (255, b"\xd9\xff"), (256, b"\xda\x01\x00")]
        {
            let mut out = Vec::new();
            form.write(value, &mut out);
            assert_eq!(out, bytes);
            assert_eq!((form.width(value), form.read(&out, 0)), (bytes.len(), Some((value, bytes.len()))));
        }
        assert_eq!(form.read(b"\xc0", 0), None);
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        assert_eq!(Number::Little(4).read(&[1, 2, 3], 0), None);
        assert_eq!(Number::Leb.read(&[0x80; 20], 0), None);
        assert_eq!(Number::Leb.read(&[0x80], 0), None);
        assert_eq!(Number::Digits.read(b"x", 0), None);
    }
}
