//! `dwindle maximize` on a directory: the most files that pass.

use std::sync::Arc;

use dwindle::Config;
use dwindle::plan::Level;
use dwindle::space::{FilesSpace, Space};
use serde::Serialize;

use super::{largest, nothing_passes};
use crate::commands::trees;
use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::text::{number, plural, seconds, shown};
use crate::ui::{End, Name, Ui, input_name};

/// The last record: what came out, and the files that had to stay out.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    difference: Vec<Name>,
}

/// Grows the passing side by files and directories, and names those that had to stay out.
pub(super) fn run(settings: &Settings, ui: &mut Ui) -> Result<Exit, CliError> {
    let (mut session, _watch) = trees::open(settings, ui)?;
    let space = Arc::new(FilesSpace::new(Arc::clone(session.input().files())));
    let (found, finished) = session.run(ui, |search, _| {
        Ok((largest(search, &space, Level::Files.name(), &Config::empty())?, Vec::new()))
    })?;
    let Some(found) = found else { return super::so_far(settings, &session, finished, ui) };
    let end = End::new(settings, &session, &finished, ui.clock().elapsed());
    let passing = space.bake(&found.map_err(nothing_passes)?);
    let left_out: Vec<_> =
        space.paths().iter().map(AsRef::as_ref).filter(|path| passing.get(path).is_none()).collect();
    let tests = end.tests();
    let all = plural(space.units() as u64, "file and directory");
    let end = end.headline(format!(
        "{}: {} of {} pass together, in {}, {}",
        input_name(settings),
        number(passing.len() as u64),
        all.replace("file and directorys", "files and directories"),
        plural(tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    let lines = left_out.iter().map(|path| format!("- {}\n", shown(path))).collect::<Vec<_>>().concat();
    super::answer(settings, finished.result.as_deref(), &lines, ui)?;
    let difference = left_out.into_iter().map(Name::of).collect();
    ui.end(&end.to_string(), &Apart { end: &end, difference })?;
    Ok(end.exit())
}
