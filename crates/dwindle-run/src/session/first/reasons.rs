//! The reasons for which a first run ends all: what stands against it, in the order in which that is looked for, and what
//! to do about it.

use std::path::Path;

use dwindle_exec::Verdict;
use dwindle_exec::signature::BisectRun;

use super::missing::Missing;
use super::runs::{Ran, Runs};
use super::shown::{by_hand, detailed, output};
use super::{advice, sandbox, script};
use crate::error::RunError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;

/// The error of a run that met a machine without room, which is never the failure.
pub(super) fn full_disk<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Option<RunError> {
    let what = ran.verdict.exhausted(&ran.report, &|text| {
        runs.input.artifact.quoted().windows(text.len()).any(|piece| piece == text.as_bytes())
    })?;
    let error = RunError::internal(format!("the test ran out of resources: {what}"));
    Some(detailed(error, runs, ran)
        .hint("free some space, or choose a directory that has more: TMPDIR=DIR dwindle ...; fewer --jobs need less"))
}

/// The error of a run that failed, but whose failure is not the one to keep.
pub(super) fn other_failure<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Option<RunError> {
    if runs.settings.test.judged.is_some() {
        return None;
    }
    lacking(runs, ran).or_else(|| unable(runs, ran))
}

/// The failure is that something lies beside the input and not where the test runs.
fn lacking<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Option<RunError> {
    let Runs { settings, input, scripts, .. } = runs;
    let signature = match &ran.verdict {
        Verdict::Signature(signature) if settings.test.auto_with => signature,
        _ => return None,
    };
    let (names, lay) = Missing { settings, input, scripts }.named(&output(&ran.report), Some(signature))?;
    let error = RunError::new(Exit::CouldNotRun, format!("the test cannot find {names}"));
    let error = detailed(error, runs, ran)
        .hint(format!("tests run in a directory of their own; to copy it there: {lay}"));
    // The commands about a command lay what it names in any case.
    let also = "if this is the failure to reduce, add --no-auto-with";
    Some(if settings.input.is_made() { error } else { error.hint(also) })
}

/// The failure is, as a shell says, that a program of the test was not found or cannot be run.
fn unable<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Option<RunError> {
    let settings = runs.settings;
    let code = script::unable(&ran.report).filter(|_| !settings.input.is_made())?;
    let error = RunError::new(Exit::CouldNotRun, "the test could not run a program");
    let again = settings.retyped(["--exit-code", &code.to_string()]);
    Some(
        detailed(error, runs, ran)
            .hints(runs.scripts.hint_at_end(&ran.report))
            .hint(format!("if that is the failure to reduce: {again}")),
    )
}

/// The error of an input that does not fail.
pub(super) fn not_failing<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran, message: String) -> RunError {
    let Runs { settings, input, scripts, .. } = runs;
    let exit = if script::unable(&ran.report).is_some() { Exit::CouldNotRun } else { Exit::NotFailing };
    let mut error = detailed(RunError::new(exit, message), runs, ran);
    if input.artifact.passing().is_none() {
        let several = input.name.is_empty().then_some(Path::new("."));
        let file = several.or(input.path.as_deref()).unwrap_or(Path::new("INPUT"));
        error = error.detail(format!("by hand: {}", by_hand(runs, file)));
    }
    let missing = Missing { settings, input, scripts }.hints(&output(&ran.report));
    // Where something is missing, that comes first.
    let advice = if missing.is_empty() { advice::of(runs, ran) } else { Vec::new() };
    let made = "it ran in a directory of its own, with the files that its arguments name: \
                name other files that it reads with --with PATH";
    let copied = "tests see a copy: name other files that they need with --with PATH";
    let means = match &settings.test.judged {
        Some(Verdict::Script(_)) => "a test script exits with 0 if the failure is still there",
        Some(Verdict::BisectRun(BisectRun { bad_matches: Some(_) })) => {
            "a version is bad if the output of its test matches --bad-matches"
        }
        Some(Verdict::BisectRun(_)) => {
            "a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0"
        }
        None => "a command fails if it ends with an exit code other than 0, or by a signal",
        Some(Verdict::Signature(_)) => "--signature has to match a line of the output",
        Some(Verdict::Conditions(_)) => "all conditions have to be met at once",
    };
    error
        .hints(missing)
        .hints(settings.input.is_made().then_some(made))
        .hints(input.artifact.is_tree().then_some(copied))
        .hints(runs.scripts.hint_at_end(&ran.report))
        .hints(sandbox::in_the_way(settings))
        .hints(advice)
        .hint(means)
}
