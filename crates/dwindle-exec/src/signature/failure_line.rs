//! Finds the failure lines of an output: what of it says which failure this is.
//!
//! This file finds and joins; what is looked for is in `table`, what is blanked out in `normalise`.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};
use strum::Display;

use super::observed::Observed;
use super::pattern::constant;
use super::recogniser::{Care, Pick};
use super::summary::is_summary;
use super::table::{Entry, FINDERS, TABLE};

/// What an output says of its failure, before it is normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FailureLine {
    pub(super) kind: Cow<'static, str>,
    pub(super) stream: Stream,
    pub(super) text: String,
    pub(super) care: Care,
}

/// Where a failure line was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Stream {
    Stderr,
    Stdout,
}

impl Stream {
    /// The option whose regex is looked for there.
    pub(super) const fn option(self) -> &'static str {
        match self {
            Self::Stderr => "--stderr",
            Self::Stdout => "--stdout",
        }
    }
}

/// The kind of a line that only holds a word of failure.
pub(super) const WORD: &str = "word of failure";
/// The kind of a last line that nothing was known about.
pub(super) const LAST_LINE: &str = "last line";

/// A longer line is looked at only this far (bytes): no message is that long, and no regex has to read
/// ten megabytes that hold no line break.
const LINE_LIMIT: usize = 4096;

static FAILURE_WORD: LazyLock<Regex> =
    LazyLock::new(|| constant("(?i)error|fatal|fail|panic|abort|exception|assert"));

/// The lines of an output, in which failure lines are looked for.
pub(super) struct Lines<'a>([(Stream, Vec<Cow<'a, str>>); 2]);

impl<'a> Lines<'a> {
    /// The lines that a run wrote.
    pub(super) fn of(observed: &Observed<'a>) -> Self {
        Self(streams(observed))
    }

    /// The failure lines that the table knows, the one that says most first.
    ///
    /// Of two streams standard error is asked first, so standard output needs a better entry to come first.
    pub(super) fn recognised(&self) -> impl Iterator<Item = FailureLine> {
        let mut found = Vec::new();
        for (nth, (_, lines)) in self.0.iter().enumerate() {
            for (at, line) in lines.iter().enumerate() {
                let is_read = |rank: &usize| nth == 0 || !TABLE[*rank].is.is_of_errors;
                for rank in FINDERS.matches(line).into_iter().filter(is_read) {
                    let order = if TABLE[rank].head.is.pick == Pick::Last { lines.len() - at } else { at };
                    found.push((rank, nth, order, at));
                }
            }
        }
        found.sort_unstable();
        found.into_iter().filter_map(|(rank, nth, _, at)| {
            let (stream, lines) = &self.0[nth];
            TABLE[rank].tell(*stream, &lines[at..])
        })
    }

    /// Lines to go by in an output that the table knows nothing about, the one that says most first: lines with a
    /// word of failure from the last one up (standard error before standard output), those that only count errors
    /// after all others; then the last line of standard error.
    ///
    /// The last line of standard output does not serve: mostly it is a result, which changes with the input,
    /// and then no candidate would ever show the same failure.
    pub(super) fn guessed(&self) -> impl Iterator<Item = FailureLine> {
        let words = |summaries: bool| {
            self.0.iter().flat_map(move |(stream, lines)| {
                let words = lines.iter().rev().filter(|line| FAILURE_WORD.is_match(line));
                let words = words.filter(move |line| is_summary(line) == summaries);
                words.map(|line| FailureLine::whole(WORD, *stream, line))
            })
        };
        let last = self.0[0].1.last().map(|line| FailureLine::whole(LAST_LINE, Stream::Stderr, line));
        words(false).chain(words(true)).chain(last)
    }

