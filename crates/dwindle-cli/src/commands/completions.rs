//! `dwindle completions`: the command line for shells, to complete it.

use dwindle_run::error::RunError;

use crate::args::{self, Completions};
use crate::ui::print;

/// Prints the completions.
pub(super) fn run(words: &Completions) -> Result<(), RunError> {
    let mut script = Vec::new();
    clap_complete::generate(words.shell, &mut args::command(), "dwindle", &mut script);
    print(&script)
}
