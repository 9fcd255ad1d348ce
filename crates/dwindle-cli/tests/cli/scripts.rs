//! What is said of scripts that cannot be started, or look for the candidate elsewhere.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn a_script_that_the_system_cannot_start_is_told_why() {
    let env = TestEnv::with_lines();
    let body = "grep -qx 'line 3' input.txt\n";
    env.script("test.sh", body).file("test.sh", format!("#!/no/such/shell\n{body}"));
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test cannot be run: [DIR]/test.sh: its first line names /no/such/shell, which does not exist
      hint: correct the first line of [DIR]/test.sh: #!/bin/sh, or #!/usr/bin/env bash, for example
    => 5
    ");
    env.file("test.sh", format!("#!/bin/sh\n{body}").replace('\n', "\r\n"));
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @r#"
    error: the test cannot be run: [DIR]/test.sh: its lines end with CR LF, so there is no "/bin/sh\r"
      hint: convert its line endings: sed -i 's/\r$//' [DIR]/test.sh
    => 5
    "#);
    env.file("test.sh", format!("#!/usr/bin/env sh\n{body}").replace('\n', "\r\n"));
    let shown = env.run("reduce ./test.sh input.txt");
    assert!(shown.stderr.contains("hint: convert its line endings: sed -i 's/\\r$//' "), "{shown}");
    // One that its first line lets begin does not find `input.txt\r`.
    env.file("test.sh", format!("#!/bin/sh\n{}", body.replace('\n', "\r\n")));
    let shown = env.run("reduce ./test.sh input.txt");
    assert!(shown.stderr.contains("hint: convert its line endings: sed -i 's/\\r$//' "), "{shown}");
    env.file("test.sh", format!("\u{feff}#!/bin/sh\n{body}"));
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @r"
    error: the test cannot be run: [DIR]/test.sh: a byte order mark stands before its #!
      hint: remove it: sed -i '1s/^\xef\xbb\xbf//' [DIR]/test.sh
    => 5
    ");
    env.script("test.py", "").file("test.py", "import sys\n");
    assert_snapshot!(env.run("reduce ./test.py input.txt"), @"
    error: the test cannot be run: [DIR]/test.py: Exec format error (os error 8)
      hint: a script begins with a line such as #!/usr/bin/env python3
      hint: a command that takes the input is written after it: dwindle reduce INPUT -- COMMAND {}
    => 5
    ");
    fs::create_dir(env.path("folder")).unwrap();
    assert_snapshot!(env.run("reduce ./folder input.txt"), @"
    error: the test cannot be run: [DIR]/folder: it is a directory
      hint: name a script or a program: ./test.sh INPUT, or INPUT -- COMMAND {}
    => 5
    ");
}

#[test]
fn a_script_that_looks_at_its_arguments_and_was_given_none_is_told_how_it_gets_one() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "exec grep -q 'line 3' \"$1\"");
    assert_snapshot!(env.run("reduce input.txt -- ./test.sh"), @"
    the failure to keep: exit code 2, stderr: grep: : No such file or directory
    error: the test is too loose: the empty input fails too
      hint: the command has no {} for the candidate's path; if it takes one: dwindle reduce input.txt -- ./test.sh {}
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
}

#[test]
fn a_script_that_names_a_file_that_is_nowhere_is_told_what_candidates_are_called() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx 'line 3' config.cfg");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/test.sh [SCRATCH]/work/input.txt < [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 2
      reason:  exit code 2
      stderr:  grep: config.cfg: No such file or directory
      by hand: [DIR]/test.sh [DIR]/input.txt < [DIR]/input.txt
      hint: the script names config.cfg, but each candidate is called input.txt: make it name that, or give the input the other name: mkdir renamed && cp input.txt renamed/config.cfg && dwindle reduce ./test.sh renamed/config.cfg
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
}

#[test]
fn a_script_that_reads_a_second_argument_is_told_how_it_gets_one() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx \"$1 3\" \"$2\"");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/test.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 2
      reason:  exit code 2
      stderr:  grep: : No such file or directory
      by hand: [DIR]/test.sh [DIR]/input.txt
      hint: the script reads a second argument, and the only one it gets is the candidate's path; to give others: dwindle reduce --pass-codes 1 input.txt -- ./test.sh ARGUMENT {}
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    let shown = env.run("reduce --pass-codes 1 input.txt -- ./test.sh line {}");
    assert!(shown.code == 0 && env.read("input.min.txt") == "line 3", "{shown}");
}

#[test]
fn a_script_that_looks_at_the_users_own_file_is_told_so() {
    let env = TestEnv::with_lines();
    env.script("test.sh", &format!("grep -qx 'line 3' {}", env.path("input.txt").display()));
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test is too loose: the empty input fails too
      hint: test.sh uses the path of your own file: the candidate is input.txt in the working directory of the script
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
    env.script("test.sh", &format!("cd {}\ngrep -qx 'line 3' input.txt", env.path("").display()));
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test is too loose: the empty input fails too
      hint: test.sh changes its working directory: the candidate is input.txt in the directory where it starts
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
}

#[test]
fn a_script_that_does_not_end_within_the_limit_is_told_how_to_ask_for_that() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "! grep -qx 'line 3' input.txt || sleep 600; exit 1");
    let shown = env.run("reduce --timeout 300ms --pass-codes 2 ./test.sh input.txt");
    let line = "reduce --hang --timeout 300ms ./test.sh input.txt";
    let hint = format!("  hint: if the failure is that it hangs: dwindle {line}\n");
    assert!(shown.code == 3 && shown.stderr.contains(&hint), "{shown}");
    let shown = env.run(&format!("{line} --unit lines"));
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
}
