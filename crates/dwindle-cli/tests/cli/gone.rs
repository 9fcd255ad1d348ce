//! Failures that go away while a search runs, as where a test that was ended leaves its lock behind.

use std::fs;

use crate::env::{Shown, TestEnv};

/// An input of so many lines, of which two are needed. The first test of fewer than `few` ends without removing its lock.
fn with_lock(lines: u32, few: u32) -> TestEnv {
    let env = TestEnv::new();
    env.lines("input.txt", lines);
    let [lock, was] = ["lock", "was"].map(|name| env.path(name).display().to_string());
    env.script(
        "test.sh",
        &format!(
            "mkdir {lock} || exit 2
            test $(grep -c '' input.txt) -ge {few} || test -e {was} || {{ touch {was}; exit 1; }}
            grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt; result=$?
            rmdir {lock}; exit $result"
        ),
    );
    env
}

fn reduced(env: &TestEnv) -> Shown {
    env.run("reduce --sandbox off --jobs 1 --unit lines ./test.sh input.txt")
}

/// Whether the same command comes to the end that it would have come to, once the lock is gone.
fn assert_goes_on(env: &TestEnv) {
    fs::remove_dir(env.path("lock")).unwrap();
    let shown = reduced(env);
    assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\nline 8\n"), "{shown}");
    assert!(shown.stderr.contains("lines can be removed"), "{shown}");
}

#[test]
fn a_search_whose_failure_is_gone_ends_soon_and_goes_on_with_what_it_knew_before() {
    let env = with_lock(1000, 90);
    let shown = reduced(&env);
    assert_eq!(shown.code, 4, "{shown}");
    assert!(shown.stderr.contains("it ends otherwise: exit code 2; a test may have left"), "{shown}");
    assert!(shown.stderr.ends_with("; stopped: the failure is gone\n"), "{shown}");
    assert!(env.read("input.min.txt").contains("line 3\n"), "the best so far is kept");
    let asked = shown.stderr.split_once("asked about ").unwrap().1.split_once(' ').unwrap().0;
    assert!(asked.parse::<u64>().unwrap() < 160, "{shown}");
    assert_goes_on(&env);
}

#[test]
fn what_a_short_search_was_told_after_its_failure_was_gone_is_asked_again() {
    let env = with_lock(20, 5);
    let shown = reduced(&env);
    assert_eq!(shown.code, 4, "{shown}");
    assert!(shown.stderr.contains("it ends otherwise: exit code 2; a test may have left"), "{shown}");
    assert!(!shown.stderr.contains("can be removed"), "{shown}");
    assert_goes_on(&env);
}
