//! `dwindle options`: which arguments of a command matter.

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::isolate::isolate;
use crate::questions::maximize::maximize;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::session::input::Input;
use crate::subjects::arguments::{Arguments, reduce};
use crate::text::shell;
use crate::ui::Ui;

/// Finds what matters, and prints the command with nothing else.
pub(super) fn run(words: &args::Options, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, line) = resolve::options(words)?;
    let arguments = Arguments::new(line);
    let shown = shell::quoted(arguments.failing());
    let asked = Asked::of_command(&settings, ui, Input::made(arguments, &settings, shown))?;
    match &words.arguments {
        args::Arguments { isolate: true, .. } => isolate(asked),
        args::Arguments { maximize: true, .. } => maximize(asked),
        _ => reduce(asked),
    }
}
