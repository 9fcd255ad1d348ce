//! Programs with a known fault, on the line marked so: it is in the slice at the default level of control, and never said not to matter.

use dwindle_exec::signature::Pattern;
use dwindle_trace::protocol::{Control, Kind};
use dwindle_trace::{Criterion, Method, Ran, Shown};

use super::bench::Bench;
use super::slices::{same, sliced};

/// A program, and what it prints that is wrong; nothing where it fails.
type Faulty = (&'static str, &'static str, &'static str);

pub(crate) fn c() -> Vec<(&'static str, fn())> {
    vec![
        ("faults_in_c_are_in_the_slice", in_c),
        ("what_only_a_condition_compares_is_kept_at_the_level_exact_alone", levels),
        ("a_digest_is_that_of_its_event_where_calls_compare_in_between", nested),
    ]
}

pub(crate) fn cpp() -> Vec<(&'static str, fn())> {
    vec![("faults_in_cpp_are_in_the_slice", in_cpp)]
}

pub(crate) fn rust() -> Vec<(&'static str, fn())> {
    vec![("faults_in_rust_are_in_the_slice", in_rust)]
}

fn criterion(printed: &str) -> impl Fn(&Ran) -> Criterion {
    move |ran| match printed {
        "" => same(ran),
        line => {
            Criterion { stdout: Some(Shown::Matching(Pattern::new(line).unwrap())), ..Criterion::default() }
        }
    }
}

/// What is said of the faulty line: whether some of its executions matter or decide the way, or it cannot be left out. Nothing where it has no statement of
/// its own.
fn is_in_slice(bench: &Bench, printed: &str, line: u32, control: Control) -> Option<bool> {
    let recorded = bench.record();
    let found = sliced(bench, control, criterion(printed), Method::Phases, 2);
    let lines = recorded.lines();
    let of_line = |event: &u32| lines[*event as usize] == line;
    let statement = |event: u32| &recorded.statements[recorded.events[event as usize].statement as usize];
    let own = |event: &u32| !matches!(statement(*event).kind, Kind::Entry | Kind::Exit);
    let all = u32::try_from(lines.len()).unwrap();
    if !(0..all).any(|event| of_line(&event) && own(&event)) {
        return None;
    }
    Some(found.kept.iter().any(|event| of_line(event) && own(event)))
}

fn hold(compiler: &str, programs: &[Faulty]) {
    for (name, source, printed) in programs {
        let line = source.lines().position(|line| line.contains("FAULT")).unwrap() + 1;
        let bench = Bench::new(source, compiler);
        let found = is_in_slice(&bench, printed, u32::try_from(line).unwrap(), Control::Exact);
        assert_ne!(found, Some(false), "{name}:{line} is said not to matter");
    }
}

macro_rules! faulty {
    ($name:literal, $printed:literal) => {
        ($name, include_str!(concat!("causes/", $name)), $printed)
    };
}

fn in_c() {
    let programs = [
        faulty!("oper.c", "(?m)^passed = 2$"),
        faulty!("missing.c", "(?m)^days: 366$"),
        faulty!("exitcode.c", ""),
        faulty!("aborts.c", ""),
        faulty!("calc.c", ""),
        faulty!("search.c", ""),
        faulty!("interest.c", "(?m)^5161.7$"),
        faulty!("reverse.c", ""),
    ];
    hold("cc -g -O0", &programs);
}

fn in_cpp() {
    let programs = [
        faulty!("bound.cc", "(?m)^longest: dormouse 8$"),
        faulty!("offby.cc", "(?m)^primes: 4$"),
        faulty!("roman.cc", "(?m)^year 1276$"),
        faulty!("matrix.cc", "(?m)^after 108$"),
        faulty!("queue.cc", ""),
    ];
    hold("c++ -g -O0", &programs);
}

fn in_rust() {
    let programs = [
        faulty!("initial.rs", "(?m)^least: 0$"),
        faulty!("grade.rs", ""),
        faulty!("window.rs", ""),
        faulty!("state.rs", "Paused"),
    ];
    hold("rustc -g", &programs);
}

/// The exit code depends on a sum that is compared with what it should be: any other wrong one comes to the same.
fn levels() {
    let (_, source, _) = faulty!("exitcode.c", "");
    let bench = Bench::c(source);
    let found = |control| is_in_slice(&bench, "", 5, control);
    assert_eq!([Control::Strict, Control::Exact].map(found), [Some(false), Some(true)]);
}

const NESTED: &str = "static int f(int a) {\n    int b = 0;\n    if (a > 3)\n        b = 1;\n    return b;\n}\nint main(void) {\n    int one = 4;\n    int two = 5;\n    \
    if (one == 4 && f(7) && two == 5)\n        return 3;\n    return 0;\n}\n";

/// One condition compares before and after a call that compares, too: all is the same in a run that leaves nothing out, and what comes
/// after the call is held against the right value.
fn nested() {
    let bench = Bench::c(NESTED);
    let recorded = bench.record();
    let mut serving = bench.serve(Control::Exact);
    assert_eq!(serving.run("0-").0.end, recorded.end);
    let found = sliced(&bench, Control::Exact, same, Method::Phases, 1);
    assert_eq!(recorded.lines_of(&found.free), [4, 8, 9]);
}
