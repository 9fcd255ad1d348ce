//! The commands: one file each.

mod changes;
mod check;
mod clean;
mod compare;
mod completions;
mod env;
mod events;
mod folder;
mod fuzz;
mod generate;
mod isolate;
mod languages;
mod man;
mod many;
mod maximize;
mod options;
mod parse;
mod passes;
mod reduce;
mod triage;

use crate::args::Words;
use crate::error::CliError;
use crate::exit::Exit;
use crate::ui::{Ui, tell_error};

/// Carries out what the words ask for, and tells of errors.
pub fn run(words: &Words) -> Exit {
    let plain = |done: Result<(), CliError>| match done {
        Ok(()) => Exit::Done,
        Err(error) => {
            tell_error(&error);
            error.exit()
        }
    };
    match words {
        Words::Reduce(words) => Ui::run("reduce", &words.running.progress, |ui| reduce::run(words, ui)),
        Words::Isolate(words) => Ui::run("isolate", &words.running.progress, |ui| isolate::run(words, ui)),
        Words::Maximize(words) => Ui::run("maximize", &words.running.progress, |ui| maximize::run(words, ui)),
        Words::Changes(words) => Ui::run("changes", &words.running.progress, |ui| changes::run(words, ui)),
        Words::Events(words) => Ui::run("events", &words.running.progress, |ui| events::run(words, ui)),
        Words::Check(words) => Ui::run("check", &words.progress, |ui| check::run(words, ui)),
        Words::Compare(words) => Ui::run("compare", &words.progress, |ui| compare::run(words, ui)),
        Words::Options(words) => Ui::run("options", &words.running.progress, |ui| options::run(words, ui)),
        Words::Env(words) => Ui::run("env", &words.running.progress, |ui| env::run(words, ui)),
        Words::Languages(_) => plain(languages::run()),
        Words::Passes => plain(passes::run()),
        Words::Parse(words) => plain(parse::run(words)),
        Words::Generate(words) => plain(generate::run(words)),
        Words::Fuzz(words) => Ui::run("fuzz", &words.progress, |ui| fuzz::run(words, ui)),
        Words::Triage(words) => Ui::run("triage", &words.running.progress, |ui| triage::run(words, ui)),
        Words::Clean(words) => plain(clean::run(words)),
        Words::Completions(words) => plain(completions::run(words)),
        Words::Man(words) => plain(man::run(words)),
    }
}
