//! What commands on directories have in common.

use crate::commands::begin::begin;
use crate::error::CliError;
use crate::interrupt::Watch;
use crate::session::Session;
use crate::session::input::Input;
use crate::session::tree::Tree;
use crate::settings::{Feed, Settings};
use crate::text::shown;
use crate::ui::Ui;

/// Opens a session on a directory, or on several inputs as one, and says what is left out of it.
pub(super) fn open(settings: &Settings, ui: &mut Ui) -> Result<(Session<Tree>, Watch), CliError> {
    let mut left_out = Vec::new();
    let opened = begin(settings, ui, || {
        if settings.test.feed == Feed::Stdin {
            return Err(CliError::usage("--stdin cannot be used with a directory or with several inputs")
                .hint(
                    "the candidate is in the working directory, and {} in the command stands for its path",
                ));
        }
        let (input, skipped) = Input::read_tree(&settings.input)?;
        left_out = skipped;
        Ok(input)
    })?;
    for path in &left_out {
        ui.say(&format!("skipped: {} (tests do not see it)", shown(path)));
    }
    Ok(opened)
}
