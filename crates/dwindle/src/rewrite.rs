//! Rewrites: edits of a text that are made together and are meant to leave a program that does much the same.
//!
//! What removal cannot reach: a type becomes a shorter one, a parameter goes with the argument of each call, a call
//! becomes what the function gives. A parser [offers](crate::tree::Parse::rewrites) them, each by a rule of its language;
//! nothing here knows what a rule means, and the test has the last word.

mod between;

use std::ops::Range;

use crate::Text;

/// Edits that are made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The name of its rule.
    pub rule: &'static str,
    /// What changes, in order and apart.
    pub edits: Vec<Edit>,
}

/// New bytes in the place of a stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Range<usize>,
    /// What stands in its place.
    pub with: Box<[u8]>,
}

impl Rewrite {
    /// These edits by the rule of this name, with a blank where two words would become one, and without those that stood after what goes;
    /// none where they overlap, or would make `text` no shorter.
    pub fn new(rule: &'static str, text: &Text, mut edits: Vec<Edit>) -> Option<Self> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits.dedup();
        let are_apart = edits.is_sorted_by(|a, b| a.span.end <= b.span.start);
        if !are_apart {
            return None;
        }
        let mut end = text.bytes().len();
        for edit in edits.iter_mut().rev() {
            edit.take_blanks(&text.bytes()[..end]);
            edit.keep_words_apart(text.bytes());
            end = edit.span.start;
        }
        let (gone, put): (usize, usize) =
            (edits.iter().map(|edit| edit.span.len()).sum(), edits.iter().map(|edit| edit.with.len()).sum());
        (put < gone).then_some(Self { rule, edits })
    }

    /// What it is of the text that `made` makes of the same text; none where both change the same bytes.
    pub fn after(&self, made: &Self) -> Option<Self> {
        let mut made = made.edits.iter().peekable();
        let (mut put, mut gone) = (0, 0);
        let moved = |edit: &Edit| {
            let span = &edit.span;
            while let Some(before) = made.next_if(|made| made.span.end <= span.start && made.span != *span) {
                (put, gone) = (put + before.with.len(), gone + before.span.len());
            }
            let is_apart = made.peek().is_none_or(|made| span.end <= made.span.start && made.span != *span);
            let span = span.start + put - gone..span.end + put - gone;
            is_apart.then(|| Edit { span, with: edit.with.clone() })
        };
        let edits = self.edits.iter().map(moved).collect::<Option<_>>()?;
        Some(Self { rule: self.rule, edits })
    }

    /// From the first byte that changes to the last.
    pub(crate) fn span(&self) -> Range<usize> {
        let (first, last) = (self.edits.first(), self.edits.last());
        first.map_or(0, |edit| edit.span.start)..last.map_or(0, |edit| edit.span.end)
    }
}

impl Edit {
    /// Where nothing comes in its place within a line, the blanks after it go with it.
    fn take_blanks(&mut self, bytes: &[u8]) {
        let (gone, after) = (&bytes[self.span.clone()], &bytes[self.span.end..]);
        if self.with.is_empty() && gone.last().is_some_and(|last| *last != b'\n') {
            self.span.end += after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        }
    }

    fn keep_words_apart(&mut self, bytes: &[u8]) {
        let before = self.span.start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
        let after = bytes.get(self.span.end).copied();
        let mut with = Vec::with_capacity(self.with.len() + 2);
        if are_one_token(before, self.with.first().copied().or(after)) {
            with.push(b' ');
        }
        with.extend_from_slice(&self.with);
        if !self.with.is_empty() && are_one_token(self.with.last().copied(), after) {
            with.push(b' ');
        }
        self.with = with.into();
    }
}

/// Whether two bytes beside each other may be of one token.
fn are_one_token(first: Option<u8>, second: Option<u8>) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    let is_sign = |byte: u8| matches!(byte, b'+' | b'-' | b'&' | b'|' | b'<' | b'>' | b'=' | b'/' | b'*');
    let (Some(first), Some(second)) = (first, second) else { return false };
    is_word(first) && is_word(second) || first == second && is_sign(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{RewriteSpace, Space};
    use crate::{Candidate, Config};
    use std::borrow::Cow;

    fn made(text: &Text, rewrites: &[Rewrite]) -> Text {
        let space = RewriteSpace::new(text.clone(), rewrites.iter().cloned());
        let Candidate::Text(pieces) = space.candidate(Cow::Owned(Config::empty())).unwrap() else {
            panic!("a text")
        };
        Text::new(pieces.concat()).unwrap()
    }

    #[test]
    fn rewrites_one_after_the_other_are_both_at_once() {
        let text = Text::new(b"f(a, b); g(c); h();".to_vec()).unwrap();
        let rewrite = |edits: &[(Range<usize>, &str)]| Rewrite {
            rule: "any",
            edits: edits
                .iter()
                .map(|(span, with)| Edit { span: span.clone(), with: with.as_bytes().into() })
                .collect(),
        };
        let first = rewrite(&[(3..6, ""), (9..10, "long")]);
        for (second, is_apart) in [
            (rewrite(&[(0..1, "kk"), (10..13, "")]), true),
            (rewrite(&[(15..16, "")]), true),
            (rewrite(&[(6..7, "x"), (14..14, " ")]), true),
            (rewrite(&[(0..1, "k"), (5..8, "")]), false),
            (rewrite(&[(9..10, "")]), false),
        ] {
            let after = second.after(&first);
            assert_eq!(after.is_some(), is_apart, "{second:?}");
            if let Some(after) = after {
                let one_by_one = made(&made(&text, std::slice::from_ref(&first)), &[after]);
                assert_eq!(one_by_one.bytes(), made(&text, &[first.clone(), second]).bytes());
            }
        }
        let put = rewrite(&[(8..8, ";")]);
        assert_eq!(put.after(&put), None, "two would stand at one place");
    }
}
