//! The first run: what the command shows on the whole input, and so what "the failure" is.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use dwindle::process::{End, NotStarted, Report};
use dwindle::signature::{BisectRun, Candidate, Script, Signature};
use dwindle::test::command::observed;
use dwindle::test::{self, CommandPlace, CommandRunner, Verdict};
use dwindle::{Config, Outcome, Reason};

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::Artifact;
use crate::session::input::{Input, shown};
use crate::settings::{self, Feed, Judged, Settings};
use crate::shell;

/// What the first run showed.
pub(crate) struct First {
    pub(crate) verdict: Verdict,
    pub(crate) outcome: Outcome,
    pub(crate) duration: Duration,
}

/// Runs the command on the whole input and finds out what its failure is.
///
/// # Errors
/// When it cannot be run, or does not fail.
pub(crate) fn run<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    runner: &CommandRunner,
) -> Result<First, CliError> {
    let mut place =
        runner.open(settings.jobs).map_err(|error| could_not_run(settings, &error.to_string()))?;
    let space = input.artifact.whole();
    let failing = if input.artifact.prevents() { Config::empty() } else { space.full() };
    let lay = |place: &mut CommandPlace| space.make(place, &failing);
    let whole = test::Candidate::new(&lay, 1);
    let report =
        runner.run(&mut place, &whole).map_err(|error| super::disk::explain(&error, place.work()))?;
    if let End::NotStarted(kind, why) = &report.end {
        return Err(not_started(&settings.test.program, *kind, why));
    }
    let (verdict, mut outcome, mut reason) =
        judge(settings, input, &report, place.file(), place.holds_tree())?;
    if let Some(why) = place.build_failure() {
        outcome = Outcome::Unresolved;
        reason = Some(Reason::Said { what: format!("the build failed: {why}") });
    }
    if outcome != Outcome::Fail {
        let elsewhere =
            input.artifact.has_home() && fails_at_home(settings, input, runner, &mut place, &verdict);
        let message = input.artifact.not_failing(&input.shown, outcome);
        let shown = Shown { report: &report, reason: reason.as_ref(), message };
        return Err(not_failing(settings, input, shown, &place, elsewhere));
    }
    Ok(First { verdict, outcome, duration: report.duration })
}

type Judgement = (Verdict, Outcome, Option<Reason>);

fn judge<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    report: &Report,
    file: &Path,
    is_tree: bool,
) -> Result<Judgement, CliError> {
    let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
    let observed = observed(report, &stdout, &stderr);
    let candidate = Candidate::new(file, input.artifact.quoted()).tree(is_tree);
    Ok(match &settings.test.judged {
        Judged::Script { pass_codes } => {
            let script = Script { pass_codes: pass_codes.clone() };
            let (outcome, reason) = script.judge(&observed);
            (Verdict::Script(script), outcome, reason)
        }
        Judged::BisectRun(bisect) => {
            let (outcome, reason) = bisect.judge(&observed);
            (Verdict::BisectRun(bisect.clone()), outcome, reason)
        }
        Judged::FirstRun => {
            let signature =
                if observed.timed_out { Signature::hang() } else { Signature::derive(&observed, &candidate) };
            let outcome = if signature.is_failure() { Outcome::Fail } else { Outcome::Pass };
            (Verdict::Signature(signature), outcome, None)
        }
        Judged::Signature(regex) => {
            let signature = Signature::from_regex(regex)
                .map_err(|error| CliError::usage(format!("--signature: {error}")))?;
            let (outcome, reason) = signature.judge(&observed, &candidate);
            (Verdict::Signature(signature), outcome, reason)
        }
        Judged::Conditions(conditions) => {
            let (outcome, reason) = conditions.judge(&observed, &candidate);
            (Verdict::Conditions(conditions.clone()), outcome, reason)
        }
    })
}

/// Whether the input fails in the user's own directory.
fn fails_at_home<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    runner: &CommandRunner,
    place: &mut CommandPlace,
    verdict: &Verdict,
) -> bool {
    // What a build makes must not lie in the user's own directory afterwards.
    let Some(file) = input.path.as_ref().filter(|_| !input.artifact.is_tree()) else { return false };
    let dir = match settings.test.feed {
        Feed::Directory => file.parent().map(Path::to_owned),
        _ => std::env::current_dir().ok(),
    };
    let Some(report) = dir.and_then(|dir| runner.run_at_home(place, &dir, file).ok()) else { return false };
    let judged = judge(settings, input, &report, file, false);
    judged.is_ok_and(|(_, outcome, _)| outcome == Outcome::Fail)
        && !matches!(verdict, Verdict::Signature(s) if s.is_failure())
}

