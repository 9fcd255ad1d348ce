//! `dwindle isolate`: the smallest difference between an input that passes and one that fails.

use crate::args::Isolate;
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::isolate::isolate;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::session::input::Input;
use crate::subjects::{files, text};
use crate::text::shown;
use crate::ui::Ui;

/// Isolates, writes both sides and shows what lies between them.
pub(super) fn run(words: &Isolate, ui: &mut Ui) -> Result<Exit, CliError> {
    let settings = resolve::isolate(words)?;
    if !settings.input.is_tree() {
        let passing = text::isolate::passing(&settings)?;
        let asked = Asked::of(&settings, ui, || Input::read(&settings.input))?;
        return text::isolate::isolate(asked, passing);
    }
    if let Some(path) = &settings.passing {
        return Err(CliError::usage(format!("--passing {}: the input is a directory", shown(path))).hint(
            "to compare two versions of a directory: dwindle changes --good-dir DIR --bad-dir DIR -- TEST",
        ));
    }
    isolate(files::open(&settings, ui)?)
}
