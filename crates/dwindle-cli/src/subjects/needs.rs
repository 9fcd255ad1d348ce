//! `--deps`: which units need which, as the user says it.

use dwindle::needs::{self, Needs};
use dwindle_run::error::RunError;
use dwindle_run::settings::Deps;
use dwindle_run::text::shown;

use crate::ui::Ui;

/// What a list of needs says of the units of an input.
#[derive(Debug)]
pub(crate) struct Needed {
    /// Which unit needs which.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// The same as a graph.
    pub(crate) needs: Needs,
}

/// Reads the list of an input with so many units, which `unit` finds by their names.
///
/// # Errors
/// The first line that makes no sense.
pub(crate) fn read(
    deps: &Deps,
    units: usize,
    names: &str,
    unit: impl Fn(&str) -> Option<u32>,
) -> Result<Needed, RunError> {
    let pairs = needs::read(&deps.text, unit).map_err(|error| {
        RunError::usage(format!("--deps {}: {error}", shown(&deps.path)))
            .hint(format!("each line is `unit: needed units ...`, where a unit is {names}"))
    })?;
    Ok(Needed { needs: Needs::new(units, pairs.iter().copied()), pairs })
}

/// Says which units need each other in a circle.
pub(crate) fn circles(needs: &Needs, ui: &Ui, name: impl Fn(u32) -> String) {
    for group in needs.groups().iter().filter(|group| group.len() > 1) {
        let names: Vec<String> = group.iter().map(|&unit| name(unit)).collect();
        ui.say(&format!("circular needs, so these are kept or removed together: {}", names.join(", ")));
    }
}
