//! What there is to tell: a table of the failures, and the inputs that show none.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::Stop;
use dwindle_run::exit::Exit;
use dwindle_run::text::{self, escaped, number, plural, seconds};
use serde::Serialize;

use super::failures::{Failures, Kind};
use super::folders::{file_name, folder_name};
use super::look::Seen;
use super::memory::Shows;
use crate::commands::many::{self, shrink::State};
use crate::ui::{Name, Stopwatch, ending};

/// How many names are shown of a list.
const NAMES: usize = 5;

/// How it ended: the last record.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) exit: Exit,
    stop: Option<&'static str>,
    /// How many inputs differ in their bytes.
    inputs: u64,
    /// How many files hold them.
    files: u64,
    failing: u64,
    failures: usize,
    /// The same, before failures with reduced forms that are alike were taken for one.
    signatures: usize,
    /// Files that do not fail, those that fail only sometimes, and those that nobody looked at.
    passing: Vec<Unfailing>,
    varying: Vec<Unfailing>,
    not_looked_at: Vec<Name>,
    /// Runs of inputs: two of each.
    runs: u64,
    /// Logical tests of all reductions.
    tests: u64,
    result: Name,
    seconds: f64,
    /// The distinct failures.
    #[serde(skip)]
    pub(super) rows: Vec<Row>,
    #[serde(skip)]
    time: Duration,
    #[serde(skip)]
    root: PathBuf,
}

/// A file that does not fail each time.
#[derive(Debug, Serialize)]
struct Unfailing {
    file: Name,
    /// What it showed instead: once, or the first time and the second.
    shows: Vec<String>,
    #[serde(skip)]
    name: String,
}

/// A distinct failure.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    failure: String,
    signature: String,
    place: Option<String>,
    /// The files that fail so, those taken for the same included.
    inputs: Vec<Name>,
    representative: Name,
    input_size: u64,
    result_size: Option<u64>,
    /// Logical tests of the reductions.
    tests: u64,
    state: State,
    folder: Name,
    /// Failures that were taken for this one.
    also: Vec<Row>,
    #[serde(skip)]
    shown: String,
}

impl Row {
    fn new(kind: &Kind, also: Vec<Self>, folder: &Path, inputs: &[Seen]) -> Self {
        let mut files: Vec<&PathBuf> = kind.inputs.iter().flat_map(|&number| &inputs[number].files).collect();
        files.sort();
        let seen = &inputs[kind.inputs[0]];
        let mut names: Vec<Name> = files.into_iter().map(|file| Name::of(file)).collect();
        names.extend(also.iter().flat_map(|row| row.inputs.iter().cloned()));
        Self {
            failure: kind.failure.to_string(),
            signature: kind.failure.signature.to_string(),
            place: kind.failure.place.clone(),
            inputs: names,
            representative: Name::of(&seen.files[0]),
            input_size: seen.size,
            result_size: kind.reduced.as_ref().map(|text| text.bytes().len() as u64),
            tests: kind.tests,
            state: kind.state,
            folder: Name::of(folder),
            also,
            shown: file_name(&seen.files[0]),
        }
    }

    /// The columns but the first: inputs, representative, size, tests, failure.
    fn columns(&self) -> [String; 5] {
        let size = match (self.result_size, self.state) {
            (Some(after), State::PartlyReduced) => {
                format!("{} -> {} (unfinished)", number(self.input_size), number(after))
            }
            (Some(after), _) => format!("{} -> {}", number(self.input_size), number(after)),
            (None, _) => number(self.input_size),
        };
        let tests = if self.state == State::Found { "-".to_owned() } else { number(self.tests) };
        [number(self.inputs.len() as u64), self.shown.clone(), size, tests, escaped(&self.failure)]
    }
}

