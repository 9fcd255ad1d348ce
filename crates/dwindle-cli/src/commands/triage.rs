//! `dwindle triage`: sorts failing inputs by what fails, and reduces one of each.
//!
//! First every input is looked at, then the smallest of each failure is reduced, one failure after the other, and at
//! last failures whose reduced inputs are alike are taken for one. All three are the same at any number of jobs, and
//! all that was learned is on disk at once: what inputs showed in a file of its own, reductions in a journal each.

mod alike;
mod earlier;
mod failures;
mod folders;
mod look;
mod memory;
mod report;

use std::path::Path;

use dwindle::Stop;
use dwindle::Text;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::inputs::Inputs;
use dwindle_run::session::part::{self, Part};
use dwindle_run::session::resume;
use dwindle_run::settings::{self, Settings};
use dwindle_run::text::{escaped, plural};
use dwindle_store::rundir::PastRun;

use super::many::oracle::Oracle;
use super::many::runs::Runs;
use super::many::shrink::{Same, Shrunk, State};
use super::many::testing::Testing;
use crate::args;
use crate::resolve;
use crate::ui::Ui;
use failures::{Failures, Kind};
use folders::Folders;
use look::{Look, Looked, Seen};
use memory::Memory;
use report::Report;

/// Sorts the inputs in a folder, and tells of the failures.
pub(super) fn run(words: &args::Triage, ui: &mut Ui) -> Result<Exit, RunError> {
    let settings = resolve::triage(words)?;
    let common = &settings.common;
    let inputs = listed(&settings.dir, &common.memory.state)?;
    let home = std::path::absolute(&settings.dir).unwrap_or_else(|_| settings.dir.clone());
    ui.begin(common)?;
    if let Some(line) = inputs.said() {
        ui.say(&line);
    }
    let Inputs { files, others, .. } = inputs;
    let largest = files.iter().filter_map(|file| file.metadata().ok()).map(|about| about.len()).max();
    let testing = Testing::open(common, largest.unwrap_or(0), ui)?;
    let name = settings.name.clone().unwrap_or_else(|| "input".into());
    let nothing = Text::new(Vec::new()).expect("it is small");
    let dir = part::directory(common, &part::beside(nothing, name, home.clone())).map_err(|error| {
        if error.exit() != Exit::Busy {
            return error;
        }
        let others = common.clone().untyped(&["-o", "--output-dir", "--state-dir"], &[]);
        let again = others.retyped(["--state-dir", "dwindle-second", "-o", "triage-second"]);
        error.hint(format!("to run both at once: {again}"))
    })?;
    let mut folders = Folders::open(&dir, &settings.output_dir)?;
    let mut memory = Memory::open(&dir, common.memory.fresh || common.memory.no_cache)?;
    if !memory.known.is_empty() {
        ui.say(&format!(
            "continuing: {} examined by an earlier run",
            plural(memory.known.len() as u64, "input")
        ));
    }
    let oracle = common.test.judged.clone().map_or(Oracle::Any, Oracle::Named);
    let name = settings.name.as_deref();
    let mut look = Look { name, testing: &testing, oracle: oracle.clone(), memory: &mut memory };
    let Looked { inputs, runs, mut stop } = look.at(&files, ui)?;
    let mut failures = Failures::of(&inputs);
    ui.found(failures.0.len());
    let reduction = Reduction { testing: &testing, home: &home, oracle: &oracle };
    for nth in 0..failures.0.len() {
        if stop.is_none() {
            let left = common.budget.tests.map(|most| most.saturating_sub(runs + failures.tests()));
            stop = reduction.of(&inputs, &mut failures, nth, left, ui)?;
        }
        if !common.memory.fresh {
            reduction.keep_smaller(&inputs, &mut failures, nth, (&folders, &mut stop), ui)?;
        }
    }
    failures.merge();
    for line in folders.keep(&failures) {
        ui.say(&line);
    }
    folders.write(&failures, &inputs, &others)?;
    let report =
        Report::new(&failures, &inputs, &others, &settings.output_dir, runs, stop.as_ref(), ui.clock);
    for failure in &report.rows {
        ui.record("failure", failure)?;
    }
    ui.report(PastRun::siblings_of(dir.path()))?;
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
    oracle: &'a Oracle,
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
    ) -> Result<Option<Stop>, RunError> {
        if left == Some(0) {
            return Ok(Some(Stop::Budget));
        }
        let kind = &mut failures.0[nth];
        let seen = &inputs[kind.inputs[0]];
        let (text, tests, stop) = self.reduced(kind, seen, &look::read(&seen.files[0])?, left, ui)?;
        (kind.reduced, kind.tests, kind.state) = (Some(text), tests, State::reduced(stop.as_ref()));
        Ok(stop)
    }

    /// Lets what an earlier run reduced to fewer bytes stand, if it still fails as `nth` does, reduced as far as it goes.
    ///
    /// Where there is no time to see whether it does, it stands as well.
    fn keep_smaller(
        &self,
        inputs: &[Seen],
        failures: &mut Failures,
        nth: usize,
        (folders, stop): (&Folders<'_>, &mut Option<Stop>),
        ui: &mut Ui,
    ) -> Result<(), RunError> {
        let kind = &mut failures.0[nth];
        let bound = kind.reduced.as_ref().map(|text| text.bytes().len());
        let Some(earlier) = folders.smaller(&kind.failure.to_string(), bound) else { return Ok(()) };
        let earlier = Text::new(earlier.to_vec()).expect("it was one before");
        let seen = &inputs[kind.inputs[0]];
        if stop.is_none() {
            let runner = self.testing.runner(&seen.name, Path::new("earlier").join(&seen.name))?;
            let runs = Runs::new(runner, self.oracle.clone());
            let mut fails = true;
            *stop = self.testing.search(&runs, ui, |search| {
                let (shown, ran) = runs.all(search, std::slice::from_ref(&earlier));
                fails = shown.iter().flatten().all(|shown| shown.fails && shown.is(&kind.failure, &earlier));
                ran
            })?;
            if !fails {
                return Ok(());
            }
        }
        if stop.is_none() {
            let (text, tests, stopped) = self.reduced(kind, seen, &earlier, None, ui)?;
            (kind.reduced, kind.state) = (Some(text), State::reduced(stopped.as_ref()));
            kind.tests += tests;
            *stop = stopped;
        } else {
            (kind.reduced, kind.state) = (Some(earlier), State::PartlyReduced);
        }
        Ok(())
    }

    /// What `text`, which fails as `kind` does, is reduced to, in how many tests, and why that ended early, if it did.
    fn reduced(
        &self,
        kind: &Kind,
        seen: &Seen,
        text: &Text,
        left: Option<u64>,
        ui: &mut Ui,
    ) -> Result<(Text, u64, Option<Stop>), RunError> {
        let Testing { settings: common, scratch, .. } = self.testing;
        let input = part::beside(text.clone(), seen.name.clone(), self.home.to_owned());
        // Not the run directory of the whole, even for an input with nothing in it.
        let own = Settings { tag: "triage-one", ..Settings::clone(common) };
        let part = Part::open(&own, part::directory(&own, &input)?)?;
        let sandbox = self.testing.confined((text, &seen.name), &kind.failure, ui)?;
        let runner = self.testing.runner(&seen.name, Path::new("reduce").join(&seen.name))?.confine(sandbox);
        let test = Same::failure(runner, kind.failure.clone(), self.testing.asked());
        let (shrunk, stop) = part.run(ui, scratch, |events, known| {
            match self.testing.shrink((text, &seen.name), &test, left, known, events) {
                Ok(Shrunk { text, tests, stop }) => (Ok((text, tests)), stop),
                Err(error) => (Err(error), Some(Stop::Interrupted)),
            }
        })?;
        let (text, tests) = shrunk?;
        if let Some(Stop::Contradiction { .. }) = stop {
            let file = escaped(&seen.files[0]);
            return Err(resume::changed(&format!("a part of {file} that passed no longer passes")));
        }
        Ok((text, tests, stop.map(|stop| self.testing.stopped(stop)).transpose()?))
    }
}

/// The inputs in a folder by name, and what else is in it.
fn listed(dir: &Path, state: &settings::State) -> Result<Inputs, RunError> {
    let wrong = |why: &str| {
        RunError::usage(format!("{}: {why}", escaped(dir))).hint("name a directory of failing inputs")
    };
    let inputs = Inputs::of(dir, state).map_err(|error| wrong(&error.to_string()))?;
    match (inputs.files.len(), inputs.others.len()) {
        (0, 0) => Err(wrong("the directory is empty")),
        (0, _) => Err(wrong("the directory contains no files; subdirectories are not searched")),
        _ => Ok(inputs),
    }
}
