//! Failures that go away while a search runs, as where a test that was ended leaves its lock behind.

use std::fs;

use crate::env::{Shown, TestEnv};

/// An input of so many lines, of which two are needed. The first test of fewer than `few` ends without removing its lock.
fn with_lock(lines: u32, few: u32) -> TestEnv {
    let env = TestEnv::new();
    env.lines("input.txt", lines);
    let [lock, was, asked] = ["lock", "was", "asked"].map(|name| env.path(name).display().to_string());
    env.script(
        "test.sh",
        &format!(
            "echo >> {asked}; mkdir {lock} || exit 2
            test $(grep -c '' input.txt) -ge {few} || test ! -s input.txt || test -e {was} || {{ touch {was}; exit 2; }}
            grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt; result=$?
            rmdir {lock}; exit $result"
        ),
    );
    env
}

fn reduced(env: &TestEnv) -> Shown {
    reduced_with(env, "")
}

fn reduced_with(env: &TestEnv, options: &str) -> Shown {
    env.run(&format!("reduce --sandbox off --jobs 1 --unit lines {options} ./test.sh input.txt"))
}

/// Asserts that a run says that the failure is gone, and how its result ends now.
fn found_gone(env: &TestEnv) -> Shown {
    let shown = reduced(env);
    assert_eq!(shown.code, 4, "{shown}");
    assert!(shown.stderr.contains("it ends otherwise: exit code 2; a test may have left"), "{shown}");
    shown
}

/// Whether the same command comes to the end that it would have come to, once the lock is gone.
fn assert_goes_on(env: &TestEnv) -> Shown {
    fs::remove_dir(env.path("lock")).unwrap();
    let shown = reduced(env);
    assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\nline 8\n"), "{shown}");
    assert!(shown.stderr.contains("lines can be removed") && !shown.stderr.contains("unreliable"), "{shown}");
    shown
}

/// How many candidates a search asked about.
fn asked(shown: &Shown) -> u64 {
    shown.stderr.split_once("asked about ").unwrap().1.split_once(' ').unwrap().0.parse().unwrap()
}

#[test]
fn a_search_whose_failure_is_gone_ends_soon_and_goes_on_with_what_it_knew_before() {
    let env = with_lock(1000, 90);
    let shown = found_gone(&env);
    assert!(shown.stderr.ends_with("; stopped: the failure is gone\n"), "{shown}");
    assert!(env.read("input.min.txt").contains("line 3\n"), "the best so far is kept");
    assert!(asked(&shown) < 160, "{shown}");
    assert_goes_on(&env);
}

#[test]
fn what_a_short_search_was_told_after_its_failure_was_gone_is_asked_again() {
    let env = with_lock(20, 5);
    let shown = found_gone(&env);
    assert!(!shown.stderr.contains("can be removed"), "{shown}");
    assert_goes_on(&env);
}

#[test]
fn what_was_asked_while_the_failure_was_gone_is_asked_again_though_nobody_saw_that_it_was() {
    let env = with_lock(1000, 90);
    let mut killed = env.start("reduce --sandbox off --jobs 1 --unit lines ./test.sh input.txt");
    while fs::read_to_string(env.path("asked")).map_or(0, |asked| asked.lines().count()) < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let whole = with_lock(1000, 0);
    assert_eq!(asked(&assert_goes_on(&env)), asked(&reduced(&whole)), "as if it had not been gone");
    let again = reduced(&env);
    assert!(again.stderr.contains("answered from memory"), "{again}");
    assert_eq!((again.code, &*env.read("input.min.txt")), (0, "line 3\nline 8\n"), "{again}");
}

#[test]
fn a_run_that_a_budget_ends_says_whether_the_failure_is_gone() {
    let env = with_lock(1000, 90);
    let shown = reduced_with(&env, "--budget 80");
    assert!(shown.code == 4 && shown.stderr.ends_with("; stopped: the failure is gone\n"), "{shown}");
    assert_goes_on(&env);
}

#[test]
fn a_test_that_takes_everything_for_the_failure_from_some_time_on_is_found_out() {
    let env = TestEnv::with_lines();
    let runs = env.path("runs").display().to_string();
    env.script(
        "test.sh",
        &format!("echo >> {runs}; test $(grep -c '' {runs}) -gt 20 || {{ grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt; }}"),
    );
    let shown = env.run("reduce --sandbox off --jobs 1 ./test.sh input.txt");
    assert!(
        shown.code == 4 && shown.stderr.contains("error: the test fails with nothing of the input now"),
        "{shown}"
    );
    assert!(shown.stderr.contains("start over: dwindle reduce --fresh "), "{shown}");
}
