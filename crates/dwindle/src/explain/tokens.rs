//! The tokens of a text that may vary: strings, words, numbers, operators, blanks, and the places between tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::Text;
use crate::grammar::{Grammar, Rule};
use crate::space::{Space, Unit};

/// What a token may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What stands between two quotes.
    String,
    Word,
    Number,
    Operator,
    /// Blanks and line ends, as many as stand behind each other.
    Blanks,
    /// Anything else: brackets, separators, comments.
    Other,
}

/// Where a token stands, of which only what may vary is counted: of a string what is between the quotes.
pub(super) type Token = (Kind, Range<usize>);

/// The tokens of the bytes of `text` in `within`, in their order.
pub(super) fn tokens(text: &Text, within: Range<usize>) -> Vec<Token> {
    let start = within.start;
    let Ok(part) = Text::new(&text.bytes()[within]) else { return Vec::new() };
    let cut = part.cut(Unit::Tokens);
    let units = u32::try_from(cut.units()).expect("fewer units than bytes");
    let mut tokens: Vec<Token> = Vec::new();
    for unit in 0..units {
        let span = cut.span(unit..unit + 1);
        let kind = kind(&part.bytes()[span.clone()]);
        let (from, to) = (start + span.start, start + span.end);
        match tokens.last_mut() {
            Some((last, before))
                if *last == kind && before.end == from && matches!(kind, Kind::Blanks | Kind::Operator) =>
            {
                before.end = to;
            }
            _ if kind == Kind::String => tokens.push((kind, from + 1..to - 1)),
            _ => tokens.push((kind, from..to)),
        }
    }
    tokens
}

fn kind(token: &[u8]) -> Kind {
    match token {
        [b'"' | b'\'' | b'`', .., last] if token[0] == *last => Kind::String,
        [b'0'..=b'9', ..] => Kind::Number,
        [b'A'..=b'Z' | b'a'..=b'z' | b'_' | 0x80.., ..] => Kind::Word,
        [b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'=' | b'!' | b'&' | b'|' | b'^'] => Kind::Operator,
        token if token.trim_ascii().is_empty() => Kind::Blanks,
        _ => Kind::Other,
    }
}

/// The places of each token in `tokens` that `wanted` wants, those of equal bytes together, in the order in which the first ones
/// stand.
pub(super) fn alike(text: &Text, tokens: &[Token], wanted: Kind) -> Vec<Vec<Range<usize>>> {
    let mut by_bytes: BTreeMap<&[u8], Vec<Range<usize>>> = BTreeMap::new();
    for (_, span) in tokens.iter().filter(|(kind, _)| *kind == wanted) {
        by_bytes.entry(&text.bytes()[span.clone()]).or_default().push(span.clone());
    }
    let mut all: Vec<_> = by_bytes.into_values().collect();
    for places in &mut all {
        places.sort_by_key(|place| place.start);
    }
    all.sort_by_key(|places| places[0].start);
    all
}

/// The tokens of `text`, and those in its strings and comments.
fn everywhere(text: &Text) -> Vec<Token> {
    let (mut found, mut left) = (Vec::new(), tokens(text, 0..text.bytes().len()));
    while let Some((kind, span)) = left.pop() {
        match kind {
            Kind::String => left.extend(tokens(text, span)),
            Kind::Other if span.len() > 2 => left.extend(tokens(text, span.start + 2..span.end)),
            _ => found.push((kind, span)),
        }
    }
    found
}

/// The numbers that stand in `text`, also in strings and comments, each once, in the order in which they first stand.
pub(super) fn numbers(text: &Text) -> Vec<Vec<u8>> {
    let first = |places: Vec<Range<usize>>| text.bytes()[places[0].clone()].to_vec();
    alike(text, &everywhere(text), Kind::Number).into_iter().map(first).collect()
}

/// Words that no other word may become, in small letters: those of the text, and those that the grammar fixes.
pub(super) fn taken_words(text: &Text, grammar: Option<&Grammar>) -> BTreeSet<Vec<u8>> {
    let found = everywhere(text).into_iter().filter(|(kind, _)| *kind == Kind::Word);
    let mut words: BTreeSet<_> = found.map(|(_, span)| text.bytes()[span].to_ascii_lowercase()).collect();
    for definition in grammar.map(Grammar::definitions).unwrap_or_default() {
        if let Rule::Text(bytes) = &definition.rule
            && is_word(bytes)
        {
            words.insert(bytes.to_ascii_lowercase());
        }
    }
    words
}

/// Whether these bytes are read as one word.
pub(super) fn is_word(bytes: &[u8]) -> bool {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    bytes.first().is_some_and(|first| !first.is_ascii_digit()) && bytes.iter().all(is_of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_operators_stand_together_and_strings_without_quotes() {
        let text = Text::new(b"a<= \"b 1\" \n\t x".to_vec()).unwrap();
        let found = tokens(&text, 0..14);
        let shown: Vec<(Kind, &str)> = found
            .iter()
            .map(|(kind, span)| (*kind, std::str::from_utf8(&text.bytes()[span.clone()]).unwrap()))
            .collect();
        let expected = [
            (Kind::Word, "a"),
            (Kind::Operator, "<="),
            (Kind::Blanks, " "),
            (Kind::String, "b 1"),
            (Kind::Blanks, " \n\t "),
            (Kind::Word, "x"),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn words_and_numbers_within_strings_stand_there_too() {
        let text = Text::new(b"f(7, \"Ab 30 c\", 7)".to_vec()).unwrap();
        let taken: Vec<Vec<u8>> = taken_words(&text, None).into_iter().collect();
        assert_eq!(taken, [b"ab".to_vec(), b"c".to_vec(), b"f".to_vec()]);
        assert_eq!(numbers(&text), [b"7".to_vec(), b"30".to_vec()]);
    }
}
