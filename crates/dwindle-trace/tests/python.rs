//! The tracer for Python on programs: what it records, what is left of it, and what it refuses.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle::space::Space;
use dwindle::{Engine, Outcome};
use dwindle_exec::TimeLimit;
use dwindle_exec::process::{Launcher, Limits};
use dwindle_exec::signature::Pattern;
use dwindle_trace::protocol::{Control, Kind, Refusal};
use dwindle_trace::{
    Criterion, Execution, Method, PartialExecution, Ran, ReadError, RecordError, Shown, Tracer, slice,
    tracers,
};

/// A program in a directory with the tracer.
struct Lab {
    dir: tempfile::TempDir,
    tracer: Tracer,
}

impl Lab {
    fn new(script: &str, input: &str) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        for (name, text) in [("tracer.py", tracers::PYTHON), ("prog.py", script), ("input", input)] {
            let file = fs::File::create(dir.path().join(name));
            file.and_then(|mut file| file.write_all(text.as_bytes())).expect("room for a file");
        }
        let python = OsString::from("python3");
        let tracer = Tracer {
            command: vec![python.clone(), dir.path().join("tracer.py").into()],
            program: vec![python, "prog.py".into()],
            env: vec![("PATH".into(), path())],
            dir: dir.path().to_owned(),
            input: Some(dir.path().join("input")),
            probes: Vec::new(),
            control: Control::Actual,
            limits: Limits::default(),
        };
        Self { dir, tracer }
    }

    fn probing(mut self, probe: &str) -> Self {
        self.tracer.probes.push(probe.parse().expect("a probe"));
        self
    }

    fn controlled(mut self, control: Control) -> Self {
        self.tracer.control = control;
        self
    }

    fn record(&self) -> Result<Ran, RecordError> {
        self.tracer.record(&Launcher::Direct, self.dir.path(), Duration::from_secs(60), |_| ())
    }

    fn refused(&self) -> (Refusal, String) {
        match self.record() {
            Err(RecordError::NoTrace { error: ReadError::Refused(refused), .. }) => {
                (refused.reason, refused.why)
            }
            other => panic!("not refused: {other:?}"),
        }
    }

    /// The slice as lines with the numbers of the events from 1, and how many tests it took.
    fn sliced(
        &self,
        criterion: &dyn Fn(&Ran) -> Criterion,
        method: Method,
        jobs: usize,
    ) -> (Vec<String>, u64) {
        let ran = self.record().expect("a program that can be traced");
        let recorded = Arc::new(ran.recorded.clone());
        let strict = self.tracer.control == Control::Strict;
        let fixes = |at| strict && recorded.statement(at).kind == Kind::Predicate;
        let execution = Arc::new(Execution::new(Arc::clone(&recorded), fixes));
        let test = PartialExecution {
            tracer: self.tracer.clone(),
            serves: recorded.trace.serve,
            events: recorded.events.len(),
            criterion: criterion(&ran),
            launcher: Launcher::Direct,
            scratch: self.dir.path().to_owned(),
            limit: TimeLimit::default(),
        };
        let (left, tests) = Engine::new()
            .jobs(jobs)
            .run(&test, |search| {
                let full = execution.full();
                let space = Arc::clone(&execution);
                assert_eq!(search.outcome(&space, &full)?, Outcome::Fail, "all of it comes to the same");
                let left = slice(search, &execution, &full, method)?;
                assert_eq!(search.outcome(&space, &left)?, Outcome::Fail);
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

fn testdata(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/python").join(name);
    fs::read_to_string(path).expect("it is there")
}

fn same(ran: &Ran) -> Criterion {
    Criterion::same(&ran.recorded, &ran.stdout, &ran.stderr)
}

fn printing(pattern: &str) -> Criterion {
    let pattern = Pattern::new(pattern).expect("a regular expression");
    Criterion { stdout: Some(Shown::Matching(pattern)), ..Criterion::default() }
}

/// The paper's program has 31 events here, since there is no closing brace, and no garbage that is multiplied by zero
/// other than a number.
#[test]
fn the_slices_of_figure_6() {
    let lab = |probe: Option<&str>| {
        let lab = Lab::new(&testdata("sample.py"), "0\n5\n");
        probe.into_iter().fold(lab, Lab::probing)
    };
    assert_eq!(lab(None).record().unwrap().recorded.events.len(), 31);
    let sum = "1@1 3@3 8@8 6@10 8@12 6@14 8@16 6@18 8@20 6@22 8@24 6@26 9@30";
    let both = "1@1 3@3 7@7 8@8 6@10 8@12 6@14 8@16 6@18 8@20 6@22 8@24 6@26 9@30 10@31";
    for method in [Method::Phases, Method::Stripe] {
        let printed = |pattern: &'static str| lab(None).sliced(&|_| printing(pattern), method, 1).0.join(" ");
        assert_eq!(printed("(^| )15\n0$"), both, "{method:?}");
        if method == Method::Stripe {
            break;
        }
        assert_eq!(printed("(^| )15$"), sum, "{method:?}");
        let probed = |probe| {
            let criterion = |ran: &Ran| Criterion::probed(&ran.recorded, 1).unwrap();
            lab(Some(probe)).sliced(&criterion, method, 2).0
        };
        assert_eq!(probed("prog.py:9:sum").join(" "), sum, "{method:?}");
        let mul = probed("prog.py:10:mul");
        assert!(
            mul.len() == 3 && mul[0] == "3@3" && mul[1].starts_with("7@") && mul[2] == "10@31",
            "{mul:?}"
        );
    }
}

#[test]
fn the_quotes_that_the_markup_remover_drops() {
    let lab = Lab::new(&testdata("markup.py"), "");
    let (slice, tests) = lab.sliced(&same, Method::Phases, 1);
    // Besides the definition and the call.
    assert!(slice.len() <= 10 && slice[..2] == ["1@1", "19@2"], "{slice:?}");
    assert!(tests < 300, "{tests}");
}

#[test]
fn generators_classes_and_exceptions() {
    let lab = Lab::new(&testdata("orders.py"), "");
    let events = lab.record().unwrap().recorded.events.len();
    assert!((300..800).contains(&events), "{events}");
    let (slice, tests) = lab.sliced(&|_| printing("^bob .* 132$"), Method::Phases, 2);
    assert!(slice.len() * 2 < events && tests < 1000, "{} of {events} in {tests}: {slice:?}", slice.len());
}

#[test]
fn a_failure_is_the_same_exception_at_the_same_event() {
    let script = "import math\nlimit = 3\nnames = ['a', 'b']\nfor i in range(limit):\n    pi = math.pi\n    print(names[i])\n";
    let lab = Lab::new(script, "").controlled(Control::Strict);
    let (slice, _) = lab.sliced(&same, Method::Phases, 1);
    assert_eq!(slice.join(" "), "2@2 3@3 4@4! 4@7! 4@10! 6@12!");
}

#[test]
fn what_cannot_be_traced_is_refused_with_the_reason() {
    let refused = |script: &str| Lab::new(script, "").refused();
    let (reason, why) = refused("import threading\nthreading.Thread(target=print).start()\n");
    assert_eq!((reason, why.as_str()), (Refusal::Threads, "it starts a thread: only one can be traced"));
    assert_eq!(refused("import os\nif os.fork() == 0:\n    os._exit(0)\n").0, Refusal::Forks);
    assert_eq!(refused("open('/dev/tty')\n").0, Refusal::Terminal);
    assert_eq!(refused("def f(:\n").0, Refusal::NotStarted);
    assert_eq!(refused("while True:\n    pass\n").0, Refusal::TooLong);
}

#[test]
fn a_run_that_differs_is_told_by_the_first_difference() {
    let lab = Lab::new("import time\nif time.time_ns() // 1000 % 2:\n    x = 1\nx = 2\n", "");
    let first = lab.record().unwrap().recorded;
    let difference = (0..40).find_map(|_| first.difference(&lab.record().unwrap().recorded)).unwrap();
    assert!(
        difference.starts_with("executed statement 1 was prog.py:1 in the first run")
            || difference.contains("prog.py:2"),
        "{difference}"
    );
}
