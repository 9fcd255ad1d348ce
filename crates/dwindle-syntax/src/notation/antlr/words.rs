//! Cuts ANTLR 4 grammars into words.

use super::super::error::{NotationError, Problem};
use super::super::escape::escape;
use super::super::place::Source;

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

/// A word and the byte it begins at.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) word: Word,
    pub(super) at: usize,
}

const SIGNS: [&str; 20] =
    ["->", "+=", "..", "::", ":", ";", "|", "(", ")", "?", "*", "+", ".", "~", "=", ",", "#", "@", "<", ">"];

/// All words of a grammar.
pub(super) fn words(source: Source<'_>) -> Result<Vec<Spot>, NotationError> {
    let mut words = Vec::new();
    let mut at = if source.text.starts_with('\u{feff}') { 3 } else { 0 };
    while let Some(first) = source.text[at..].chars().next() {
        let rest = &source.text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if let Some(end) = comment_end(rest) {
            let length = comment(rest).ok_or_else(|| unterminated(source, at, "this comment", end))?;
            at += length;
            continue;
        }
        let (word, length) = match first {
            '\'' => literal(source, at)?,
            '[' => {
                let end = brackets_end(rest).ok_or_else(|| unterminated(source, at, "this `[`", "`]`"))?;
                (Word::Brackets(rest[1..end].into()), end + 1)
            }
            '{' => {
                let end = braces_end(rest).ok_or_else(|| unterminated(source, at, "this `{`", "`}`"))?;
                (Word::Braces(rest[1..end].into()), end + 1)
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
        words.push(Spot { word, at });
        at += length;
    }
    Ok(words)
}

fn unterminated(source: Source<'_>, at: usize, what: &str, expected: &str) -> NotationError {
    source.error(at, Problem::Unterminated(what.into(), expected.into()))
}

/// What ends the comment that `rest` begins with, if it begins with one.
fn comment_end(rest: &str) -> Option<&'static str> {
    if rest.starts_with("/*") {
        return Some("`*/`");
    }
    rest.starts_with("//").then_some("the end of the line")
}

/// The length of the comment that `rest` begins with; none if it never ends.
fn comment(rest: &str) -> Option<usize> {
    if let Some(inside) = rest.strip_prefix("/*") {
        return inside.find("*/").map(|end| end + 4);
    }
    rest.starts_with("//").then(|| rest.find('\n').unwrap_or(rest.len()))
}

fn literal(source: Source<'_>, at: usize) -> Result<(Word, usize), NotationError> {
    let inside = &source.text[at + 1..];
    let mut text = String::new();
    let mut from = 0;
    loop {
        let Some(stop) = inside[from..].find(['\'', '\\', '\n']).map(|found| from + found) else {
            return Err(unterminated(source, at, "this literal", "`'` in the same line"));
        };
        text.push_str(&inside[from..stop]);
        match inside.as_bytes()[stop] {
            b'\'' => return Ok((Word::Literal(text.into()), stop + 2)),
            b'\\' => {
                let Some((character, length)) = escape(&inside[stop..]) else {
                    let problem = Problem::Unexpected {
                        found: format!("`\\{}`", inside[stop..].chars().nth(1).unwrap_or(' ').escape_debug())
                            .into(),
                        expected: "an escape such as `\\n` or `\\u0041`".into(),
                        advice: Some("write a backslash as `\\\\`".into()),
                    };
                    return Err(source.error(at + 1 + stop, problem));
                };
                text.push(character);
                from = stop + length;
            }
            _ => return Err(unterminated(source, at, "this literal", "`'` in the same line")),
        }
    }
}

/// Where the brackets that `rest` begins with close.
fn brackets_end(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => return Some(at),
            _ => {}
        }
    }
    None
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
    let quote = rest.chars().next()?;
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return Some(at),
            _ => {}
        }
    }
    None
}
