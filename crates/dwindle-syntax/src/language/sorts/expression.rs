//! S-expressions with their places.

use std::ops::Range;

/// What nests deeper is not read.
const DEEPEST: usize = 200;

/// A word, or what is in a pair of brackets.
#[derive(Debug)]
pub(super) struct Expression<'t> {
    pub span: Range<usize>,
    /// Its bytes, brackets and all.
    pub text: &'t str,
    /// What is in the brackets; none of a word.
    pub list: Option<Vec<Expression<'t>>>,
}

impl<'t> Expression<'t> {
    /// The word that it is.
    pub(super) fn word(&self) -> Option<&'t str> {
        self.list.is_none().then_some(self.text)
    }

    /// What is in its brackets; nothing of a word.
    pub(super) fn items(&self) -> &[Self] {
        self.list.as_deref().unwrap_or_default()
    }

    /// The word that it begins with.
    pub(super) fn head(&self) -> Option<&'t str> {
        self.items().first()?.word()
    }
}

/// All expressions of a text; none where brackets have no partners, or too many are open at once.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<Expression<'_>>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let mut open: Vec<(usize, Vec<Expression<'_>>)> = vec![(0, Vec::new())];
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let start = at;
        at += 1;
        match first {
            b'(' if open.len() <= DEEPEST => open.push((start, Vec::new())),
            b'(' => return None,
            b')' => {
                let (start, list) = open.pop()?;
                let (span, list) = (start..at, Some(list));
                open.last_mut()?.1.push(Expression { text: &text[span.clone()], span, list });
            }
            b';' => at = end(bytes, at, |byte| byte == b'\n'),
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                at = match first {
                    b'"' | b'|' => end(bytes, at, |byte| byte == *first) + 1,
                    _ => end(bytes, at, |byte| b"();\"|".contains(&byte) || byte.is_ascii_whitespace()),
                };
                let span = start..at;
                let text = text.get(span.clone())?;
                open.last_mut()?.1.push(Expression { text, span, list: None });
            }
        }
    }
    let (_, all) = open.pop()?;
    open.is_empty().then_some(all)
}

/// The first place from `at` on of which `is_end` holds.
fn end(bytes: &[u8], at: usize, is_end: impl Fn(u8) -> bool) -> usize {
    bytes[at..].iter().position(|byte| is_end(*byte)).map_or(bytes.len(), |len| at + len)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn brackets_are_matched_outside_of_comments_and_quotes() {
        let all = read(b"(a |b )| \"(\") ; (\nc").unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].items().iter().map(|item| item.text).collect::<Vec<_>>(), ["a", "|b )|", "\"(\""]);
        assert_eq!(all[1].word(), Some("c"));
        assert!(read(b"(a").is_none());
        assert!(read(b"a)").is_none());
        assert!(read(b"|a").is_none());
    }
}
