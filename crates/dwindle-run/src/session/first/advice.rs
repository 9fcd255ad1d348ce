//! What to type instead, where the way in which a run ended tells what was meant.

use std::ffi::OsString;
use std::path::Path;

use dwindle::Outcome;
use dwindle_exec::process::{End, Report};
use dwindle_exec::signature::{Conditions, escape, signal_name};
use dwindle_exec::{Feed, Verdict};

use super::runs::{Ran, Runs};
use super::script::{self, Scripts};
use crate::session::artifact::Artifact;
use crate::session::input::{Input, absolute};
use crate::settings::{Settings, begins_as_script};

/// What to do about a run that did not show the failure, a line each.
pub(super) fn of<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Vec<String> {
    let settings = runs.settings;
    let hang = (ran.report.end == End::TimedOut).then(|| settings.asking_for_a_hang(&[])).flatten();
    let mut advice: Vec<String> = match &settings.test.judged {
        _ if hang.is_some() => hang.into_iter().collect(),
        Some(Verdict::Script(_)) => script_of_another_school(runs, ran).into_iter().collect(),
        None if ran.report.end == End::Exited(0) => {
            let path = path(settings, runs.input, &runs.scripts);
            path.into_iter().chain(success(settings, &ran.report)).collect()
        }
        Some(Verdict::Conditions(conditions)) => unmet(conditions, &ran.report),
        _ => Vec::new(),
    };
    let may_vary = !matches!(settings.test.judged, Some(Verdict::BisectRun(_))) && !settings.input.is_made();
    if ran.judged.outcome == Outcome::Pass && settings.repeat.is_none() && may_vary {
        let again = settings.retyped(["--repeat", "auto"]);
        advice.push(format!("if it fails only now and then: {again}"));
    }
    advice
}

/// A script that ends otherwise than with 0 where the failure is there: a program that fails, or a test that says so as
/// those of `git bisect run` do.
fn script_of_another_school<A: Artifact>(runs: &Runs<'_, A>, ran: &Ran) -> Option<String> {
    let settings = runs.settings;
    let (ends, option) = match ran.report.end {
        // 2 is what many programs exit with that were used in a wrong way.
        End::Exited(code) if code != 2 && script::unable(&ran.report).is_none() => {
            (format!("exits with {code}"), ["--exit-code".to_owned(), code.to_string()])
        }
        End::Signalled(number) => {
            let name = signal_name(number).map_or_else(|| number.to_string(), str::to_owned);
            (format!("ends by {name}"), ["--signal".to_owned(), name])
        }
        _ => return second_argument(runs),
    };
    let because = format!("if it {ends} because the failure is there");
    // What says more of its failure than how it ended is a program.
    if runs.says_what_failed(&ran.report) || !begins_as_script(Path::new(&settings.test.program)) {
        let scripts = &runs.scripts;
        let takes_one = scripts.texts().is_empty() || scripts.take_arguments();
        let command = as_command(settings, if takes_one { &["{}"] } else { &[] })?;
        return Some(format!("{because}, run it as a command: {}", command.retyped([] as [&str; 0])));
    }
    let judged = settings.clone().untyped(&["--pass-codes"], &[]);
    Some(format!("{because}: {}", judged.retyped(option)))
}

/// A script of two arguments gets only one.
fn second_argument<A>(Runs { settings, scripts, .. }: &Runs<'_, A>) -> Option<String> {
    scripts.texts().iter().any(|(_, text)| script::takes_two(text)).then_some(())?;
    let again = as_command(settings, &["ARGUMENT", "{}"])?.retyped(["--pass-codes", "1"]);
    Some(format!(
        "the script reads a second argument, and the only one it gets is the candidate's path; to give others: {again}"
    ))
}

/// The script as a command with these arguments.
fn as_command(settings: &Settings, arguments: &[&str]) -> Option<Settings> {
    let program = Path::new(&settings.test.program);
    let is_script = |word: &OsString| absolute(Path::new(word)) == program || program.ends_with(word);
    let at = settings.typed.iter().position(is_script).filter(|_| !settings.input.is_made())?;
    let mut command = settings.clone();
    let script = command.typed.remove(at);
    command.typed.extend(["--".into(), script]);
    command.typed.extend(arguments.iter().map(OsString::from));
    Some(command)
}

/// A command may wait for a path.
pub(super) fn path<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    scripts: &Scripts<'_>,
) -> Option<String> {
    let is_in_every_way = matches!(settings.test.feed, Feed::Every { .. });
    (is_in_every_way && !settings.input.is_made() && !scripts.name(&input.name)).then(|| {
        let again = settings.retyped([] as [&str; 0]);
        format!("the command has no {{}} for the candidate's path; if it takes one: {again} {{}}")
    })
}

/// It succeeds, and that may be what is wrong; or what it prints.
fn success(settings: &Settings, report: &Report) -> Vec<String> {
    let wrong = (!settings.input.is_made())
        .then(|| format!("if it is wrong that it succeeds: {}", settings.retyped(["--invert"])));
    let text = report.stdout.text();
    let line = text.lines().rfind(|line| !line.trim().is_empty()).filter(|line| line.len() <= 60);
    let printed = line.filter(|_| !settings.input.is_made()).map(|line| {
        let regex = format!("^{}$", escape(line));
        format!("if it is wrong what it prints: {}", settings.retyped(["--stdout", &regex]))
    });
    printed.into_iter().chain(wrong).collect()
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
            let name = signal_name(number).unwrap_or_default();
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
