//! `dwindle completions`: the command line for shells, to complete it.

use crate::args::{self, Completions};
use crate::error::CliError;
use crate::ui::print;

/// Prints the completions.
pub(super) fn run(words: &Completions) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(words.shell, &mut args::command(), "dwindle", &mut script);
    print(&script)
}