    /// Everything of one kind that the output says, in order: what a later run is compared by. For a kind that
    /// is no entry's (or no longer), every line.
    pub(super) fn of_kind(&self, kind: &str) -> Vec<FailureLine> {
        let entry = TABLE.iter().find(|entry| entry.is.name == kind);
        let mut found = Vec::new();
        for (stream, lines) in &self.0 {
            match entry {
                Some(entry) if entry.is.is_of_errors && *stream == Stream::Stdout => {}
                Some(entry) => found.extend(
                    (0..lines.len())
                        .filter(|&at| entry.head.matches(&lines[at]))
                        .filter_map(|at| entry.tell(*stream, &lines[at..])),
                ),
                None => found.extend(lines.iter().map(|line| FailureLine::whole(kind, *stream, line))),
            }
        }
        found
    }
}

/// Every line of the output, and after them every failure line that is joined from several lines or cut out of
/// one, as one line: what a regex of the user's is matched against.
pub(super) fn any_line(observed: &Observed<'_>, mut says_yes: impl FnMut(&str) -> bool) -> bool {
    let mut raw = [observed.stderr, observed.stdout].into_iter().flat_map(split);
    if raw.any(|line| says_yes(&clean(line))) {
        return true;
    }
    Lines::of(observed).recognised().any(|line| says_yes(&line.text))
}

/// Whether a kind is an entry's, and not about what a shell says of a program that it ran.
pub(super) fn is_known(kind: &str) -> bool {
    TABLE.iter().any(|entry| entry.is.name == kind) && !kind.starts_with("shell ")
}

/// How the lines of a kind are normalised.
pub(super) fn care(kind: &str) -> Care {
    TABLE.iter().find(|entry| entry.is.name == kind).map_or(Care::Usual, |entry| entry.is.care)
}

impl Entry {
    /// What this entry keeps of the output from a line on that it finds.
    fn tell(&self, stream: Stream, lines: &[Cow<'_, str>]) -> Option<FailureLine> {
        let (first, rest) = lines.split_first()?;
        let mut text = String::new();
        self.head.captures(first)?.expand(self.head.is.keep, &mut text);
        // What follows the next line of this kind belongs to that one. This also keeps the whole linear.
        let reach = self.then.iter().map(|part| part.is.within).max().unwrap_or(0);
        let rest = &rest[..rest.len().min(reach)];
        let end = rest.iter().position(|line| self.head.matches(line));
        let block = &rest[..end.unwrap_or(rest.len())];
        for part in &self.then {
            let mut found = block.iter().take(part.is.within).filter_map(|line| part.captures(line));
            let captures = match part.is.pick {
                Pick::First => found.next(),
                Pick::Last => found.next_back(),
            };
            match captures {
                Some(captures) => captures.expand(part.is.keep, &mut text),
                None if part.is.required => return None,
                None => {}
            }
        }
        Some(FailureLine { kind: Cow::Borrowed(self.is.name), stream, text, care: self.is.care })
    }
}

impl FailureLine {
    fn whole(kind: &str, stream: Stream, line: &str) -> Self {
        Self { kind: Cow::Owned(kind.to_owned()), stream, text: line.trim().to_owned(), care: Care::Usual }
    }
}

/// Both streams as lines, standard error first. Empty lines tell nothing and are left out.
fn streams<'a>(observed: &Observed<'a>) -> [(Stream, Vec<Cow<'a, str>>); 2] {
    let lines = |bytes| {
        split(bytes)
            .map(|line| clean(&line[..line.len().min(LINE_LIMIT)]))
            .filter(|line| !line.is_empty())
            .collect()
    };
    [(Stream::Stderr, lines(observed.stderr)), (Stream::Stdout, lines(observed.stdout))]
}

fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|&b| b == b'\n')
}

/// A line as text: no colours, no control characters, no space at its end.
fn clean(line: &[u8]) -> Cow<'_, str> {
    static COLOUR: LazyLock<Regex> =
        LazyLock::new(|| constant(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))"));
    let line = line.trim_ascii_end();
    if !line.iter().any(|&b| b < b' ' && b != b'\t' || b == 0x7f) {
        return String::from_utf8_lossy(line);
    }
    let text = String::from_utf8_lossy(line);
    let text = COLOUR.replace_all(&text, "");
    Cow::Owned(text.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}"))
}
