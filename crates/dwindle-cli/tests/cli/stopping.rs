//! Runs that end early: by budget, by size, by signals. The best so far is on disk in every case.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{self, TestEnv};

#[test]
fn a_budget_of_tests_ends_a_run_with_its_best() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce --jobs 1 --algorithm one-minimal --unit lines --budget 3 ./test.sh input.txt"), @"
    asked about 3 candidates: 2 still fail (kept), 1 passes, 0 unresolved
    ran 6 tests: 3 for these, 3 to confirm results
    result: input.min.txt
    87 → 71 bytes (20 tokens) in 3 tests, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert!(env.read("input.min.txt").lines().count() < 12);
}

#[test]
fn a_larger_budget_goes_on_from_there() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("reduce -q --unit lines --budget 3 ./test.sh input.txt").code, 6);
    assert_eq!(env.run("reduce -q --unit lines --budget 300 ./test.sh input.txt").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
}

#[test]
fn a_budget_of_time_ends_a_run_with_its_best() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx 'line 3' input.txt || sleep 60");
    let shown = env.run("reduce --timeout 100s --budget 700ms ./test.sh input.txt");
    assert_eq!(shown.code, 6, "{shown}");
}

#[test]
fn a_target_size_ends_a_run() {
    let env = TestEnv::with_lines();
    let shown = env.run("reduce --unit lines --target-size 80 ./test.sh input.txt");
    assert!(shown.code == 0 && shown.stderr.contains("stopped: the target size is reached"), "{shown}");
    assert!((15..=80).contains(&env.read("input.min.txt").len()));
    let whole = env.read("input.txt").len();
    let shown = env.run("reduce --fresh --unit lines --stop-at 50% ./test.sh input.txt");
    assert!(shown.code == 0 && shown.stderr.contains("stopped: the target size is reached"), "{shown}");
    assert!((15..=whole / 2).contains(&env.read("input.min.txt").len()));
}

#[test]
fn an_interrupt_ends_a_run_with_its_best() {
    for which in [Signal::INT, Signal::TERM, Signal::HUP] {
        let env = TestEnv::with_lines();
        let child = env.start_hanging();
        env::signal(&child, which);
        let shown = env.shown(&child.wait_with_output().unwrap());
        assert_eq!(shown.code, 130, "{shown}");
        assert!(
            shown.stderr.contains("stopped: interrupted, the same command continues from here"),
            "{shown}"
        );
        assert!(env.read("input.min.txt").contains("line 3\n"));
    }
}

