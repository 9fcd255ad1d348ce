//! A result that includes no other file: what is left of a source is preprocessed, and reduced with its headers.
//!
//! There are two sessions under one control, each with its own key: that of the source, and that of the
//! preprocessed result, judged by the verdict of the first. The same source gives the same text, so the same
//! command finds both journals again.

use std::path::Path;

use dwindle::Stop;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::input::Input;
use dwindle_run::session::{Session, tagged};
use dwindle_run::settings::{Output, Preprocessor, Settings};
use dwindle_run::text::{said, size};
use serde::Serialize;

use super::ahead::{Ahead, includes};
use super::one::{Reduced, one};
use crate::questions::begin::go_on;
use crate::ui::{Name, Ui};

/// What stands in the name of the result.
const TAG: &str = "self-contained";

/// What the last record says of it.
#[derive(Debug, Serialize)]
struct Told {
    self_contained: Journey,
}

/// How the source became a file that includes nothing, or why not.
#[derive(Debug, Serialize)]
struct Journey {
    /// What is left of the source.
    source: Option<Name>,
    source_size: u64,
    source_tests: u64,
    /// The size of that with its headers in place.
    preprocessed: Option<u64>,
    /// Why it still includes other files.
    failed: Option<String>,
}

/// The command that goes on with a result that still includes other files, where there is one.
pub(super) fn next_step(settings: &Settings, result: &Reduced) -> Option<String> {
    let Settings { preprocessor, deps, explain, output, .. } = settings;
    let can_be_asked = deps.is_none() && explain.is_none() && *output != Output::InPlace;
    (preprocessor.is_some() && can_be_asked && !result.is_stopped && includes(&result.text))
        .then(|| settings.retyped(["--self-contained"]))
}

/// Reduces the source, then what it is with its headers in place; tells how far it came.
pub(super) fn reduce(
    settings: &Settings,
    by: &Preprocessor,
    mut session: Session,
    ui: &mut Ui,
) -> Result<Exit, RunError> {
    let preprocessing = session.preprocessing(by);
    // A mistake in the command shows before anything is reduced.
    if let Some(complaint) = preprocessing.print(session.input())?.complaint {
        return Err(complaint);
    }
    let mut ahead = Ahead::new(preprocessing, session.best());
    let mut source = one(settings, &mut session, ui, Some(&mut ahead))?;
    let mut journey = Journey {
        source: source.path.as_deref().map(Name::of),
        source_size: source.text.bytes().len() as u64,
        source_tests: source.tests,
        preprocessed: None,
        failed: ahead.why_not.filter(|_| !source.is_stopped),
    };
    let Some(whole) = source.preprocessed.take().filter(|_| !source.is_stopped) else {
        source = match &journey.failed {
            Some(why) => {
                let said = format!("not self-contained: {why}");
                source.telling(|end| end.note(said).exit(Exit::NotFailing))
            }
            None if source.is_stopped => source,
            None => source.telling(|end| {
                end.note("the result includes no other file: it is self-contained".to_owned())
            }),
        };
        return source.finish(settings, ui, &Told { self_contained: journey });
    };
    let bytes = whole.bytes().len() as u64;
    journey.preprocessed = Some(bytes);
    ui.say(&format!("the source: {}; preprocessed by {}: {}", described(&source), by.shown, size(bytes)));
    let settings = second(settings, &session, &source);
    let shown = format!("{} after preprocessing", session.input.shown);
    let input = Input { artifact: whole, shown, ..session.input.clone() };
    let left = format!("the source, with its #include lines: {}", described(&source));
    let told = Told { self_contained: journey };
    let mut next = match go_on(&settings, ui, &session, input) {
        Ok(next) => next,
        Err(error) => {
            let stop = match error.exit() {
                Exit::Interrupted => Stop::Interrupted,
                Exit::BudgetSpent => Stop::Budget,
                _ => return Err(error.detail(left)),
            };
            return source.telling(|end| end.stopped(&stop)).finish(&settings, ui, &told);
        }
    };
    match one(&settings, &mut next, ui, None) {
        Ok(whole) => whole.after(source).telling(|end| end.note(left)).finish(&settings, ui, &told),
        Err(error) => match error.exit() {
            Exit::BudgetSpent => {
                source.telling(|end| end.stopped(&Stop::Budget)).finish(&settings, ui, &told)
            }
            _ => Err(error.detail(left)),
        },
    }
}

/// The settings of the second search, whose failure is that of the first.
fn second(settings: &Settings, first: &Session, source: &Reduced) -> Settings {
    let mut settings = Settings { tag: TAG, ..settings.clone() };
    settings.test.judged = first.verdict();
    settings.budget.tests = settings.budget.tests.map(|tests| tests.saturating_sub(source.tests));
    if let Output::File(path) = &settings.output {
        settings.output =
            Output::File(path.with_file_name(tagged(path.file_name().unwrap_or_default(), TAG)));
    }
    settings
}

/// `main.min.cc, 114 bytes`.
fn described(source: &Reduced) -> String {
    let path = source.path.as_deref().unwrap_or(Path::new("-"));
    format!("{}, {}", said(path), size(source.text.bytes().len() as u64))
}