/// What there is to say of an input that does not fail.
struct Shown<'a> {
    report: &'a Report,
    reason: Option<&'a Reason>,
    message: String,
}

fn not_failing<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    Shown { report, reason, message }: Shown<'_>,
    place: &CommandPlace,
    at_home: bool,
) -> CliError {
    let ran = match (place.build_failure(), &settings.build) {
        (Some(_), Some(build)) => build.clone(),
        _ => by_hand(settings, place, place.file()),
    };
    let mut error = CliError::new(Exit::NotFailing, message)
        .detail(format!("ran:     {ran}"))
        .detail(format!("in:      {}", place.work().display()))
        .detail(format!("ended:   {}", ended(report)));
    if let Some(reason) = reason {
        error = error.detail(format!("so:      {reason}"));
    }
    for (stream, captured) in [("stdout", &report.stdout), ("stderr", &report.stderr)] {
        let text = captured.text();
        let lines: Vec<&str> = text.trim_end().lines().collect();
        for line in &lines[lines.len().saturating_sub(8)..] {
            error = error.detail(format!("{stream}:  {line}"));
        }
    }
    if input.artifact.has_home() {
        let several = input.name.is_empty().then_some(Path::new("."));
        let file = several.or(input.path.as_deref()).unwrap_or(Path::new("INPUT"));
        error = error.detail(format!("by hand: {}", by_hand(settings, place, file)));
    }
    if at_home {
        return error.hint(
            "it fails in your own directory, so it needs something that lies there: name it with --with PATH",
        );
    }
    if matches!(settings.input, settings::Input::Made(_)) {
        // It is not run there to find out: it may write over what lies there.
        error = error.hint(
            "it ran in a directory of its own, with the files that its arguments name: \
             name what else it reads with --with PATH",
        );
    }
    if input.artifact.is_tree() {
        error = error.hint("tests see a copy: name what they need beside it with --with PATH");
    }
    let means = match &settings.test.judged {
        Judged::Script { .. } => "a test script says that the failure is still there by exit code 0",
        Judged::BisectRun(BisectRun { bad_matches: Some(_) }) => {
            "a version is bad when the output of its test matches --bad-matches"
        }
        Judged::BisectRun(_) => {
            "a version is bad when its test exits with a code from 1 to 124, and good with 0"
        }
        Judged::FirstRun => "a command fails when it ends with another exit code than 0, or by a signal",
        Judged::Signature(_) => "--signature has to match a line of the output",
        Judged::Conditions(_) => "all conditions have to hold at once",
    };
    error.hint(means)
}

/// How a run ended, in words.
pub(crate) fn ended(report: &Report) -> String {
    match &report.end {
        End::Signalled(number) => match dwindle::signature::signal_name(*number) {
            Some(name) => format!("by {name}"),
            None => format!("by signal {number}"),
        },
        other => other.to_string(),
    }
}

/// The command as a user would type it, with `file` as the candidate.
fn by_hand(settings: &Settings, place: &CommandPlace, file: &Path) -> String {
    let command = place.command();
    let (ours, path) = (place.file().to_string_lossy(), file.to_string_lossy());
    let words = std::iter::once(&command.program).chain(&command.args);
    let mut line =
        shell::quoted(words.map(|word| OsString::from(word.to_string_lossy().replace(&*ours, &path))));
    if settings.test.feed == Feed::Stdin {
        let _ok = write!(line, " < {}", shown(file));
    }
    line
}

/// Why the test's program could not be started, and what to do.
pub(crate) fn not_started(program: &OsStr, kind: NotStarted, why: &str) -> CliError {
    let program = shown(Path::new(program));
    let what = if why.starts_with(&program) { why.to_owned() } else { format!("{program}: {why}") };
    let error = CliError::new(Exit::CouldNotRun, format!("the test cannot be run: {what}"));
    match kind {
        NotStarted::NotFound => error.hint("check the name; a test in this directory is written ./test.sh"),
        NotStarted::PermissionDenied => error.hint(format!("make it executable: chmod +x {program}")),
        NotStarted::BadFormat => error.hint("a script begins with a line such as #!/bin/sh"),
        NotStarted::Other => error,
    }
}

fn could_not_run(settings: &Settings, why: &str) -> CliError {
    let program = shown(Path::new(&settings.test.program));
    CliError::new(Exit::CouldNotRun, format!("the test cannot be run: {program}: {why}"))
}
