//! `dwindle report`: a page about runs, from their records alone.

use std::path::Path;

use dwindle_run::error::RunError;
use dwindle_run::text::said;
use dwindle_store::rundir::PastRun;

use super::named;
use crate::args::Report;
use crate::report;
use crate::ui::print;

/// Writes the page, and says where.
pub(in crate::commands) fn run(words: &Report) -> Result<(), RunError> {
    let state = words.state.state_dir.as_deref();
    let mut runs: Vec<PastRun> = Vec::new();
    for word in &words.runs {
        let run = named(word, state)?;
        let all = if words.all { run.siblings() } else { vec![run] };
        runs.extend(all.into_iter().filter(|run| !runs.contains(run)).collect::<Vec<_>>());
    }
    match words.output.as_deref() {
        Some(to) if to == "-" => print(report::of(runs)?.as_bytes()),
        to => print(format!("{}\n", said(&report::write(runs, to.map(Path::new))?)).as_bytes()),
    }
}
