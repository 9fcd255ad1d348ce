//! A directory with a program, and the tracer on it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Output, Stdio};
use std::str::FromStr;
use std::sync::Arc;

use dwindle_exec::process::Limits;
use dwindle_native::modes::{self, Ending};
use dwindle_trace::Tracer;
use dwindle_trace::protocol::{
    Answer, Control, End, Event, Kept, Passed, Record, Refusal, Report, Request, Statement, Value,
};
use tempfile::TempDir;

/// The first word of this program when it is to be the tracer.
pub(crate) const TRACER: &str = "--tracer";

/// The tracer: what it ends with is written to standard error, since a test runner cannot end by any signal.
pub(crate) fn tracer(words: &[std::ffi::OsString]) -> ExitCode {
    match modes::run(words, Arc::default()) {
        Ok(Ending::Code(code)) => ExitCode::from(u8::try_from(code).unwrap()),
        Ok(Ending::Signal(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap()),
        Err(misuse) => panic!("{misuse}"),
    }
}

/// A directory with a program.
pub(crate) struct Bench {
    directory: TempDir,
    input: String,
    probes: Vec<String>,
}

/// A recorded run.
pub(crate) struct Recorded {
    pub(crate) output: Output,
    pub(crate) statements: Vec<Statement>,
    pub(crate) events: Vec<Event>,
    pub(crate) passed: Vec<Passed>,
    pub(crate) values: Vec<Value>,
    pub(crate) end: End,
}

impl Bench {
    /// A program compiled from a source by a command to which the names of the source and the program are added.
    pub(crate) fn new(source: &str, compiler: &str) -> Self {
        let directory = TempDir::new().unwrap();
        let words: Vec<&str> = compiler.split(' ').collect();
        let name = match words[0] {
            "rustc" => "prog.rs",
            "c++" => "prog.cc",
            _ => "prog.c",
        };
        fs::write(directory.path().join(name), source).unwrap();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args([name, "-o", "prog"]).current_dir(directory.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self { directory, input: String::new(), probes: Vec::new() }
    }

    pub(crate) fn c(source: &str) -> Self {
        Self::new(source, "cc -g -O0")
    }

    pub(crate) fn with_input(mut self, input: &str) -> Self {
        input.clone_into(&mut self.input);
        self
    }

    pub(crate) fn with_probe(mut self, probe: &str) -> Self {
        self.probes.push(probe.to_owned());
        self
    }

    /// The tracer on the program, as whoever searches has it.
    pub(crate) fn tracer(&self, control: Control) -> Tracer {
        fs::write(self.path("in"), &self.input).unwrap();
        Tracer {
            command: vec![std::env::current_exe().unwrap().into_os_string(), TRACER.into()],
            program: vec!["./prog".into()],
            env: Vec::new(),
            dir: self.directory.path().to_owned(),
            input: Some(self.path("in")),
            probes: self.probes.iter().map(|probe| probe.parse().unwrap()).collect(),
            control,
            most: None,
            limits: Limits::default(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn command(&self, mode: &str, options: &[&str]) -> Command {
        fs::write(self.path("in"), &self.input).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([TRACER, mode, "--events", "events"]).args(options);
        command.args(self.probes.iter().flat_map(|probe| ["--probe", probe]));
        command.env_remove("RUST_BACKTRACE").args(["--", "./prog"]).current_dir(self.directory.path());
        command
    }

    fn records(&self) -> (Output, Vec<Record>) {
        let mut command = self.command("trace", &["--values"]);
        fs::write(self.path("in"), &self.input).unwrap();
        let output = command.stdin(fs::File::open(self.path("in")).unwrap()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let events = fs::read_to_string(self.path("events")).unwrap_or_else(|_| panic!("{error}"));
        (output, events.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    /// Records a run.
    pub(crate) fn record(&self) -> Recorded {
        let (output, records) = self.records();
        let mut recorded = Recorded {
            output,
            statements: Vec::new(),
            events: Vec::new(),
            passed: Vec::new(),
            values: Vec::new(),
            end: End::Exit { code: -1, event: None },
        };
        for record in records {
            match record {
                Record::Statement(statement) => recorded.statements.push(statement),
                Record::Event(event) => recorded.events.push(event),
                Record::Passed(passed) => recorded.passed.push(passed),
                Record::Value(value) => recorded.values.push(value),
                Record::End(end) => recorded.end = end,
                Record::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        recorded
    }

    /// Why no run can be recorded.
    pub(crate) fn refused(&self) -> (Refusal, String) {
        match self.records() {
            (output, records) if output.status.code() == Some(125) => match records.last() {
                Some(Record::Refused(refused)) => (refused.reason, refused.why.clone()),
                other => panic!("{other:?}"),
            },
            (output, records) => panic!("{output:?} {records:?}"),
        }
    }

    /// Does one partial execution of what was recorded.
    pub(crate) fn keep(&self, keep: &str, control: Control) -> (Output, Report) {
        fs::write(self.path("keep"), keep).unwrap();
        let mut command =
            self.command("keep", &["--keep", "keep", "--report", "report", "--control", control.name()]);
        let output = command.stdin(fs::File::open(self.path("in")).unwrap()).output().unwrap();
        let report = fs::read_to_string(self.path("report")).unwrap();
        (output, report_of(&report))
    }

    /// Starts a tracer that does many partial executions.
    pub(crate) fn serve(&self, control: Control) -> Serving<'_> {
        let mut command = self.command("serve", &["--control", control.name(), "--input", "in"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Serving { bench: self, child, requests, answers }
    }
}

fn report_of(line: &str) -> Report {
    match serde_json::from_str(line).unwrap() {
        Answer::Report(report) => report,
        other => panic!("{other:?}"),
    }
}

/// A tracer that does many partial executions.
pub(crate) struct Serving<'b> {
    bench: &'b Bench,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Serving<'_> {
    /// What the last one printed on standard error.
    pub(crate) fn errors(&self) -> String {
        fs::read_to_string(self.bench.path("err")).unwrap()
    }

    /// What a partial execution came to, and what it printed.
    pub(crate) fn run(&mut self, keep: &str) -> (Report, String) {
        self.run_with(keep, 0)
    }

    /// The same with other values in storage that was not initialised.
    pub(crate) fn run_with(&mut self, keep: &str, garbage: usize) -> (Report, String) {
        let keep = Kept::from_str(keep).unwrap().to_string();
        let name = |name: &str| self.bench.path(name).to_str().unwrap().to_owned();
        let request = Request { keep, stdout: name("out"), stderr: name("err"), garbage };
        let mut line = serde_json::to_string(&request).unwrap();
        line.push('\n');
        self.requests.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        (report_of(&answer), fs::read_to_string(self.bench.path("out")).unwrap())
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        drop(self.requests.take());
        let ended = self.child.wait().unwrap();
        assert!(ended.success() || std::thread::panicking(), "{ended}");
    }
}

impl Recorded {
    /// The events that can be left out, by their numbers.
    pub(crate) fn free(&self) -> Vec<u32> {
        self.events.iter().filter(|event| !event.fixed).map(|event| event.number).collect()
    }

    /// The lines of events.
    pub(crate) fn lines(&self) -> Vec<u32> {
        self.events.iter().map(|event| self.statements[event.statement as usize].line).collect()
    }

    /// What to keep so that these events, which can be left out, stay, and what is fixed.
    pub(crate) fn keeping(&self, events: &[u32]) -> String {
        let mut kept: Vec<bool> = Vec::new();
        for event in &self.events {
            let wanted = event.fixed || events.binary_search(&event.number).is_ok();
            kept.push(wanted && event.parent.is_none_or(|parent| kept[parent as usize]));
        }
        let numbers = (0..).zip(&kept).filter(|(_, kept)| **kept);
        Kept::of_ranges(numbers.map(|(number, _): (u32, _)| number..number + 1)).to_string()
    }

    /// The smallest set of events that a plain search one by one comes to, for which the test holds.
    pub(crate) fn smallest(&self, mut test: impl FnMut(&str) -> bool) -> Vec<u32> {
        let mut kept: Vec<u32> = self.free();
        assert!(test(&self.keeping(&kept)));
        let mut size = kept.len();
        while size > 0 {
            let mut at = kept.len();
            while at > 0 {
                let from = at.saturating_sub(size);
                let tried = [&kept[..from], &kept[at..]].concat();
                if test(&self.keeping(&tried)) {
                    kept = tried;
                }
                at = from;
            }
            size /= 2;
        }
        kept
    }

    /// The lines of some events, each once.
    pub(crate) fn lines_of(&self, events: &[u32]) -> Vec<u32> {
        let all = self.lines();
        let mut lines: Vec<u32> = events.iter().map(|event| all[*event as usize]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}
