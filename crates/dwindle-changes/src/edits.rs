//! Texts as lines of bytes, and what differs between two: stretches of lines that stand for others.
//!
//! A line has its line feed, the last perhaps none. A carriage return before the line feed belongs to the line, so CR LF
//! is kept, and a change of line ends is a change of lines.

use std::hash::Hash;
use std::ops::Range;

use imara_diff::sources::byte_lines;
use imara_diff::{Algorithm, Diff, InternedInput};

/// Where the lines of a text begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    /// The start of each line and, after the last, the end of the text.
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of `text`; none where it is empty.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(text.split_inclusive(|&byte| byte == b'\n').scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        }));
        Self { starts }
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).expect("a text has less than 4 GiB")
    }

    /// The bytes of some lines.
    pub(crate) fn span(&self, lines: &Range<u32>) -> Range<usize> {
        self.starts[lines.start as usize]..self.starts[lines.end as usize]
    }

    /// The line that the byte at `offset` is in; the number of lines at the end.
    pub(crate) fn line_at(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        u32::try_from(line).expect("a text has less than 4 GiB").min(self.len())
    }
}

/// Lines of the older text, and the lines of the newer one that stand in their place. Either may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) old: Range<u32>,
    pub(crate) new: Range<u32>,
}

/// Lines around an edit that are shown with it.
pub(crate) const CONTEXT: u32 = 3;

impl Edit {
    /// The lines of an edit that has as many on both sides, in pairs.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Self> {
        let pairs = self.old.clone().zip(self.new.clone());
        pairs.map(|(old, new)| Self { old: old..old + 1, new: new..new + 1 })
    }

    /// Takes in what follows up to the end of `next`.
    pub(crate) const fn reach(&mut self, next: &Self) {
        (self.old.end, self.new.end) = (next.old.end, next.new.end);
    }

    /// Whether no line is between this edit and the `next` one.
    pub(crate) const fn touches(&self, next: &Self) -> bool {
        self.old.end == next.old.start && self.new.end == next.new.start
    }

    /// Whether the lines around this edit and the `next` one meet, so that `diff -u` shows both in one hunk.
    pub(crate) fn meets(&self, next: &Self) -> bool {
        next.old.start.checked_sub(self.old.end).is_some_and(|between| between <= 2 * CONTEXT)
    }
}

/// From so many lines on, in both texts, edits are found by Myers' algorithm with its heuristics: the histogram diff
/// costs the lines times the hunks, which for 8,000 edits in 200,000 lines was 8 seconds, and 0.1 by Myers.
const LARGE: usize = 50_000;

/// The edits between `old` and `new`, in order, at least one common line between each two.
///
/// The histogram diff, which git has too, reads well where much was moved. Edits are then slid to where the
/// indentation says that a reader would cut.
pub(crate) fn edits(old: &[u8], new: &[u8]) -> Vec<Edit> {
    of_lines(byte_lines(old), byte_lines(new))
}

/// As [`edits`], of lines that are the same as others where their type says so.
pub(crate) fn of_lines<L: AsRef<[u8]> + Default + Eq + Hash>(
    old: impl Iterator<Item = L>,
    new: impl Iterator<Item = L>,
) -> Vec<Edit> {
    let mut input = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let large = input.before.len() + input.after.len() > LARGE;
    let mut diff = Diff::compute(if large { Algorithm::Myers } else { Algorithm::Histogram }, &input);
    diff.postprocess_lines(&input);
    diff.hunks().map(|edit| Edit { old: edit.before, new: edit.after }).collect()
}

/// Whether the bytes are no text: git asks for a NUL in the first 8,000 bytes, we anywhere, so that what is cut
/// into lines is a text for every reader of a patch.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: &[(Range<u32>, Range<u32>)]) {
        let found = edits(old.as_bytes(), new.as_bytes());
        let found: Vec<_> = found.into_iter().map(|edit| (edit.old, edit.new)).collect();
        assert_eq!(found, expected, "{old:?} {new:?}");
        assert!(Lines::of(new.as_bytes()).len() >= found.last().map_or(0, |(_, new)| new.end));
    }

    #[test]
    fn edits_are_what_differs() {
        check("", "", &[]);
        check("a\nb\nc\n", "a\nx\nc\n", &[(1..2, 1..2)]);
        check("a\nb\n", "a\nb", &[(1..2, 1..2)]);
        check("a\n", "a\r\n", &[(0..1, 0..1)]);
        check("a\nb\nc\nd\ne\n", "b\nc\nD\ne\nf\n", &[(0..1, 0..0), (3..4, 2..3), (5..5, 4..5)]);
        check("", "a\n", &[(0..0, 0..1)]);
    }

    #[test]
    fn lines_keep_their_ends() {
        let text = b"a\r\n\nb";
        let lines = Lines::of(text);
        let each: Vec<&[u8]> = (0..lines.len()).map(|line| &text[lines.span(&(line..line + 1))]).collect();
        assert_eq!(each, [&b"a\r\n"[..], b"\n", b"b"]);
        assert_eq!((lines.line_at(0), lines.line_at(3), lines.line_at(4), lines.line_at(5)), (0, 1, 2, 3));
        assert_eq!(Lines::of(b"").len(), 0);
        assert_eq!(Lines::of(b"\n").len(), 1);
    }
}
