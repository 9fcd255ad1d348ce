//! Where a text is split: bytes, characters, lines, tokens.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::marks::Marks;
use super::tokens;
use crate::Text;

/// What a text is cut into.
///
/// Where a text has 4 GiB or more, which is more bytes than can be numbered, a unit of each kind is a block of it: 4 KiB and what is left of the
/// line, or 8 KiB of one that does not end before.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = ParseUnitError, parse_err_fn = ParseUnitError::of)]
pub enum Unit {
    /// Single bytes.
    Bytes,
    /// Characters where the text is UTF-8, bytes where it is not.
    Chars,
    /// Lines with their endings (LF, CR LF or CR); the last may have none.
    Lines,
    /// Words, numbers, strings, comments, stretches of white space, and single punctuation marks.
    Tokens,
}

impl Unit {
    /// All kinds of unit, finest first.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The name as it stands in a sentence: "1-minimal by characters".
    pub fn plural(self) -> &'static str {
        match self {
            Self::Chars => "characters",
            other => other.name(),
        }
    }
}

/// A word that names no unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown unit `{0}`; the units are bytes, chars, lines and tokens")]
pub struct ParseUnitError(String);

impl ParseUnitError {
    fn of(word: &str) -> Self {
        Self(word.to_owned())
    }
}

/// From how many offsets on they are kept as bits: below, a list of them takes at most 16 MiB.
const MANY: usize = 1 << 22;

/// The least bytes of a block.
const BLOCK: usize = 1 << 12;

/// Where the units of a text begin and end.
#[derive(Clone, Debug)]
pub(super) enum Cuts {
    /// At every byte: nothing to store. Also what characters are in a text of plain ASCII.
    Every(u32),
    /// At these offsets; the first is 0 and the last the text's length (one entry more than units).
    At(Arc<[u32]>),
    /// The same of many units.
    Marked(Arc<Marks>),
    /// The same of the blocks of a text of 4 GiB or more.
    Blocks(Arc<[usize]>),
}

impl Cuts {
    pub(super) fn new(bytes: &[u8], unit: Unit) -> Self {
        if bytes.len() as u64 > Text::FINE {
            return Self::blocks(bytes);
        }
        match unit {
            Unit::Bytes => Self::Every(offset(bytes.len())),
            Unit::Chars if bytes.is_ascii() => Self::Every(offset(bytes.len())),
            Unit::Chars => Self::at(bytes, tokens::char_end),
            Unit::Lines => Self::at(bytes, line_end),
            Unit::Tokens => {
                let mut tokens = tokens::Tokens::default();
                Self::at(bytes, |bytes, start| tokens.end(bytes, start))
            }
        }
    }

    /// Cuts at these offsets, which begin with 0 and end with the text's length.
    pub(super) fn given(offsets: Vec<u32>) -> Self {
        debug_assert!(offsets.first() == Some(&0) && offsets.is_sorted(), "offsets are ascending, from 0 on");
        Self::of(offsets.into_iter(), MANY)
    }

    fn blocks(bytes: &[u8]) -> Self {
        Self::Blocks(ends(bytes, block_end).collect())
    }

    /// Cuts where `end` says that the unit that starts at an offset ends.
    fn at(bytes: &[u8], end: impl FnMut(&[u8], usize) -> usize) -> Self {
        Self::of(ends(bytes, end).map(offset), MANY)
    }

    /// Cuts at `offsets`: a list of less than `many`, or bits.
    fn of(mut offsets: impl Iterator<Item = u32>, many: usize) -> Self {
        let first: Vec<u32> = offsets.by_ref().take(many).collect();
        if first.len() < many {
            return Self::At(first.into());
        }
        Self::Marked(Arc::new(first.into_iter().chain(offsets).collect()))
    }

    pub(super) fn units(&self) -> usize {
        match self {
            Self::Every(len) => *len as usize,
            Self::At(offsets) => offsets.len() - 1,
            Self::Marked(marks) => marks.len() - 1,
            Self::Blocks(offsets) => offsets.len() - 1,
        }
    }

    /// The bytes of the units from `start` to before `end`.
    pub(super) fn span(&self, start: u32, end: u32) -> Range<usize> {
        match self {
            Self::Every(_) => start as usize..end as usize,
            Self::At(offsets) => offsets[start as usize] as usize..offsets[end as usize] as usize,
            Self::Marked(marks) => marks.get(start) as usize..marks.get(end) as usize,
            Self::Blocks(offsets) => offsets[start as usize]..offsets[end as usize],
        }
    }

