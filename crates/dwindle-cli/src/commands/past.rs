//! The commands about runs that are over, or at work elsewhere: they read what these left and run no test.

mod diff;
mod replay;
mod report;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use dwindle_exec::scratch::folder_of;
use dwindle_run::error::RunError;
use dwindle_run::text::{escaped, shown};
use dwindle_store::rundir::{PastRun, homes_beside, input_of};
use dwindle_store::steps::{self, BestStep};

use crate::environment;

pub(super) use diff::run as diff;
pub(super) use replay::run as replay;
pub(super) use report::run as report;

/// The run that `word` names: by its directory, or as the last one on an input.
fn named(word: &OsStr, state_dir: Option<&OsStr>) -> Result<PastRun, RunError> {
    let path = Path::new(word);
    PastRun::at(path).or_else(|| PastRun::latest(homes(path, state_dir))).ok_or_else(|| {
        let wrong = if path.exists() { "no run on it is on record" } else { "there is no such file" };
        RunError::usage(format!("{}: {wrong}", shown(path))).hints([
            "name the input of a run, or its directory, such as crash.c.dwindle",
            "where run data was kept elsewhere, name that place with --state-dir DIR",
        ])
    })
}

/// Where runs on `input` may have been kept: beside it, where it is a repository in that, and in the directories for run data.
fn homes(input: &Path, state_dir: Option<&OsStr>) -> Vec<PathBuf> {
    let beside = input_of(input, folder_of(input)).map(|name| input.with_file_name(name));
    let input = beside.unwrap_or_else(|| input.to_owned());
    let mut homes = if input.file_name().is_some() { homes_beside(&input) } else { Vec::new() };
    let changes = std::fs::read_dir(input.join(".git/dwindle")).into_iter().flatten().flatten();
    homes.extend(changes.map(|entry| entry.path()));
    let path = std::path::absolute(&input).unwrap_or(input);
    homes.extend(environment::state(state_dir).homes(&path));
    homes
}

/// The bests of a run that are kept.
fn bests(run: &PastRun) -> Result<Vec<BestStep>, RunError> {
    let bests = steps::all(&run.steps())?;
    if bests.is_empty() {
        let why = format!(
            "{}: the steps of this run are not kept: it is older than this record, or its input is larger than {} MiB",
            escaped(run.path()),
            steps::Steps::LARGEST >> 20
        );
        return Err(RunError::usage(why).hint("the last best is in the file best, or in the result"));
    }
    Ok(bests)
}

/// The contents of one of the `bests` of a run.
fn contents(run: &PastRun, bests: &[BestStep], number: usize) -> Result<Vec<u8>, RunError> {
    steps::contents(&run.steps(), number)?.ok_or_else(|| {
        RunError::usage(format!("there is no step {number}: the last one is {}", bests.len() - 1))
            .hint(format!("to list all of them: dwindle replay {}", escaped(run.path())))
    })
}
