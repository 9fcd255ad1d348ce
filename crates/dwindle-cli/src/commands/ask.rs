//! The commands that ask of a subject what of it the failure needs, what makes the difference, or how much of it passes.

use std::ffi::OsString;
use std::path::PathBuf;

use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::session::key;
use dwindle_run::settings::{Settings, TestSpec};
use dwindle_run::syntax;
use dwindle_run::text::{shell, shown};

use crate::args::{self, Invocation, Isolate, Maximize, Recording, Reduce};
use crate::questions;
use crate::questions::subject::Asked;
use crate::resolve;
use crate::subjects::{actions, arguments, files, invocation, search_path, text, traced, variables};
use crate::ui::Ui;

/// `dwindle reduce`: the smallest part of an input that still fails.
pub(super) fn reduce(words: &Reduce, ui: &mut Ui) -> Result<Exit, RunError> {
    let settings = resolve::reduce(words)?;
    if settings.input.is_tree() {
        return files::reduce(files::open(&settings, ui)?);
    }
    let read = || {
        let input = Input::read_any_size(&settings.input)?;
        syntax::begin_to_read(&settings.syntax, input.name.as_ref(), &input.artifact);
        Ok(input)
    };
    text::reduce::reduce(Asked::of(&settings, ui, read)?)
}

/// `dwindle isolate`: the smallest difference between an input that passes and one that fails.
pub(super) fn isolate(words: &Isolate, ui: &mut Ui) -> Result<Exit, RunError> {
    let settings = resolve::isolate(words)?;
    if !settings.input.is_tree() {
        let passing = text::isolate::passing(&settings)?;
        let asked = Asked::of(&settings, ui, || Input::read(&settings.input))?;
        return text::isolate::isolate(asked, &passing);
    }
    if let Some(path) = &settings.passing {
        return Err(RunError::usage(format!("--passing {}: the input is a directory", shown(path))).hint(
            "to compare two versions of a directory: dwindle changes --good-dir DIR --bad-dir DIR -- TEST",
        ));
    }
    questions::isolate::isolate(files::open(&settings, ui)?)
}

/// `dwindle maximize`: the largest part of a failing input that passes.
pub(super) fn maximize(words: &Maximize, ui: &mut Ui) -> Result<Exit, RunError> {
    let settings = resolve::maximize(words)?;
    if settings.input.is_tree() {
        return questions::maximize::maximize(files::open(&settings, ui)?);
    }
    text::maximize::maximize(Asked::of(&settings, ui, || Input::read(&settings.input))?)
}

/// `dwindle events`: the actions of a log that matter.
pub(super) fn events(words: &args::Events, ui: &mut Ui) -> Result<Exit, RunError> {
    let (settings, how) = resolve::events(words)?;
    let mut asked = Asked::of(&settings, ui, || actions::Recording::read(&settings.input, &how))?;
    actions::check(&mut asked, &how)?;
    match &words.asked {
        Recording { isolate: true, .. } => questions::isolate::isolate(asked),
        Recording { maximize: true, .. } => questions::maximize::maximize(asked),
        _ => actions::reduce(asked, &how),
    }
}

/// `dwindle trace`: the executed statements that matter.
pub(super) fn trace(words: &args::Trace, ui: &mut Ui) -> Result<Exit, RunError> {
    let (mut settings, how) = resolve::trace(words)?;
    let traced = traced::recorded(&settings, &how)?;
    settings.test.sandbox.clone_from(&traced.sandbox);
    traced.told.iter().try_for_each(|text| ui.warn(text))?;
    let input = Input::made(traced, &settings, shell::quoted(&words.command));
    traced::reduce(Asked::of_command(&settings, ui, input)?, &how)
}

/// `dwindle options`: which arguments of a command matter.
pub(super) fn options(words: &Invocation<args::Arguments>, ui: &mut Ui) -> Result<Exit, RunError> {
    let (settings, line) = resolve::options(words)?;
    let line = arguments::Arguments::new(line);
    let shown = shell::quoted(line.failing());
    of_command(words.asked, &settings, ui, Input::made(line, &settings, shown), arguments::reduce)
}

/// `dwindle env`: which environment variables matter.
pub(super) fn env(words: &Invocation<args::Variables>, ui: &mut Ui) -> Result<Exit, RunError> {
    let (settings, variables) = resolve::env(words)?;
    let command = found(&settings.test, &words.command);
    let variables = variables::Variables::new(variables, words.selection.passing_env.is_some(), command);
    let input = Input::made(variables, &settings, shell::quoted(&words.command));
    of_command(words.asked, &settings, ui, input, invocation::reduce)
}

/// `dwindle path`: which elements of a search path matter.
pub(super) fn path(words: &Invocation<args::Elements>, ui: &mut Ui) -> Result<Exit, RunError> {
    let (settings, path) = resolve::path(words)?;
    let elements = search_path::Elements::new(path, found(&settings.test, &words.command));
    let input = Input::made(elements, &settings, shell::quoted(&words.command));
    of_command(words.asked, &settings, ui, input, invocation::reduce)
}

/// Asks what is asked of a command; where nothing else is, what the failure needs.
fn of_command<I: invocation::Invocation>(
    asked: args::Asked,
    settings: &Settings,
    ui: &mut Ui,
    input: Input<I>,
    reduce: fn(Asked<'_, I>) -> Result<Exit, RunError>,
) -> Result<Exit, RunError> {
    let of = Asked::of_command(settings, ui, input)?;
    match asked {
        args::Asked { isolate: true, .. } => questions::isolate::isolate(of),
        args::Asked { maximize: true, .. } => questions::maximize::maximize(of),
        _ => reduce(of),
    }
}

/// The command by the path at which its program was found, so that it is found whatever the environment.
fn found(test: &TestSpec, typed: &[OsString]) -> Vec<OsString> {
    let program = key::resolve(test).map_or_else(|| typed[0].clone(), PathBuf::into_os_string);
    [&[program], test.args.as_slice()].concat()
}
