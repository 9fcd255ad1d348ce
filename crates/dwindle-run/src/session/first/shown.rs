//! What one run showed: what ran, where, how it ended, and what it wrote.

use std::fmt::Write as _;
use std::path::Path;

use dwindle_exec::Feed;
use dwindle_exec::command::replaced;
use dwindle_exec::process::{End, Report};

use super::runs::{Ran, Runs};
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::text::shell;

/// Adds to `error` what ran, where, how it ended, and the last lines of its output.
pub(in crate::session) fn detailed<A: Artifact>(error: RunError, runs: &Runs<'_, A>, ran: &Ran) -> RunError {
    let place = &runs.place;
    let command = match (place.unbuilt(), &runs.settings.build) {
        (Some(_), Some(build)) => build.clone(),
        _ => by_hand(runs, place.file()),
    };
    let mut error = error
        .detail(format!("ran:     {command}"))
        .detail(format!("in:      {}", place.work().display()))
        .detail(format!("ended:   {}", ended(&ran.report)));
    if let Some(reason) = &ran.judged.reason {
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
        End::Signalled(number) => match dwindle_exec::signature::signal_name(*number) {
            Some(name) => format!("by {name}"),
            None => format!("by signal {number}"),
        },
        other => other.to_string(),
    }
}

/// The command as a user would type it, with `file` as the candidate.
pub(super) fn by_hand<A: Artifact>(runs: &Runs<'_, A>, file: &Path) -> String {
    let command = runs.place.command();
    let ours = runs.place.file().as_os_str();
    let words = std::iter::once(&command.program).chain(&command.args);
    let mut line = shell::quoted(words.map(|word| replaced(word, ours, file.as_os_str())));
    let test = &runs.settings.test;
    let may_read = matches!(test.feed, Feed::Every { .. })
        && !runs.place.holds_tree()
        && !runs.scripts.name(&runs.input.name)
        && !runs.scripts.take_arguments();
    if test.feed == Feed::Stdin || may_read {
        let _ok = write!(line, " < {}", shell::quoted([file]));
    }
    line
}

/// What it wrote, standard error first.
pub(super) fn output(report: &Report) -> String {
    format!("{}\n{}", report.stderr.text(), report.stdout.text())
}
