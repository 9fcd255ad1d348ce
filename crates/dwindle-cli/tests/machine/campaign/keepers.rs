//! System calls of a keeper that fail: its slot is told what a test came to, or that this is not known.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use dwindle_exec::process::{
    Command, End, Launcher, Limits, NotStarted, Report, Run, Sandbox, Stdin, TempFiles,
};
use tempfile::TempDir;

use super::calls::CALLS;
use super::scenario::Ended;
use super::{run, some_of};

/// Prints on both streams, and leaves a process and a temporary file.
const TEST: &str = "echo out; echo err >&2; : >\"$TMPDIR/left\"; sleep 100 & exit 3";

fn command() -> Command {
    Command {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), TEST.into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        limits: Limits { file_size: Some(1 << 30), ..Limits::default() },
        grace: Duration::from_millis(50),
        output_cap: 1024,
    }
}

/// A keeper under `strace` with these words, or by itself.
fn launcher(log: Option<&Path>, inject: &[String]) -> Launcher {
    let dwindle = env!("CARGO_BIN_EXE_dwindle");
    let (program, mut args) = match log {
        None => (dwindle, Vec::new()),
        Some(log) => {
            let calls: Vec<&str> = CALLS.iter().map(|(call, _)| *call).collect();
            let trace = format!("trace=poll,{}", calls.join(","));
            let words = ["-f", "-A", "-b", "execve", "-e", "signal=none", "-e", &trace, "-o"];
            let words =
                words.into_iter().chain([log.to_str().unwrap()]).chain(inject.iter().map(String::as_str));
            ("strace", words.chain([dwindle]).map(Into::into).collect())
        }
    };
    args.push("__keeper".into());
    Launcher::Keeper {
        program: program.into(),
        args,
        temp: TempFiles::InScratch,
        sandbox: Sandbox::default(),
    }
}

/// Three tests, one after the other.
fn three(launcher: &Launcher, scratch: &Path) -> Vec<std::io::Result<Report>> {
    let run = Run { dir: scratch.to_owned(), stdin: Stdin::Null, timeout: Some(Duration::from_secs(20)) };
    match launcher.open(scratch) {
        Err(error) => vec![Err(error)],
        Ok(mut supervisor) => (0..3).map(|_| supervisor.run(&command(), &run)).collect(),
    }
}

/// What is wrong with what a slot was told.
fn broken(told: &[std::io::Result<Report>]) -> Option<String> {
    told.iter().find_map(|told| match told {
        // Of a program that may not be run nothing is judged but that.
        Ok(report) if matches!(report.end, End::NotStarted(NotStarted::PermissionDenied, _)) => None,
        Ok(report) => {
            let all = [report.stdout.head.as_slice(), report.stderr.head.as_slice()];
            let is_right = report.end == End::Exited(3) && all == [b"out\n" as &[u8], b"err\n"];
            (!is_right).then(|| format!("{} and {:?}", report.end, all.map(String::from_utf8_lossy)))
        }
        Err(error) => error.to_string().is_empty().then(|| "nothing says what happened".to_owned()),
    })
}

pub(super) fn once() {
    let dir = TempDir::new().unwrap();
    let log = dir.path().join("calls");
    assert_eq!(broken(&three(&launcher(Some(&log), &[]), dir.path())), None);
    let (mut count, mut has_begun) = (BTreeMap::<(String, String), (usize, usize)>::new(), false);
    for line in fs::read_to_string(&log).unwrap().lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
        has_begun |= call == "poll";
        let row = count.entry((call.to_owned(), thread.to_owned())).or_default();
        row.1 += 1;
        if !has_begun {
            row.0 = row.1;
        }
    }
    let mut cases = Vec::new();
    for (call, errors) in CALLS {
        let of_call = || count.iter().filter(|((it, _), _)| it == call).map(|(_, row)| *row);
        let before = of_call().map(|row| row.0).max().unwrap_or(0);
        let most = of_call().map(|row| row.1).max().unwrap_or(0);
        for nth in before + 1..=most {
            cases.extend(errors.iter().map(|error| (call, *error, nth)));
        }
    }
    run(
        &some_of(cases, 8),
        |(call, ..)| (*call).to_owned(),
        |(call, error, nth)| disturbed(call, error, *nth),
    );
}

fn disturbed(call: &str, error: &str, nth: usize) -> Ended {
    let dir = TempDir::new().unwrap();
    let (log, scratch) = (dir.path().join("calls"), dir.path().join("slot"));
    fs::create_dir(&scratch).unwrap();
    let inject = ["-e".to_owned(), format!("inject={call}:error={error}:when={nth}")];
    let told = three(&launcher(Some(&log), &inject), &scratch);
    let unknown = told.iter().filter(|told| told.is_err()).count();
    fs::create_dir_all(&scratch).unwrap();
    let wrong = broken(&told).or_else(|| {
        let again = three(&launcher(None, &[]), &scratch);
        broken(&again)
            .or_else(|| again.iter().any(Result::is_err).then(|| "the next keeper does not work".to_owned()))
    });
    Ended {
        faults: fs::read_to_string(&log).unwrap().matches("(INJECTED)").count(),
        exit: if unknown == 0 { "all known".to_owned() } else { "some not known".to_owned() },
        wrong: wrong.map(|wrong| format!("{}: {wrong}", inject[1])),
    }
}
