//! `dwindle reduce`: the smallest part of an input that still fails.

use crate::args::Reduce;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::session::input::Input;
use crate::subjects::{files, text};
use crate::ui::Ui;

/// Reduces, and tells how far it came.
pub(super) fn run(words: &Reduce, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::reduce(words)?;
    if settings.input.is_tree() {
        return files::reduce(files::open(&settings, ui)?);
    }
    text::reduce::reduce(Asked::of(&settings, ui, || Input::read(&settings.input))?)
}
