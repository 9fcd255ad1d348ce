//! `dwindle events`: the actions of a log that matter.

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::isolate::isolate;
use crate::questions::maximize::maximize;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::subjects::actions::{Recording, check, reduce};
use crate::ui::Ui;

/// Reduces the log, and tells which actions are left.
pub(super) fn run(words: &args::Events, ui: &mut Ui) -> Result<Exit, CliError> {
    let (settings, how) = resolve::events(words)?;
    let mut asked = Asked::of(&settings, ui, || Recording::read(&settings.input, &how))?;
    check(&mut asked, &how)?;
    match &words.log {
        args::Recording { isolate: true, .. } => isolate(asked),
        args::Recording { maximize: true, .. } => maximize(asked),
        _ => reduce(asked, &how),
    }
}
