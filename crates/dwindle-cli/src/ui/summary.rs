//! What came out of a run: the last lines that people read, and the last record for programs.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use dwindle::Stop;
use dwindle::plan::Certificate;
use serde::Serialize;

use super::counts::{Flaky, Tests};
use super::json::Name;
use super::style::{escaped, number, percent, plural, seconds, size};
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::{Finished, Session};
use crate::settings::{Input, Output, Settings};

/// Why a run took only one job.
const ALONE: &str =
    "one test at a time: the input does not fail beside copies of itself (a fixed port or path, perhaps)";

/// What came out of one command.
#[derive(Debug, Serialize)]
pub struct End {
    exit: Exit,
    stop: Option<&'static str>,
    input_size: u64,
    result_size: u64,
    tests: Tests,
    /// Logical tests of this run of the program: distinct candidates that were asked for, in serial order.
    asked: u64,
    minimality: Vec<Minimality>,
    other_failures: Option<OtherFailures>,
    flakiness: Option<Flaky>,
    result: Vec<Name>,
    seconds: f64,
    #[serde(skip)]
    shown: Shown,
}

/// What people are shown in their own words.
#[derive(Debug)]
struct Shown {
    headline: String,
    results: Vec<String>,
    notes: Vec<String>,
    minimality: String,
}

/// A minimality that was proved: no unit can be removed alone.
#[derive(Debug, Serialize)]
struct Minimality {
    unit: &'static str,
    removals: usize,
}

/// Other failures that were met.
#[derive(Debug, Serialize)]
struct OtherFailures {
    folder: Name,
    signatures: Vec<String>,
}

impl End {
    /// The end of a run with `settings` that took `time` so far.
    pub fn new<A: Artifact>(
        settings: &Settings,
        session: &Session<A>,
        finished: &Finished,
        time: Duration,
    ) -> Self {
        let (exit, stop) = ending(finished.stop.as_ref());
        let tests = Tests::of(&finished.tally);
        let headline = format!(
            "{}: {} -> {} ({}) in {}, {}",
            input_name(settings),
            number(finished.input_size),
            size(finished.result_size),
            percent(finished.result_size, finished.input_size),
            plural(finished.tests, "test"),
            seconds(time),
        );
        let others = finished.others.as_ref().filter(|(_, signatures)| !signatures.is_empty());
        let mut notes = Vec::new();
        if session.found().is_some_and(|found| found.alone) {
            notes.push(ALONE.to_owned());
        }
        if let Some((folder, signatures)) = others {
            let n = number(signatures.len() as u64);
            notes.push(format!("other failures met: {n}, in {}", nearby(folder)));
        }
        if let Some(kept) = &finished.kept {
            notes.push(format!("working directories of all tests: {}", escaped(kept)));
        }
        let mut end = Self {
            exit,
            stop,
            input_size: finished.input_size,
            result_size: finished.result_size,
            tests,
            asked: finished.tests,
            minimality: Vec::new(),
            other_failures: others.map(|(folder, signatures)| OtherFailures {
                folder: Name::of(folder),
                signatures: signatures.clone(),
            }),
            flakiness: finished.flakiness.map(Flaky::of),
            result: Vec::new(),
            seconds: time.as_secs_f64(),
            shown: Shown { headline, results: Vec::new(), notes, minimality: String::new() },
        };
        match &finished.result {
            _ if settings.output == Output::Stdout => end.shown.results.push("standard output".to_owned()),
            Some(path) => end = end.result(path),
            None => {}
        }
        end
    }

    /// Says another first line.
    #[must_use]
    pub fn headline(mut self, text: String) -> Self {
        self.shown.headline = text;
        self
    }

    /// Says something more.
    #[must_use]
    pub fn note(mut self, text: String) -> Self {
        self.shown.notes.push(text);
        self
    }

    /// Names another result.
    #[must_use]
    pub fn result(mut self, path: &Path) -> Self {
        self.result.push(Name::of(path));
        self.shown.results.push(nearby(path));
        self
    }

    /// Says which minimalities were proved of the result.
    #[must_use]
    pub fn minimality(mut self, certificates: &[Certificate]) -> Self {
        let units: Vec<&str> = certificates.iter().map(|proof| proof.level.plural()).collect();
        if let Some(last) = certificates.last() {
            self.shown.minimality = format!(
                "1-minimal by {}: {} of {} tested",
                listed(&units),
                plural(last.removals as u64, "single removal"),
                last.level.plural()
            );
        }
        self.minimality = certificates
            .iter()
            .map(|proof| Minimality { unit: proof.level.name(), removals: proof.removals })
            .collect();
        self
    }

    /// How many candidates were asked about: as many at any number of jobs, where some more may be run ahead.
    pub const fn tests(&self) -> u64 {
        self.asked
    }

    /// How the program ends.
    pub const fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { headline, results, notes, minimality } = &self.shown;
        writeln!(f, "{headline}\n{}", self.tests)?;
        if !minimality.is_empty() {
            writeln!(f, "{minimality}")?;
        }
        if let Some(flaky) = &self.flakiness {
            writeln!(f, "{flaky}")?;
        }
        match self.stop {
            Some("budget") => writeln!(f, "stopped: the budget is spent; a larger one goes on from here")?,
            Some("target") => writeln!(f, "stopped: the target size is reached")?,
            Some("interrupted") => writeln!(f, "stopped: interrupted; the same command goes on from here")?,
            _ => {}
        }
        notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        match results.as_slice() {
            [] => Ok(()),
            results => writeln!(f, "result: {}", results.join(", ")),
        }
    }
}

/// How the program ends after such a stop, and the word for it in records.
const fn ending(stop: Option<&Stop>) -> (Exit, Option<&'static str>) {
    match stop {
        None => (Exit::Done, None),
        Some(Stop::Target) => (Exit::Done, Some("target")),
        Some(Stop::Budget) => (Exit::BudgetSpent, Some("budget")),
        Some(Stop::Interrupted) => (Exit::Interrupted, Some("interrupted")),
        Some(_) => (Exit::Internal, Some("error")),
    }
}

/// The input's name in messages.
pub fn input_name(settings: &Settings) -> String {
    match &settings.input {
        Input::Stdin => "standard input".to_owned(),
        Input::Made(name) => escaped(name),
        Input::Several(paths) => {
            let first = paths.first().and_then(|path| path.file_name()).unwrap_or_default();
            format!("{} and {} more", escaped(first), paths.len().saturating_sub(1))
        }
        Input::File(path) => escaped(path.file_name().unwrap_or(path.as_os_str())),
    }
}

/// A path as short as it can be said from here.
fn nearby(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    escaped(path.strip_prefix(here).unwrap_or(path))
}

/// `lines`, `lines and tokens`, `lines, tokens and characters`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        assert_eq!(listed(&["lines"]), "lines");
        assert_eq!(listed(&["lines", "tokens"]), "lines and tokens");
        assert_eq!(listed(&["lines", "tokens", "characters"]), "lines, tokens and characters");
    }
}
