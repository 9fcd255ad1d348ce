//! `dwindle events --maximize`: the most actions with which a log passes.

use std::sync::Arc;

use dwindle::Config;
use dwindle::plan::Level;
use dwindle::space::Space;
use serde::Serialize;

use super::{Kept, guarded};
use crate::commands::{maximize, most};
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;
use crate::session::recording::Recording;
use crate::settings::{Output, Settings};
use crate::text::{number, plural, seconds};
use crate::ui::{End, Ui, input_name};

/// The last record: what came out, and the actions that had to stay out.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    difference: &'a [Kept],
    /// How many actions the log had.
    of: usize,
}

/// Grows a log that passes by actions (what is paired as one), writes it and shows what had to stay out.
pub(super) fn run(
    settings: &Settings,
    session: &mut Session<Recording>,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let log = Arc::clone(&session.input().log);
    let space = Arc::new(guarded(session.input().space(), settings));
    let (found, mut finished) = session.run(ui, |search, _| {
        Ok((maximize::largest(search, &space, Level::Actions.name(), &Config::empty())?, Vec::new()))
    })?;
    let Some(found) = found else {
        let end = End::new(settings, session, &finished, ui.clock().elapsed());
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let passing = space.to_base(&found.map_err(most::nothing_passes)?);
    // With times closed up, what is longest need not have the most actions.
    let bytes = space.base().bake(&passing);
    finished.result_size = bytes.len() as u64;
    let path = session.write_side(settings.tag, &bytes)?;
    let left_out = Kept::recorded(&log, &space.base().actions(&space.base().full().minus(&passing)));
    let end = End::new(settings, session, &finished, ui.clock().elapsed());
    let tests = end.tests();
    let end = end.headline(format!(
        "{}: passes with {} of {}, found in {}, {}",
        input_name(settings),
        number((log.len() - left_out.len()) as u64),
        plural(log.len() as u64, "action"),
        plural(tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    let end = end.claim("nothing more can be added back");
    if settings.output == Output::Stdout {
        ui.result(&path)?;
    } else {
        ui.answer(&left_out.iter().map(Kept::to_string).collect::<String>())?;
    }
    ui.end(&end.to_string(), &Apart { end: &end, difference: &left_out, of: log.len() })?;
    Ok(end.exit())
}
