//! Recording a run: what of it may be left out, and what has to stay the same.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_exec::process::{End, Launcher};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::disk;
use dwindle_run::session::hindrance::Hindrance;
use dwindle_run::session::key::files_of;
use dwindle_run::session::runner::launcher;
use dwindle_run::session::scratch::Scratch;
use dwindle_run::session::trial::Trial;
use dwindle_run::settings::Settings;
use dwindle_run::text::{joined, plural, seconds};
use dwindle_trace::protocol::{Control, Kind, Refusal, Statement, Stopped};
use dwindle_trace::{Criterion, Execution, Method, Ran, ReadError, RecordError, Recorded, Shown, Tracer};

use super::confined::Confining;
use super::storage::Storage;
use super::{Traced, strictest};
use crate::asked::{Trace, Tracing};
use crate::environment::{NATIVE, own};
use crate::interrupt::Interrupts;

/// How long a run may take that is recorded, where no limit is named.
const LIMIT: Duration = Duration::from_secs(20);
/// Room for traces.
const ROOM: u64 = 256 << 20;

/// Records the program twice, once more for each sandbox that is tried, and says what of the run may be left out.
///
/// # Errors
/// When it cannot be traced, does not do the same again, or nothing of it can be left out.
pub(crate) fn recorded(settings: &Settings, how: &Trace) -> Result<Traced, RunError> {
    let scratch = Scratch::new(ROOM, 1, settings.keep_temps)?;
    let mut sandbox = settings.test.sandbox.clone();
    let mut launcher = launcher(&settings.test, scratch.temp_files(), sandbox.sandbox());
    let mut tracer = tracer(settings, how, &scratch)?;
    let limit = settings.timeout.unwrap_or(LIMIT);
    let signals = Interrupts::watch()?;
    let within = |launcher: &Launcher, garbage| {
        let ran = tracer.record(launcher, scratch.path(), garbage, limit, |stopper| signals.stop(stopper));
        ran.map_err(|error| untraced(error, how))
    };
    let ran = within(&launcher, 0)?;
    let criterion = criterion(how, &ran)?;
    let mut told = Vec::new();
    if settings.test.has_open_sandbox() {
        let record = |launcher: &Launcher| within(launcher, 0);
        let (at, first) = (scratch.path(), &ran.recorded);
        let mut confining =
            Confining { sandbox: &settings.test.sandbox, launcher, scratch: at, first, record };
        let level;
        (level, told) = confining.strictest(sandbox.asked)?;
        sandbox.found(level);
        launcher = confining.launcher.within(sandbox.sandbox());
    }
    let is_refused = !ran.refused.is_empty();
    if is_refused {
        told.push(Hindrance::of_candidates(&ran.refused));
    }
    let record = |garbage| within(&launcher, garbage);
    // The paper's program tried one value.
    let storage = if how.method == Method::Stripe {
        Storage::default()
    } else {
        Storage::tried(&ran, &criterion, record)
    };
    // The last one, whose trace stays where tracers look for it.
    if let Some(difference) = ran.recorded.difference(&record(0)?.recorded) {
        return Err(RunError::new(
            Exit::Unreliable,
            format!("the program does not do the same in each run: {difference}"),
        )
        .hint("make it independent of the time, of random numbers, and of what earlier runs left"));
    }
    tracer.control = control(how, &ran.recorded)?;
    let recorded = Arc::new(ran.recorded);
    let execution = Arc::new(execution(&recorded, how, tracer.control)?);
    let digest = digest(&recorded, &criterion, &tracer, how);
    let (test, files) = (how.test.clone(), files(how));
    Ok(Traced {
        execution,
        tracer,
        criterion,
        test,
        launcher,
        sandbox,
        is_refused,
        told,
        storage,
        scratch,
        digest,
        files,
    })
}

