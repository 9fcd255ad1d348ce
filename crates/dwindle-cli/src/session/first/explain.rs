//! What is said of a first run that stands against the rest: what ran, where, how it ended, and what to do.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;

use dwindle::process::{End, NotStarted, Report};
use dwindle::signature::BisectRun;

use super::{Ran, Runs, advice, missing, script};
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::settings::{self, Feed, Judged, Settings};
use crate::text::{shell, shown};

/// The error of an input that does not fail.
pub(super) fn not_failing<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran, message: String) -> CliError {
    let Runs { settings, input, .. } = runs;
    let exit = if script::is_unable(&ran.report) { Exit::CouldNotRun } else { Exit::NotFailing };
    let mut error = detailed(CliError::new(exit, message), runs, ran);
    if input.artifact.has_home() {
        let several = input.name.is_empty().then_some(Path::new("."));
        let file = several.or(input.path.as_deref()).unwrap_or(Path::new("INPUT"));
        error = error.detail(format!("by hand: {}", by_hand(runs, file)));
    }
    let output = missing::output(&ran.report);
    let missing = missing::hints(settings, input, &output);
    // Where something is missing, that comes first.
    let advice = if missing.is_empty() { advice::of(settings, ran) } else { Vec::new() };
    error = missing.into_iter().fold(error, CliError::hint);
    if matches!(settings.input, settings::Input::Made(_)) {
        error = error.hint(
            "it ran in a directory of its own, with the files that its arguments name: \
             name other files that it reads with --with PATH",
        );
    }
    if input.artifact.is_tree() {
        error = error.hint("tests see a copy: name other files that they need with --with PATH");
    }
    if let Some(hint) = script::hint_at_end(&settings.test, &ran.report) {
        error = error.hint(hint);
    }
    error = advice.into_iter().fold(error, CliError::hint);
    let means = match &settings.test.judged {
        Judged::Script { .. } => "a test script exits with 0 if the failure is still there",
        Judged::BisectRun(BisectRun { bad_matches: Some(_) }) => {
            "a version is bad if the output of its test matches --bad-matches"
        }
        Judged::BisectRun(_) => {
            "a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0"
        }
        Judged::FirstRun => "a command fails if it ends with an exit code other than 0, or by a signal",
        Judged::Signature(_) => "--signature has to match a line of the output",
        Judged::Conditions(_) => "all conditions have to be met at once",
    };
    error.hint(means)
}

/// Ends a run whose failure is, as a shell says, that a program of the test was not found or cannot be run.
///
/// # Errors
/// Then.
pub(super) fn refuse_unable<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Result<(), CliError> {
    let Runs { settings, .. } = runs;
    let is_file = !matches!(settings.input, settings::Input::Made(_));
    if !is_file || !matches!(settings.test.judged, Judged::FirstRun) || !script::is_unable(&ran.report) {
        return Ok(());
    }
    let End::Exited(code) = ran.report.end else { return Ok(()) };
    let error = CliError::new(Exit::CouldNotRun, "the test could not run a program");
    let error = detailed(error, runs, ran);
    let error = script::hint_at_end(&settings.test, &ran.report).into_iter().fold(error, CliError::hint);
    Err(error.hint(format!(
        "if that is the failure to reduce: {}",
        settings.retyped(["--exit-code", &code.to_string()])
    )))
}

/// Adds to `error` what ran, where, how it ended, and the last lines of its output.
pub(in crate::session) fn detailed<A: Artifact>(error: CliError, runs: &Runs<'_, A>, ran: &Ran) -> CliError {
    let place = &runs.place;
    let command = match (place.build_failure(), &runs.settings.build) {
        (Some(_), Some(build)) => build.clone(),
        _ => by_hand(runs, place.file()),
    };
    let mut error = error
        .detail(format!("ran:     {command}"))
        .detail(format!("in:      {}", place.work().display()))
        .detail(format!("ended:   {}", ended(&ran.report)));
    if let Some(reason) = &ran.reason {
        error = error.detail(format!("reason:  {reason}"));
    }
    for (stream, captured) in [("stdout", &ran.report.stdout), ("stderr", &ran.report.stderr)] {
        let text = captured.text();
        let lines: Vec<&str> = text.trim_end().lines().collect();
        for line in &lines[lines.len().saturating_sub(8)..] {
            error = error.detail(format!("{stream}:  {line}"));
        }
    }
    error
}

/// How a run ended, in words.
fn ended(report: &Report) -> String {
    match &report.end {
        End::Signalled(number) => match dwindle::signature::signal_name(*number) {
            Some(name) => format!("by {name}"),
            None => format!("by signal {number}"),
        },
        other => other.to_string(),
    }
}

/// The command as a user would type it, with `file` as the candidate.
fn by_hand<A: Artifact>(runs: &Runs<'_, A>, file: &Path) -> String {
    let command = runs.place.command();
    let (ours, path) = (runs.place.file().to_string_lossy(), file.to_string_lossy());
    let words = std::iter::once(&command.program).chain(&command.args);
    let mut line =
        shell::quoted(words.map(|word| OsString::from(word.to_string_lossy().replace(&*ours, &path))));
    if runs.settings.test.feed == Feed::Stdin {
        let _ok = write!(line, " < {}", shown(file));
    }
    line
}

/// Why the test's program could not be started, and what to do.
pub(crate) fn not_started(program: &OsStr, kind: NotStarted, why: &str) -> CliError {
    let path = Path::new(program);
    if let Some((what, hint)) = script::trouble(path) {
        let message = format!("the test cannot be run: {}: {what}", shown(path));
        return CliError::new(Exit::CouldNotRun, message).hint(hint);
    }
    let program = shown(path);
    let what = if why.starts_with(&program) { why.to_owned() } else { format!("{program}: {why}") };
    let error = CliError::new(Exit::CouldNotRun, format!("the test cannot be run: {what}"));
    match kind {
        NotStarted::NotFound if path.components().count() == 1 && path.is_file() => {
            error.hint(format!("to run the one in this directory, write ./{program}"))
        }
        NotStarted::NotFound => error.hint("check the name; a test in this directory is written ./test.sh"),
        NotStarted::PermissionDenied | NotStarted::BadFormat if !script::begins_as_one(path) => error
            .hint("a script begins with a line such as #!/bin/sh")
            .hint("a command that takes the input is written after it: dwindle reduce INPUT -- COMMAND {}"),
        NotStarted::PermissionDenied => {
            error.hint(format!("make it executable: chmod +x {}", shell::quoted([crate::text::nearby(path)])))
        }
        NotStarted::BadFormat => error.hint("a script begins with a line such as #!/bin/sh"),
        NotStarted::Other => error,
    }
}

/// The error of a test for which no place can be opened.
pub(super) fn could_not_run(settings: &Settings, why: &str) -> CliError {
    let program = shown(Path::new(&settings.test.program));
    CliError::new(Exit::CouldNotRun, format!("the test cannot be run: {program}: {why}"))
}
