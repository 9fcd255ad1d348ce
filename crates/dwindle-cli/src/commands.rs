//! The commands: one file each. What a run of the engine needs is begun here, the same for all.

mod answer;
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
mod most;
mod needs;
mod options;
mod parse;
mod pieces;
mod reduce;
mod sides;
mod trees;
mod triage;

use dwindle::event::{Event, Stage};
use dwindle::plan::Level;
use dwindle::search::{Search, Stop};
use dwindle::space::AsSpace;
use dwindle::{Algorithm, Config, Control};

use crate::args::Words;
use crate::error::CliError;
use crate::exit::Exit;
use crate::interrupt::Watch;
use crate::session::Session;
use crate::session::artifact::Artifact;
use crate::session::input::Input;
use crate::settings::{Settings, SyntaxChoice};
use crate::ui::{Ui, plural, tell_error};

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
        Words::Reduce(words) => Ui::run("reduce", &words.progress, |ui| reduce::run(words, ui)),
        Words::Isolate(words) => Ui::run("isolate", &words.progress, |ui| isolate::run(words, ui)),
        Words::Maximize(words) => Ui::run("maximize", &words.progress, |ui| maximize::run(words, ui)),
        Words::Changes(words) => Ui::run("changes", &words.progress, |ui| changes::run(words, ui)),
        Words::Events(words) => Ui::run("events", &words.progress, |ui| events::run(words, ui)),
        Words::Check(words) => Ui::run("check", &words.progress, |ui| check::run(words, ui)),
        Words::Compare(words) => Ui::run("compare", &words.progress, |ui| compare::run(words, ui)),
        Words::Options(words) => Ui::run("options", &words.progress, |ui| options::run(words, ui)),
        Words::Env(words) => Ui::run("env", &words.progress, |ui| env::run(words, ui)),
        Words::Languages(_) => plain(languages::run()),
        Words::Parse(words) => plain(parse::run(words)),
        Words::Generate(words) => plain(generate::run(words)),
        Words::Fuzz(words) => Ui::run("fuzz", &words.progress, |ui| fuzz::run(words, ui)),
        Words::Triage(words) => Ui::run("triage", &words.progress, |ui| triage::run(words, ui)),
        Words::Clean(words) => plain(clean::run(words)),
        Words::Completions(words) => plain(completions::run(words)),
        Words::Man(words) => plain(man::run(words)),
    }
}

/// Says what is worth knowing about a grammar that was brought.
fn warn(syntax: &SyntaxChoice, say: impl Fn(&str)) {
    for warning in syntax.warnings() {
        say(&format!("warning: {warning}"));
    }
}

/// Opens a session on a text that signals and the time budget end while the watch lives.
fn open(settings: &Settings, ui: &mut Ui) -> Result<(Session, Watch), CliError> {
    begin(settings, ui, || Input::read(&settings.input))
}

/// As [`open`], on what `read` gives.
fn begin<A: Artifact>(
    settings: &Settings,
    ui: &mut Ui,
    read: impl FnOnce() -> Result<Input<A>, CliError>,
) -> Result<(Session<A>, Watch), CliError> {
    ui.begin(settings)?;
    for warning in settings.syntax.warnings() {
        ui.warn(warning)?;
    }
    for line in settings.test.said_along() {
        ui.say(&line);
    }
    let control = Control::default();
    let watch = Watch::start(&control, settings.budget_time)?;
    let session = Session::open(settings, read()?, &control, ui)?;
    ui.sized(session.size());
    if let Some(signature) = session.signature() {
        ui.say(&format!("the failure to {}: {signature}", session.input().aim()));
        if ui.is_verbose() && !signature.to_regex().is_empty() {
            ui.say(&format!("as a pattern to edit: --signature '{}'", signature.to_regex()));
        }
    }
    if let Some(ending) = session.ending() {
        ui.say(&format!("the failure to {}: {ending}", session.input().aim()));
        ui.say("candidates have to end in the same way; --exit-code any accepts every exit code and signal");
    }
    if let Some(damage) = session.damage() {
        ui.say(&damage);
    }
    if session.remembered() > 0 {
        ui.say(&format!(
            "continuing: {} known from an earlier run",
            plural(session.remembered() as u64, "test")
        ));
    }
    Ok((session, watch))
}

/// Minimises `start` as a stage of its own, and gives what is left.
fn stage(
    search: &mut Search<'_>,
    space: &impl AsSpace,
    algorithm: Algorithm,
    level: Level,
    start: Config,
) -> Result<Config, Stop> {
    let space = &space.as_space();
    let size = space.size(&start);
    let stage = Stage { algorithm: algorithm.name(), unit: level.name(), units: start.len(), size };
    search.announce(&Event::StageBegan(stage))?;
    let reduced = algorithm.reduce(search, space, start)?;
    search.announce(&Event::StageEnded {
        stage,
        units: reduced.config.len(),
        size: space.size(&reduced.config),
        certificate: reduced.certificate,
    })?;
    Ok(reduced.config)
}

/// The program's name without the folder that it lies in.
fn program_name(settings: &Settings) -> String {
    let program = std::path::Path::new(&settings.test.program);
    crate::ui::escaped(program.file_name().unwrap_or(program.as_os_str()))
}
