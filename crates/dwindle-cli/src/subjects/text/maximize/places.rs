//! Places in the input that the output of the failing run names: what to try first.
//!
//! Nothing here is believed. A place only decides what is left out first; whether that helps, the test says.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

use regex::bytes::{Captures, Regex};

/// So many places are looked at.
const MOST: usize = 3;
/// So much of the output is read, from its end.
const READ: usize = 64 << 10;

/// The stretches of `text`, an input called `name`, that `output` names, in order.
///
/// Lines that name the input come before lines that name no file; what is said of other files is passed over.
pub(super) fn named(output: &[u8], name: &OsStr, text: &[u8]) -> Vec<Range<usize>> {
    let output = &output[output.len().saturating_sub(READ)..];
    let name = regex::escape(&String::from_utf8_lossy(name.as_bytes()));
    // a.json:12:7: ..., File "a.json", line 12, a.json(12), a.json line 12
    let of_input =
        compile(&format!(r#"(?:^|[\s"'`/(\[]){name}(?:["'`]?,? line |["'`]?:|\()(?P<line>[0-9]{{1,9}})"#));
    let of_file = compile(r#"(?i)\bfile\s+["'`]|[\w-]\.\w+(?:["'`]?,? line |:|\()[0-9]"#);
    let place = compile(
        r"(?i)\bline[ :#]+(?P<line>[0-9]{1,9})|\b(?:char|character|offset|position|pos|byte|index)[ :#]+(?P<at>[0-9]{1,12})",
    );
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for line in output.split(|&byte| byte == b'\n') {
        let mut found = of_input.captures_iter(line).filter_map(|found| span(&found, text)).peekable();
        if found.peek().is_some() {
            first.extend(found);
        } else if !of_file.is_match(line) {
            // The last line of a report is often the one that says what is wrong.
            let found: Vec<_> = place.captures_iter(line).filter_map(|found| span(&found, text)).collect();
            others.splice(0..0, found);
        }
    }
    let mut spans: Vec<Range<usize>> = Vec::new();
    for span in first.into_iter().chain(others) {
        if spans.len() < MOST && !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    spans
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of ours, with what others wrote escaped")
}

/// The stretch of the text that one place stands for.
fn span(found: &Captures<'_>, text: &[u8]) -> Option<Range<usize>> {
    let number = |name| {
        let digits = std::str::from_utf8(found.name(name)?.as_bytes()).ok()?;
        digits.parse::<usize>().ok()
    };
    if let Some(line) = number("line") {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        let start = lines.by_ref().take(line.checked_sub(1)?).map(<[u8]>::len).sum();
        return Some(start..start + lines.next()?.len());
    }
    let number = number("at")?;
    // Most programs that count in units of text count characters.
    let at = match std::str::from_utf8(text) {
        Ok(text) => text.char_indices().nth(number)?.0,
        Err(_) => number,
    };
    let start = text.get(..at)?.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = at + text[at..].split_inclusive(|&byte| byte == b'\n').next()?.len();
    // All of one long line says nothing.
    Some(if 8 * (end - start) <= text.len() { start..end } else { at..at + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(output: &str, text: &str) -> Vec<String> {
        let spans = super::named(output.as_bytes(), OsStr::new("in.json"), text.as_bytes());
        spans.into_iter().map(|span| text[span].to_owned()).collect()
    }

    #[test]
    fn places_are_read_as_programs_write_them() {
        let text = (1..=40).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
        for said in [
            "Expecting ',' delimiter: line 12 column 5 (char 83)",
            "in.json:12:5: error: expected a comma",
            "/tmp/x/in.json(12): error",
            "  File \"in.json\", line 12",
            "parse error: Invalid numeric literal at line 12, column 5",
            "  --> in.json:12:5",
            "jq.c:99: note\nSyntax error at position 83",
            "check.py:31: called from here\nTraceback:\n  File \"check.py\", line 7, in <module>\nbad value in line 12",
        ] {
            assert_eq!(named(said, &text), ["line 12\n"], "{said}");
        }
        for said in
            ["File \"check.py\", line 7, in <module>", "line 700", "offset 99999", "", "online 3 times"]
        {
            assert_eq!(named(said, &text), [""; 0], "{said}");
        }
        assert_eq!(named("in.json:3: here\nin.json:1: or there", &text), ["line 1\n", "line 3\n"]);
    }

    #[test]
    fn in_one_long_line_an_offset_is_one_character() {
        assert_eq!(named("at position 5", "ab\u{e9}defgh"), ["f"]);
    }
}