impl Report {
    pub(super) fn new(
        failures: &Failures,
        inputs: &[Seen],
        others: &[PathBuf],
        root: &Path,
        runs: u64,
        stop: Option<&Stop>,
        clock: Stopwatch,
    ) -> Self {
        let rows: Vec<Row> = failures
            .distinct()
            .into_iter()
            .enumerate()
            .map(|(nth, (kind, also))| {
                let folder = root.join(folder_name(nth, kind));
                let also = also.into_iter().map(|kind| Row::new(kind, Vec::new(), &folder, inputs)).collect();
                Row::new(kind, also, &folder, inputs)
            })
            .collect();
        let (mut passing, mut varying) = (Vec::new(), Vec::new());
        for seen in inputs {
            let (list, shows) = match &seen.shows {
                Some(Shows::Passes(shown)) => (&mut passing, vec![shown.to_string()]),
                Some(Shows::Varies(first, then)) => (&mut varying, vec![first.to_string(), then.to_string()]),
                _ => continue,
            };
            let unfailing = |file: &PathBuf| Unfailing {
                file: Name::of(file),
                shows: shows.clone(),
                name: file_name(file),
            };
            list.extend(seen.files.iter().map(unfailing));
        }
        let unseen = inputs.iter().filter(|seen| seen.shows.is_none()).flat_map(|seen| &seen.files);
        let (exit, stop) = ending(stop);
        let is_vain = stop.is_none() && rows.is_empty();
        let time = clock.elapsed();
        Self {
            exit: if is_vain { Exit::NotFailing } else { exit },
            stop,
            inputs: inputs.len() as u64,
            files: inputs.iter().map(|seen| seen.files.len() as u64).sum(),
            failing: failures.0.iter().map(|kind| kind.files).sum(),
            failures: rows.len(),
            signatures: failures.0.len(),
            passing,
            varying,
            not_looked_at: unseen.chain(others).map(|file| Name::of(file)).collect(),
            runs,
            tests: failures.tests(),
            result: Name::of(root),
            seconds: time.as_secs_f64(),
            rows,
            time,
            root: root.to_owned(),
        }
    }

    /// The failures, a line each, and below each those that were taken for it.
    pub(super) fn table(&self) -> String {
        let head = ["#", "inputs", "smallest", "size", "tests", "failure"].map(str::to_owned);
        let mut lines = vec![head];
        for (nth, row) in self.rows.iter().enumerate() {
            let line = |first: String, row: &Row| {
                let [inputs, shown, size, tests, failure] = row.columns();
                [first, inputs, shown, size, tests, failure]
            };
            lines.push(line((nth + 1).to_string(), row));
            lines.extend(row.also.iter().map(|also| line("=".to_owned(), also)));
        }
        if self.rows.is_empty() {
            return String::new();
        }
        text::table(&lines, [true, true, false, false, true, false])
    }

    fn names(&self, f: &mut fmt::Formatter<'_>, what: &str, list: &str, names: &[String]) -> fmt::Result {
        if names.is_empty() {
            return Ok(());
        }
        write!(f, "{} {what}: {}", number(names.len() as u64), names[..names.len().min(NAMES)].join(", "))?;
        if names.len() > NAMES {
            let rest = number((names.len() - NAMES) as u64);
            write!(f, " and {rest} more, see {}", escaped(self.root.join(list)))?;
        }
        writeln!(f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = plural(self.files, "input");
        f.write_str(&many::failing(&files, self.failing, self.failures as u64))?;
        if self.signatures > self.failures {
            write!(f, " ({} before reducing)", number(self.signatures as u64))?;
        }
        writeln!(f, "; {}, {}", plural(self.runs + self.tests, "test"), seconds(self.time))?;
        let named = |all: &[Unfailing]| -> Vec<String> { all.iter().map(|one| one.name.clone()).collect() };
        self.names(
            f,
            if self.passing.len() == 1 { "does not fail" } else { "do not fail" },
            "passing.txt",
            &named(&self.passing),
        )?;
        self.names(f, "inconsistent", "varying.txt", &named(&self.varying))?;
        let unseen = self.not_looked_at.iter().map(|name| match name {
            Name::Text(text) => file_name(Path::new(text)),
            Name::Bytes(_) => "a name that is not valid UTF-8".to_owned(),
        });
        self.names(f, "not examined", "not-examined.txt", &unseen.collect::<Vec<_>>())?;
        if self.failures > 0 {
            writeln!(f, "results, one directory per failure: {}", escaped(&self.root))?;
        }
        match self.stop {
            Some("budget") => writeln!(f, "stopped: the budget is spent"),
            Some(_) => writeln!(f, "stopped: interrupted"),
            None => Ok(()),
        }
    }
}
