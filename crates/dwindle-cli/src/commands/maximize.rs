//! `dwindle maximize`: the largest part of a failing input that passes.

use crate::args::Maximize;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::maximize::maximize;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::session::input::Input;
use crate::subjects::{files, text};
use crate::ui::Ui;

/// Grows the passing side, and shows what had to stay out.
pub(super) fn run(words: &Maximize, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::maximize(words)?;
    if settings.input.is_tree() {
        return maximize(files::open(&settings, ui)?);
    }
    text::maximize::maximize(Asked::of(&settings, ui, || Input::read(&settings.input))?)
}
