//! Sets of characters in lexer rules: `[a-z\u0041\p{L}_]`.

use dwindle::grammar::Class;
use regex_syntax::hir::{self, ClassUnicode, ClassUnicodeRange, Hir, HirKind};

use super::super::error::NotationError;
use super::super::escape::{escape, hexadecimal, span};
use super::super::source::Source;

/// The characters of a set; `content` is what stands between its brackets, `at` where it begins.
///
/// Halves of surrogate pairs are no characters: sets of them are empty.
pub(super) fn set(source: Source<'_>, content: &str, at: usize) -> Result<Class, NotationError> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut from = 0;
    while from < content.len() {
        let rest = &content[from..];
        if let Some((property, length)) = property(rest) {
            let found = characters(property).ok_or_else(|| {
                let what = format!("the property `{property}`");
                source.not_supported(at + from, &what, "list its characters as ranges")
            })?;
            ranges.extend(found);
            from += length;
            continue;
        }
        let (low, high, length) = span(rest, |rest, begin| member(source, rest, at + from + begin))?;
        if low > high {
            return Err(source.unexpected(at + from, "a range's first character before its last"));
        }
        ranges.extend(range(low, high));
        from += length;
    }
    Ok(Class::new(ranges))
}

/// The range between two code points, without surrogates.
pub(super) fn range(low: u32, high: u32) -> Option<(char, char)> {
    let low = char::from_u32(low).unwrap_or('\u{e000}');
    let high = char::from_u32(high).unwrap_or('\u{d7ff}');
    (low <= high).then_some((low, high))
}

/// The code point that `rest` begins with, as it is or as an escape, and its length.
fn member(source: Source<'_>, rest: &str, at: usize) -> Result<(u32, usize), NotationError> {
    if let Some(found) = escape(rest) {
        return Ok((u32::from(found.0), found.1));
    }
    if let Some(surrogate) = surrogate(rest) {
        return Ok((surrogate, 6));
    }
    match rest.chars().next() {
        Some('\\') | None => {
            Err(source.unexpected(at, "a character or an escape such as `\\n`, `\\u0041` or `\\p{L}`"))
        }
        Some(plain) => Ok((u32::from(plain), plain.len_utf8())),
    }
}

/// `\uD800` to `\uDFFF`.
fn surrogate(rest: &str) -> Option<u32> {
    hexadecimal(rest.strip_prefix("\\u")?.get(..4)?)
}

/// `\p{...}` or `\P{...}`, and its length.
fn property(rest: &str) -> Option<(&str, usize)> {
    let letter = rest.strip_prefix('\\')?;
    if !letter.starts_with(['p', 'P']) {
        return None;
    }
    let end = rest.find('}').filter(|_| rest[2..].starts_with('{'))? + 1;
    Some((&rest[..end], end))
}

/// The characters with a property.
fn characters(property: &str) -> Option<Vec<(char, char)>> {
    let hir = regex_syntax::parse(property).ok()?;
    match hir.kind() {
        HirKind::Class(hir::Class::Unicode(class)) => {
            Some(class.ranges().iter().map(|range| (range.start(), range.end())).collect())
        }
        _ => None,
    }
}

/// A class as a regular expression.
pub(super) fn pattern(class: &Class) -> String {
    let ranges = class.ranges().iter().map(|(low, high)| ClassUnicodeRange::new(*low, *high));
    Hir::class(hir::Class::Unicode(ClassUnicode::new(ranges))).to_string()
}

/// A regular expression that matches no text.
pub(super) const NOTHING: &str = "[^\\x00-\\x{10FFFF}]";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Result<Class, String> {
        set(Source { name: "g", text: content }, content, 0).map_err(|error| error.to_string())
    }

    #[test]
    fn sets_have_ranges_escapes_and_properties() {
        assert_eq!(read("a-c_").unwrap().ranges(), [('_', '_'), ('a', 'c')]);
        assert_eq!(read("\\]\\-\\\\").unwrap().ranges(), [('-', '-'), ('\\', ']')]);
        assert_eq!(read("\\u0041-\\u{43}").unwrap().ranges(), [('A', 'C')]);
        assert_eq!(read("-a").unwrap().ranges(), [('-', '-'), ('a', 'a')]);
        assert!(read("\\p{Lu}").unwrap().contains('Ä'));
        assert!(!read("\\P{Lu}").unwrap().contains('Ä'));
        assert_eq!(read("\\uD800-\\uDBFF").unwrap().ranges(), []);
        assert!(read("\\uD700-\\uE000").unwrap().contains('\u{e000}'));
    }

    #[test]
    fn wrong_sets_are_named() {
        assert!(read("\\p{Nonsense}").unwrap_err().contains("the property `\\p{Nonsense}` is not supported"));
        assert!(read("z-a").unwrap_err().starts_with("g:1:1: found `z`"));
    }

    #[test]
    fn a_class_becomes_a_regular_expression() {
        let class = Class::new([('a', 'z'), (']', ']'), ('\n', '\n')]);
        let regex = regex::Regex::new(&pattern(&class)).unwrap();
        assert!(('\0'..='\u{ff}').all(|c| regex.is_match(&c.to_string()) == class.contains(c)));
        assert!(!regex::Regex::new(&pattern(&Class::new([]))).unwrap().is_match("a"));
        assert!(!regex::Regex::new(NOTHING).unwrap().is_match("a"));
    }
}
