//! The words of a text, among which an outline looks for names.

use std::ops::Range;

use super::is_word;

/// What is one word as it stands, because a parser says so, in order and apart.
#[derive(Debug, Default)]
pub(super) struct WholeWords(Vec<Range<usize>>);

impl WholeWords {
    /// These stretches in any order; of those that overlap the first, and of these the longest.
    pub(super) fn new(mut spans: Vec<Range<usize>>) -> Self {
        spans.retain(|span| !span.is_empty());
        spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        spans.retain(|span| {
            let is_apart = span.start >= end;
            end = end.max(span.end);
            is_apart
        });
        Self(spans)
    }

    /// The words in `span`: these, names, and what looks like names in strings.
    pub(super) fn words_in<'w>(
        &'w self,
        bytes: &'w [u8],
        span: Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> + 'w {
        let mut at = span.start;
        let mut whole = &self.0[self.0.partition_point(|word| word.start < at)..];
        std::iter::from_fn(move || {
            loop {
                let start =
                    bytes[at..span.end].iter().position(|byte| is_word(*byte)).map(|skipped| at + skipped);
                if let Some((word, others)) = whole.split_first()
                    && word.end <= span.end
                    && start.is_none_or(|start| word.start <= start)
                {
                    (at, whole) = (word.end, others);
                    return Some(word.clone());
                }
                let start = start?;
                let len = bytes[start..span.end].iter().take_while(|byte| is_word(**byte)).count();
                at = start + len;
                whole = &whole[whole.iter().take_while(|word| word.start < at).count()..];
                if !bytes[start].is_ascii_digit() {
                    return Some(start..at);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(whole: &[Range<usize>], text: &str, span: Range<usize>) -> Vec<String> {
        let whole = WholeWords::new(whole.to_vec());
        let found = whole.words_in(text.as_bytes(), span);
        found.map(|word| text[word].to_owned()).collect()
    }

    #[test]
    fn numbers_are_no_words_and_names_end_at_signs() {
        assert_eq!(words(&[], "a.b 12 c3 -d", 0..12), ["a", "b", "c3", "d"]);
        assert_eq!(words(&[], "a.b 12 c3 -d", 2..8), ["b", "c"]);
    }

    #[test]
    fn what_is_whole_is_one_word_with_its_signs() {
        assert_eq!(words(&[0..3, 4..6], "a.b 12 c3 -d", 0..12), ["a.b", "12", "c3", "d"]);
        assert_eq!(words(&[10..12, 2..6], "a.b 12 c3 -d", 0..12), ["a", "b 12", "c3", "-d"]);
        assert_eq!(words(&[10..12, 0..1], "a.b 12 c3 -d", 0..11), ["a", "b", "c3"], "only what ends within");
        assert_eq!(words(&[0..3, 2..6, 0..1], "a.b 12", 0..6), ["a.b"]);
    }
}
