//! What `dwindle check` says of an input, and of what can be removed from it.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn check_says_whether_an_input_fails() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("check ./test.sh input.txt"), @"
    input.txt: fails
    => 0
    ");
    assert_eq!(env.names(), ["input.txt", "test.sh"], "nothing is written");
}

#[test]
fn check_names_what_can_still_go() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("check --minimality 1 --unit lines ./test.sh input.txt"), @"
    input.txt: fails; not 1-minimal by lines: removal 1 of 12 still fails
      without line 1: line 1
      to test all removals: dwindle check --all --minimality 1 --unit lines ./test.sh input.txt
      to reduce it: dwindle reduce --unit lines ./test.sh input.txt
    => 7
    ");
    for short in ["-m 1", "-m1", "-m=1"] {
        let shown = env.run(&format!("check {short} -u lines ./test.sh input.txt"));
        assert!(
            shown.stdout.ends_with("to reduce it: dwindle reduce -u lines ./test.sh input.txt\n"),
            "{shown}"
        );
    }
    assert_snapshot!(env.run("check --all --minimality 1 --unit lines ./test.sh input.txt"), @"
    input.txt: fails; not 1-minimal by lines: 12 single removals tested, 10 still fail
      without line 1: line 1
      without line 2: line 2
      without line 4: line 4
      without line 5: line 5
      without line 6: line 6
      without line 7: line 7
      without line 8: line 8
      without line 9: line 9
      without line 10: line 10
      without line 12: line 12
      to reduce it: dwindle reduce --unit lines ./test.sh input.txt
    => 7
    ");
    env.file("input.txt", "line 3\nxline 4\nline 11\n");
    assert_snapshot!(env.run("check --all --minimality 2 --unit tokens ./test.sh input.txt"), @r#"
    input.txt: fails; not 2-minimal by tokens: 12 single removals and 66 pairs tested, 10 still fail
      without line 2, column 1: "xline"
      without line 2, column 6: " "
      without line 2, column 7: "4"
      without line 3, column 8: "\n"
      without line 2, column 1: "xline "
      without line 2, column 1: "xline" and line 2, column 7: "4"
      without line 2, column 6: " 4"
      without line 2, column 1: "xline" and line 3, column 8: "\n"
      without line 2, column 6: " " and line 3, column 8: "\n"
      without line 2, column 7: "4" and line 3, column 8: "\n"
      to reduce it: dwindle reduce --unit tokens ./test.sh input.txt
    => 7
    "#);
    assert_snapshot!(env.run("check --minimality 2 --unit tokens ./test.sh input.txt"), @r#"
    input.txt: fails; not 2-minimal by tokens: removal 5 of 78 still fails
      without line 2, column 1: "xline"
      to test all removals: dwindle check --all --minimality 2 --unit tokens ./test.sh input.txt
      to reduce it: dwindle reduce --unit tokens ./test.sh input.txt
    => 7
    "#);
}

#[test]
fn check_proves_what_is_minimal() {
    let env = TestEnv::with_lines();
    env.file("input.txt", "line 3\nline 11");
    assert_snapshot!(env.run("check --minimality 1 ./test.sh input.txt"), @"
    input.txt: fails; 1-minimal by characters: 14 single removals tested, none fails
    => 0
    ");
    assert_snapshot!(env.run("check --minimality 2 --unit lines ./test.sh input.txt"), @"
    input.txt: fails; 2-minimal by lines: 2 single removals and 1 pair tested, none fails
    => 0
    ");
}

#[test]
fn check_stops_at_the_first_removal_that_still_fails_and_tells_it() {
    let env = TestEnv::with_lines();
    let log = env.path("log");
    // Beside the first removal, which fails, no other ends: none makes room for a further one, however slow the machine.
    let others_wait = "test $(wc -l < input.txt) = 12 || ! grep -qx 'line 1' input.txt || sleep 60";
    env.script("test.sh", &format!("echo >> {}; {others_wait}; grep -qx 'line 3' input.txt", log.display()));
    for jobs in [1, 4] {
        fs::remove_file(&log).unwrap_or_default();
        let shown = env.run(&format!("check --minimality 1 --unit lines --jobs {jobs} ./test.sh input.txt"));
        assert!(shown.code == 7 && shown.stdout.contains("removal 1 of 12 still fails"), "{shown}");
        let runs = env.read("log").lines().count();
        assert!(runs <= 5 + jobs, "the checks, one removal, and what ran beside it: {runs}");
    }
}

#[test]
fn check_tests_a_directory_with_and_without_each_of_its_files() {
    let env = TestEnv::new();
    env.file("p/a", "1\n");
    env.file("p/deep/b", "BUG\n");
    env.file("p/deep/c", "2\n");
    env.script("test.sh", "grep -q BUG p/deep/b");
    assert_snapshot!(env.run("check ./test.sh p"), @"
    p: fails
    => 0
    ");
    assert_snapshot!(env.run("check -m 1 --all ./test.sh p"), @"
    p: fails; not 1-minimal by files: 3 single removals tested, 2 still fail
      without a
      without deep/c
      to reduce it: dwindle reduce ./test.sh p
    => 7
    ");
    assert_snapshot!(env.run("check -m 1 --protect [12] ./test.sh p"), @"
    p: fails; 1-minimal by files: 1 single removal tested, none fails
    => 0
    ");
    assert_snapshot!(env.run("check -m 1 -u lines ./test.sh p"), @"
    error: --unit lines: the input is no single file
      hint: of a directory, and of several inputs, whole files are removed: leave --unit out
    => 2
    ");
    env.script("folder.sh", "test -d p/deep && grep -q 1 p/a");
    let shown = env.run("check -m 1 --all ./folder.sh p");
    assert!(shown.stdout.contains("2 still fail\n  without deep/b\n  without deep/c\n"), "{shown}");
    assert_eq!(env.run("reduce ./test.sh p").code, 0);
    assert_snapshot!(env.run("check -m 1 ./test.sh p.min"), @"
    p.min: fails; 1-minimal by files: 1 single removal tested, none fails
    note: p.min is the result for p, and tests see it as p
    => 0
    ");
}

#[test]
fn check_finds_pairs_that_can_only_go_together() {
    let env = TestEnv::new();
    env.file("input.txt", "(\n)\nx\n");
    env.script("test.sh", "test $(grep -c '(' input.txt) = $(grep -c ')' input.txt) && grep -q x input.txt");
    assert_snapshot!(env.run("check --minimality 1 --unit lines ./test.sh input.txt"), @"
    input.txt: fails; 1-minimal by lines: 3 single removals tested, none fails
    => 0
    ");
    assert_snapshot!(env.run("check --minimality 2 --unit lines ./test.sh input.txt"), @"
    input.txt: fails; not 2-minimal by lines: removal 4 of 6 still fails
      without line 1: ( and line 2: )
      to test all removals: dwindle check --all --minimality 2 --unit lines ./test.sh input.txt
      to reduce it: dwindle reduce --unit lines ./test.sh input.txt
    => 7
    ");
}

#[test]
fn check_never_looks_at_what_earlier_runs_learned() {
    let env = TestEnv::with_lines();
    env.file("input.txt", "line 3\nline 11\n");
    let log = env.path("log");
    let body = format!("echo >> {}; grep -q 3 input.txt && grep -q 11 input.txt", log.display());
    env.script("test.sh", &body);
    assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 0);
    let runs = |env: &TestEnv| {
        let before = env.read("log").lines().count();
        assert_eq!(env.run("check -q -m 1 --unit lines --jobs 1 ./test.sh input.txt").to_string(), "=> 0");
        env.read("log").lines().count() - before
    };
    let first = runs(&env);
    assert!(first >= 4, "twice the whole, and two removals");
    assert_eq!(runs(&env), first);
}
