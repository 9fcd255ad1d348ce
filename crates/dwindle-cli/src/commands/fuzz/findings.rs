//! What was found: one input for each failure, on disk at once, and what there is to tell of it.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::{Stop, Text};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::tagged;
use dwindle_run::text::{escaped, number, plural, seconds, size};
use serde::Serialize;

use super::owner::Owner;
use crate::asked::Fuzz;
use crate::commands::folder::Folder;
use crate::commands::many;
use crate::commands::many::failure::Failure;
use crate::commands::many::shrink::{Shrunk, State};
use crate::ui::{Name, ending};

/// The findings so far.
#[derive(Debug)]
pub(super) struct Findings {
    folder: Folder,
    owner: Owner,
    /// Whether the folder was there before.
    was_there: bool,
    /// What an input is called: its ending is that of findings.
    name: OsString,
    pub(super) all: Vec<Finding>,
    next: usize,
}

/// One failure.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// What all inputs that fail so show.
    failure: String,
    /// What the first of them showed.
    signature: String,
    #[serde(skip)]
    is: Failure,
    /// The first input that failed so.
    input: Name,
    input_size: u64,
    /// The same, reduced; none where that was not done.
    result: Option<Name>,
    result_size: Option<u64>,
    /// Logical tests of its reduction.
    tests: u64,
    /// How many inputs failed so.
    pub(super) inputs: u64,
    pub(super) state: State,
    #[serde(skip)]
    shown: PathBuf,
    #[serde(skip)]
    file: usize,
}

impl Findings {
    /// Findings in the folder that `settings` name.
    ///
    /// # Errors
    /// When there can be no such folder, or it contains the findings of another run.
    pub(super) fn open(settings: &Fuzz) -> Result<Self, RunError> {
        let Fuzz { output_dir: dir, name, .. } = settings;
        let owner = Owner::of(settings);
        owner.check(dir)?;
        let was_there = dir.exists();
        let folder = Folder::open(dir)?;
        Ok(Self { folder, owner, was_there, name: name.clone(), all: Vec::new(), next: 1 })
    }

    /// Adds an input that fails in a new way; gives the finding's number.
    pub(super) fn add(&mut self, failure: &Failure, input: &Text) -> Result<usize, RunError> {
        if self.all.is_empty() {
            self.owner.sign(&self.folder)?;
        }
        let (file, path) = self.put(self.next, input)?;
        self.next = file + 1;
        self.all.push(Finding {
            failure: failure.to_string(),
            signature: failure.signature.to_string(),
            is: failure.clone(),
            input: Name::of(&path),
            input_size: input.bytes().len() as u64,
            result: None,
            result_size: None,
            tests: 0,
            inputs: 1,
            state: State::Found,
            shown: path,
            file,
        });
        Ok(self.all.len() - 1)
    }

    /// The number of the first finding whose failure is meant.
    pub(super) fn find(&self, is: impl Fn(&Failure) -> bool) -> Option<usize> {
        self.all.iter().position(|finding| is(&finding.is))
    }

    /// Its input was reduced.
    pub(super) fn reduced(
        &mut self,
        number: usize,
        input: &Text,
        Shrunk { text, tests, stop }: &Shrunk,
    ) -> Result<(), RunError> {
        let mut file = self.all[number].file;
        let path = loop {
            if let Some(path) = self.folder.put(&self.file(file), text.bytes())? {
                break path;
            }
            // An earlier run left another result for the same input.
            let (next, path) = self.put(file + 1, input)?;
            (file, self.all[number].input) = (next, Name::of(&path));
        };
        self.next = self.next.max(file + 1);
        let finding = &mut self.all[number];
        finding.result = Some(Name::of(&path));
        finding.result_size = Some(text.bytes().len() as u64);
        finding.shown = path;
        (finding.tests, finding.state) = (*tests, State::reduced(stop.as_ref()));
        Ok(())
    }

