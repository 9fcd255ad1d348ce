//! Inputs and tests that stand against a run: each with its message and its exit code.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{TestEnv, signal};

#[test]
fn an_input_that_is_too_large_is_refused_before_it_is_read() {
    let env = TestEnv::new();
    // They take no room on the disk.
    let file = |name, size| std::fs::File::create(env.path(name)).unwrap().set_len(size).unwrap();
    file("huge", 1 << 32);
    assert_snapshot!(env.run("maximize huge -- cat {}"), @"
    error: the input has 4294967296 bytes; Dwindle takes at most 4294967295 here
      hint: reduce a part of it that still fails, such as its first half (head -c) or its last one (tail -c)
    => 2
    ");
    // What is reduced may be as large as half of the memory, and has to be below 1 TiB.
    file("larger", 1 << 40);
    let shown = env.run("reduce larger -- cat {}");
    let told = "error: the input has 1099511627776 bytes; Dwindle takes at most ";
    assert!(shown.code == 2 && shown.stderr.starts_with(told), "{shown}");
}

#[test]
fn a_missing_file_is_named() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce ./test.sh nowhere.txt"), @"
    error: no such file: nowhere.txt
      hint: the order is INPUT -- COMMAND {}, or TEST INPUT
    => 2
    ");
    assert_snapshot!(env.run("check nowhere.txt -- cat {}"), @"
    error: no such file: nowhere.txt
      hint: the order is INPUT -- COMMAND {}, or TEST INPUT
    => 2
    ");
}

#[test]
fn an_empty_file_cannot_be_reduced() {
    let env = TestEnv::with_lines();
    env.file("input.txt", "");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the input is empty: input.txt
      hint: there is nothing to remove; if the test fails on an empty input, it is already minimal
    => 3
    ");
}

#[test]
fn an_empty_standard_input_cannot_be_reduced() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce ./test.sh -"), @"
    error: the input is empty: standard input
      hint: there is nothing to remove; if the test fails on an empty input, it is already minimal
    => 3
    ");
}

