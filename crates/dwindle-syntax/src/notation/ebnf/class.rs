//! Character classes of EBNF: `[a-zA-Z0-9_]`, `[^"]`, `[#x20-#x7E]`.

use dwindle::grammar::Class;

use super::super::error::NotationError;
use super::super::escape::{escape, span};
use super::super::source::Source;
use super::words::code_point;

/// The characters of a class; `content` is what stands between its brackets, `at` where it begins.
pub(super) fn class(source: Source<'_>, content: &str, at: usize) -> Result<Class, NotationError> {
    let (members, negated) = match content.strip_prefix('^') {
        Some(members) => (members, true),
        None => (content, false),
    };
    let start = at + content.len() - members.len();
    let mut ranges = Vec::new();
    let mut from = 0;
    while from < members.len() {
        let (low, high, length) = span(&members[from..], |rest, _| Ok(member(rest)))?;
        if low > high {
            let found = format!("the range `{}`", &members[from..from + length]);
            let advice = Some("put `-` at the end of a class if it is one of its characters");
            return Err(source.found(start + from, found, "its first character before its last", advice));
        }
        ranges.push((low, high));
        from += length;
    }
    if ranges.is_empty() {
        return Err(source.unexpected(at, "a character or a range in this class"));
    }
    let class = Class::new(ranges);
    Ok(if negated { class.negated() } else { class })
}

/// The character that `rest` begins with, as it is or as an escape or a code point, and its length.
fn member(rest: &str) -> (char, usize) {
    let plain = rest.chars().next().unwrap_or('-');
    escape(rest).or_else(|| code_point(rest)).unwrap_or((plain, plain.len_utf8()))
}
