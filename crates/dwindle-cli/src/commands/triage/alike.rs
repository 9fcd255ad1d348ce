//! Which reduced inputs are the same but for their names and numbers.
//!
//! "Simplified test cases subsume duplicates" (A. Zeller and R. Hildebrandt, 2002): two inputs of one fault mostly
//! look alike once everything is gone that does not matter. We take two failures for one only when both say so, the
//! inputs and what was shown: a fault taken for another is lost, one reported twice only costs a look.

use std::collections::BTreeMap;

/// A failure and the reduced input that shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced<'a> {
    pub(super) shown: &'a str,
    /// The place that is part of that.
    pub(super) place: Option<&'a str>,
    pub(super) bytes: &'a [u8],
}

/// Whether both are taken for the same fault.
///
/// They are when the reduced inputs are equal; or when they are equal after renaming names one for one, whatever
/// numbers they hold, and besides the failures have one place, or what was shown (signature and place) differs in
/// numbers and in those names only.
pub(super) fn alike(one: Reduced<'_>, other: Reduced<'_>) -> bool {
    if one.bytes == other.bytes {
        return true;
    }
    let Some(names) = renaming(one.bytes, other.bytes) else { return false };
    if one.place.is_some() && one.place == other.place {
        return true;
    }
    let (these, those) = (pieces(one.shown.as_bytes()), pieces(other.shown.as_bytes()));
    these.len() == those.len()
        && these.iter().zip(&those).all(|(a, b)| match (a, b) {
            (Piece::Number, Piece::Number) => true,
            (Piece::Name(a), Piece::Name(b)) => a == b || names.get(a) == Some(b),
            _ => a == b,
        })
}

/// What one is renamed by to become the other; none where they differ in more than names and numbers.
fn renaming<'a>(one: &'a [u8], other: &'a [u8]) -> Option<BTreeMap<&'a [u8], &'a [u8]>> {
    let (these, those) = (pieces(one), pieces(other));
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    let same = these.len() == those.len()
        && these.iter().zip(&those).all(|(a, b)| match (a, b) {
            (Piece::Name(a), Piece::Name(b)) => {
                there.entry(*a).or_insert(*b) == b && back.entry(*b).or_insert(*a) == a
            }
            _ => a == b,
        });
    same.then_some(there)
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// Letters, digits and underscores that begin with no digit. Bytes beyond ASCII are letters.
    Name(&'a [u8]),
    /// Digits, whichever they are.
    Number,
    /// Another byte.
    Byte(u8),
}

fn pieces(text: &[u8]) -> Vec<Piece<'_>> {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii();
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let long =
            |belongs: &dyn Fn(u8) -> bool| rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        let (piece, len) = if is_letter(first) {
            let len = long(&|byte| is_letter(byte) || byte.is_ascii_digit());
            (Piece::Name(&rest[..len]), len)
        } else if first.is_ascii_digit() {
            (Piece::Number, long(&|byte| byte.is_ascii_digit()))
        } else {
            (Piece::Byte(first), 1)
        };
        pieces.push(piece);
        rest = &rest[len..];
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are(one: (&str, &str), other: (&str, &str)) -> bool {
        let reduced = |(shown, text): (&'static str, &'static str)| Reduced {
            shown,
            place: shown.split_once(", at ").map(|(_, place)| place),
            bytes: text.as_bytes(),
        };
        let leak = |(shown, text): (&str, &str)| -> (&'static str, &'static str) {
            (shown.to_owned().leak(), text.to_owned().leak())
        };
        let there = alike(reduced(leak(one)), reduced(leak(other)));
        assert_eq!(there, alike(reduced(leak(other)), reduced(leak(one))), "it goes both ways");
        there
    }

    #[test]
    fn names_and_numbers_do_not_count_if_what_was_shown_differs_by_them_only() {
        assert!(are(("index 3 out of 2", "a[3]"), ("index 17 out of 2", "b[17]")));
        assert!(are(("no field ab, at f (x.c:9)", "ab.ab"), ("no field c1, at f (x.c:12)", "c1.c1")));
    }

    #[test]
    fn what_was_shown_has_to_be_the_same_otherwise() {
        assert!(!are(("list index", "a[3]"), ("string index", "b[3]")));
        assert!(!are(("failed, at f (x.c:9)", "a"), ("failed, at g (x.c:9)", "b")));
        assert!(!are(("one, at f (x.c:9)", "a"), ("two, at f (x.c:8)", "b")));
    }

    #[test]
    fn one_place_is_enough() {
        assert!(are(("one letter, at f (x.c:9)", "a"), ("two letters, at f (x.c:9)", "bb")));
        assert!(!are(("one letter, at f (x.c:9)", "a"), ("two letters, at f (x.c:9)", "b,b")));
    }

    #[test]
    fn the_inputs_have_to_be_the_same_otherwise() {
        assert!(!are(("index 3", "a[3]"), ("index 4", "a[4];")));
        assert!(!are(("bad", "a+b"), ("bad", "c+c")), "two names do not become one");
        assert!(!are(("bad", "a+a"), ("bad", "b+c")));
        assert!(!are(("bad", "\"a"), ("bad", "'a")));
    }

    #[test]
    fn equal_inputs_are_alike_whatever_was_shown() {
        assert!(are(("SIGSEGV", "{"), ("SIGABRT", "{")));
    }
}
