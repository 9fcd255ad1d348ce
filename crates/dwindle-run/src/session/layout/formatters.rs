//! Formatters that people have installed: what each is called with, and how it is run.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use dwindle_exec::process::End;

use crate::session::key::on_path;
use crate::session::workshop::Workshop;

/// How long a formatter may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Longer texts are not laid out, in bytes, nor more files of a tree than have so many together: nobody reads them, and after an interrupt people
/// wait. It took 2 s for 1 MB of C.
pub(super) const LONGEST: usize = 1 << 20;

/// Longer output is not taken from a formatter, in bytes.
const LONGEST_OUTPUT: usize = 2 * LONGEST;

/// A program that reads a text on standard input and prints it laid out.
#[derive(Debug)]
pub(super) struct Formatter {
    pub(super) program: &'static str,
    args: Vec<&'static str>,
}

/// All that are known, each with its language and its arguments. Of several for a language the first that is installed
/// comes first.
const TABLE: &str = include_str!("formatters.txt");

/// Those for texts in `language`.
pub(super) fn of(language: &str) -> Vec<Formatter> {
    let formatter = |line: &'static str| {
        let mut words = line.strip_prefix(language)?.strip_prefix(' ')?.split(' ');
        Some(Formatter { program: words.next()?, args: words.collect() })
    };
    TABLE.lines().filter_map(formatter).collect()
}

/// The language of a file by the ending of its name, where this build may have no parser of it.
pub(super) fn language(name: &OsStr) -> Option<&'static str> {
    let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "xml" | "svg" | "xsd" | "xsl" | "xslt" | "rss" => Some("xml"),
        "sql" => Some("sql"),
        "yaml" | "yml" => Some("yaml"),
        _ => None,
    }
}

impl Formatter {
    /// What it makes of `text`; nothing where it is not installed or does not succeed.
    pub(super) fn format(&self, workshop: &Workshop, text: &[u8]) -> Option<Vec<u8>> {
        on_path(&workshop.env, self.program.as_ref())?;
        let text_there = ("text".as_ref(), text);
        // A formatter that cannot be run is as good as none: the next layout is tried.
        let report = workshop.run((self.program, &self.args), text_there, LIMIT, LONGEST_OUTPUT).ok()?;
        let mut formatted = report.stdout.head;
        if report.end != End::Exited(0) || formatted.len() as u64 != report.stdout.total {
            return None;
        }
        if !formatted.ends_with(b"\n") {
            formatted.push(b'\n');
        }
        let formatted = without_preface(&formatted, text).to_vec();
        (!formatted.trim_ascii().is_empty()).then_some(formatted)
    }
}

/// What a formatter made of `text`, without lines that it put before it, as `xmllint` does with a declaration: those before the
/// first line with which the text begins, where there is more than in the text.
fn without_preface<'a>(formatted: &'a [u8], text: &[u8]) -> &'a [u8] {
    if filled(formatted).count() <= filled(text).count() {
        return formatted;
    }
    let begins_text = |line: &[u8]| {
        let mut of_line = filled(line).peekable();
        of_line.peek().is_some() && of_line.zip(filled(text)).all(|(here, there)| here == there)
    };
    let mut start = 0;
    for line in formatted.split_inclusive(|byte| *byte == b'\n') {
        if begins_text(line) {
            return &formatted[start..];
        }
        start += line.len();
    }
    formatted
}

/// The bytes that are no blanks.
fn filled(bytes: &[u8]) -> impl Iterator<Item = &u8> {
    bytes.iter().filter(|byte| !byte.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_a_formatter_puts_before_the_text_are_left_out() {
        let laid: &[u8] = b"<a>\n  <b/>\n</a>\n";
        let with_declaration = [b"<?xml version=\"1.0\"?>\n", laid].concat();
        assert_eq!(without_preface(&with_declaration, b"<a><b/></a>"), laid);
        assert_eq!(without_preface(laid, b"<a><b/></a>"), laid);
        assert_eq!(without_preface(&with_declaration, b"<a><b></b></a>"), laid);
        // It is in the text itself.
        let whole = b"<?xml version=\"1.0\"?><a><b/></a>";
        assert_eq!(without_preface(&with_declaration, whole), with_declaration);
        // Another order is for the test to judge.
        assert_eq!(without_preface(b"use a;\nuse b;\n", b"use b;use a;"), b"use a;\nuse b;\n");
    }
}
