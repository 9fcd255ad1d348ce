//! Programs with their tracers, in directories of their own.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dwindle::space::Space;
use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Config, Engine, Judgement, Outcome};
use dwindle_exec::TimeLimit;
use dwindle_exec::process::{Launcher, Limits};
use dwindle_exec::signature::Pattern;
use dwindle_trace::protocol::{Control, Event, Kind, Refusal, Variable};
use dwindle_trace::{
    Criterion, Execution, Language, Method, PartialExecution, Ran, ReadError, RecordError, Shown, Tracer,
    slice,
};

/// Writes down what is executed.
struct Counted<'a> {
    test: PartialExecution,
    asked: &'a Mutex<Vec<Config>>,
}

struct CountedSlot<'a>(Box<dyn Slot + 'a>, &'a Mutex<Vec<Config>>);

impl Executor for Counted<'_> {
    fn open(&self, slot: usize) -> std::io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(CountedSlot(self.test.open(slot)?, self.asked)))
    }
}

impl Slot for CountedSlot<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        if let Candidate::Units(executed) = candidate {
            self.1.lock().expect("no test panics").push(executed.clone().into_owned());
        }
        self.0.judge(candidate, patience)
    }
}

/// A program in a directory with the tracer.
pub(crate) struct Lab {
    dir: tempfile::TempDir,
    asked: Mutex<Vec<Config>>,
    pub(crate) tracer: Tracer,
}

impl Lab {
    pub(crate) fn new(language: Language, script: &str, input: &str) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        for (name, text) in [("tracer", language.tracer()), ("prog", script), ("input", input)] {
            let file = fs::File::create(dir.path().join(name));
            file.and_then(|mut file| file.write_all(text.as_bytes())).expect("room for a file");
        }
        let interpreter = OsString::from(if language == Language::Python { "python3" } else { "perl" });
        let tracer = Tracer {
            command: vec![interpreter.clone(), dir.path().join("tracer").into()],
            program: vec![interpreter, "prog".into()],
            env: vec![("PATH".into(), path())],
            dir: dir.path().to_owned(),
            input: Some(dir.path().join("input")),
            probes: Vec::new(),
            control: Control::Actual,
            most: None,
            limits: Limits::default(),
        };
        Self { dir, asked: Mutex::default(), tracer }
    }

    pub(crate) fn probing(mut self, probe: &str) -> Self {
        self.tracer.probes.push(probe.parse().expect("a probe"));
        self
    }

    /// Another file beside the program.
    pub(crate) fn beside(self, name: &str, text: &str) -> Self {
        let path = self.dir.path().join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::File::create(&path));
        made.and_then(|mut file| file.write_all(text.as_bytes())).expect("room for a file");
        self
    }

    pub(crate) fn told(mut self, words: &[&str]) -> Self {
        self.tracer.program.extend(words.iter().map(OsString::from));
        self
    }

    pub(crate) fn controlled(mut self, control: Control) -> Self {
        self.tracer.control = control;
        self
    }

    /// The configurations that were executed, in order.
    pub(crate) fn asked(&self) -> Vec<Config> {
        self.asked.lock().expect("no test panics").clone()
    }

    pub(crate) fn record(&self) -> Result<Ran, RecordError> {
        self.tracer.record(&Launcher::Direct, self.dir.path(), 0, Duration::from_secs(60), |_| ())
    }

    /// What assignments made of variables: the line, the name, and the value before and behind it.
    pub(crate) fn values(&self) -> Vec<String> {
        let recorded = self.record().expect("a program that can be traced").recorded;
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        let told = |event: &Event| {
            let line = recorded.statement(event.number).line;
            let one = |value: &Variable| {
                format!("{line} {}: {} -> {}", value.name, shown(&value.before), shown(&value.after))
            };
            event.values.iter().map(one).collect::<Vec<_>>()
        };
        recorded.events.iter().flat_map(told).collect()
    }

    pub(crate) fn refused(&self) -> (Refusal, String) {
        match self.record() {
            Err(RecordError::NoTrace { error: ReadError::Refused(refused), .. }) => {
                (refused.reason, refused.why)
            }
            other => panic!("not refused: {other:?}"),
        }
    }

    /// The slice as lines with the numbers of the events from 1, and how many tests it took.
    pub(crate) fn sliced(
        &self,
        criterion: &dyn Fn(&Ran) -> Criterion,
        method: Method,
        jobs: usize,
    ) -> (Vec<String>, u64) {
        let ran = self.record().expect("a program that can be traced");
        let recorded = Arc::new(ran.recorded.clone());
        let strict = self.tracer.control.keeps_predicates();
        let fixes = |at| strict && recorded.statement(at).kind == Kind::Predicate;
        let execution = Arc::new(Execution::new(Arc::clone(&recorded), fixes));
        let test = PartialExecution {
            tracer: self.tracer.clone(),
            serves: recorded.trace.serve,
            events: recorded.events.len(),
            // The paper's program tries no other.
            garbage: (1..recorded.trace.garbage.len()).filter(|_| method != Method::Stripe).collect(),
            criterion: criterion(&ran),
            test: None,
            launcher: Launcher::Direct,
            refusals: dwindle_exec::Refusals::default(),
            scratch: self.dir.path().to_owned(),
            limit: TimeLimit::default(),
        };
        let test = Counted { test, asked: &self.asked };
        let (left, tests) = Engine::new()
            .jobs(jobs)
            .run(&test, |search| {
                let full = execution.full();
                let space = Arc::clone(&execution);
                assert_eq!(search.outcome(&space, &full)?, Outcome::Fail, "all of it comes to the same");
                let left = slice(search, &execution, &full, method)?;
                assert_eq!(search.outcome(&space, &left)?, Outcome::Fail);
                for event in execution.free(&left).units() {
                    let without = left.minus(&Config::of_units([event]));
                    assert_ne!(
                        search.outcome(&space, &without)?,
                        Outcome::Fail,
                        "event {event} is not needed"
                    );
                }
                Ok::<_, dwindle::Stop>((left, search.count().tests))
            })
            .expect("nothing ends the search");
        let free = execution.free(&left);
        let shown = left.units().map(|at| {
            let fixed = if free.contains(at) { "" } else { "!" };
            format!("{}@{}{fixed}", recorded.statement(at).line, at + 1)
        });
        (shown.collect(), tests)
    }
}

#[expect(clippy::disallowed_methods, reason = "the test finds the interpreter as its user does")]
fn path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

pub(crate) fn testdata(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    fs::read_to_string(path).expect("it is there")
}

pub(crate) fn same(ran: &Ran) -> Criterion {
    Criterion::same(&ran.recorded, &ran.stdout, &ran.stderr)
}

pub(crate) fn printing(pattern: &str) -> Criterion {
    let pattern = Pattern::new(pattern).expect("a regular expression");
    Criterion { stdout: Some(Shown::Matching(pattern)), ..Criterion::default() }
}

/// The configurations of figure 5, each once; its last row is the result.
pub(crate) fn published() -> Vec<Config> {
    let figure = testdata("figure5.txt");
    let mut seen = BTreeSet::new();
    let rows = figure.lines().take(176).map(|line| {
        let marks = line.chars().skip(4).take(37);
        Config::of_units((0u32..).zip(marks).filter(|(_, mark)| *mark == '\u{25cf}').map(|(unit, _)| unit))
    });
    rows.filter(|config| seen.insert(config.clone())).collect()
}
