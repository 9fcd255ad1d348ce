//! `dwindle events --isolate`: the actions between a log that passes and one that fails.

use std::sync::Arc;

use dwindle::Config;
use dwindle::isolate::Depth;
use dwindle::plan::Level;

use super::{Kept, Needed, guarded, text};
use crate::commands::sides;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;
use crate::session::recording::Recording;
use crate::settings::Settings;
use crate::text::{number, plural, seconds};
use crate::ui::{End, Ui, input_name};

/// Isolates by actions (what is paired as one), writes both logs and shows what only the failing one has.
pub(super) fn run(
    settings: &Settings,
    session: &mut Session<Recording>,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let recording = session.input();
    let (log, space) = (Arc::clone(&recording.log), recording.space());
    let space = Arc::new(guarded(space, settings));
    let (isolated, mut finished) = session.run(ui, |search, _| {
        Ok((sides::apart(search, &space, Level::Actions.name(), Depth::Surroundings)?, Vec::new()))
    })?;
    let Some(isolated) = isolated else {
        let end = End::new(settings, session, &finished, ui.clock().elapsed()).both_sides();
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (passing, failing) = isolated.map_err(sides::no_passing_side)?;
    let bake = |config: &Config| text(space.base().bake(&space.to_base(config)));
    let numbers = |config: &Config| space.base().actions(&space.to_base(config));
    let space = numbers(&passing);
    let difference: Vec<u32> = numbers(&failing).into_iter().filter(|at| !space.contains(at)).collect();
    let text = bake(&failing);
    finished.result = Some(session.write_side("failing", text.bytes())?);
    finished.result_size = text.bytes().len() as u64;
    let passing_path = session.write_side("passing", bake(&passing).bytes())?;
    let end = End::new(settings, session, &finished, ui.clock().elapsed()).result(&passing_path).both_sides();
    let of = log.len();
    let actions = Kept::recorded(&log, &difference);
    let tests = end.tests();
    let end = end.headline(format!(
        "{}: {} of {} {} the difference; both logs share {}; found in {}, {}",
        input_name(settings),
        number(actions.len() as u64),
        plural(of as u64, "action"),
        if actions.len() == 1 { "makes" } else { "make" },
        number(space.len() as u64),
        plural(tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    ui.answer(&actions.iter().map(Kept::to_string).collect::<String>())?;
    ui.end(&end.to_string(), &Needed { end: &end, actions: &actions, of })?;
    Ok(end.exit())
}
