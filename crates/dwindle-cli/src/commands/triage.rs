//! `dwindle triage`: sorts failing inputs by what fails, and reduces one of each.
//!
//! First every input is looked at, then the smallest of each failure is reduced, one failure after the other, and at
//! last failures whose reduced inputs are alike are taken for one. All three are the same at any number of jobs, and
//! all that was learned is on disk at once: what inputs showed in a file of its own, reductions in a journal each.

mod alike;
mod failures;
mod folders;
mod look;
mod memory;
mod report;

use std::fs;
use std::path::{Path, PathBuf};

use dwindle::Stop;
use dwindle::Text;

use super::many::oracle::Oracle;
use super::many::shrink::{Same, Shrunk, State};
use super::many::testing::Testing;
use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::resolve;
use crate::session::part::{self, Part};
use crate::session::resume;
use crate::settings::Settings;
use crate::text::{escaped, plural};
use crate::ui::Ui;
use failures::Failures;
use folders::Folders;
use look::{Look, Looked, Seen};
use memory::Memory;
use report::Report;

/// Sorts the inputs in a folder, and tells of the failures.
pub(super) fn run(words: &args::Triage, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::triage(words)?;
    let common = &settings.common;
    let (files, others) = listed(&settings.dir)?;
    let home = std::path::absolute(&settings.dir).unwrap_or_else(|_| settings.dir.clone());
    ui.begin(common)?;
    let largest = files.iter().filter_map(|file| file.metadata().ok()).map(|about| about.len()).max();
    let testing = Testing::open(common, largest.unwrap_or(0), ui)?;
    let name = settings.name.clone().unwrap_or_else(|| "input".into());
    let nothing = Text::new(Vec::new()).expect("it is small");
    let dir = part::directory(common, &part::beside(nothing, name, home.clone()))?;
    let mut folders = Folders::open(&dir, &settings.output_dir)?;
    let mut memory = Memory::open(&dir, common.memory.fresh || common.memory.no_cache)?;
    if !memory.known.is_empty() {
        ui.say(&format!(
            "continuing: {} examined by an earlier run",
            plural(memory.known.len() as u64, "input")
        ));
    }
    let oracle = common.test.judged.clone().map_or(Oracle::Any, Oracle::Named);
    let mut look = Look { name: settings.name.as_deref(), testing: &testing, oracle, memory: &mut memory };
    let Looked { inputs, runs, mut stop } = look.at(&files, ui)?;
    let mut failures = Failures::of(&inputs);
    ui.found(failures.0.len());
    let reduction = Reduction { testing: &testing, home: &home };
    for nth in 0..failures.0.len() {
        if stop.is_none() {
            let left = common.budget.tests.map(|most| most.saturating_sub(runs + failures.tests()));
            stop = reduction.of(&inputs, &mut failures, nth, left, ui)?;
        }
    }
    failures.merge();
    folders.write(&failures, &inputs, &others)?;
    let report =
        Report::new(&failures, &inputs, &others, &settings.output_dir, runs, stop.as_ref(), ui.clock);
    for failure in &report.rows {
        ui.record("failure", failure)?;
    }
    ui.answer(&report.table())?;
    testing.say_what_is_kept(ui);
    ui.end(&report.to_string(), &report)?;
    Ok(report.exit)
}

/// What the reduction of an input needs.
struct Reduction<'a> {
    testing: &'a Testing<'a>,
    /// What run directories lie beside.
    home: &'a Path,
}

impl Reduction<'_> {
    /// Reduces the input that stands for a failure; gives why it ended before its end, if it did.
    fn of(
        &self,
        inputs: &[Seen],
        failures: &mut Failures,
        nth: usize,
        left: Option<u64>,
        ui: &mut Ui,
    ) -> Result<Option<Stop>, CliError> {
        if left == Some(0) {
            return Ok(Some(Stop::Budget));
        }
        let Testing { settings: common, scratch, .. } = self.testing;
        let kind = &failures.0[nth];
        let seen = &inputs[kind.inputs[0]];
        let text = look::read(&seen.files[0])?;
        let input = part::beside(text.clone(), seen.name.clone(), self.home.to_owned());
        // Not the run directory of the whole, even for an input with nothing in it.
        let own = Settings { tag: "triage-one", ..Settings::clone(common) };
        let part = Part::open(&own, part::directory(&own, &input)?)?;
        let runner = self.testing.runner(&seen.name, Path::new("reduce").join(&seen.name))?;
        let test = Same::failure(runner, kind.failure.clone(), self.testing.asked());
        let (shrunk, stop) = part.run(ui, scratch, |events, known| {
            match self.testing.shrink((&text, &seen.name), &test, left, known, events) {
                Ok(Shrunk { text, tests, stop }) => (Ok((text, tests)), stop),
                Err(error) => (Err(error), Some(Stop::Interrupted)),
            }
        })?;
        let (text, tests) = shrunk?;
        let kind = &mut failures.0[nth];
        (kind.reduced, kind.tests, kind.state) = (Some(text), tests, State::reduced(stop.as_ref()));
        if let Some(Stop::Contradiction { .. }) = stop {
            let file = escaped(&seen.files[0]);
            return Err(resume::changed(&format!("a part of {file} that passed no longer passes")));
        }
        stop.map(|stop| self.testing.stopped(stop)).transpose()
    }
}

/// The files in a folder by name, and what else is in it.
fn listed(dir: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), CliError> {
    let wrong = |why: &str| {
        CliError::usage(format!("{}: {why}", escaped(dir))).hint("name a directory of failing inputs")
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(|error| wrong(&error.to_string()))? {
        entries.push(entry.map_err(|error| wrong(&error.to_string()))?.path());
    }
    entries.sort();
    let (files, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_file());
    match (files.len(), others.len()) {
        (0, 0) => Err(wrong("the directory is empty")),
        (0, _) => Err(wrong("the directory contains no files; subdirectories are not searched")),
        _ => Ok((files, others)),
    }
}