#[test]
fn an_input_that_does_not_fail_shows_what_ran_and_how_to_run_it_by_hand() {
    let env = TestEnv::with_lines();
    env.file("input.txt", "line 3\n");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/test.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      by hand: [DIR]/test.sh [DIR]/input.txt
      hint: if it exits with 1 because the failure is there: dwindle reduce --exit-code 1 ./test.sh input.txt
      hint: if it fails only now and then: dwindle reduce --repeat auto ./test.sh input.txt
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    assert_snapshot!(env.run("reduce input.txt -- cat {}"), @"
    error: the input does not fail: input.txt
      ran:     /usr/bin/cat [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      stdout:  line 3
      by hand: /usr/bin/cat [DIR]/input.txt
      hint: if it is wrong what it prints: dwindle reduce --stdout '^line 3$' input.txt -- cat {}
      hint: if it is wrong that it succeeds: dwindle reduce --invert input.txt -- cat {}
      hint: if it fails only now and then: dwindle reduce --repeat auto input.txt -- cat {}
      hint: a command fails if it ends with an exit code other than 0, or by a signal
    => 3
    ");
    assert_snapshot!(env.run("reduce input.txt --stdin --stderr x -- cat"), @"
    error: the input does not fail: input.txt
      ran:     /usr/bin/cat < [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      stdout:  line 3
      by hand: /usr/bin/cat < [DIR]/input.txt
      hint: --stderr x matches nothing on standard error
      hint: if it fails only now and then: dwindle reduce --repeat auto input.txt --stdin --stderr x -- cat
      hint: all conditions have to be met at once
    => 3
    ");
}

#[test]
fn an_input_that_fails_only_in_its_own_directory_is_told_about_with() {
    let env = TestEnv::with_lines();
    env.file("needed.txt", "");
    env.script("test.sh", "test -e needed.txt && grep -q 'line 3' input.txt");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/test.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      by hand: [DIR]/test.sh [DIR]/input.txt
      hint: the script names needed.txt, and tests run in a directory of their own; to copy it there: dwindle reduce --with needed.txt ./test.sh input.txt
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    assert_eq!(env.run("reduce --with needed.txt -q ./test.sh input.txt").to_string(), "=> 0");
    assert_eq!(env.read("input.min.txt"), "line 3");
}

#[test]
fn a_test_that_fails_on_nothing_at_all_is_too_loose() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "true");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test is too loose: the empty input fails too
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
}

#[test]
fn a_test_that_works_only_alone_gets_one_job_and_says_so() {
    // A script, and a command, whose second run is beside copies.
    let script = ("grep -q 'line 3' input.txt", "./test.sh input.txt");
    let command =
        ("! grep -q 'line 3' input.txt || { echo boom >&2; exit 1; }", "input.txt -- ./test.sh input.txt");
    for (judges, words) in [script, command] {
        let env = TestEnv::with_lines();
        let lock = env.path("port");
        let alone = format!("mkdir {0} || exit 77; sleep 0.05; rmdir {0}; {judges}", lock.display());
        env.script("test.sh", &alone);
        let shown = env.run(&format!("reduce --unit lines --jobs 4 {words}"));
        assert_eq!(shown.code, 0, "{shown}");
        assert!(shown.stderr.contains("\none test at a time: "), "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\n");
    }
}

#[test]
fn where_the_rate_is_measured_beside_others_one_that_fails_each_time_alone_gets_one_job() {
    let env = TestEnv::with_lines();
    let lock = env.path("port");
    let alone =
        format!("mkdir {0} || exit 1; sleep 0.05; rmdir {0}; grep -q 'line 3' input.txt", lock.display());
    env.script("test.sh", &alone);
    let shown = env.run("reduce --unit lines --jobs 4 --repeat auto ./test.sh input.txt");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
    let said = ["warning: 20 of 20 runs on the input failed", "\none test at a time: "];
    assert!(said.iter().all(|text| shown.stderr.contains(text)), "{shown}");
}

#[test]
fn with_several_jobs_the_second_run_of_a_command_is_beside_copies_and_no_others_follow() {
    let env = TestEnv::with_lines();
    let log = env.path("log");
    let body = "! grep -q 'line 3' input.txt || { echo boom >&2; exit 1; }";
    env.script("test.sh", &format!("echo x >>{}; {body}", log.display()));
    for (jobs, runs) in [(1, 3), (2, 4), (5, 7)] {
        let shown = env.run(&format!("check --jobs {jobs} input.txt -- ./test.sh input.txt"));
        assert_eq!(shown.code, 0, "{shown}");
        let lines = fs::read_to_string(&log).unwrap().lines().count();
        assert_eq!(lines, runs, "{jobs} jobs: {shown}");
        fs::remove_file(&log).unwrap();
    }
}

#[test]
fn copies_that_only_wait_for_each_other_get_more_time_and_all_jobs() {
    let env = TestEnv::with_lines();
    // Sixteen at once take 1.9 s; the limit of one alone is 4 * 0.12 + 1 s.
    let body =
        format!("exec 9>{}; flock 9; sleep 0.12; grep -q 'line 3' input.txt", env.path("queue").display());
    env.script("test.sh", &body);
    for (options, said) in [("", ""), ("--repeat auto", "warning: 20 of 20 runs on the input failed")] {
        let shown = env.run(&format!("reduce --fresh --unit lines --jobs 16 {options} ./test.sh input.txt"));
        assert_eq!(shown.code, 0, "{shown}");
        assert!(shown.stderr.contains(said) && !shown.stderr.contains("one test at a time"), "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\n");
    }
}

#[test]
fn a_test_that_is_not_executable_is_told_how_to_make_it_so() {
    let env = TestEnv::with_lines();
    fs::set_permissions(env.path("test.sh"), fs::Permissions::from_mode(0o644)).unwrap();
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test cannot be run: [DIR]/test.sh: Permission denied (os error 13)
      hint: make it executable: chmod +x test.sh
    => 5
    ");
}

#[test]
fn a_test_that_is_not_there_is_named() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce ./tset.sh input.txt"), @"
    error: the test cannot be run: [DIR]/tset.sh: No such file or directory (os error 2)
      hint: check the name; a test in this directory is written ./test.sh
    => 5
    ");
    assert_snapshot!(env.run("reduce input.txt -- no-such-program {}"), @"
    error: the test cannot be run: no-such-program: not found in PATH
      hint: check the name; a test in this directory is written ./test.sh
    => 5
    ");
}

#[test]
fn a_test_without_a_line_that_says_how_to_run_it_is_told_so() {
    let env = TestEnv::with_lines();
    env.file("test.sh", "\u{1}\u{2}no program");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @"
    error: the test cannot be run: [DIR]/test.sh: Exec format error (os error 8)
      hint: a script begins with a line such as #!/bin/sh
      hint: a command that takes the input is written after it: dwindle reduce INPUT -- COMMAND {}
    => 5
    ");
}

#[test]
fn a_flaky_test_is_found_out() {
    let env = TestEnv::with_lines();
    let count = env.path("count");
    env.script("test.sh", &format!("echo >> {0}; test $(wc -l < {0}) = 1", count.display()));
    assert_snapshot!(env.run("reduce --sandbox off --jobs 1 ./test.sh input.txt"), @"
    error: the test is unreliable: 1 of 20 runs on the same input failed
      the runs: fail, pass, pass, pass, pass, pass, pass, pass, pass, pass, ...
      hint: make the test repeatable: fix its seeds, addresses, ports and times
      hint: or run each candidate until it is clear whether it fails as often: dwindle reduce --repeat auto --sandbox off --jobs 1 ./test.sh input.txt
    => 4
    ");
}

#[test]
fn a_test_that_changed_since_the_journal_was_written_is_found_out() {
    let env = TestEnv::with_lines();
    let mode = env.path("mode");
    env.file("mode", "3");
    let body = format!("grep -qx \"line $(cat {})\" input.txt", mode.display());
    env.script("test.sh", &body);
    assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 0);
    // The script is the same, but what it reads is not.
    env.file("mode", "7");
    assert_snapshot!(env.run("reduce -q --unit lines ./test.sh input.txt"), @"
    error: the test has changed since the journal was written: the outcome of the best candidate of the earlier run is now pass
      hint: start over with --fresh, or undo the change and run the same command to continue
      hint: if nothing has changed, the test is unreliable: run each candidate until it is clear whether it fails as often with --repeat auto
    => 4
    ");
    assert_eq!(env.run("reduce -q --fresh --unit lines ./test.sh input.txt").to_string(), "=> 0");
    assert_eq!(env.read("input.min.txt"), "line 7\n");
}

#[test]
fn what_fails_only_beside_other_tests_is_found_again_with_one_at_a_time() {
    // It is in its own way: beside another one it fails without one of the lines, or whatever the input, also an empty one.
    for beside in ["grep -qx 'line 3' input.txt", "true"] {
        let env = TestEnv::with_lines();
        fs::create_dir(env.path("busy")).unwrap();
        let busy = env.path("busy").display().to_string();
        let count = format!(
            ": >{busy}/$$; sleep 0.05; n=0; for p in $(ls {busy}); do kill -0 $p 2>/dev/null && n=$((n+1)); done"
        );
        let fails = "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt";
        env.script("test.sh", &format!("{count}; {fails} || {{ [ $n -ge 2 ] && {beside}; }}"));
        let shown = env.run("reduce --sandbox off --unit lines --jobs 2 ./test.sh input.txt");
        assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\nline 11\n"), "{shown}");
        assert!(shown.stderr.contains("one test at a time"), "{shown}");
    }
}

#[test]
fn two_runs_at_once_are_kept_apart() {
    let env = TestEnv::with_lines();
    let first = env.start_hanging();
    assert_snapshot!(env.run("reduce --sandbox off --unit lines --timeout 1000s ./test.sh input.txt"), @r#"
    error: failed to lock "[DIR]/input.txt.dwindle/[RUN]/lock": process [PID] is using it; wait for it, or stop it
      hint: to run both at once: dwindle reduce --state-dir dwindle-second -o input.second.txt --sandbox off --unit lines --timeout 1000s ./test.sh input.txt
    => 8
    "#);
    // One with other options has run data of its own, and writes the same result.
    let other = env.run("reduce --sandbox off --unit tokens --timeout 1000s ./test.sh input.txt");
    assert_eq!(other.code, 8, "{other}");
    let said = "to run both at once: dwindle reduce -o input.second.txt --sandbox off --unit tokens --timeout 1000s ./test.sh input.txt";
    assert!(other.stderr.contains(said), "{other}");
    signal(&first, Signal::INT);
    assert_eq!(env.shown(&first.wait_with_output().unwrap()).code, 130);
}

#[test]
fn two_runs_on_one_folder_of_inputs_are_kept_apart_too() {
    let env = TestEnv::new();
    env.file("crashes/a", "line 3\n");
    let began = env.path("began");
    env.script("parse", &format!("echo >> {}; sleep 600", began.display()));
    let line = "triage --timeout 1000s crashes -- ./parse {}";
    let first = env.start(line);
    while !began.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = env.run(line);
    let said = "hint: to run both at once: dwindle triage --state-dir dwindle-second -o triage-second --timeout 1000s crashes -- ./parse {}";
    assert!(second.code == 8 && second.stderr.contains(said), "{second}");
    signal(&first, Signal::INT);
    assert_eq!(env.shown(&first.wait_with_output().unwrap()).code, 130);
}

#[test]
fn a_result_that_cannot_be_written_is_told_before_the_run() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce -o nowhere/result.txt ./test.sh input.txt"), @r#"
    error: failed to write "nowhere/result.txt": No such file or directory (os error 2)
      hint: create that directory first, or choose another place with -o
    => 2
    "#);
    assert_snapshot!(env.run("reduce --report=nowhere/page.html ./test.sh input.txt"), @"
    error: cannot write nowhere/page.html: No such file or directory (os error 2)
      hint: name a file that can be written: --report=FILE of a command, --output FILE of dwindle report
    => 2
    ");
    fs::create_dir(env.path("taken")).unwrap();
    assert_snapshot!(env.run("reduce -o taken ./test.sh input.txt"), @r#"
    error: failed to replace "[DIR]/taken": it is a directory
      hint: name a file in it, such as -o taken/result
    => 2
    "#);
    assert_snapshot!(env.run("reduce -o /dev/stdout ./test.sh input.txt"), @r#"
    error: failed to replace "/dev/stdout": it is a link, a device or a pipe
      hint: name a file with -o FILE, or write to standard output with -o -
    => 2
    "#);
}

#[test]
fn a_file_that_dwindle_did_not_write_is_never_overwritten() {
    let env = TestEnv::with_lines();
    env.file("input.min.txt", "my own");
    assert_snapshot!(env.run("reduce ./test.sh input.txt"), @r#"
    error: failed to replace "[DIR]/input.min.txt": Dwindle did not write it, or it was changed since
      hint: move it away, or choose another name for the result with -o FILE
    => 2
    "#);
    assert_eq!(env.read("input.min.txt"), "my own");
    // That of -o is told before the first run, which would say that the input does not fail.
    env.script("test.sh", "exit 1");
    assert_snapshot!(env.run("reduce -o input.min.txt ./test.sh input.txt"), @r#"
    error: failed to replace "[DIR]/input.min.txt": Dwindle did not write it, or it was changed since
      hint: move it away, or choose another name for the result with -o FILE
    => 2
    "#);
}

#[test]
fn a_worker_that_cannot_be_used_is_no_flaky_test() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce --worker --jobs 1 input.txt -- echo hello"), @"
    error: the worker cannot be used: the worker answered `hello`
      hint: a worker reads one path per line, and answers each with `fail`, `pass` or `unresolved`
    => 5
    ");
    assert_snapshot!(env.run("reduce --worker --jobs 1 input.txt -- no-such-worker"), @"
    error: the worker cannot be used: no-such-worker: not found in PATH
      hint: a worker reads one path per line, and answers each with `fail`, `pass` or `unresolved`
    => 5
    ");
}

#[test]
fn two_runs_with_other_options_are_parted_by_the_command_that_is_shown() {
    let env = TestEnv::with_lines();
    let first = env.start_hanging();
    let busy = env.run("reduce --timeout 900s ./test.sh input.txt");
    assert_snapshot!(busy, @r#"
    error: failed to write "[DIR]/input.min.txt": another run, process [PID], is writing it; wait for it, or stop it
      hint: to run both at once: dwindle reduce -o input.second.txt --timeout 900s ./test.sh input.txt
    => 8
    "#);
    // One that is kept elsewhere would write the same result.
    let elsewhere = env.run("reduce --timeout 900s --state-dir state ./test.sh input.txt");
    assert!(elsewhere.code == 8 && elsewhere.stderr.contains("input.min.txt"), "{elsewhere}");
    env.script("other.sh", "grep -qx 'line 3' input.txt");
    let shown = env.run("reduce ./other.sh input.txt");
    let command = shown.stderr.split("to run both at once: dwindle ").nth(1).unwrap().trim().to_owned();
    let parted = env.run(command.lines().next().unwrap());
    assert_eq!((parted.code, env.read("input.second.txt")), (0, "line 3".to_owned()), "{parted}");
    signal(&first, Signal::INT);
    assert_eq!(env.shown(&first.wait_with_output().unwrap()).code, 130);
}

#[test]
fn of_two_runs_that_begin_at_once_the_second_is_told_how_to_part_them() {
    let env = TestEnv::with_lines();
    let [begun, go] = ["begun", "go"].map(|name| env.path(name).display().to_string());
    // Both are in their first run before either has a run directory; whoever comes first hangs.
    let waits = format!("echo >>{begun}; until [ -e {go} ]; do sleep 0.01; done");
    let hangs = "case $(grep -c '' input.txt) in 0|12) ;; *) sleep 600;; esac";
    env.script("test.sh", &format!("{waits}; {hangs}; grep -qx 'line 3' input.txt"));
    let mut runs =
        [(); 2].map(|()| env.start("reduce --sandbox off --unit lines --timeout 1000s ./test.sh input.txt"));
    while !env.path("begun").exists() || env.read("begun").lines().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    env.file("go", "");
    let ended = loop {
        if let Some(nth) = runs.iter_mut().position(|run| run.try_wait().unwrap().is_some()) {
            break nth;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let [first, second] = runs;
    let (other, ended) = if ended == 0 { (second, first) } else { (first, second) };
    let shown = env.shown(&ended.wait_with_output().unwrap());
    let hint =
        "to run both at once: dwindle reduce --state-dir dwindle-second -o input.second.txt --sandbox off";
    assert!(shown.code == 8 && shown.stderr.contains(hint), "{shown}");
    signal(&other, Signal::INT);
    assert_eq!(other.wait_with_output().unwrap().status.code(), Some(130));
}
