//! `dwindle replay`: any best of a run, as it was.

use std::path::Path;

use dwindle_report::Run;
use dwindle_run::error::RunError;
use dwindle_run::text::{number, percent, plural, shown, table};
use dwindle_store::rundir;

use super::{bests, contents, named};
use crate::args::Replay;
use crate::ui::print;

/// Gives back one best, or lists all of them.
pub(in crate::commands) fn run(words: &Replay) -> Result<(), RunError> {
    let run = named(&words.of.run, words.of.state.state_dir.as_deref())?;
    let bests = bests(&run)?;
    let Some(step) = words.step else {
        let read = Run::read(run)?;
        let first = bests.first().map_or(0, |best| best.size);
        let mut rows: Vec<[String; 5]> = Vec::new();
        for (at, best) in bests.iter().enumerate() {
            let point = read.points.iter().find(|point| point.id == best.id);
            let pass = point.and_then(|point| read.passes.get(point.pass?));
            let by = pass.map(|pass| format!("{} by {}", pass.algorithm, pass.unit));
            rows.push([
                number(at as u64),
                plural(best.asked, "test"),
                plural(best.size, "byte"),
                percent(best.size, first),
                by.unwrap_or_else(|| if at == 0 { "the input" } else { "" }.to_owned()),
            ]);
        }
        return print(table(&rows, [true, true, true, true, false]).as_bytes());
    };
    let bytes = contents(&run, &bests, step)?;
    let Some(file) = words.output.as_deref().filter(|file| *file != "-").map(Path::new) else {
        return print(&bytes);
    };
    match rundir::put(file, &bytes) {
        Ok(true) => Ok(()),
        Ok(false) => Err(RunError::usage(format!("{} exists, and is not overwritten", shown(file)))
            .hint("name a file that does not exist")),
        Err(error) => Err(RunError::usage(format!("cannot write {}: {error}", shown(file)))
            .hint("choose a file that can be written")),
    }
}
