//! Searches through the tracer: which events are left, and what was asked.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dwindle::space::Space;
use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Config, Engine, Judgement, Outcome};
use dwindle_exec::TimeLimit;
use dwindle_exec::process::Launcher;
use dwindle_exec::signature::Pattern;
use dwindle_trace::protocol::{Control, Kind};
use dwindle_trace::{Criterion, Execution, Method, PartialExecution, Ran, Shown, slice};

use super::bench::Bench;

pub(crate) fn tests() -> Vec<(&'static str, fn())> {
    vec![
        ("stripe_asks_on_the_sample_in_c_what_the_figure_shows", published),
        ("the_slices_of_figure_6_are_found_on_the_sample_in_c", figure_6),
    ]
}

/// Writes down what is executed.
struct Noting<'a>(PartialExecution, &'a Mutex<Vec<Config>>);

struct NotingSlot<'a>(Box<dyn Slot + 'a>, &'a Mutex<Vec<Config>>);

impl Executor for Noting<'_> {
    fn open(&self, slot: usize) -> std::io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(NotingSlot(self.0.open(slot)?, self.1)))
    }
}

impl Slot for NotingSlot<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        if let Candidate::Units(executed) = candidate {
            self.1.lock().unwrap().push(executed.clone().into_owned());
        }
        self.0.judge(candidate, patience)
    }
}

/// What a search came to.
#[derive(Debug)]
pub(crate) struct Sliced {
    /// The events that are left and could have been left out.
    pub(crate) free: Vec<u32>,
    /// All events that are executed when they are left.
    pub(crate) kept: Vec<u32>,
    /// How many executed statements are counted.
    pub(crate) of: usize,
    /// What was executed, in order.
    asked: Vec<Config>,
}

/// Searches; what is left comes to the same, and nothing can be left out of it.
pub(crate) fn sliced(
    bench: &Bench,
    control: Control,
    criterion: impl Fn(&Ran) -> Criterion,
    method: Method,
    jobs: usize,
) -> Sliced {
    let tracer = bench.tracer(control);
    let ran = tracer.record(&Launcher::Direct, &tracer.dir, 0, Duration::from_secs(60), |_| ()).unwrap();
    let criterion = criterion(&ran);
    let recorded = Arc::new(ran.recorded);
    let fixes = |at| control.keeps_predicates() && recorded.statement(at).kind == Kind::Predicate;
    let execution = Arc::new(Execution::new(Arc::clone(&recorded), fixes));
    let asked = Mutex::new(Vec::new());
    // The paper's program left storage as it was.
    let garbage = (1..recorded.trace.garbage.len()).collect();
    let test = PartialExecution {
        serves: recorded.trace.serve,
        events: recorded.events.len(),
        garbage: if method == Method::Stripe { Vec::new() } else { garbage },
        criterion,
        test: None,
        launcher: Launcher::Direct,
        refusals: dwindle_exec::Refusals::default(),
        scratch: tracer.dir.clone(),
        limit: TimeLimit::default(),
        tracer,
    };
    let left = Engine::new().jobs(jobs).run(&Noting(test, &asked), |search| {
        let full = execution.full();
        assert_eq!(search.outcome(&execution, &full)?, Outcome::Fail, "all of it comes to the same");
        let left = slice(search, &execution, &full, method)?;
        assert_eq!(search.outcome(&execution, &left)?, Outcome::Fail, "what is left comes to the same");
        for event in execution.free(&left).units() {
            let without = left.minus(&Config::of_units([event]));
            assert_ne!(search.outcome(&execution, &without)?, Outcome::Fail, "event {event} is not needed");
        }
        Ok::<_, dwindle::Stop>(left)
    });
    let left = left.unwrap();
    let free = execution.free(&left).units().collect();
    let kept = execution.executed(&left).units().collect();
    let of = (0..).take(execution.units()).filter(|at| recorded.is_counted(*at)).count();
    Sliced { free, kept, of, asked: asked.into_inner().unwrap() }
}

pub(crate) fn same(ran: &Ran) -> Criterion {
    Criterion::same(&ran.recorded, &ran.stdout, &ran.stderr)
}

fn sample() -> Bench {
    Bench::c(include_str!("sample.c")).with_input("0 5\n")
}

/// The configurations of figure 5 of the paper, each once; its last row is the result.
fn figure_5() -> Vec<Config> {
    let figure = include_str!("../../../dwindle-trace/testdata/figure5.txt");
    let mut seen = BTreeSet::new();
    let rows = figure.lines().take(176).map(|line| {
        let marks = line.chars().skip(4).take(37);
        Config::of_units((0u32..).zip(marks).filter(|(_, mark)| *mark == '\u{25cf}').map(|(unit, _)| unit))
    });
    rows.filter(|config| seen.insert(config.clone())).collect()
}

/// Events as the paper numbers them: the entry of `main` is number 0 here.
const BOTH: [u32; 15] = [1, 3, 7, 8, 11, 13, 16, 18, 21, 23, 26, 28, 31, 36, 37];
const SUM: [u32; 13] = [1, 3, 8, 11, 13, 16, 18, 21, 23, 26, 28, 31, 36];

fn published() {
    let found = sliced(&sample(), Control::Actual, same, Method::Stripe, 1);
    assert_eq!((found.of, found.free.as_slice()), (37, &BOTH[..]));
    let events = |executed: &Config| {
        Config::of_units(executed.units().filter(|at| (1..=37).contains(at)).map(|at| at - 1))
    };
    let asked: Vec<Config> = found.asked.iter().map(events).collect();
    let figure = figure_5();
    assert_eq!(figure.len(), 167);
    // All of it comes first, which the figure takes for granted.
    assert_eq!(asked, [vec![Config::full(37)], figure].concat());
}

fn figure_6() {
    let printing = |pattern: &'static str| {
        move |_: &Ran| {
            let pattern = Pattern::new(pattern).unwrap();
            Criterion { stdout: Some(Shown::Matching(pattern)), ..Criterion::default() }
        }
    };
    let probed = |ran: &Ran| Criterion::probed(&ran.recorded, 1).unwrap();
    for method in [Method::Phases, Method::Stripe] {
        let found = |criterion| sliced(&sample(), Control::Actual, printing(criterion), method, 2).free;
        assert_eq!(found("^sum = 15$"), SUM, "{method:?}");
        let mul = found("^mul = 0$");
        let probe = |probe| sliced(&sample().with_probe(probe), Control::Actual, probed, method, 2).free;
        assert_eq!(probe("prog.c:14:sum"), SUM, "{method:?}");
        for slice in [mul, probe("prog.c:15:mul")] {
            // Any multiplication will do.
            let [3, times, 37] = slice[..] else { panic!("{method:?}: {slice:?}") };
            assert_eq!(times % 5, 2, "{method:?}");
        }
    }
    assert_eq!(sliced(&sample(), Control::Actual, same, Method::Phases, 2).free, BOTH);
}
