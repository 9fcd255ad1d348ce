//! A regular expression that matches a text and all its variations.

use std::ops::Range;

use super::class::{Class, escaped};

/// The bytes of a text as they are, and each free part as a group: at its first place its class, at others a reference to it.
pub(super) fn pattern(text: &[u8], free: &[(&[Range<usize>], &Class)]) -> String {
    let mut places: Vec<(&Range<usize>, usize, bool)> = Vec::new();
    for (number, (all, _)) in free.iter().enumerate() {
        places.extend(all.iter().enumerate().map(|(at, place)| (place, number, at == 0)));
    }
    places.sort_by_key(|(place, ..)| (place.start, place.end));
    let (mut out, mut at) = (String::new(), 0);
    for (place, number, is_first) in places {
        literal(&text[at..place.start], &mut out);
        if is_first {
            out.extend(["(", &free[number].1.regex(), ")"]);
        } else {
            // In braces, since a digit may follow.
            out.extend(["(?:\\", &(number + 1).to_string(), ")"]);
        }
        at = place.end;
    }
    literal(&text[at..], &mut out);
    out
}

/// These bytes and nothing else; characters that are not ASCII as they are.
fn literal(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match u8::try_from(character) {
                Ok(byte) if byte.is_ascii() => out.push_str(&escaped(byte)),
                _ => out.push(character),
            }
        }
        chunk.invalid().iter().for_each(|byte| out.push_str(&escaped(*byte)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Run;
    use super::*;

    #[test]
    fn what_is_free_is_a_group_and_all_else_stands_for_itself() {
        let class = |first: u8, last: u8| Class::new("", vec![vec![Run::new(&[(first, last)], 1, 2)]]);
        let (name, digits) = (class(b'a', b'z'), class(b'0', b'9'));
        let (places, place) = ([0..1, 4..5], std::slice::from_ref(&(2..3)));
        let free = [(&places[..], &name), (place, &digits)];
        assert_eq!(pattern(b"x+1(x\xff", &free), "([a-z]{1,2})\\+([0-9]{1,2})\\((?:\\1)\\xff");
    }
}
