//! What may go from text in quotes: its end from a word on, or its beginning up to one.
//!
//! The characters of a word in quotes can often go only together: of `"sse4.2"`, `"sse"` will do, but not `"sse4."`.

use crate::Config;

/// The sets of at least two characters in quotes worth asking for, the largest first: ends, then beginnings. `chars` are the
/// characters that are kept, in order.
pub(super) fn quoted(chars: &[(u32, &[u8])]) -> Vec<Config> {
    let (mut sets, mut at) = (Vec::new(), 0);
    while at < chars.len() {
        let Some(end) = closing(chars, at) else {
            at += 1;
            continue;
        };
        let stretches = stretches(chars, at + 1, end).into_iter().filter(|(from, to)| to - from > 1);
        sets.extend(
            stretches.map(|(from, to)| Config::of_units(chars[from..to].iter().map(|(unit, _)| *unit))),
        );
        at = end + 1;
    }
    sets
}

fn is_quote(char: &[u8]) -> bool {
    matches!(char, b"\"" | b"'" | b"`")
}

/// Where the quote at `open` is closed on its line, if one stands there.
pub(super) fn closing(chars: &[(u32, &[u8])], open: usize) -> Option<usize> {
    if !is_quote(chars[open].1) {
        return None;
    }
    let mut at = open + 1;
    loop {
        match chars.get(at)?.1 {
            b"\n" | b"\r" => return None,
            b"\\" => at += 2,
            char if char == chars[open].1 => return Some(at),
            _ => at += 1,
        }
    }
}

/// What characters stand together of.
#[derive(PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Sign,
}

fn kind(char: &[u8]) -> Kind {
    match char {
        [b'0'..=b'9'] => Kind::Number,
        [b'a'..=b'z' | b'A'..=b'Z' | 0x80.., ..] => Kind::Word,
        _ => Kind::Sign,
    }
}

/// From `start` to `end`, what ends or begins with all words but one, and with 1, 2, 4, and so on; numbers and signs are
/// words, too.
fn stretches(chars: &[(u32, &[u8])], start: usize, end: usize) -> Vec<(usize, usize)> {
    let are_one = |at: &usize| {
        let (before, after) = (kind(chars[at - 1].1), kind(chars[*at].1));
        before == after && before != Kind::Sign
    };
    let cuts: Vec<usize> = (start + 1..end).filter(|at| !are_one(at)).collect();
    let mut counts: Vec<usize> =
        (0..usize::BITS).map(|bit| 1 << bit).take_while(|count| *count < cuts.len()).collect();
    counts.extend((!cuts.is_empty()).then_some(cuts.len()));
    counts.reverse();
    let ends = counts.iter().map(|count| (cuts[cuts.len() - count], end));
    ends.chain(counts.iter().map(|count| (start, cuts[count - 1]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(text: &str) -> Vec<String> {
        let chars: Vec<(u32, &[u8])> = (0..).zip(text.as_bytes().chunks(1)).collect();
        let gone =
            |set: &Config| set.units().map(|unit| char::from(text.as_bytes()[unit as usize])).collect();
        quoted(&chars).iter().map(gone).collect()
    }

    #[test]
    fn ends_and_beginnings_in_quotes_may_go() {
        assert_eq!(sets("f(\"sse4.2\")"), ["4.2", ".2", "sse4.", "sse4", "sse"]);
        assert_eq!(sets("a 'b' c \"d e\" f"), [" e", "d "]);
        assert_eq!(sets("'ab=cd, ef'"), ["=cd, ef", "cd, ef", " ef", "ef", "ab=cd, ", "ab=cd,", "ab=", "ab"]);
    }

    #[test]
    fn quotes_that_are_not_closed_hold_nothing() {
        assert!(sets("it's \"so\nmany\" \"x\\\"").is_empty());
    }

    #[test]
    fn of_a_long_text_few_ends_are_asked_for() {
        let text = format!("\"{}\"", "ab ".repeat(100));
        assert_eq!(sets(&text).len(), 17);
    }
}
