//! Language-neutral tokens: what almost every language's lexer would agree on.

/// The end of the token that starts at `start`.
///
/// Words and numbers (with their suffixes and fractions), strings in `"`, `'` or `` ` `` that close on their
/// line, comments (`//`, `/* */`, `<!-- -->`, and `#` or `--` between blanks), stretches of white space (a
/// line's ending ends them, so that each indentation stands alone), stretches of one and the same other
/// byte, and single punctuation marks.
pub(super) fn token_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    let length = match rest[0] {
        first if is_word(first) => word(rest),
        b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r' | b'\n' => white_space(rest),
        b'"' | b'\'' | b'`' => string(rest).unwrap_or(1),
        b'/' | b'<' => comment(rest).unwrap_or(1),
        b'#' | b'-' if start == 0 || bytes[start - 1].is_ascii_whitespace() => comment(rest).unwrap_or(1),
        first if first < b' ' || first == 0x7f => stretch(rest, |byte| byte == first),
        _ => char_end(bytes, start) - start,
    };
    start + length
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn stretch(bytes: &[u8], mut belongs: impl FnMut(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !belongs(byte)).unwrap_or(bytes.len())
}

/// A word, or a number with what belongs to it: `1.5e-3f`, `0x1F`, `10_000u64`.
fn word(bytes: &[u8]) -> usize {
    let mut end = stretch(bytes, is_word);
    if bytes[0].is_ascii_digit() {
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end += 1 + stretch(&bytes[end + 1..], is_word);
        }
        let exponent = matches!(bytes[end - 1], b'e' | b'E') && !bytes[..end].starts_with(b"0x");
        let signed = matches!(bytes.get(end), Some(b'+' | b'-'));
        if exponent && signed && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end += 1 + stretch(&bytes[end + 1..], is_word);
        }
    }
    end
}

fn white_space(bytes: &[u8]) -> usize {
    let blank = stretch(bytes, |byte| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c'));
    match &bytes[blank..] {
        [b'\r', b'\n', ..] => blank + 2,
        [b'\r' | b'\n', ..] => blank + 1,
        _ => blank,
    }
}

/// A string that closes on the line where it opens.
fn string(bytes: &[u8]) -> Option<usize> {
    let quote = bytes[0];
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\n' | b'\r' => return None,
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn comment(bytes: &[u8]) -> Option<usize> {
    let line = || stretch(bytes, |byte| byte != b'\n' && byte != b'\r');
    let until = |open: usize, close: &[u8]| {
        let inside = bytes[open..].windows(close.len()).position(|piece| piece == close)?;
        Some(open + inside + close.len())
    };
    match bytes {
        [b'/', b'/', ..] | [b'#', b' ' | b'\t' | b'!', ..] | [b'-', b'-', b' ' | b'\t', ..] => Some(line()),
        [b'/', b'*', ..] => until(2, b"*/"),
        [b'<', b'!', b'-', b'-', ..] => until(4, b"-->"),
        _ => None,
    }
}

/// The end of the character at `start`, or of the one byte there that belongs to no character.
pub(super) fn char_end(bytes: &[u8], start: usize) -> usize {
    let width = match bytes[start] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let valid = bytes.get(start..start + width).is_some_and(|piece| std::str::from_utf8(piece).is_ok());
    start + if valid { width } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (mut tokens, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let end = token_end(text.as_bytes(), at);
            tokens.push(&text[at..end]);
            at = end;
        }
        assert_eq!(tokens, expected);
    }

    #[test]
    fn words_numbers_and_punctuation_stand_alone() {
        check("x1+=3.14e-2f;", &["x1", "+", "=", "3.14e-2f", ";"]);
        check("a.b 1..2 0x1e+3", &["a", ".", "b", " ", "1", ".", ".", "2", " ", "0x1e", "+", "3"]);
        check("größe=1", &["größe", "=", "1"]);
    }

    #[test]
    fn strings_that_close_are_one_token_and_others_are_not() {
        check(r#"f("a \" b",'c')"#, &["f", "(", r#""a \" b""#, ",", "'c'", ")"]);
        check("don't\n'x'", &["don", "'", "t", "\n", "'x'"]);
    }

    #[test]
    fn comments_are_one_token() {
        check("a//b\nc/*d\n*/e", &["a", "//b", "\n", "c", "/*d\n*/", "e"]);
        check("#include <x> # y", &["#", "include", " ", "<", "x", ">", " ", "# y"]);
        check("i-- -- no\n<!-- t --><", &["i", "-", "-", " ", "-- no", "\n", "<!-- t -->", "<"]);
        check("/* open", &["/", "*", " ", "open"]);
    }

    #[test]
    fn indentation_is_apart_from_the_line_before() {
        check("a \n\t b\r\n\r\n", &["a", " \n", "\t ", "b", "\r\n", "\r\n"]);
    }

    #[test]
    fn stretches_of_one_control_byte_are_one_token() {
        check("\0\0\0\u{1}a", &["\0\0\0", "\u{1}", "a"]);
    }
}
