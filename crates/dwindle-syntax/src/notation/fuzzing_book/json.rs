//! JSON, read from left to right with the place of everything at hand.
//!
//! (A reader that gives values has lost their places, and messages about a grammar need them.)

use super::super::error::NotationError;
use super::super::escape::hexadecimal;
use super::super::source::Source;

/// A place in a JSON text.
#[derive(Debug)]
pub(super) struct Json<'a> {
    source: Source<'a>,
    at: usize,
}

/// A string, with where each of its characters stands.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) content: String,
    /// Where its quote stands.
    pub(super) at: usize,
    /// Places in the text and in the file from which on both run alike.
    runs: Vec<(usize, usize)>,
}

impl Text {
    /// Where a byte of the text stands in the file.
    pub(super) fn offset(&self, byte: usize) -> usize {
        let run = self.runs.partition_point(|run| run.0 <= byte);
        let (text, file) = run.checked_sub(1).map_or((0, self.at + 1), |run| self.runs[run]);
        file + (byte - text)
    }
}

impl<'a> Json<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        let at = if source.text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { source, at }
    }

    /// That `character` is next, and goes past it.
    pub(super) fn expect(&mut self, character: char, expected: &str) -> Result<(), NotationError> {
        if self.take(character) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Goes past `character` if it is next.
    pub(super) fn take(&mut self, character: char) -> bool {
        let is = self.next_is(character);
        if is {
            self.at += character.len_utf8();
        }
        is
    }

    pub(super) fn next_is(&mut self, character: char) -> bool {
        let rest = &self.source.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.source.text[self.at..].starts_with(character)
    }

    pub(super) fn unexpected(&self, expected: &str) -> NotationError {
        self.source.unexpected(self.at, expected)
    }

    /// That nothing follows.
    pub(super) fn end(&mut self) -> Result<(), NotationError> {
        self.next_is(' ');
        if self.at == self.source.text.len() { Ok(()) } else { Err(self.unexpected("the end of the file")) }
    }

    /// A string.
    pub(super) fn text(&mut self, expected: &str) -> Result<Text, NotationError> {
        if !self.next_is('"') {
            return Err(self.unexpected(expected));
        }
        let at = self.at;
        self.at += 1;
        let mut text = Text { content: String::new(), at, runs: vec![(0, self.at)] };
        loop {
            let rest = &self.source.text[self.at..];
            let plain = rest.find(['"', '\\', '\n']).unwrap_or(rest.len());
            text.content.push_str(&rest[..plain]);
            self.at += plain;
            match rest[plain..].chars().next() {
                Some('"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') => {
                    let character = self.escape()?;
                    text.content.push(character);
                    text.runs.push((text.content.len(), self.at));
                }
                _ => {
                    return Err(self.source.unterminated(at, "this text", "`\"` in the same line"));
                }
            }
        }
    }

    /// What an escape stands for; goes past it.
    fn escape(&mut self) -> Result<char, NotationError> {
        let backslash = self.at;
        let letter = self.source.text[backslash + 1..].chars().next();
        self.at += 2;
        Ok(match letter {
            Some(same @ ('"' | '\\' | '/')) => same,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => self.code_point(backslash)?,
            _ => return Err(self.source.unexpected(backslash, "an escape of JSON, such as `\\n` or `\\\\`")),
        })
    }

    /// The character of `\uXXXX`, or of two of them that are a surrogate pair.
    fn code_point(&mut self, backslash: usize) -> Result<char, NotationError> {
        let first = self.four_digits();
        let code = match first {
            Some(high @ 0xd800..=0xdbff) if self.source.text[self.at..].starts_with("\\u") => {
                self.at += 2;
                self.four_digits()
                    .filter(|low| (0xdc00..=0xdfff).contains(low))
                    .map(|low| 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
            }
            other => other,
        };
        code.and_then(char::from_u32).ok_or_else(|| {
            self.source.unexpected(backslash, "`\\u`, four hexadecimal digits, and a character that exists")
        })
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.source.text.get(self.at..self.at + 4)?;
        self.at += 4;
        hexadecimal(digits)
    }

    /// Goes past any value.
    pub(super) fn skip_value(&mut self) -> Result<(), NotationError> {
        let mut open: Vec<char> = Vec::new();
        loop {
            if self.next_is('"') {
                self.text("a text")?;
            } else if self.take('{') {
                open.push('}');
            } else if self.take('[') {
                open.push(']');
            } else if let Some(close) = open.last().copied()
                && self.take(close)
            {
                open.pop();
            } else if open.is_empty() || !(self.take(',') || self.take(':')) {
                let rest = &self.source.text[self.at..];
                let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
                let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
                if length == 0 {
                    return Err(self.unexpected("a value"));
                }
                self.at += length;
            }
            if open.is_empty() {
                return Ok(());
            }
        }
    }
}