/// The tracer for the program.
fn tracer(settings: &Settings, how: &Trace, scratch: &Scratch) -> Result<Tracer, RunError> {
    let mut env = settings.test.env.clone();
    let command = match &how.tracer {
        Tracing::Command(line) => {
            ["/bin/sh", "-c", &format!("{line} \"$@\""), "tracer"].map(OsString::from).to_vec()
        }
        Tracing::Native => vec![own()?.into(), NATIVE.into()],
        Tracing::Script(language, interpreter) => {
            let script = scratch.path().join(format!("tracer.{}", language.interpreter()));
            let written =
                File::create(&script).and_then(|mut file| file.write_all(language.tracer().as_bytes()));
            written.map_err(|error| disk::explain(&error, scratch.path()))?;
            vec![interpreter.clone(), script.into_os_string()]
        }
    };
    // In each run sets and hashes have the same order.
    let is_native = matches!(how.tracer, Tracing::Native);
    for (name, value) in [("PYTHONHASHSEED", "0"), ("PERL_HASH_SEED", "0")] {
        if !is_native && !env.iter().any(|(known, _)| known == name) {
            env.push((name.into(), value.into()));
        }
    }
    let dir = std::env::current_dir()
        .map_err(|error| RunError::internal(format!("the current directory cannot be used: {error}")))?;
    Ok(Tracer {
        command,
        program: how.program.clone(),
        env,
        dir,
        input: how.input.clone(),
        probes: how.probes.clone(),
        control: how.control.unwrap_or_default(),
        most: how.most,
        limits: settings.test.limits,
    })
}

/// What decides which way the program goes: where nothing is said, the strictest level, since others leave out what only conditions
/// use. The paper's program left it out.
fn control(how: &Trace, recorded: &Recorded) -> Result<Control, RunError> {
    let strictest = strictest(recorded);
    match how.control {
        Some(Control::Exact) if strictest < Control::Exact => Err(RunError::usage(format!(
            "--control exact: the tracer ({}) does not know what conditions compare",
            recorded.trace.tracer
        ))
        .hint("--control strict is the strictest that it knows")),
        Some(level) => Ok(level),
        None if how.method == Method::Stripe => Ok(Control::Actual),
        None => Ok(strictest),
    }
}

/// What has to be the same.
fn criterion(how: &Trace, ran: &Ran) -> Result<Criterion, RunError> {
    if !how.probes.is_empty() {
        return Criterion::probed(&ran.recorded, how.probes.len()).map_err(|probe| {
            RunError::usage(format!("--probe {}: this line is not executed", how.probes[probe]))
                .hint("name a line that is, by the file as the listing shows it")
        });
    }
    let shown = |option,
                 pattern: &Option<dwindle_exec::signature::Pattern>,
                 found: &dwindle_exec::process::Captured| {
        let Some(pattern) = pattern else { return Ok(None) };
        if !pattern.is_match(&found.bytes()) {
            return Err(RunError::new(
                Exit::NotFailing,
                format!("{option} {pattern}: the program prints nothing that matches"),
            )
            .detail(found.text()));
        }
        Ok(Some(Shown::Matching(pattern.clone())))
    };
    let stdout = shown("--stdout", &how.stdout, &ran.stdout)?;
    let stderr = shown("--stderr", &how.stderr, &ran.stderr)?;
    if stdout.is_none() && stderr.is_none() && how.test.is_none() {
        return Ok(Criterion::same(&ran.recorded, &ran.stdout, &ran.stderr));
    }
    Ok(Criterion { stdout, stderr, ended: Some(ran.recorded.end.clone()), ..Criterion::default() })
}

/// The run, with what `--only` and the level of control fix.
fn execution(recorded: &Arc<Recorded>, how: &Trace, level: Control) -> Result<Execution, RunError> {
    for place in &how.only {
        let at = |statement: &Statement| place.holds(statement);
        if !recorded.events.iter().any(|event| at(&recorded.statements[event.statement as usize])) {
            let mut files: Vec<&str> =
                recorded.statements.iter().map(|statement| statement.file.as_str()).collect();
            files.sort_unstable();
            files.dedup();
            return Err(RunError::usage(format!("--only {}: nothing there is executed", place.typed))
                .hint(format!("the program executes statements of {}", joined(&files, "and"))));
        }
    }
    let fixes = |at: u32| {
        let statement = recorded.statement(at);
        let elsewhere = !how.only.is_empty() && !how.only.iter().any(|place| place.holds(statement));
        elsewhere || (level.keeps_predicates() && statement.kind == Kind::Predicate)
    };
    let execution = Execution::new(Arc::clone(recorded), fixes);
    if (0..).take(recorded.events.len()).all(|at| execution.is_fixed(at)) {
        let hint = if how.only.is_empty() {
            "what stands on the line where a function begins or ends goes with it; put each statement on a line of its own"
        } else {
            "name more with --only"
        };
        return Err(
            RunError::new(Exit::NotFailing, "nothing that the program executes can be left out").hint(hint)
        );
    }
    Ok(execution)
}

