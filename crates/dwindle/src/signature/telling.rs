//! Finds the telling lines of an output: what of it says which failure this is.
//!
//! This file finds and joins; what is looked for is in `table`, what is blanked out in `normalise`.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::observed::Observed;
use super::recogniser::{Care, Pick};
use super::table::{Entry, FINDERS, TABLE};

/// What an output says of its failure, before it is normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Telling {
    pub(super) kind: Cow<'static, str>,
    pub(super) stream: Stream,
    pub(super) text: String,
    pub(super) care: Care,
}

/// Where a telling line was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stream {
    Stderr,
    Stdout,
}

impl Stream {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Stderr => "stderr",
            Self::Stdout => "stdout",
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
    LazyLock::new(|| Regex::new("(?i)error|fatal|fail|panic|abort|exception|assert").expect("a constant"));

/// Finds the most telling line by the table; `None` if no entry finds one.
pub(super) fn recognised(observed: &Observed<'_>) -> Option<Telling> {
    let mut best: Option<(usize, Telling)> = None;
    for (stream, lines) in streams(observed) {
        // Of two streams standard error is asked first, so standard output needs a better entry to win.
        let limit = best.as_ref().map_or(TABLE.len(), |&(rank, _)| rank);
        for (at, line) in lines.iter().enumerate() {
            for rank in FINDERS.matches(line) {
                let entry = &TABLE[rank];
                let better = match &best {
                    _ if rank >= limit => false,
                    Some((found, _)) => rank < *found || rank == *found && entry.is.pick == Pick::Last,
                    None => true,
                };
                if better && let Some(telling) = entry.tell(stream, &lines[at..]) {
                    best = Some((rank, telling));
                }
            }
        }
    }
    best.map(|(_, telling)| telling)
}

/// Finds something to go by in an output that the table knows nothing about: the last line with a word of
/// failure (standard error before standard output), else the last line of standard error.
///
/// The last line of standard output does not serve: mostly it is a result, which changes with the input,
/// and then no candidate would ever show the same failure.
pub(super) fn guessed(observed: &Observed<'_>) -> Option<Telling> {
    let streams = streams(observed);
    let word = streams.iter().find_map(|&(stream, ref lines)| {
        let line = lines.iter().rev().find(|line| FAILURE_WORD.is_match(line))?;
        Some(Telling::whole(WORD, stream, line))
    });
    word.or_else(|| {
        let [(_, stderr), _] = &streams;
        Some(Telling::whole(LAST_LINE, Stream::Stderr, stderr.last()?))
    })
}

/// Everything of one kind that the output says, in order: what a later run is compared by. For a kind that
/// is no entry's (or no longer), every line.
pub(super) fn all_of_kind(kind: &str, observed: &Observed<'_>) -> Vec<Telling> {
    let entry = TABLE.iter().find(|entry| entry.is.name == kind);
    let mut tellings = Vec::new();
    for (stream, lines) in streams(observed) {
        match entry {
            Some(entry) => tellings.extend(
                (0..lines.len())
                    .filter(|&at| entry.line.is_match(&lines[at]))
                    .filter_map(|at| entry.tell(stream, &lines[at..])),
            ),
            None => tellings.extend(lines.iter().map(|line| Telling::whole(kind, stream, line))),
        }
    }
    tellings
}

/// Every line of the output, and after them every telling that is joined from several lines or cut out of
/// one, as one line: what a regex of the user's is matched against.
pub(super) fn any_line(observed: &Observed<'_>, mut says_yes: impl FnMut(&str) -> bool) -> bool {
    let mut raw = [observed.stderr, observed.stdout].into_iter().flat_map(split);
    if raw.any(|line| says_yes(&clean(line))) {
        return true;
    }
    streams(observed).into_iter().any(|(stream, lines)| {
        lines.iter().enumerate().any(|(at, line)| {
            FINDERS
                .matches(line)
                .into_iter()
                .filter_map(|rank| TABLE[rank].tell(stream, &lines[at..]))
                .any(|telling| says_yes(&telling.text))
        })
    })
}

impl Entry {
    /// What this entry keeps of the output from a line on that it finds.
    fn tell(&self, stream: Stream, lines: &[Cow<'_, str>]) -> Option<Telling> {
        let (first, rest) = lines.split_first()?;
        if self.not.as_ref().is_some_and(|not| not.is_match(first)) {
            return None;
        }
        let mut text = String::new();
        self.line.captures(first)?.expand(self.is.keep, &mut text);
        // What follows the next line of this kind belongs to that one. This also keeps the whole linear.
        let reach = self.then.iter().map(|part| part.is.within).max().unwrap_or(0);
        let rest = &rest[..rest.len().min(reach)];
        let end = rest.iter().position(|line| self.line.is_match(line));
        let block = &rest[..end.unwrap_or(rest.len())];
        for part in &self.then {
            let mut found = block.iter().take(part.is.within).filter_map(|line| {
                let passed_over = part.not.as_ref().is_some_and(|not| not.is_match(line));
                if passed_over { None } else { part.line.captures(line) }
            });
            let captures = match part.is.pick {
                Pick::First => found.next(),
                Pick::Last => found.next_back(),
            };
            match captures {
                Some(captures) => captures.expand(part.is.join, &mut text),
                None if part.is.required => return None,
                None => {}
            }
        }
        Some(Telling { kind: Cow::Borrowed(self.is.name), stream, text, care: self.is.care })
    }
}

impl Telling {
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
    static COLOUR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))").expect("a constant")
    });
    let line = line.trim_ascii_end();
    if !line.iter().any(|&b| b < b' ' && b != b'\t' || b == 0x7f) {
        return String::from_utf8_lossy(line);
    }
    let text = String::from_utf8_lossy(line);
    let text = COLOUR.replace_all(&text, "");
    Cow::Owned(text.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}"))
}