    /// Writes an input as it was found, under the first number from `from` on that is free.
    fn put(&self, from: usize, input: &Text) -> Result<(usize, PathBuf), RunError> {
        for file in from.. {
            let name = tagged(OsStr::new(&self.file(file)), "found").to_string_lossy().into_owned();
            if let Some(path) = self.folder.put(&name, input.bytes())? {
                return Ok((file, path));
            }
        }
        unreachable!("numbers do not end")
    }

    /// `0001.json`.
    fn file(&self, number: usize) -> String {
        let ending = Path::new(&self.name).extension().map(OsStr::to_string_lossy);
        ending.map_or_else(|| format!("{number:04}"), |ending| format!("{number:04}.{ending}"))
    }
}

impl Drop for Findings {
    fn drop(&mut self) {
        if self.all.is_empty() && !self.was_there {
            // It may not be empty after all: then it stays.
            drop(fs::remove_dir(self.folder.path()));
        }
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.iter().try_for_each(|finding| write!(f, "{finding}"))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", escaped(&self.failure))?;
        write!(f, "  {}: ", escaped(&self.shown))?;
        match (self.state, self.result_size) {
            (State::Reduced | State::PartlyReduced, Some(result)) => {
                let (from, to) = (number(self.input_size), size(result));
                write!(f, "{from} -> {to} in {}", plural(self.tests, "test"))?;
                if self.state == State::PartlyReduced {
                    write!(f, ", unfinished")?;
                }
            }
            (State::Unreliable, _) => {
                write!(f, "{}, failed once, but not when run again", size(self.input_size))?;
            }
            _ => write!(f, "{}, not reduced", size(self.input_size))?,
        }
        match self.inputs {
            1 => writeln!(f),
            inputs => writeln!(f, "; {} inputs fail this way", number(inputs)),
        }
    }
}

/// How much was looked at: the last record.
#[derive(Debug, Default, Serialize)]
pub(super) struct Looked {
    exit: Option<Exit>,
    stop: Option<&'static str>,
    /// How many inputs were tried.
    pub(super) inputs: u64,
    /// How many of them failed.
    pub(super) failing: u64,
    /// In how many ways.
    ways: u64,
    /// Runs of an input again, to see whether it fails again.
    pub(super) again: u64,
    /// Logical tests of the reductions of findings.
    pub(super) reducing: u64,
    /// How many inputs were taken up since the command behaved in a new way.
    pub(super) taken_up: u64,
    /// Logical tests of their reductions.
    pub(super) taking_up: u64,
    /// Whether there are no more inputs.
    pub(super) exhausted: bool,
    seconds: f64,
    #[serde(skip)]
    time: Duration,
}

impl Looked {
    /// Notes how it ended.
    pub(super) fn ended(&mut self, stop: Option<&Stop>, findings: &Findings, time: Duration) {
        self.ways = findings.all.len() as u64;
        (self.time, self.seconds) = (time, time.as_secs_f64());
        self.stop = ending(stop).1;
        self.exit = Some(match (self.stop, findings.all.len()) {
            (Some("interrupted"), _) => Exit::Interrupted,
            (_, 0) => Exit::NotFailing,
            _ => Exit::Done,
        });
    }

    /// How the program ends.
    pub(super) fn exit(&self) -> Exit {
        self.exit.unwrap_or(Exit::Internal)
    }
}

impl fmt::Display for Looked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests = self.inputs + self.again + self.reducing + self.taking_up;
        let tried = format!("{} tried", plural(self.inputs, "input"));
        let failing = many::failing(&tried, self.failing, self.ways);
        writeln!(f, "{failing}; {}, {}", plural(tests, "test"), seconds(self.time))?;
        if self.taken_up > 0 {
            writeln!(f, "inputs kept because they led to new behaviour: {}", number(self.taken_up))?;
        }
        if self.exhausted {
            writeln!(f, "no further inputs could be generated")?;
        }
        match self.stop {
            Some("budget") => writeln!(f, "stopped: the time budget is spent"),
            Some(_) => writeln!(f, "stopped: interrupted"),
            None => Ok(()),
        }
    }
}
