//! A result that includes no other file: what is left of a source is preprocessed, and reduced with its headers.

use std::path::Path;

use dwindle::{Stop, Text};
use regex::bytes::Regex;
use serde::Serialize;

use super::one::{Reduced, one};
use crate::error::CliError;
use crate::exit::Exit;
use crate::questions::begin::go_on;
use crate::session::input::Input;
use crate::session::{Session, tagged};
use crate::settings::{Output, Preprocessor, Settings};
use crate::text::{said, size};
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

/// Whether a source takes in other files.
pub(super) fn includes(text: &Text) -> bool {
    let line = Regex::new(r"(?m)^[ \t]*#[ \t]*(include|include_next|import)\b");
    line.is_ok_and(|line| line.is_match(text.bytes()))
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
) -> Result<Exit, CliError> {
    // A mistake in the command shows before anything is reduced.
    if let Some(complaint) = session.preprocess(by, session.input())?.complaint {
        return Err(complaint);
    }
    let source = one(settings, &mut session, ui)?;
    let mut journey = Journey {
        source: source.path.as_deref().map(Name::of),
        source_size: source.text.bytes().len() as u64,
        source_tests: source.tests,
        preprocessed: None,
        failed: None,
    };
    if source.is_stopped {
        return source.finish(settings, ui, &Told { self_contained: journey });
    }
    if !includes(&source.text) {
        let source = source.note("the result includes no other file: it is self-contained".to_owned());
        return source.finish(settings, ui, &Told { self_contained: journey });
    }
    let whole = match session.preprocess(by, &source.text) {
        Ok(printed) => printed.text,
        Err(error) => return without(source, journey, error, settings, ui),
    };
    journey.preprocessed = Some(whole.bytes().len() as u64);
    let settings = second(settings, &session, &source);
    ui.say(&format!("preprocessed by {}: {}", by.shown, size(whole.bytes().len() as u64)));
    let input = Input {
        artifact: whole,
        shown: format!("{} after preprocessing", session.input.shown),
        ..session.input.clone()
    };
    let mut next = match go_on(&settings, ui, &session, input) {
        Ok(next) => next,
        Err(error) => return without(source, journey, error, &settings, ui),
    };
    let left = format!("the source with its #include lines: {}", described(&source));
    let whole = one(&settings, &mut next, ui).map_err(|error| error.detail(left.clone()))?;
    whole.after(source).note(left).finish(&settings, ui, &Told { self_contained: journey })
}

/// The settings of the second search, whose failure is that of the first.
fn second(settings: &Settings, first: &Session, source: &Reduced) -> Settings {
    let mut settings = Settings { tag: TAG, ..settings.clone() };
    settings.test.judged = first.verdict();
    settings.budget.tests = settings.budget.tests.map(|tests| tests.saturating_sub(source.tests));
    if let Output::File(path) = &settings.output {
        settings.output = Output::File(path.with_file_name(tagged(path.file_name().unwrap_or_default(), TAG)));
    }
    settings
}

/// `main.min.cc, 114 bytes`.
fn described(source: &Reduced) -> String {
    let path = source.path.as_deref().unwrap_or(Path::new("-"));
    format!("{}, {}", said(path), size(source.text.bytes().len() as u64))
}

/// Tells of the source alone, and why there is no more.
///
/// # Errors
/// Where the reason is no answer, but a mistake or a machine that cannot go on.
fn without(
    source: Reduced,
    mut journey: Journey,
    error: CliError,
    settings: &Settings,
    ui: &mut Ui,
) -> Result<Exit, CliError> {
    let stop = match error.exit() {
        Exit::Interrupted => Some(Stop::Interrupted),
        Exit::BudgetSpent => Some(Stop::Budget),
        Exit::NotFailing | Exit::Unreliable => None,
        _ => return Err(error.detail(format!("the source is reduced: {}", described(&source)))),
    };
    let source = match stop {
        Some(stop) => source.stopped(&stop),
        None => {
            let why = "the failure is not the same after preprocessing";
            journey.failed = Some(error.shown().to_owned());
            source
                .note(format!("not self-contained: {why}\n{}", indented(&error)))
                .exit(error.exit())
        }
    };
    source.finish(settings, ui, &Told { self_contained: journey })
}

/// What happened, without what to do about it.
fn indented(error: &CliError) -> String {
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    let lines = lines.iter().filter(|line| !line.trim_start().starts_with("hint:"));
    lines.map(|line| format!("  {}", line.trim_start())).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_includes_others_by_lines_of_its_own() {
        let is = |text: &str| includes(&Text::new(text.as_bytes().to_vec()).unwrap());
        assert!(is("#include <a>\n") && is("int x;\n # \tinclude \"a\"\n") && is("#import <a>"));
        assert!(!is("# 1 \"a.h\" 1 3\nint x; // #include\n") && !is("#includes\n"));
    }
}
