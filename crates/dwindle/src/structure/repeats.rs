//! Finds words that stand in several places, and the phrases around them that are the same at all of these.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Text;
use crate::rewrite::{Edit, Rewrite};
use crate::space::{Space, TextSpace, Unit};

/// A phrase with its places: the first token of each, and how many tokens it has.
struct Phrase {
    places: Vec<u32>,
    len: u32,
}

/// Each token of a repeated phrase as a rewrite, which takes it out of all its places at once.
pub(crate) fn tokens(text: &Text) -> Vec<Rewrite> {
    let space = text.cut(Unit::Tokens);
    let phrases = phrases(&space);
    let each = phrases.iter().flat_map(|phrase| {
        (0..phrase.len)
            .map(|at| phrase.places.iter().map(|place| space.span(place + at..place + at + 1)).collect())
    });
    each.map(|spans| without("repeated tokens", spans)).collect()
}

/// Each character of the words and strings of a repeated phrase as a rewrite, which takes it out of all its places at once.
pub(crate) fn chars(text: &Text) -> Vec<Rewrite> {
    let space = text.cut(Unit::Tokens);
    let phrases = phrases(&space);
    let mut rewrites = Vec::new();
    for phrase in &phrases {
        for at in 0..phrase.len {
            let token = |place: u32| space.span(place + at..place + at + 1);
            let len = token(phrase.places[0]).len();
            if len < 2 {
                continue;
            }
            let of_char = |byte: usize| {
                phrase.places.iter().map(move |place| token(*place).start + byte).map(|at| at..at + 1)
            };
            rewrites.extend((0..len).map(|byte| without("repeated characters", of_char(byte).collect())));
        }
    }
    rewrites
}

/// A rewrite that takes out these stretches.
fn without(rule: &'static str, spans: Vec<Range<usize>>) -> Rewrite {
    Rewrite { rule, edits: spans.into_iter().map(|span| Edit { span, with: Box::default() }).collect() }
}

/// The phrases around each word that stands in several places, those of the first words first. No two share a token.
fn phrases(space: &TextSpace) -> Vec<Phrase> {
    let units = u32::try_from(space.units()).expect("fewer units than bytes");
    let is_word = |unit: u32| {
        let bytes = space.unit_bytes(unit);
        bytes.len() > 1 && !bytes.iter().all(u8::is_ascii_whitespace)
    };
    let mut places: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
    for unit in (0..units).filter(|unit| is_word(*unit)) {
        places.entry(space.unit_bytes(unit)).or_default().push(unit);
    }
    let mut words: Vec<Vec<u32>> = places.into_values().filter(|places| places.len() > 1).collect();
    words.sort_unstable();
    let mut is_taken = vec![false; space.units()];
    let mut phrases = Vec::new();
    for places in words {
        if places.iter().any(|place| is_taken[*place as usize]) {
            continue;
        }
        let phrase = extended(space, places, &is_taken);
        for place in &phrase.places {
            (*place..place + phrase.len).for_each(|unit| is_taken[unit as usize] = true);
        }
        phrases.push(phrase);
    }
    phrases
}

/// The longest phrase around a word that is the same in all its places, and takes no token twice.
fn extended(space: &TextSpace, mut places: Vec<u32>, is_taken: &[bool]) -> Phrase {
    let is_free = |token: u32| is_taken.get(token as usize) == Some(&false);
    let are_same = |tokens: Vec<Option<u32>>| match tokens[..] {
        [Some(first), ..] => {
            let is_same = |token: u32| is_free(token) && space.unit_bytes(first) == space.unit_bytes(token);
            is_free(first) && tokens.iter().all(|token| token.is_some_and(is_same))
        }
        _ => false,
    };
    let are_apart = |places: &[u32], len: u32| places.windows(2).all(|two| two[0] + len <= two[1]);
    let mut len = 1;
    while are_apart(&places, len + 1) && are_same(places.iter().map(|place| place.checked_add(len)).collect())
    {
        len += 1;
    }
    while are_apart(&places, len + 1) && are_same(places.iter().map(|place| place.checked_sub(1)).collect()) {
        for place in &mut places {
            *place -= 1;
        }
        len += 1;
    }
    Phrase { places, len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_as_long_as_they_are_the_same_everywhere() {
        let text = Text::new(b"DALLAS/FORT WORTH,a b\nDALLAS/FORT WORTH,c b\nbb bb".as_slice()).unwrap();
        let space = text.cut(Unit::Tokens);
        let found = phrases(&space);
        let shown: Vec<&[u8]> = found
            .iter()
            .map(|phrase| &text.bytes()[space.span(phrase.places[0]..phrase.places[0] + phrase.len)])
            .collect();
        assert_eq!(shown, [b"DALLAS/FORT WORTH,".as_slice(), b"bb"]);
    }
}
