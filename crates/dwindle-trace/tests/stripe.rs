//! The published run of STRIPE, test by test: figures 5 and 6 of "Finding Failure Causes through Automated Testing".
//!
//! `testdata/sample.jsonl` is the trace of the paper's program for 0 and 5. Here it is executed by hand: storage that was
//! not initialised holds garbage, a `while` that is kept has to come out as recorded, and prompts are not compared.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use dwindle::test::on_candidates;
use dwindle::{Algorithm, Candidate, Config, Engine, Outcome};
use dwindle_trace::{Execution, Method, Recorded, slice};

const FIGURE: &str = include_str!("../testdata/figure5.txt");

fn sample() -> Recorded {
    let lines = include_bytes!("../testdata/sample.jsonl");
    Recorded::read(lines.as_slice()).expect("the file is a trace")
}

/// What a partial execution prints; none where it diverges.
fn output(recorded: &Recorded, kept: &Config) -> Option<(Option<i64>, Option<i64>)> {
    let (mut sum, mut mul, mut a, mut b) = (1_000_003_i64, 7777_i64, -12_345_i64, 99_991_i64);
    let mut printed = (None, None);
    for at in kept.units() {
        match recorded.statement(at).line {
            1 => sum = 0,
            2 => mul = 1,
            3 => a = 0,
            4 => b = 5,
            5 if Some(a <= b) != recorded.events[at as usize].outcome => return None,
            6 => sum += a,
            7 => mul = mul.wrapping_mul(a),
            8 => a += 1,
            10 => printed.0 = Some(sum),
            11 => printed.1 = Some(mul),
            _ => {}
        }
    }
    Some(printed)
}

/// The slice, as lines with the numbers of the events from 1, and the configurations that were asked, in order.
fn sliced(method: Method, wanted: (Option<i64>, Option<i64>), jobs: usize) -> (String, Vec<Config>) {
    let recorded = Arc::new(sample());
    let execution = Arc::new(Execution::new(Arc::clone(&recorded), |_| false));
    let asked = Mutex::new(Vec::new());
    let test = on_candidates(|candidate| {
        let Candidate::Units(kept) = candidate else { return Err("no events") };
        asked.lock().expect("no test panics").push(kept.clone().into_owned());
        Ok(match output(&recorded, kept) {
            None => Outcome::Unresolved,
            Some((sum, mul)) => {
                let same = |wanted: Option<i64>, found| wanted.is_none() || wanted == found;
                if same(wanted.0, sum) && same(wanted.1, mul) { Outcome::Fail } else { Outcome::Pass }
            }
        })
    });
    let left = Engine::new()
        .jobs(jobs)
        .run(&test, |search| slice(search, &execution, &Config::full(37), method))
        .expect("nothing ends the search");
    drop(test);
    let shown = left.units().map(|at| format!("{}@{}", recorded.statement(at).line, at + 1));
    (shown.collect::<Vec<_>>().join(" "), asked.into_inner().expect("no test panics"))
}

const BOTH: (Option<i64>, Option<i64>) = (Some(15), Some(0));
const FIFTEEN: &str = "1@1 3@3 7@7 8@8 6@11 8@13 6@16 8@18 6@21 8@23 6@26 8@28 6@31 10@36 11@37";

#[test]
fn stripe_asks_exactly_the_configurations_of_the_figure() {
    let rows = FIGURE.lines().map(|line| {
        let marks = line.chars().skip(4).take(37);
        Config::of_units((0u32..).zip(marks).filter(|(_, mark)| *mark == '●').map(|(unit, _)| unit))
    });
    let mut seen = BTreeSet::new();
    // The last row is the result.
    let published: Vec<Config> = rows.take(176).filter(|config| seen.insert(config.clone())).collect();
    assert_eq!(published.len(), 167);
    let (shown, asked) = sliced(Method::Stripe, BOTH, 1);
    assert_eq!(shown, FIFTEEN);
    assert_eq!(asked, published);
}

#[test]
fn what_the_figure_marks_as_unresolved_diverges() {
    let recorded = sample();
    for line in FIGURE.lines().filter(|line| line.ends_with('?')) {
        let marks = line.chars().skip(4).take(37);
        let kept = (0u32..).zip(marks).filter(|(_, mark)| *mark == '●').map(|(unit, _)| unit);
        assert_ne!(output(&recorded, &Config::of_units(kept)), Some(BOTH), "{line}");
    }
}

#[test]
fn the_slices_of_figure_6_are_found_by_every_method_at_any_number_of_jobs() {
    let sum = FIFTEEN.replace(" 7@7", "").replace(" 11@37", "");
    for method in [Method::Phases, Method::Stripe, Method::Singly(Algorithm::Ddmin)] {
        for jobs in [1, 4] {
            assert_eq!(sliced(method, (Some(15), None), jobs).0, sum, "{method:?}");
            let mul = sliced(method, (None, Some(0)), jobs).0;
            let events: Vec<&str> = mul.split(' ').collect();
            let [read, times, print] = events[..] else { panic!("{method:?}: {mul}") };
            assert_eq!((read, &times[..2], print), ("3@3", "7@", "11@37"));
        }
    }
    // By phases a longer slice may do without other events; it is as minimal.
    assert_eq!(sliced(Method::Phases, BOTH, 1).0, sliced(Method::Phases, BOTH, 8).0);
}