#[test]
fn an_interrupt_ends_the_wait_for_an_input_that_does_not_come() {
    let env = TestEnv::with_lines();
    let mut command = env.command();
    command.args("reduce --message-format json - -- false".split(' ')).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    // The first message is there, so it reads.
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 16]).unwrap();
    let input = child.stdin.take();
    env::signal(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[test]
fn a_second_interrupt_ends_the_program_at_once() {
    let env = TestEnv::with_lines();
    let child = env.start_hanging();
    for _ in 0..2 {
        env::signal(&child, Signal::INT);
        std::thread::sleep(Duration::from_millis(1));
    }
    let shown = env.shown(&child.wait_with_output().unwrap());
    assert_eq!(shown.code, 130, "{shown}");
    assert!(env.read("input.min.txt").contains("line 3\n"));
}

#[test]
fn without_a_timeout_a_hang_ends_after_four_times_the_slowest_check_and_a_second_and_once_more_after_twice_that()
 {
    let env = TestEnv::new();
    env.lines("input.txt", 2);
    env.script("test.sh", "test -s input.txt || exit 1; sleep 0.2; grep -qx 'line 2' input.txt || sleep 60");
    let shown =
        env.run("reduce -a one-minimal --unit lines -j 2 --message-format json -o out ./test.sh input.txt");
    assert_eq!((shown.code, env.read("out").as_str()), (0, "line 2\n"), "{shown}");
    let messages = shown.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let tested: Vec<serde_json::Value> =
        messages.filter(|message: &serde_json::Value| message["type"] == "tested").collect();
    let ms = |test: &serde_json::Value| test["data"]["ms"].as_f64().unwrap();
    let of_checks = tested.iter().take_while(|test| test["data"]["purpose"] == "confirm");
    let slowest = of_checks.map(ms).fold(0.0, f64::max);
    let limits: Vec<f64> =
        tested.iter().filter_map(|test| test["data"]["reason"]["timeout"]["limit_ms"].as_f64()).collect();
    let limit = (4.0 * slowest + 1000.0).floor();
    assert_eq!(limits, [limit, 2.0 * limit], "{slowest} ms");
}

#[test]
fn a_few_hangs_are_confirmed_within_the_timeout_and_no_more_at_any_number_of_jobs() {
    let env = TestEnv::new();
    env.lines("input.txt", 7);
    // Without one of lines 5 and 6 it hangs.
    env.script(
        "test.sh",
        "grep -qx 'line 3' input.txt && grep -qx 'line 7' input.txt || exit 1
        test $(grep -cx 'line [56]' input.txt) = 2 || sleep 60",
    );
    let run = |more: &str| {
        let line =
            format!("reduce -a one-minimal --unit lines --timeout 1s --message-format json -o out {more}");
        let shown = env.run(&format!("{line} ./test.sh input.txt"));
        assert_eq!(shown.code, if more.contains("budget") { 6 } else { 0 }, "{shown}");
        let records = shown.messages();
        let late = records.iter().filter(|record| record["data"]["reason"]["timeout"]["limit_ms"].is_u64());
        let late: Vec<_> = late.map(|record| record["data"].clone()).collect();
        let confirmed = late.iter().filter(|data| data["purpose"] == "confirm").count();
        assert!(late.iter().all(|data| data["reason"]["timeout"]["limit_ms"] == 1000), "{late:?}");
        (env.read("out"), confirmed, late.len())
    };
    let (left, confirmed, late) = run("--fresh -j 1");
    assert_eq!(left, "line 3\nline 5\nline 6\nline 7\n");
    assert!(confirmed == 3 && late > 6, "{confirmed} of {late}");
    // All are in the journal, those that were believed, too.
    assert_eq!(run("-j 1"), (left.clone(), 0, 0));
    let (_, before, first) = run("--fresh -j 1 --budget 8");
    let (again, after, then) = run("-j 1");
    assert_eq!((again, before + after, first + then), (left.clone(), 3, late));
    assert!(then > 0, "{first} of {late}");
    for jobs in [2, 8] {
        let (again, confirmed, _) = run(&format!("--fresh -j {jobs}"));
        assert_eq!((again, confirmed), (left.clone(), 3), "{jobs} jobs");
    }
}

#[test]
fn the_usual_limit_falls_when_candidates_become_faster_and_in_a_run_that_continues_too() {
    for jobs in [1, 3] {
        falls(jobs);
    }
}

fn falls(jobs: u32) {
    let env = TestEnv::new();
    env.lines("input.txt", 40);
    // Slow while it is long; without line 3 it hangs when it is short.
    env.script(
        "test.sh",
        "test -s input.txt || exit 1; lines=$(wc -l <input.txt)
        [ $lines -gt 30 ] && sleep 0.5; grep -qx 'line 3' input.txt && exit 0
        [ $lines -lt 5 ] && sleep 60; exit 1",
    );
    let run = |more: &str| {
        let shown = env.run(&format!(
            "reduce -a one-minimal --unit lines -j {jobs} --message-format json -o out {more} ./test.sh input.txt"
        ));
        let limits = shown.messages().into_iter();
        let limits = limits.filter_map(|it| it["data"]["reason"]["timeout"]["limit_ms"].as_u64());
        (shown.code, limits.collect::<Vec<_>>())
    };
    let (code, limits) = run("");
    assert_eq!((code, env.read("out").as_str()), (0, "line 3\n"));
    // The first runs take half a second, so the limit was three seconds or more, as it is for what several jobs run ahead.
    let has_fallen = |limits: &[u64]| limits.last().is_some_and(|&last| last < 3000);
    assert!(has_fallen(&limits), "{limits:?}");
    assert_eq!(run("--fresh --budget 33"), (6, vec![]));
    let (code, limits) = run("");
    assert!(code == 0 && has_fallen(&limits), "{code} {limits:?}");
}
