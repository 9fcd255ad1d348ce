//! Cuts ANTLR 4 grammars into words.

use super::super::error::NotationError;
use super::super::source::Source;
use super::super::words::{Spot, Words, cut, quoted, unterminated_literal};

/// A word of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Name(Box<str>),
    /// A text in single quotes, without them and with its escapes replaced.
    Literal(Box<str>),
    /// What stands between `[` and `]`: a set of characters, or arguments.
    Brackets(Box<str>),
    /// What stands between `{` and `}`: options, tokens, or an action.
    Braces(Box<str>),
    Sign(&'static str),
}

const SIGNS: [&str; 20] =
    ["->", "+=", "..", "::", ":", ";", "|", "(", ")", "?", "*", "+", ".", "~", "=", ",", "#", "@", "<", ">"];

impl Words<'_, Word> {
    /// Whether this sign is next.
    pub(super) fn is_sign(&self, sign: &'static str) -> bool {
        self.is(&Word::Sign(sign))
    }

    /// Goes past this sign if it is next.
    pub(super) fn take_sign(&mut self, sign: &'static str) -> bool {
        self.take(&Word::Sign(sign))
    }

    /// That this sign is next, and goes past it.
    pub(super) fn sign(&mut self, sign: &'static str) -> Result<(), NotationError> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// That a name is next, and goes past it.
    pub(super) fn name(&mut self, expected: &str) -> Result<Box<str>, NotationError> {
        let Some(Word::Name(name)) = self.word(0).cloned() else { return Err(self.unexpected(expected)) };
        self.next += 1;
        Ok(name)
    }
}

/// All words of a grammar.
pub(super) fn words(source: Source<'_>) -> Result<Vec<Spot<Word>>, NotationError> {
    cut(source, |at, first| {
        let rest = &source.text[at..];
        if rest.starts_with("/*") || rest.starts_with("//") {
            let unterminated = || source.unterminated(at, "this comment", "`*/`");
            return Ok((None, comment(rest).ok_or_else(unterminated)?));
        }
        let within = |end: Option<usize>, open: &str, close: &str| {
            let unterminated = || source.unterminated(at, &format!("this `{open}`"), &format!("`{close}`"));
            end.map(|end| (rest[1..end].into(), end + 1)).ok_or_else(unterminated)
        };
        let (word, length) = match first {
            '\'' => {
                let unterminated = || unterminated_literal(source, at, first);
                let (text, length) = quoted(source, at, first)?.ok_or_else(unterminated)?;
                (Word::Literal(text), length)
            }
            '[' => {
                let (content, length) = within(brackets_end(rest), "[", "]")?;
                (Word::Brackets(content), length)
            }
            '{' => {
                let (content, length) = within(braces_end(rest), "{", "}")?;
                (Word::Braces(content), length)
            }
            _ => {
                if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    (Word::Sign(sign), sign.len())
                } else {
                    let word = |c: char| c.is_alphanumeric() || c == '_';
                    let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
                    if length == 0 || first.is_numeric() {
                        return Err(source.unexpected(at, "a name, a literal in single quotes, or a sign"));
                    }
                    (Word::Name(rest[..length].into()), length)
                }
            }
        };
        Ok((Some(word), length))
    })
}

/// The length of the comment that `rest` begins with; none if it never ends.
fn comment(rest: &str) -> Option<usize> {
    if let Some(inside) = rest.strip_prefix("/*") {
        return inside.find("*/").map(|end| end + 4);
    }
    rest.starts_with("//").then(|| rest.find('\n').unwrap_or(rest.len()))
}

/// Where the brackets that `rest` begins with close.
fn brackets_end(rest: &str) -> Option<usize> {
    unescaped(rest, ']', &[])
}

/// Where the braces that `rest` begins with close: not within strings and comments of the action's language, where
/// those end in their line.
fn braces_end(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let (mut depth, mut at) = (0usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'\\' => at += 1,
            b'\'' | b'"' => at += string(&rest[at..]).unwrap_or(0),
            b'/' => {
                if let Some(length) = comment(&rest[at..]) {
                    at += length - 1;
                }
            }
            _ => {}
        }
        at += 1;
        while at < bytes.len() && !rest.is_char_boundary(at) {
            at += 1;
        }
    }
    None
}

/// How far behind its opening quote a string's closing quote stands, in the same line.
fn string(rest: &str) -> Option<usize> {
    unescaped(rest, rest.chars().next()?, &['\n'])
}

/// Where `close` stands behind the first character without a backslash before it, with none of `barriers` between.
fn unescaped(rest: &str, close: char, barriers: &[char]) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if barriers.contains(&character) => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == close => return Some(at),
            _ => {}
        }
    }
    None
}

/// The value of an option in the braces of options, `a = b; c = d;`; the last one where there are several.
pub(super) fn option(content: &str, name: &str) -> Option<String> {
    let content = without_comments(content);
    let mut options = content.split(';').rev().filter_map(|option| option.split_once('='));
    options.find(|(own, _)| own.trim() == name).map(|(_, value)| value.trim().trim_matches('\'').to_owned())
}

/// What is left of a text without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        rest = comment(&rest[at..]).map_or("", |length| &rest[at + length..]);
    }
    out.push_str(rest);
    out
}