/// All that makes this run another than the next.
fn digest(recorded: &Recorded, criterion: &Criterion, tracer: &Tracer, how: &Trace) -> Vec<u8> {
    let events: Vec<_> =
        recorded.events.iter().map(|event| (event.statement, event.parent, event.outcome)).collect();
    let only: Vec<&str> = how.only.iter().map(|place| place.typed.as_str()).collect();
    let probes: Vec<String> = tracer.probes.iter().map(ToString::to_string).collect();
    let known = (
        (&recorded.trace.tracer, how.tracer.line(), &recorded.statements, events),
        (criterion, &how.test, tracer.control, only, probes, how.method.name()),
    );
    serde_json::to_vec(&known).unwrap_or_default()
}

/// The files that an execution depends on beside the program's own, each with the option that names it.
fn files(how: &Trace) -> Vec<(&'static str, PathBuf)> {
    let mut files: Vec<_> = how.input.iter().map(|input| ("--input", input.clone())).collect();
    for (option, line) in [("--tracer", how.tracer.line()), ("--test", how.test.as_deref())] {
        let named = line.into_iter().flat_map(files_of);
        files.extend(named.map(|file| (option, file.to_owned())));
    }
    files
}

/// The error of a program that cannot be traced.
fn untraced(error: RecordError, how: &Trace) -> RunError {
    let program = Path::new(&how.program[0]).display().to_string();
    let failed = |what: String| RunError::new(Exit::CouldNotRun, what);
    match error {
        RecordError::NoTrace { error: ReadError::Refused(refused), .. } => {
            let error = failed(format!("the program cannot be traced: {}", refused.why));
            match hint(refused.reason) {
                Some(hint) => error.hint(hint),
                None => error,
            }
        }
        RecordError::NoTrace { end: End::Signalled(signal), .. } if matches!(how.tracer, Tracing::Script(..)) => {
            failed(format!(
                "the program cannot be traced: signal {signal} ended its interpreter, and the tracer within that"
            ))
            .hint("call what crashes in a process of its own, as by `subprocess`; that may end by a signal")
        }
        RecordError::NoTrace { error, end, stderr } => {
            let tail: Vec<&str> = stderr.lines().rev().take(10).collect();
            let error = failed(format!("the program cannot be traced: {error}"))
                .detail(format!("the tracer ended: {end}"));
            tail.into_iter().rev().fold(error, RunError::detail)
        }
        RecordError::TooLong { limit, at } => {
            failed(format!("the program was recorded for {} and did not end{}", seconds(limit), was(at)))
                .hint("give it more time with --timeout TIME, or less to do; it may loop for ever")
        }
        RecordError::TooMany { found, most } => failed(format!(
            "the program executed {}, more than --max-statements {most} lets be recorded",
            plural(found as u64, "statement")
        ))
        .hint("raise --max-statements, or give it less to do"),
        RecordError::NotStarted(why) => {
            failed(format!("the tracer of {program} could not be started: {why}"))
        }
        RecordError::Stopped { at } => {
            RunError::new(Exit::Interrupted, format!("interrupted while the program was recorded{}", was(at)))
        }
        other => RunError::internal(other.to_string()),
    }
}

/// Where the program was that was ended.
fn was(at: Option<Stopped>) -> String {
    match at {
        None => String::new(),
        Some(Stopped { events: 0, .. }) => ": it had executed no statement that is traced".into(),
        Some(Stopped { events, file, line, function }) => {
            let place = if function.is_empty() { String::new() } else { format!(", in {function}") };
            format!(": it had executed {}, and was at {file}:{line}{place}", plural(events, "statement"))
        }
    }
}

/// What to do about it.
const fn hint(reason: Refusal) -> Option<&'static str> {
    match reason {
        Refusal::NoDebugInformation => Some("build it with debug information: -g"),
        Refusal::Optimised => Some("build it without optimisation: -O0 (Rust: the profile `dev`)"),
        Refusal::Static => Some("build it as a dynamic executable, without -static"),
        Refusal::Threads | Refusal::Forks => Some("run the part that matters in one thread of one process"),
        Refusal::TooOld => Some("name a newer interpreter in the command"),
        Refusal::TooLong => {
            Some("record more with --max-statements N, or give it less to do; it may loop for ever")
        }
        Refusal::Unsupported => {
            Some("name another tracer with --tracer CMD; docs/tracers.md describes what it does")
        }
        _ => None,
    }
}
