//! The files that a grammar is read from, and what is said of places in them.

use super::draft::At;
use super::error::{NotationError, Place, Problem, Warning};

/// A file that a grammar is read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Line and column of a byte. Costs time in what stands before it, so it is for messages only.
    pub(super) fn place(&self, offset: usize) -> Place {
        let before = &self.text[..self.boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// What stands at a byte, for messages: a word, or a character.
    pub(super) fn word_at(&self, offset: usize) -> String {
        let rest = &self.text[self.boundary(offset)..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(40).collect();
        match rest.chars().next() {
            None => "the end of the file".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(first) if first.is_control() => format!("`{}`", first.escape_debug()),
            Some(first) if word.is_empty() => format!("`{first}`"),
            Some(_) => format!("`{word}`"),
        }
    }

    /// The end or beginning of a character that is at or before `offset`.
    fn boundary(&self, offset: usize) -> usize {
        (0..=offset.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    /// An error at a byte of this file.
    pub(super) fn error(&self, offset: usize, problem: Problem) -> NotationError {
        NotationError { file: self.name.into(), place: self.place(offset), problem }
    }

    /// The error that something else than what stands there was expected.
    pub(super) fn unexpected(&self, offset: usize, expected: &str) -> NotationError {
        self.found(offset, self.word_at(offset), expected, None)
    }

    /// The error that this was found where something else was expected, and what to do.
    pub(super) fn found(
        &self,
        offset: usize,
        found: String,
        expected: &str,
        advice: Option<&str>,
    ) -> NotationError {
        let (found, expected, advice) = (found.into(), expected.into(), advice.map(Into::into));
        self.error(offset, Problem::Unexpected { found, expected, advice })
    }

    /// The error that what begins there never ends.
    pub(super) fn unterminated(&self, offset: usize, what: &str, expected: &str) -> NotationError {
        self.error(offset, Problem::Unterminated(what.into(), expected.into()))
    }

    /// The error that we do not take something that the notation has, and what to write instead.
    pub(super) fn not_supported(&self, offset: usize, what: &str, advice: &str) -> NotationError {
        self.error(offset, Problem::NotSupported(what.into(), advice.into()))
    }

    /// A warning at a byte of this file.
    pub(super) fn warning(&self, offset: usize, message: impl Into<Box<str>>) -> Warning {
        Warning { file: self.name.into(), place: self.place(offset), message: message.into() }
    }
}

/// All files that a grammar is read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a>(pub(super) &'a [Source<'a>]);

impl<'a> Sources<'a> {
    /// The file of that number; an empty one if there is none.
    fn file(self, number: usize) -> Source<'a> {
        self.0.get(number).copied().unwrap_or(Source { name: "", text: "" })
    }

    pub(super) fn place(self, at: At) -> Place {
        self.file(at.file).place(at.offset)
    }

    pub(super) fn error(self, at: At, problem: Problem) -> NotationError {
        self.file(at.file).error(at.offset, problem)
    }

    /// An error of a whole file.
    pub(super) fn error_of_file(self, file: usize, problem: Problem) -> NotationError {
        self.file(file).error(0, problem)
    }

    pub(super) fn not_supported(self, at: At, what: &str, advice: &str) -> NotationError {
        self.file(at.file).not_supported(at.offset, what, advice)
    }

    pub(super) fn warning(self, at: At, message: impl Into<Box<str>>) -> Warning {
        self.file(at.file).warning(at.offset, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let source = Source { name: "x", text: "aß\nßb" };
        assert_eq!(source.place(0), Place { line: 1, column: 1 });
        assert_eq!(source.place(3), Place { line: 1, column: 3 });
        assert_eq!(source.place(6), Place { line: 2, column: 2 });
        assert_eq!(source.place(99), Place { line: 2, column: 3 });
    }
}
