//! Patterns of tokens: as the `regex` crate writes them, and their shortest texts.

use anyhow::{Context, Result};
use regex_syntax::hir::{Class, Hir, HirKind};

/// A pattern that matches just this text.
pub(super) fn quote(text: &str) -> String {
    regex_syntax::escape(text)
}

/// A pattern of JavaScript's flavour in ours. Both crates that read such patterns agree on nearly everything.
pub(super) fn translate(pattern: &str, flags: &str) -> Result<String> {
    let pattern = pattern.replace("\\/", "/").replace('\t', "\\t").replace('\n', "\\n");
    let pattern = if flags.contains('i') { format!("(?i:{pattern})") } else { pattern };
    regex_syntax::parse(&pattern).with_context(|| format!("the pattern {pattern}"))?;
    let alternatives = pattern.contains('|');
    Ok(if alternatives { format!("(?:{pattern})") } else { pattern })
}

/// The shortest text that a pattern matches; of equally short ones the one that is easiest to read.
pub(super) fn shortest(pattern: &str) -> Result<Option<String>> {
    let hir = regex_syntax::parse(pattern).with_context(|| format!("the pattern {pattern}"))?;
    Ok(of(&hir))
}

fn of(hir: &Hir) -> Option<String> {
    match hir.kind() {
        // What stands around a token is not ours to say.
        HirKind::Empty | HirKind::Look(_) => Some(String::new()),
        HirKind::Literal(literal) => String::from_utf8(literal.0.to_vec()).ok(),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges: Vec<(char, char)> = class.iter().map(|range| (range.start(), range.end())).collect();
            nicest(&ranges).map(String::from)
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges: Vec<(char, char)> =
                class.iter().map(|range| (char::from(range.start()), char::from(range.end()))).collect();
            nicest(&ranges).filter(char::is_ascii).map(String::from)
        }
        HirKind::Repetition(repetition) => {
            let one = if repetition.min == 0 { String::new() } else { of(&repetition.sub)? };
            Some(one.repeat(usize::try_from(repetition.min).ok()?))
        }
        HirKind::Capture(capture) => of(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(of).collect(),
        HirKind::Alternation(parts) => {
            let better = |text: &str, best: &str| text.len() < best.len() || (text == "0" && best.len() == 1);
            parts.iter().filter_map(of).reduce(|best, text| if better(&text, &best) { text } else { best })
        }
    }
}

/// The character of a class that reads best.
fn nicest(ranges: &[(char, char)]) -> Option<char> {
    let has = |c: char| ranges.iter().any(|(low, high)| (*low..=*high).contains(&c));
    let liked =
        "a0".chars().chain('b'..='z').chain('1'..='9').chain('A'..='Z').chain('!'..='~').chain([' ', '\n']);
    liked.into_iter().find(|c| has(*c)).or_else(|| ranges.first().map(|range| range.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_text_is_found_and_nice() {
        let cases = [
            (r"[_\p{XID_Start}][_\p{XID_Continue}]*", "a"),
            (r"(?:0[xX][0-9a-f]+|\d+)", "0"),
            (r"x{2,3}(y|zz)+", "xxy"),
            (r"[^a-z0-9]", "A"),
            (r"\s*\n", "\n"),
        ];
        for (pattern, expected) in cases {
            assert_eq!(shortest(pattern).unwrap().as_deref(), Some(expected), "{pattern}");
        }
    }

    #[test]
    fn flags_and_slashes_are_taken_over() {
        assert_eq!(translate(r"a\/b", "i").unwrap(), "(?i:a/b)");
    }
}
