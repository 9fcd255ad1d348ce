//! `dwindle isolate` on a directory: the files that make the difference.

use std::sync::Arc;

use dwindle::plan::Level;
use dwindle::space::{FilesSpace, Space};
use serde::Serialize;

use crate::commands::{sides, trees};
use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::text::{number, plural, seconds, shown};
use crate::ui::{End, Name, Ui, input_name};

/// The last record: what came out, and the files that only the failing side has.
#[derive(Debug, Serialize)]
struct Apart<'a> {
    #[serde(flatten)]
    end: &'a End,
    difference: Vec<Name>,
}

/// Isolates by files and directories, writes both sides as folders and names what only the failing one has.
pub(super) fn run(settings: &Settings, ui: &mut Ui) -> Result<Exit, CliError> {
    if let Some(path) = &settings.passing {
        return Err(CliError::usage(format!("--passing {}: the input is a directory", shown(path))).hint(
            "to compare two versions of a directory: dwindle changes --good-dir DIR --bad-dir DIR -- TEST",
        ));
    }
    let (mut session, _watch) = trees::open(settings, ui)?;
    let space = Arc::new(FilesSpace::new(Arc::clone(session.input().files())));
    let (isolated, mut finished) = session.run(ui, |search, _| {
        Ok((sides::apart(search, &space, Level::Files.name(), super::depth(settings))?, Vec::new()))
    })?;
    let Some(isolated) = isolated else {
        let end = End::new(settings, &session, &finished, ui.clock().elapsed()).both_sides();
        ui.end(&end.to_string(), &end)?;
        return Ok(end.exit());
    };
    let (without, with) = isolated.map_err(sides::no_passing_side)?;
    let (passing, failing) = (space.bake(&without), space.bake(&with));
    let difference: Vec<_> =
        failing.iter().map(|(path, _)| path).filter(|path| passing.get(path).is_none()).collect();
    finished.result = Some(session.write_tree("failing", &failing)?);
    finished.result_size = space.size(&with);
    let passing_path = session.write_tree("passing", &passing)?;
    let end =
        End::new(settings, &session, &finished, ui.clock().elapsed()).result(&passing_path).both_sides();
    let all = plural(space.units() as u64, "file and directory");
    let tests = end.tests();
    let end = end.headline(format!(
        "{}: {} of {} {} the difference, beside {} that both sides have, found in {}, {}",
        input_name(settings),
        number(difference.len() as u64),
        all.replace("file and directorys", "files and directories"),
        if difference.len() == 1 { "makes" } else { "make" },
        number(passing.len() as u64),
        plural(tests, "test"),
        seconds(ui.clock().elapsed()),
    ));
    ui.answer(&difference.iter().map(|path| format!("+ {}\n", shown(path))).collect::<Vec<_>>().concat())?;
    let difference = difference.into_iter().map(Name::of).collect();
    ui.end(&end.to_string(), &Apart { end: &end, difference })?;
    Ok(end.exit())
}