    /// The unit in which the byte at `position` lies.
    pub(super) fn unit_at(&self, position: usize) -> u32 {
        match self {
            Self::Every(_) => offset(position),
            Self::At(offsets) => offset(offsets.partition_point(|&at| at as usize <= position) - 1),
            Self::Marked(marks) => offset(marks.up_to(offset(position)) - 1),
            Self::Blocks(offsets) => offset(offsets.partition_point(|&at| at <= position) - 1),
        }
    }
}

/// Where units begin, and the last one ends, where `end` says that of the unit that starts at an offset.
fn ends(bytes: &[u8], mut end: impl FnMut(&[u8], usize) -> usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0), move |&at| {
        (at < bytes.len()).then(|| {
            let next = end(bytes, at);
            debug_assert!(next > at && next <= bytes.len(), "a unit has at least one byte");
            next
        })
    })
}

pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("texts are shorter than 4 GiB")
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    let Some(length) = bytes[start..].iter().position(|&b| b == b'\n' || b == b'\r') else {
        return bytes.len();
    };
    let at = start + length;
    if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') { at + 2 } else { at + 1 }
}

fn block_end(bytes: &[u8], start: usize) -> usize {
    let (least, most) = (bytes.len().min(start + BLOCK), bytes.len().min(start + 2 * BLOCK));
    least + line_end(&bytes[least..most], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &[u8], unit: Unit) -> Vec<String> {
        let cuts = Cuts::new(text, unit);
        (0..offset(cuts.units()))
            .map(|i| String::from_utf8_lossy(&text[cuts.span(i, i + 1)]).into_owned())
            .collect()
    }

    #[test]
    fn lines_keep_every_kind_of_ending() {
        assert_eq!(pieces(b"a\nb\r\nc\rd", Unit::Lines), ["a\n", "b\r\n", "c\r", "d"]);
        assert_eq!(pieces(b"\n\n", Unit::Lines), ["\n", "\n"]);
        assert!(pieces(b"", Unit::Lines).is_empty());
    }

    #[test]
    fn characters_fall_back_to_bytes_where_the_text_is_not_utf8() {
        let text = b"\xc3\xa4\xc3b\xff\xe2\x82\xac";
        let lengths: Vec<usize> = {
            let cuts = Cuts::new(text, Unit::Chars);
            (0..offset(cuts.units())).map(|i| cuts.span(i, i + 1).len()).collect()
        };
        assert_eq!(lengths, [2, 1, 1, 1, 3]);
    }

    #[test]
    fn many_units_are_cut_as_few_are() {
        let many = [Cuts::of([0, 3, 5, 9].into_iter(), 5), Cuts::of([0, 3, 5, 9].into_iter(), 4)];
        assert!(matches!(many, [Cuts::At(_), Cuts::Marked(_)]));
        let seen = |cuts: &Cuts| (cuts.units(), cuts.span(1, 3), [0, 3, 5, 9].map(|at| cuts.unit_at(at)));
        assert_eq!(seen(&many[0]), seen(&many[1]));
        assert_eq!(seen(&many[1]), (3, 3..9, [0, 1, 2, 3]));
    }

    #[test]
    fn blocks_end_behind_a_line_where_one_ends() {
        let text = ["ab\n".repeat(1366), "x".repeat(10_000), "\ny".to_owned()].concat();
        let cuts = Cuts::blocks(text.as_bytes());
        let ends = (0..offset(cuts.units())).map(|unit| cuts.span(unit, unit + 1).end);
        assert_eq!(ends.collect::<Vec<_>>(), [4098, 4098 + 8192, text.len()]);
        assert_eq!([0, 4097, 4098, 14_099].map(|at| cuts.unit_at(at)), [0, 0, 1, 2]);
        assert_eq!(Cuts::blocks(b"").units(), 0);
    }

    #[test]
    fn a_byte_is_found_in_its_unit() {
        let cuts = Cuts::new(b"ab\ncd\n", Unit::Lines);
        assert_eq!([0, 2, 3, 5].map(|at| cuts.unit_at(at)), [0, 0, 1, 1]);
    }

    #[test]
    fn units_are_named_as_on_the_command_line() {
        for &unit in Unit::ALL {
            assert_eq!(unit.name().parse(), Ok(unit));
        }
        assert!("words".parse::<Unit>().is_err());
    }
}
