//! The commands: one file each.

mod ask;
mod changes;
mod check;
mod clean;
mod compare;
mod completions;
mod folder;
mod fuzz;
mod generate;
mod list;
mod man;
mod many;
mod parse;
mod past;
mod triage;

use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;

use crate::args::{Progress, Source, Words};
use crate::ui::{Ui, tell};

/// Carries out what the words ask for, and tells of errors.
pub fn run(words: &Words, source: Source) -> Exit {
    let ui = |command, progress: &Progress, report| Ui::new(command, progress, source).with_report(report);
    let plain = |done: Result<(), RunError>| match done {
        Ok(()) => Exit::Done,
        Err(error) => {
            tell(&format!("error: {error}"));
            error.exit()
        }
    };
    match words {
        Words::Reduce(words) => ui("reduce", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::reduce(words, ui)),
        Words::Isolate(words) => ui("isolate", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::isolate(words, ui)),
        Words::Maximize(words) => ui("maximize", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::maximize(words, ui)),
        Words::Changes(words) => ui("changes", &words.running.progress, words.running.report.as_ref())
            .run(|ui| changes::run(words, ui)),
        Words::Events(words) => ui("events", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::events(words, ui)),
        Words::Trace(words) => ui("trace", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::trace(words, ui)),
        Words::Check(words) => ui("check", &words.progress, None).run(|ui| check::run(words, ui)),
        Words::Compare(words) => ui("compare", &words.progress, None).run(|ui| compare::run(words, ui)),
        Words::Options(words) => ui("options", &words.running.progress, words.running.report.as_ref())
            .run(|ui| ask::options(words, ui)),
        Words::Env(words) => {
            ui("env", &words.running.progress, words.running.report.as_ref()).run(|ui| ask::env(words, ui))
        }
        Words::Path(words) => {
            ui("path", &words.running.progress, words.running.report.as_ref()).run(|ui| ask::path(words, ui))
        }
        Words::Languages => plain(list::languages()),
        Words::Passes => plain(list::passes()),
        Words::Parse(words) => plain(parse::run(words)),
        Words::Generate(words) => plain(generate::run(words)),
        Words::Fuzz(words) => ui("fuzz", &words.progress, None).run(|ui| fuzz::run(words, ui)),
        Words::Triage(words) => ui("triage", &words.running.progress, words.running.report.as_ref())
            .run(|ui| triage::run(words, ui)),
        Words::Clean(words) => plain(clean::run(words)),
        Words::Report(words) => plain(past::report(words)),
        Words::Replay(words) => plain(past::replay(words)),
        Words::Diff(words) => plain(past::diff(words)),
        Words::Completions(words) => plain(completions::run(words)),
        Words::Man(words) => plain(man::run(words)),
    }
}
