//! `dwindle diff`: what went in a run, as a unified diff.

use std::path::Path;

use dwindle::Text;
use dwindle::files;
use dwindle_run::error::RunError;

use super::{bests, contents, named};
use crate::args;
use crate::ui::{Diff, print};

/// Prints what differs between two bests of a run.
pub(in crate::commands) fn run(words: &args::Diff) -> Result<(), RunError> {
    let run = named(&words.of.run, words.of.state.state_dir.as_deref())?;
    let bests = bests(&run)?;
    let from = contents(&run, &bests, words.from)?;
    let to = contents(&run, &bests, words.to.unwrap_or(bests.len() - 1))?;
    let internal = |error: &dyn std::fmt::Display| RunError::internal(error.to_string());
    let mut diff = match files::read_archive(from.as_slice()) {
        Ok(files) if !files.is_empty() => Diff::of_tree(&files),
        _ => Diff::of_text(Path::new(&run.input()), &Text::new(from).map_err(|error| internal(&error))?),
    };
    print(diff.next(&|out| out.write_all(&to)).map_err(|error| internal(&error))?.as_bytes())
}
