//! Cuts EBNF into words.

use super::super::error::NotationError;
use super::super::escape::digits;
use super::super::source::Source;
use super::super::words::{Spot, cut, quoted, unterminated_literal};

/// A word of EBNF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Name(Box<str>),
    /// `::=`, `:=`, `:`, `=`, `->`.
    Define,
    Bar,
    /// The end of a rule: `;` or `.`.
    End,
    Open(char),
    Close(char),
    /// `?`, `*` or `+`.
    Postfix(char),
    Literal(Box<str>),
    /// What stands between `[` and `]`, where it can be a class.
    Class(Box<str>),
    /// `..` or `...`.
    Range,
    Comma,
    Minus,
}

/// What `[` opens where it is not plain from what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Class,
    Option,
}

/// All words of a grammar.
pub(super) fn words(source: Source<'_>, brackets: Brackets) -> Result<Vec<Spot<Word>>, NotationError> {
    cut(source, |at, first| {
        let rest = &source.text[at..];
        if let Some(length) = comment(source, at)? {
            return Ok((None, length));
        }
        let (word, length) = match first {
            '\'' | '"' => literal(source, at, first)?,
            '[' => match class(rest, brackets) {
                Some(content) => (Word::Class(content.into()), content.len() + 2),
                None => (Word::Open('['), 1),
            },
            _ => plain(rest).ok_or_else(|| strange(source, at, first))?,
        };
        Ok((Some(word), length))
    })
}

/// The length of the comment that begins there.
fn comment(source: Source<'_>, at: usize) -> Result<Option<usize>, NotationError> {
    let rest = &source.text[at..];
    for (open, close) in [("(*", "*)"), ("/*", "*/")] {
        if let Some(inside) = rest.strip_prefix(open) {
            let unterminated = || source.unterminated(at, "this comment", &format!("`{close}`"));
            let end = inside.find(close).ok_or_else(unterminated)?;
            return Ok(Some(open.len() + end + close.len()));
        }
    }
    let line = rest.starts_with("//") || (rest.starts_with('#') && code_point(rest).is_none());
    Ok(line.then(|| rest.find('\n').unwrap_or(rest.len())))
}

/// The word that `rest` begins with, if it is neither a literal nor a class.
fn plain(rest: &str) -> Option<(Word, usize)> {
    for sign in ["::=", ":=", "->", "→", "⟶", ":", "="] {
        if rest.starts_with(sign) {
            return Some((Word::Define, sign.len()));
        }
    }
    for sign in ["...", "..", "…"] {
        if rest.starts_with(sign) {
            return Some((Word::Range, sign.len()));
        }
    }
    let first = rest.chars().next()?;
    let word = match first {
        '|' => Word::Bar,
        ';' | '.' => Word::End,
        '(' | '{' => Word::Open(first),
        ')' | ']' | '}' => Word::Close(first),
        '?' | '*' | '+' => Word::Postfix(first),
        ',' => Word::Comma,
        '-' | '−' => Word::Minus,
        '#' => {
            let (character, length) = code_point(rest)?;
            return Some((Word::Literal(character.to_string().into()), length));
        }
        '<' => {
            let end = rest[1..].find(['<', '>', '\n'])? + 1;
            let name = &rest[..=end];
            let real = name.ends_with('>') && name[1..end].contains(|c: char| !c.is_whitespace());
            return real.then(|| (Word::Name(name.into()), name.len()));
        }
        _ => {
            let length = name_length(rest)?;
            return Some((Word::Name(rest[..length].into()), length));
        }
    };
    Some((word, first.len_utf8()))
}

/// The length of the name that `rest` begins with: letters, digits, underscores, and hyphens inside.
fn name_length(rest: &str) -> Option<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let first = rest.chars().next()?;
    if !(first.is_alphabetic() || first == '_') {
        return None;
    }
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let inside = character == '-' && characters.peek().is_some_and(|(_, next)| word(*next));
        if !word(character) && !inside {
            return Some(at);
        }
    }
    Some(rest.len())
}

/// The character of `#xN`.
pub(super) fn code_point(rest: &str) -> Option<(char, usize)> {
    let number = rest.strip_prefix("#x")?;
    let length = number.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(number.len());
    digits(&number[..length], 2 + length)
}

/// A literal with escapes. One that does not end in its line that way is read without: then a backslash is a
/// backslash, as it is in dialects without escapes.
fn literal(source: Source<'_>, at: usize, quote: char) -> Result<(Word, usize), NotationError> {
    if let Some((text, length)) = quoted(source, at, quote)? {
        return Ok((Word::Literal(text), length));
    }
    let inside = &source.text[at + 1..];
    match inside.find([quote, '\n']) {
        Some(end) if inside[end..].starts_with(quote) => Ok((Word::Literal(inside[..end].into()), end + 2)),
        _ => Err(unterminated_literal(source, at, quote)),
    }
}

/// What stands between the brackets that `rest` begins with, if it is a class; for the rules see the head of
/// the module above.
fn class(rest: &str, brackets: Brackets) -> Option<&str> {
    let inside = &rest[1..];
    let content = class_end(inside, true).or_else(|| class_end(inside, false)).map(|end| &inside[..end])?;
    let padded = content.starts_with(char::is_whitespace)
        && content.ends_with(char::is_whitespace)
        && !content.trim().is_empty();
    let quoted = ['"', '\'']
        .iter()
        .any(|quote| content.len() > 2 && content.starts_with(*quote) && content.ends_with(*quote));
    let is_class = match brackets {
        Brackets::Class => !padded && !quoted && !content.is_empty(),
        Brackets::Option => plain_class(content),
    };
    is_class.then_some(content)
}

/// Where a class ends, in the same line.
fn class_end(inside: &str, escapes: bool) -> Option<usize> {
    let mut from = 0;
    loop {
        let stop = from + inside[from..].find([']', '\\', '\n'])?;
        match inside.as_bytes()[stop] {
            b']' => return Some(stop),
            b'\\' if escapes => from = stop + 1 + inside[stop + 1..].chars().next()?.len_utf8(),
            b'\\' => from = stop + 1,
            _ => return None,
        }
    }
}

/// Whether it is a class beyond doubt: `0-9`, `a-zA-Z_`, `^"`.
fn plain_class(content: &str) -> bool {
    if content.starts_with('^') {
        return content.len() > 1;
    }
    let mut rest = content;
    let mut ranges = 0;
    while let Some(first) = rest.chars().next() {
        let mut next = rest.chars().skip(1);
        if let (Some('-'), Some(last)) = (next.next(), next.next())
            && first.is_alphanumeric()
            && last.is_alphanumeric()
        {
            ranges += 1;
            rest = &rest[first.len_utf8() + 1 + last.len_utf8()..];
        } else if first.is_ascii_punctuation() && !matches!(first, '"' | '\'' | '(' | '{' | '<') {
            rest = &rest[first.len_utf8()..];
        } else {
            return false;
        }
    }
    ranges > 0
}

/// The error for a character that begins no word.
fn strange(source: Source<'_>, at: usize, first: char) -> NotationError {
    let advice = match first {
        '/' => "separate alternatives with `|`",
        '<' => "close a name with `>`, and put text into quotes",
        '0'..='9' => "repeat with `*`, `+` or `{ }`, and put text into quotes",
        _ => "put text into quotes",
    };
    let expected = "a name, a literal, a bracket or an operator";
    source.found(at, source.word_at(at), expected, Some(advice))
}
