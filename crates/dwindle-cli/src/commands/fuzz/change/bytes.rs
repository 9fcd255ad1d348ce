//! Changes of bytes, for inputs of which nothing is known.

use dwindle_syntax::generate::Numbers;

use crate::commands::fuzz::member::Member;

/// Bytes and numbers at which programs often go wrong.
const NOTABLE: [&[u8]; 14] = [
    b"\0",
    b"\xff",
    b"\x7f",
    b"\n",
    b"-1",
    b"0",
    b"255",
    b"256",
    b"65536",
    b"2147483648",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"%s%n",
    b"\xf0\x9f\x92\xa5",
];

/// The longest stretch that is dropped or copied.
const STRETCH: usize = 32;

/// `bytes` with one change: a bit, a byte or something notable put in, a stretch dropped or copied, or the end of
/// another input.
pub(super) fn change(bytes: &[u8], members: &[Member], lots: &mut Numbers) -> Vec<u8> {
    let at = lots.below(bytes.len() + 1);
    let stretch = |lots: &mut Numbers| at..(at + 1 + lots.below(STRETCH)).min(bytes.len());
    match lots.below(7) {
        0 if at < bytes.len() => {
            let bit = 1 << lots.below(8);
            spliced(bytes, at..at + 1, &[bytes[at] ^ bit])
        }
        1 => {
            let span = stretch(lots);
            spliced(bytes, span, b"")
        }
        2 => {
            let span = stretch(lots);
            let copy = bytes[span].to_vec();
            let to = lots.below(bytes.len() + 1);
            spliced(bytes, to..to, &copy)
        }
        3 => {
            let notable = lots.one_of(&NOTABLE);
            spliced(bytes, at..at, notable)
        }
        4 => {
            let span = stretch(lots);
            let notable = lots.one_of(&NOTABLE);
            spliced(bytes, span, notable)
        }
        5 => {
            let other = lots.one_of(members).text.bytes();
            let from = lots.below(other.len() + 1);
            spliced(bytes, at..bytes.len(), &other[from..])
        }
        _ => {
            let byte = u8::try_from(lots.below(256)).expect("it is below 256");
            spliced(bytes, at..at, &[byte])
        }
    }
}

/// `bytes` with `new` in the place of a span.
pub(super) fn spliced(bytes: &[u8], span: std::ops::Range<usize>, new: &[u8]) -> Vec<u8> {
    [&bytes[..span.start], new, &bytes[span.end..]].concat()
}
