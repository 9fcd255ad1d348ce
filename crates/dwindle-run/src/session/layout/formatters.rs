//! Formatters that people have installed: what each is called with, and how it is run.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_exec::process::{Command, End, Launcher, Limits, Run, Stdin};

/// How long a formatter may take.
const LIMIT: Duration = Duration::from_secs(10);

/// How long it has between `SIGTERM` and `SIGKILL`.
const GRACE: Duration = Duration::from_millis(500);

/// Longer texts are not given to formatters, and longer output is not taken from them, in bytes.
const LONGEST: usize = 1 << 20;

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

/// Where formatters are run.
#[derive(Debug)]
pub(super) struct Workshop {
    pub(super) launcher: Launcher,
    /// A scratch directory, which need not exist yet.
    pub(super) dir: PathBuf,
    /// The complete environment; programs are looked up in its `PATH`.
    pub(super) env: Vec<(OsString, OsString)>,
}

impl Workshop {
    /// What `formatter` makes of `text`; nothing where it is not installed or does not succeed.
    pub(super) fn format(&self, formatter: &Formatter, text: &[u8]) -> Option<Vec<u8>> {
        if text.len() > LONGEST || !self.has(formatter) {
            return None;
        }
        // A formatter that cannot be run is as good as none: the next layout is tried.
        let formatted = self.run(formatter, text).ok().flatten()?;
        let formatted = without_preface(&formatted, text).to_vec();
        (!formatted.trim_ascii().is_empty()).then_some(formatted)
    }

    fn has(&self, formatter: &Formatter) -> bool {
        let path = self.env.iter().rfind(|(name, _)| name == "PATH").map(|(_, path)| path);
        path.is_some_and(|path| std::env::split_paths(path).any(|dir| dir.join(formatter.program).is_file()))
    }

    fn run(&self, formatter: &Formatter, text: &[u8]) -> io::Result<Option<Vec<u8>>> {
        fs::create_dir_all(&self.dir)?;
        let file = self.dir.join("text");
        write(&file, text)?;
        let command = Command {
            program: formatter.program.into(),
            args: formatter.args.iter().map(OsString::from).collect(),
            env: self.env.clone(),
            limits: Limits::default(),
            grace: GRACE,
            output_cap: LONGEST,
        };
        let run = Run { dir: self.dir.clone(), stdin: Stdin::File(file), timeout: Some(LIMIT) };
        let report = self.launcher.open(&self.dir)?.run(&command, &run)?;
        let mut formatted = report.stdout.head;
        let is_whole = formatted.len() as u64 == report.stdout.total;
        if !formatted.ends_with(b"\n") {
            formatted.push(b'\n');
        }
        Ok((report.end == End::Exited(0) && is_whole).then_some(formatted))
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

#[expect(clippy::disallowed_methods, reason = "a scratch file, which only a formatter reads")]
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    fs::write(path, text)
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
