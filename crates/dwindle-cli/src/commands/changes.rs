//! `dwindle changes`: which changes between two versions broke it.
//!
//! The candidate is the working directory itself. A build runs before the test where the tree was edited since the
//! last one. What was found, and that none of it can be left out, is tested again in clean directories; where that
//! comes out otherwise, everything is asked again there. The cause is shown and written before the second question
//! is asked (`output`). The good version has to pass (`passing` of the session).

mod described;
mod functions;
mod investigate;
mod output;
mod passing;
mod report;
mod versions;

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::disk;
use dwindle_run::session::ended::Ending;
use dwindle_run::settings::Input;
use dwindle_run::text::escaped;

use self::investigate::Investigation;
use self::output::CausePatch;
use self::report::{FAILING, Report};
use self::versions::Opened;
use crate::args::Changes;
use crate::questions::begin::begin;
use crate::resolve;
use crate::ui::{SharedUi, Ui};

/// Narrows the changes, and shows which are left.
pub(super) fn run(words: &Changes, ui: &mut Ui) -> Result<Exit, RunError> {
    let (mut settings, asked) = resolve::changes(words)?;
    let opened = Arc::new(Opened::new(&asked)?);
    opened.leave_room_for(&settings.test.with)?;
    settings.input = Input::File(opened.path.clone());
    opened.notes.iter().for_each(|note| ui.say(note));
    let mut found = Investigation::new(&opened, &asked);
    let (mut session, _watch) = begin(&settings, ui, || Ok(opened.input()))?;
    for warning in opened.notes.iter().filter_map(|note| note.strip_prefix("warning: ")) {
        ui.note_for_programs(warning)?;
    }
    let mut patch = CausePatch::open(&session, &asked)?;
    let mut failing = if asked.cause_only || asked.plain { None } else { Some(session.side(FAILING)?) };
    let mut told = Ok(());
    let shared = RefCell::new(&mut *ui);
    let (_, mut finished) = session.run(&mut Ending::new(&mut SharedUi(&shared)), |search, _| {
        found.find_cause(search)?;
        if found.reached.is_known() {
            // What cannot be written is said at the end: the search need not stop for it.
            told = tell(&shared.borrow(), &Report::new(&found), &mut patch);
            if !asked.cause_only {
                found.find_introduction(search)?;
            }
        }
        Ok(((), Vec::new()))
    })?;
    if found.reached.is_contradicted {
        return Err(contradicted(patch.written.as_deref()));
    }
    let report = Report::new(&found);
    finished.result = None;
    // Patches are written here, and not by the session.
    finished.to_stdout = false;
    let mut end = ui.came_to(&finished).both_sides();
    if let (Some(output), Some(bytes)) = (&mut failing, report.failing_patch()) {
        disk::write(output, &bytes)?;
        end = end.result(output.path());
    }
    told?;
    if !found.reached.is_known() && !report.is_all() {
        let bytes = report.cause_patch();
        if patch.is_handed_out() {
            ui.hand_out_so_far(&bytes)?;
        } else {
            ui.answer(&report.answer(&bytes))?;
        }
        if let Some(note) = patch.write_unfinished(&bytes)? {
            end = end.note(note);
        }
    }
    if let Some(path) = &patch.written {
        end = end.result(path);
    }
    end = end.headline(report.headline(ui.clock.elapsed()));
    for line in report.words() {
        end = end.note(line);
    }
    ui.finish(&end, &report.told())
}

/// Shows the cause as soon as it is known, and writes it.
fn tell(ui: &Ui, report: &Report<'_>, patch: &mut CausePatch) -> Result<(), RunError> {
    let bytes = report.cause_patch();
    ui.record("cause", &report.found())?;
    if patch.is_handed_out() {
        ui.say(report.description().trim_end());
        ui.hand_out_so_far(&bytes)?;
    } else {
        ui.answer_so_far(&report.answer(&bytes))?;
    }
    patch.write(&bytes)?;
    // Where all changes are the cause there is nothing more to ask.
    if report.goes_on() && !report.is_all() {
        ui.say(&report.going_on());
    }
    Ok(())
}

/// The test is unreliable; the cause may be `written` already.
fn contradicted(written: Option<&Path>) -> RunError {
    let error = RunError::new(
        Exit::Unreliable,
        "the test gives inconsistent results: testing again did not confirm what was found",
    )
    .detail("the versions with and without these changes were tested again in empty directories");
    let error = match written {
        Some(path) => error.detail(format!(
            "the cause was confirmed: {}; the changes that make the good version fail were not",
            escaped(path)
        )),
        None => error,
    };
    error.hint("make the test repeatable (fix seeds, ports and times), or run it several times for each candidate with --repeat 2/5")
}
