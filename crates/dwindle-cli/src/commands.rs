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

use crate::args::{Running, Source, Words};
use crate::ui::{Ui, tell};

/// Carries out what the words ask for, and tells of errors.
pub fn run(words: &Words, source: Source) -> Exit {
    let plain = |done: Result<(), RunError>| match done {
        Ok(()) => Exit::Done,
        Err(error) => {
            tell(&format!("error: {error}"));
            error.exit()
        }
    };
    match words {
        Words::Reduce(words) => running("reduce", &words.running, source).run(|ui| ask::reduce(words, ui)),
        Words::Isolate(words) => running("isolate", &words.running, source).run(|ui| ask::isolate(words, ui)),
        Words::Maximize(words) => {
            running("maximize", &words.running, source).run(|ui| ask::maximize(words, ui))
        }
        Words::Changes(words) => running("changes", &words.running, source).run(|ui| changes::run(words, ui)),
        Words::Events(words) => running("events", &words.running, source).run(|ui| ask::events(words, ui)),
        Words::Trace(words) => running("trace", &words.running, source).run(|ui| ask::trace(words, ui)),
        Words::Check(words) => Ui::new("check", &words.progress, source).run(|ui| check::run(words, ui)),
        Words::Compare(words) => {
            Ui::new("compare", &words.progress, source).run(|ui| compare::run(words, ui))
        }
        Words::Options(words) => running("options", &words.running, source).run(|ui| ask::options(words, ui)),
        Words::Env(words) => running("env", &words.running, source).run(|ui| ask::env(words, ui)),
        Words::Path(words) => running("path", &words.running, source).run(|ui| ask::path(words, ui)),
        Words::Languages => plain(list::languages()),
        Words::Passes => plain(list::passes()),
        Words::Parse(words) => plain(parse::run(words)),
        Words::Generate(words) => plain(generate::run(words)),
        Words::Fuzz(words) => Ui::new("fuzz", &words.progress, source).run(|ui| fuzz::run(words, ui)),
        Words::Triage(words) => running("triage", &words.running, source).run(|ui| triage::run(words, ui)),
        Words::Clean(words) => plain(clean::run(words)),
        Words::Report(words) => plain(past::report(words)),
        Words::Replay(words) => plain(past::replay(words)),
        Words::Diff(words) => plain(past::diff(words)),
        Words::Completions(words) => plain(completions::run(words)),
        Words::Man(words) => plain(man::run(words)),
    }
}

/// The readers of a command that leaves records, of which a page may be made.
fn running(command: &'static str, words: &Running, source: Source) -> Ui {
    Ui::new(command, &words.progress, source).with_report(words.report.as_ref())
}
