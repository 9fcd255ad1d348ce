//! Language-neutral tokens: what almost every language's lexer would agree on.

/// Finds tokens in a text, one after the other.
///
/// It remembers where a string or comment that opened was not closed: none that opens behind is either, and to look for its end each time
/// would take time in the square of the text.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// For each quote, up to where none closes a string.
    open_strings: [usize; 3],
    /// For each kind of comment, whether nothing closes one that opens from here on.
    is_unclosed: [bool; 2],
}

impl Tokens {
    /// The end of the token that starts at `start`, which is not before that of the last call.
    ///
    /// Words and numbers (with their suffixes and fractions), strings in `"`, `'` or `` ` `` that close on their
    /// line, comments (`//`, `/* */`, `<!-- -->`, and `#` or `--` between blanks), stretches of white space (a
    /// line's ending ends them, so that each indentation stands alone), stretches of one and the same other
    /// byte, and single punctuation marks.
    pub(super) fn end(&mut self, bytes: &[u8], start: usize) -> usize {
        let rest = &bytes[start..];
        let length = match rest[0] {
            first if is_word(first) => word(rest),
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r' | b'\n' => white_space(rest),
            b'"' | b'\'' | b'`' => self.string(rest, start).unwrap_or(1),
            b'/' | b'<' => self.comment(rest).unwrap_or(1),
            b'#' | b'-' if start == 0 || bytes[start - 1].is_ascii_whitespace() => {
                self.comment(rest).unwrap_or(1)
            }
            first if first < b' ' || first == 0x7f => stretch(rest, |byte| byte == first),
            _ => char_end(bytes, start) - start,
        };
        start + length
    }

    /// A string that closes on the line where it opens.
    fn string(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        let quote = bytes[0];
        let unclosed = &mut self.open_strings[usize::from(quote == b'\'') + 2 * usize::from(quote == b'`')];
        if start < *unclosed {
            return None;
        }
        let mut at = 1;
        loop {
            match bytes.get(at) {
                None | Some(b'\n' | b'\r') => {
                    *unclosed = start + at;
                    return None;
                }
                Some(b'\\') => at += 2,
                Some(byte) if *byte == quote => return Some(at + 1),
                Some(_) => at += 1,
            }
        }
    }

    fn comment(&mut self, bytes: &[u8]) -> Option<usize> {
        let line = || stretch(bytes, |byte| byte != b'\n' && byte != b'\r');
        let mut until = |kind: usize, open: usize, close: &[u8]| {
            if self.is_unclosed[kind] {
                return None;
            }
            let inside = bytes[open..].windows(close.len()).position(|piece| piece == close);
            self.is_unclosed[kind] = inside.is_none();
            Some(open + inside? + close.len())
        };
        match bytes {
            [b'/', b'/', ..] | [b'#', b' ' | b'\t' | b'!', ..] | [b'-', b'-', b' ' | b'\t', ..] => {
                Some(line())
            }
            [b'/', b'*', ..] => until(0, 2, b"*/"),
            [b'<', b'!', b'-', b'-', ..] => until(1, 4, b"-->"),
            _ => None,
        }
    }
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
        let (mut tokens, mut at, mut ends) = (Vec::new(), 0, Tokens::default());
        while at < text.len() {
            let end = ends.end(text.as_bytes(), at);
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
    fn what_opens_a_million_times_and_never_closes_is_looked_for_once() {
        for open in ["/*+", "<!--", "\\\"", "\\'", "\\`"] {
            let (text, mut at, mut ends) = (open.repeat(1_000_000), 0, Tokens::default());
            let mut count = 0;
            while at < text.len() {
                at = ends.end(text.as_bytes(), at);
                count += 1;
            }
            assert!(count >= 1_000_000, "nothing is closed: {open}");
        }
        check("'\\'\n'a' \"", &["'", "\\", "'", "\n", "'a'", " ", "\""]);
        check("/* a */ /* b", &["/* a */", " ", "/", "*", " ", "b"]);
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
