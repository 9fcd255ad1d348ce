//! What to type instead, where the way in which a run ended tells what was meant.

use std::ffi::OsString;
use std::path::Path;

use dwindle_exec::process::{End, Report};
use dwindle_exec::signature::Conditions;
use dwindle_exec::{Feed, Verdict};

use super::runs::Ran;
use crate::session::input::absolute;
use crate::settings::Settings;

/// What to do about a run that did not show the failure, a line each.
pub(super) fn of(settings: &Settings, ran: &Ran) -> Vec<String> {
    match &settings.test.judged {
        Some(Verdict::Script(_)) if ran.report.end == End::Exited(1) => {
            as_command(settings).into_iter().collect()
        }
        None if ran.report.end == End::Exited(0) => placeholder(settings).into_iter().collect(),
        Some(Verdict::Conditions(conditions)) => unmet(conditions, &ran.report),
        _ => Vec::new(),
    }
}

/// A script that exits with 1 where the failure is there is a command that fails.
fn as_command(settings: &Settings) -> Option<String> {
    let is_script = |word: &OsString| absolute(Path::new(word)) == Path::new(&settings.test.program);
    let at = settings.typed.iter().position(is_script).filter(|_| !settings.input.is_made())?;
    let mut command = settings.clone();
    let script = command.typed.remove(at);
    command.typed.extend(["--".into(), script]);
    Some(format!(
        "if it exits with 1 because the failure is there, run it as a command: {}",
        command.retyped([] as [&str; 0])
    ))
}

/// A command may read standard input, or wait for a path.
fn placeholder(settings: &Settings) -> Option<String> {
    (!settings.input.is_made() && settings.test.feed == Feed::Directory).then(|| {
        format!(
            "the command has no {{}} for the candidate's path; if it reads standard input: {}",
            settings.retyped(["--stdin"])
        )
    })
}

/// The conditions that do not hold.
fn unmet(conditions: &Conditions, report: &Report) -> Vec<String> {
    let streams = [
        ("--stderr", "standard error", &conditions.stderr, &report.stderr),
        ("--stdout", "standard output", &conditions.stdout, &report.stdout),
    ];
    let unmet = streams.into_iter().filter_map(|(option, stream, pattern, captured)| {
        let pattern = pattern.as_ref().filter(|pattern| !pattern.is_match(captured.text().as_bytes()))?;
        Some(format!("{option} {pattern} matches nothing on {stream}"))
    });
    let mut unmet: Vec<String> = unmet.collect();
    let codes = &conditions.exit_codes;
    match report.end {
        End::Signalled(number) if codes.contains(&(128 + number)) => {
            let name = dwindle_exec::signature::signal_name(number).unwrap_or_default();
            unmet.push(format!(
                "a signal ended it: write --signal {name} instead of --exit-code {}, which is what a shell shows for it",
                128 + number
            ));
        }
        End::Exited(code) if !codes.is_empty() && !codes.contains(&code) => {
            unmet.push(format!("--exit-code does not include {code}"));
        }
        End::Exited(_) if codes.is_empty() && !conditions.signals.is_empty() => {
            unmet.push("no signal ended it, as --signal asks".to_owned());
        }
        _ => {}
    }
    unmet
}
