//! `dwindle env`: which environment variables matter.

use std::path::PathBuf;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::isolate::isolate;
use crate::questions::maximize::maximize;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::session::input::Input;
use crate::session::key;
use crate::subjects::variables::{Variables, reduce};
use crate::text::shell;
use crate::ui::Ui;

/// Finds what matters, and prints the command with nothing else.
pub(super) fn run(words: &args::Env, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, variables) = resolve::env(words)?;
    let typed = &words.subject.command;
    // By the path at which it was found, the program is found whatever the environment.
    let program = key::resolve(&settings.test).map_or_else(|| typed[0].clone(), PathBuf::into_os_string);
    let command = [&[program], settings.test.args.as_slice()].concat();
    let variables = Variables::new(variables, words.variables.passing_env.is_some(), command);
    let input = Input::made(variables, &settings, shell::quoted(typed));
    let asked = Asked::of_command(&settings, ui, input)?;
    match &words.variables {
        args::Variables { isolate: true, .. } => isolate(asked),
        args::Variables { maximize: true, .. } => maximize(asked),
        _ => reduce(asked),
    }
}
