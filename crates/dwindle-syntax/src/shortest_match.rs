//! The shortest text that a regular expression matches as a whole.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Longer shortest matches are not made: `(a{1000}){1000}` has one of a million bytes.
const LONGEST: usize = 1 << 16;

/// The shortest text that `pattern` matches as a whole, in the syntax of the `regex` crate.
///
/// Of equally short ones the first by the order of the alternatives. Of a class the plainest character: `a`, else `0`,
/// `A`, `_`, a blank, a small letter, a printable one, at last its first. None if `pattern` is not a regular
/// expression, matches no text at all, or only texts beyond 65,536 bytes.
///
/// Conditions on what stands around a place are taken to hold: `^` and `$` do around a token, and `\b` is not
/// checked. Time is linear in the expression and in the text.
pub fn shortest_match(pattern: &str) -> Option<Vec<u8>> {
    let hir = ParserBuilder::new().utf8(false).build().parse(pattern).ok()?;
    shortest(&hir)
}

/// By parts. The parser limits how deep expressions nest.
fn shortest(hir: &Hir) -> Option<Vec<u8>> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(Vec::new()),
        HirKind::Literal(literal) => Some(literal.0.to_vec()),
        HirKind::Class(class) => plainest(class),
        HirKind::Repetition(repetition) if repetition.min == 0 => Some(Vec::new()),
        HirKind::Repetition(repetition) => {
            let once = shortest(&repetition.sub)?;
            let times = usize::try_from(repetition.min).ok()?;
            (once.len().checked_mul(times)? <= LONGEST).then(|| once.repeat(times))
        }
        HirKind::Capture(capture) => shortest(&capture.sub),
        HirKind::Concat(parts) => {
            let mut text = Vec::new();
            for part in parts {
                text.extend(shortest(part)?);
                if text.len() > LONGEST {
                    return None;
                }
            }
            Some(text)
        }
        HirKind::Alternation(parts) => {
            let texts = parts.iter().filter_map(shortest);
            texts.reduce(|best, text| if text.len() < best.len() { text } else { best })
        }
    }
}

/// The plainest character of a class.
fn plainest(class: &Class) -> Option<Vec<u8>> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => class.iter().map(|r| (r.start().into(), r.end().into())).collect(),
        Class::Bytes(class) => class.iter().map(|r| (r.start().into(), r.end().into())).collect(),
    };
    let has = |c: &char| ranges.iter().any(|(low, high)| (*low..=*high).contains(&u32::from(*c)));
    let mut liked = "a0A_ ".chars().chain('a'..='z').chain('!'..='~');
    let character = liked.find(has).or_else(|| char::from_u32(ranges.first()?.0))?;
    Some(match class {
        Class::Unicode(_) => character.to_string().into_bytes(),
        Class::Bytes(_) => vec![u8::try_from(character).ok()?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pattern: &str) -> Option<String> {
        shortest_match(pattern).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn the_shortest_match_is_short_plain_and_the_first_of_its_length() {
        for (pattern, shortest) in [
            ("[a-z_][a-z0-9_]*", "a"),
            ("[0-9]+(\\.[0-9]+)?", "0"),
            ("\"([^\"\\\\]|\\\\.)*\"", "\"\""),
            ("/\\*(?s:.)*?\\*/", "/**/"),
            ("abc|x|y", "x"),
            ("(?i)while", "while"),
            ("[^a-zA-Z0-9]", "_"),
            ("[\\r\\n]+", "\n"),
            ("a{3,}b{2}", "aaabb"),
            ("^$", ""),
            ("[é-ü]", "é"),
        ] {
            assert_eq!(text(pattern).as_deref(), Some(shortest), "{pattern}");
        }
    }

    #[test]
    fn what_matches_nothing_has_none() {
        assert_eq!(text("("), None);
        assert_eq!(text("[^\\x00-\\x{10FFFF}]"), None);
        assert_eq!(text("(a{1000}){1000}"), None);
        assert_eq!(text("a|[^\\x00-\\x{10FFFF}]").as_deref(), Some("a"));
    }

    #[test]
    fn what_is_found_matches_as_a_whole() {
        for pattern in ["(a|bc)*d{2}", "[^x]{2}|yyy", "(?i:[k-m])+1", "\\p{Greek}+", "(?-u:\\xff)?z"] {
            let found = shortest_match(pattern).unwrap();
            let whole = regex::bytes::Regex::new(&format!("^(?:{pattern})$")).unwrap();
            assert!(whole.is_match(&found), "{pattern}: {found:?}");
        }
    }
}
