//! Where the values of a JSON text stand: a reader that makes no values, only offsets.
//!
//! It checks what it reads (RFC 8259, but for UTF-8, which it leaves to whoever reads the strings), and nothing in it
//! recurses, so values may nest as deep as they like.

use std::ops::Range;

/// Where a text begins: behind the byte order mark that some programs write in front of UTF-8.
pub(super) fn start(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// Where a text is no JSON, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) what: &'static str,
}

/// The span of a member's name, with its quotes, and that of its value.
pub(super) type Member = (Range<usize>, Range<usize>);

/// The span of the value that begins at `from`, after blanks.
pub(super) fn value(bytes: &[u8], from: usize) -> Result<Range<usize>, Wrong> {
    let start = blanks(bytes, from);
    let mut open = Vec::new();
    let mut at = start;
    loop {
        at = blanks(bytes, at);
        let begun = bytes.get(at).copied();
        match begun {
            Some(bracket @ (b'{' | b'[')) => {
                at = blanks(bytes, at + 1);
                if bytes.get(at) == Some(&closing(bracket)) {
                    at += 1;
                } else {
                    open.push(bracket);
                    if bracket == b'{' {
                        at = name(bytes, at)?;
                    }
                    continue;
                }
            }
            _ => at = scalar(bytes, at)?,
        }
        // A value has ended here, and with it perhaps others around it.
        loop {
            let Some(&bracket) = open.last() else { return Ok(start..at) };
            at = blanks(bytes, at);
            match bytes.get(at) {
                Some(b',') => {
                    at += 1;
                    if bracket == b'{' {
                        at = name(bytes, blanks(bytes, at))?;
                    }
                    break;
                }
                Some(&byte) if byte == closing(bracket) => {
                    open.pop();
                    at += 1;
                }
                _ if bracket == b'{' => return wrong(at, "expected a comma or }"),
                _ => return wrong(at, "expected a comma or ]"),
            }
        }
    }
}

/// The members of the object at `span`, which [`value`] has found; none of another value.
pub(super) fn members(bytes: &[u8], span: &Range<usize>) -> Vec<Member> {
    let mut found = Vec::new();
    if bytes.get(span.start) != Some(&b'{') {
        return found;
    }
    let mut at = blanks(bytes, span.start + 1);
    while at < span.end && bytes[at] == b'"' {
        let Ok(name) = string(bytes, at).map(|end| at..end) else { break };
        let Ok(value) = value(bytes, blanks(bytes, name.end) + 1) else { break };
        at = next(bytes, value.end);
        found.push((name, value));
    }
    found
}

/// The elements of the array at `span`; none of another value.
///
/// Stops with an error where an element or what follows it is no JSON.
pub(super) fn elements(bytes: &[u8], start: usize) -> Result<(Vec<Range<usize>>, usize), Wrong> {
    let mut found = Vec::new();
    if bytes.get(start) != Some(&b'[') {
        return wrong(start, "expected an array, which begins with [");
    }
    let mut at = blanks(bytes, start + 1);
    if bytes.get(at) == Some(&b']') {
        return Ok((found, at + 1));
    }
    loop {
        let element = value(bytes, at)?;
        at = blanks(bytes, element.end);
        found.push(element);
        match bytes.get(at) {
            Some(b',') => at += 1,
            Some(b']') => return Ok((found, at + 1)),
            _ => return wrong(at, "expected a comma or ]"),
        }
    }
}

/// The first place from `at` on that is no blank.
pub(super) fn blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count()
}

/// Past the comma that may follow a member.
fn next(bytes: &[u8], at: usize) -> usize {
    let at = blanks(bytes, at);
    if bytes.get(at) == Some(&b',') { blanks(bytes, at + 1) } else { at }
}

