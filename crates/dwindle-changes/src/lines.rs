//! Lines of bytes: each with its line feed, the last perhaps without one.
//!
//! A carriage return before the line feed belongs to the line, so CR LF is kept, and a change of line ends is a
//! change of lines.

use std::ops::Range;

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

#[cfg(test)]
mod tests {
    use super::*;

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
