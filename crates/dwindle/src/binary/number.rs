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
        }
    }

    /// How many bytes `value` takes.
    pub fn width(self, value: u64) -> usize {
        match self {
            Self::Little(width) | Self::Big(width) | Self::PaddedLeb(width) => width.into(),
            Self::Leb => (64 - (value | 1).leading_zeros()).div_ceil(7) as usize,
            Self::Digits => value.checked_ilog10().map_or(1, |log| log as usize + 1),
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
        }
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
    fn what_is_no_number_is_not_read() {
        assert_eq!(Number::Little(4).read(&[1, 2, 3], 0), None);
        assert_eq!(Number::Leb.read(&[0x80; 20], 0), None);
        assert_eq!(Number::Leb.read(&[0x80], 0), None);
        assert_eq!(Number::Digits.read(b"x", 0), None);
    }
}