/// The end of a member's name and its colon.
fn name(bytes: &[u8], at: usize) -> Result<usize, Wrong> {
    if bytes.get(at) != Some(&b'"') {
        return wrong(at, "expected the name of a field");
    }
    let at = blanks(bytes, string(bytes, at)?);
    if bytes.get(at) == Some(&b':') { Ok(at + 1) } else { wrong(at, "expected a colon") }
}

/// The end of a value without parts.
fn scalar(bytes: &[u8], at: usize) -> Result<usize, Wrong> {
    let word = |word: &str| bytes[at..].starts_with(word.as_bytes()).then_some(at + word.len());
    match bytes.get(at) {
        Some(b'"') => string(bytes, at),
        Some(b'-' | b'0'..=b'9') => number(bytes, at),
        Some(_) => {
            let end = word("true").or_else(|| word("false")).or_else(|| word("null"));
            end.map_or_else(|| wrong(at, "not a JSON value"), Ok)
        }
        None => wrong(at, "unexpected end of text inside a value"),
    }
}

fn string(bytes: &[u8], start: usize) -> Result<usize, Wrong> {
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => match bytes.get(at + 1) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                Some(b'u')
                    if bytes
                        .get(at + 2..at + 6)
                        .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) =>
                {
                    at += 6;
                }
                _ => return wrong(at, "unknown escape sequence"),
            },
            Some(0..=0x1f) => return wrong(at, "unescaped control character in a string"),
            Some(_) => at += 1,
            None => return wrong(start, "unterminated string"),
        }
    }
}

fn number(bytes: &[u8], start: usize) -> Result<usize, Wrong> {
    let digits = |at: usize| {
        let end = at + bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        (end > at).then_some(end)
    };
    let whole = start + usize::from(bytes[start] == b'-');
    let read = || {
        let mut at = if bytes.get(whole) == Some(&b'0') { whole + 1 } else { digits(whole)? };
        if bytes.get(at) == Some(&b'.') {
            at = digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = bytes.get(at) {
            at += 1;
            at = digits(at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-'))))?;
        }
        Some(at)
    };
    read().map_or_else(|| wrong(start, "not a number"), Ok)
}

const fn closing(bracket: u8) -> u8 {
    if bracket == b'{' { b'}' } else { b']' }
}

const fn wrong<T>(at: usize, what: &'static str) -> Result<T, Wrong> {
    Err(Wrong { at, what })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Result<(), Wrong> {
        let span = value(text.as_bytes(), 0)?;
        let end = blanks(text.as_bytes(), span.end);
        if end == text.len() { Ok(()) } else { wrong(end, "more") }
    }

    proptest! {
        #[test]
        fn it_takes_what_another_reader_takes(text in r#"[\[\]{}:,"a1\\ue0.\-+ tf]{0,12}|true|null|-?[0-9.e]{1,6}"#) {
            let other = serde_json::from_str::<serde_json::Value>(&text);
            // Numbers out of range, and lone surrogates, are only values to us.
            let known = other.as_ref().is_err_and(|error| {
                let said = error.to_string();
                said.contains("out of range") || said.contains("surrogate") || said.contains("hex escape")
            });
            prop_assert!(known || whole(&text).is_ok() == other.is_ok(), "{text:?}: {other:?}, {:?}", whole(&text));
        }
    }

    #[test]
    fn a_deep_nest_is_no_trouble() {
        let text = "[".repeat(500_000) + &"]".repeat(500_000);
        assert_eq!(whole(&text), Ok(()));
    }

    #[test]
    fn members_and_elements_are_found_where_they_stand() {
        let text = br#" {"a" : 1 , "b\"": {"c": [2]}} "#;
        let span = value(text, 0).unwrap();
        let found: Vec<&[u8]> = members(text, &span).into_iter().map(|(_, value)| &text[value]).collect();
        assert_eq!(found, [&b"1"[..], br#"{"c": [2]}"#]);
        let (found, end) = elements(b"[1, [2], {}]", 0).unwrap();
        assert_eq!((found, end), (vec![1..2, 4..7, 9..11], 12));
    }
}
