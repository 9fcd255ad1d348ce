//! Places in the files that a grammar is read from: byte offsets while reading, lines and columns for people.

use std::fmt;

use super::error::{NotationError, Problem, Warning};

/// A line and a column, both from 1 on; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where something begins: a byte of one of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) file: usize,
    pub(super) offset: usize,
}

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
        let problem = Problem::Unexpected {
            found: self.word_at(offset).into(),
            expected: expected.into(),
            advice: None,
        };
        self.error(offset, problem)
    }

    /// A warning at a byte of this file.
    pub(super) fn warning(&self, offset: usize, message: impl Into<Box<str>>) -> Warning {
        Warning { file: self.name.into(), place: self.place(offset), message: message.into() }
    }
}

/// The file of `at` among several.
pub(super) fn source_of<'a>(sources: &[Source<'a>], at: At) -> Source<'a> {
    sources.get(at.file).copied().unwrap_or(Source { name: "", text: "" })
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
