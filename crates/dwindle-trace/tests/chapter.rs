//! The worked example of `docs/tracers.md`: its tracer, and what the chapter says of it.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Duration;

use dwindle_exec::process::{Command, End, Launcher, Limits, Report, Run, Stdin};
use dwindle_trace::protocol::{self, Answer, Record};

const CHAPTER: &str = include_str!("../../../docs/tracers.md");

/// The contents of the code blocks of one kind, in order.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("```{kind}\n");
    CHAPTER.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn shell(line: &str, dir: &Path) -> Report {
    let command = Command {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), line.into()],
        env: vec![("PATH".into(), path())],
        limits: Limits::default(),
        grace: Duration::from_secs(1),
        output_cap: 1 << 16,
    };
    let run = Run { dir: dir.to_owned(), stdin: Stdin::Null, timeout: Some(Duration::from_secs(60)) };
    let mut supervisor = Launcher::Direct.open(dir).expect("a supervisor needs no more than its directory");
    supervisor.run(&command, &run).expect("a shell can be run")
}

#[expect(clippy::disallowed_methods, reason = "the test finds the interpreter as its user does")]
fn path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

#[test]
fn the_tracer_of_the_chapter_does_what_the_chapter_says() {
    let dir = tempfile::tempdir().unwrap();
    let [tracer, script] = blocks("python")[..] else { panic!("the chapter shows a tracer and a script") };
    assert!(tracer.lines().count() <= 40 && CHAPTER.contains("## A tracer in 40 lines"));
    for (name, text) in [("lines.py", tracer), ("mean.py", script)] {
        fs::File::create(dir.path().join(name))
            .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
            .unwrap();
    }
    let session = *blocks("console").last().unwrap();
    let mut reports = Vec::new();
    let mut shown = String::new();
    for line in session.lines() {
        match line.strip_prefix("$ ") {
            Some(line) => reports.push(shell(line, dir.path())),
            None => shown.push_str(line),
        }
    }
    let [traced, _, partial, report] = &reports[..] else { panic!("the session has four commands") };
    assert_eq!((&traced.end, &partial.end), (&End::Exited(1), &End::Exited(1)));
    assert!(traced.stderr.text().contains("ZeroDivisionError"), "{}", traced.stderr.text());
    assert_eq!(traced.stderr, partial.stderr);
    assert_eq!(report.stdout.text().trim_end(), shown);

    // What it wrote is of the protocol.
    let answer: Answer = serde_json::from_str(&shown).unwrap();
    let Answer::Report(answer) = answer else { panic!("no report: {answer:?}") };
    let events = fs::read_to_string(dir.path().join("events")).unwrap();
    let records: Vec<Record> = events.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(matches!(&records[0], Record::Trace(trace) if trace.version == protocol::VERSION));
    // All keys of the protocol can be written by the helper of the chapter.
    let kinds = events.matches(r#""kind": "statement""#).count();
    assert_eq!(kinds, 7, "{events}");
    assert_eq!(records.iter().filter(|record| matches!(record, Record::Event(_))).count(), 7);
    assert_eq!(records.last(), Some(&Record::End(answer.end)));
}
