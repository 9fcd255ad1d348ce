//! Files that a test needs beside the candidate: those that its command names, and those that it misses.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

/// What Python says of a module that is not there.
const NO_MODULE: &str =
    "test -e rates.py || { echo \"ModuleNotFoundError: No module named 'rates'\" >&2; exit 1; }";

/// A directory with a program in a file, which needs a folder and a configuration.
fn with_program() -> TestEnv {
    let env = TestEnv::with_lines();
    env.file(
        "app.sh",
        "grep -q '^fail$' conf/mode && grep -qx 'line 3' \"$1\" && { echo crash >&2; exit 3; }\n",
    );
    env.file("conf/mode", "fail\n");
    env
}

#[test]
fn what_the_command_names_is_laid_beside_the_candidate_and_told() {
    let env = with_program();
    assert_snapshot!(env.run("reduce --jobs 1 --unit lines input.txt -- sh app.sh {} --config=conf/mode -Iconf"), @"
    copied beside each candidate, since the command names it: app.sh conf
    the failure to keep: exit code 3, stderr: crash
    asked about 8 candidates: 4 still fail (kept), 0 pass, 4 unresolved (another failure: exit code 1: 4)
    ran 18 tests: 7 for these, 11 to confirm results; 1 answered from memory
    other failures found: 1, in input.txt.dwindle/[RUN]/other-failures
    result: input.min.txt
    87 → 7 bytes (2 tokens) in 8 tests, [TIME]; no line can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
    assert_snapshot!(env.run("check --no-auto-with input.txt -- sh app.sh {} -Iconf"), @"
    the failure to keep: exit code 2, stderr: /usr/bin/sh: …: cannot open app.sh: No such file
    error: the test is too loose: the empty input fails too
      hint: the test cannot find app.sh, because it runs in a directory of its own; to copy it there: dwindle check --with app.sh --no-auto-with input.txt -- sh app.sh {} -Iconf
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
}

#[test]
fn elements_of_a_search_path_are_laid_and_a_variable_that_has_some_is_named() {
    let env = TestEnv::with_lines();
    env.script("lib/b/report", "grep -qx 'line 3' \"$1\" || exit 0; echo crash >&2; exit 3");
    env.file("lib/a/none", "");
    let app = "IFS=:; for at in $1; do test -x $at/report && exec $at/report $2; done; echo 'No module named report' >&2; exit 4";
    env.script("app.sh", app);
    let shown = env.run("reduce --jobs 1 --unit lines input.txt -- ./app.sh lib/a:lib/b {}");
    let first = "copied beside each candidate, since the command names it: lib/a lib/b\n";
    assert!(shown.stderr.starts_with(first) && shown.stderr.contains("stderr: crash\n"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
    env.script("by-variable.sh", &app.replace("$1", "$LIBS_PATH").replace("$2", "$1"));
    let mut command = env.command();
    command.env("LIBS_PATH", "lib/a:/nowhere:lib/b").args([
        "check",
        "input.txt",
        "--",
        "./by-variable.sh",
        "{}",
    ]);
    let shown = env.shown(&command.output().unwrap());
    assert_snapshot!(shown, @"
    the failure to keep: exit code 4, stderr: No module named report
    error: the test is too loose: the empty input fails too
      hint: LIBS_PATH has relative paths, and tests run in a directory of their own: env LIBS_PATH=[DIR]/lib/a:/nowhere:[DIR]/lib/b dwindle check input.txt -- ./by-variable.sh {}
      hint: nothing would be left; the test has to depend on the input, for example on a particular message
    => 3
    ");
}

#[test]
fn what_lies_beside_the_input_is_laid_too_and_a_path_that_leads_out_becomes_absolute() {
    let env = with_program();
    fs::create_dir(env.path("sub")).unwrap();
    fs::rename(env.path("input.txt"), env.path("sub/input.txt")).unwrap();
    fs::rename(env.path("app.sh"), env.path("sub/app.sh")).unwrap();
    let shown = env.run("check sub/input.txt -- sh app.sh {} conf");
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "input.txt: fails\n"), "{shown}");
    let mut command = env.command();
    env.file("sub/app.sh", "cat ../conf/mode >/dev/null 2>&1; grep -q fail \"$2\" && exit 3");
    command.current_dir(env.path("sub")).args([
        "check",
        "input.txt",
        "--",
        "sh",
        "app.sh",
        "{}",
        "../conf/mode",
    ]);
    let shown = env.shown(&command.output().unwrap());
    assert!(shown.stderr.contains("exit code 3") && !shown.stderr.contains("does not find"), "{shown}");
}

#[test]
fn of_a_folder_in_which_the_input_lies_only_the_rest_is_laid() {
    let env = TestEnv::new();
    env.file("src/main.c", "keep\nother\n").file("src/util.h", "").file("src/main.min.c.dwindle", "");
    env.script(
        "cc",
        "ls src | tr '\\n' ' ' >&2; test -e src/util.h && grep -q keep \"$2\" && exit 3; exit 0",
    );
    let line = "reduce --jobs 1 --unit lines src/main.c -- ./cc -Isrc {}";
    let shown = env.run(line);
    assert!(
        shown.stderr.contains("src/util.h\n") && shown.stderr.contains("exit code 3, stderr: util.h"),
        "{shown}"
    );
    let again = env.run(line);
    assert!(
        again.code == 0 && again.stderr.contains("continuing: "),
        "what a run leaves is not laid: {again}"
    );
}

#[test]
fn what_the_first_run_misses_beside_the_input_stops_it_with_the_command_to_type() {
    let env = TestEnv::with_lines();
    env.file("app.sh", NO_MODULE.to_owned() + "\ngrep -qx 'line 3' \"$1\" && exit 3; exit 0")
        .file("rates.py", "");
    assert_snapshot!(env.run("reduce input.txt -- sh app.sh {}"), @"
    copied beside each candidate, since the command names it: app.sh
    error: the test cannot find rates.py
      ran:     /usr/bin/sh app.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      stderr:  ModuleNotFoundError: No module named 'rates'
      hint: tests run in a directory of their own; to copy it there: dwindle reduce --with rates.py input.txt -- sh app.sh {}
      hint: if this is the failure to reduce, add --no-auto-with
    => 5
    ");
    let shown = env.run("reduce -q --unit lines --with rates.py input.txt -- sh app.sh {}");
    assert_eq!((shown.to_string().as_str(), env.read("input.min.txt").as_str()), ("=> 0", "line 3\n"));
    // In a header's words, in the short form, and with a name that has to be quoted.
    env.file("my util.h", "")
        .script("cc", "echo \"input.txt:1:10: fatal error: 'my util.h' file not found\" >&2; exit 1");
    assert_snapshot!(env.run("./input.txt -- ./cc -c {}"), @r#"
    error: the test cannot find "my util.h"
      ran:     [DIR]/cc -c [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      stderr:  input.txt:1:10: fatal error: 'my util.h' file not found
      hint: tests run in a directory of their own; to copy it there: dwindle reduce --with 'my util.h' ./input.txt -- ./cc -c {}
      hint: if this is the failure to reduce, add --no-auto-with
    => 5
    "#);
}

#[test]
fn what_is_missing_everywhere_or_not_the_failure_stops_nothing() {
    let env = TestEnv::with_lines();
    env.script("cc", "grep -qx 'line 3' $1 && { echo \"input.txt:1:10: fatal error: util.h: No such file or directory\" >&2; exit 1; }; exit 0");
    let shown = env.run("check input.txt -- ./cc {}");
    assert_eq!(shown.code, 0, "there is no util.h: {shown}");
    env.file("optional.ini", "");
    let panics = "echo 'cannot open optional.ini' >&2; echo 'thread main panicked at a.rs:1:1:' >&2; grep -qx 'line 3' {} || exit 0; exit 101";
    assert_eq!(env.run_words(["check", "input.txt", "--", "sh", "-c", panics]).code, 0);
}

#[test]
fn a_script_that_misses_something_is_told_where_it_does_not_fail() {
    let env = TestEnv::with_lines();
    env.script("test.sh", &format!("{NO_MODULE}\ngrep -qx 'line 3' input.txt")).file("rates.py", "");
    let shown = env.run("reduce ./test.sh input.txt");
    assert!(
        shown.code == 3 && shown.stderr.contains("dwindle reduce --with rates.py ./test.sh input.txt"),
        "{shown}"
    );
    assert_eq!(env.run("reduce -q --with rates.py ./test.sh input.txt").code, 0);
}

#[test]
fn a_command_that_names_the_input_by_its_own_path_is_told_to_write_braces() {
    let env = TestEnv::with_lines();
    fs::create_dir(env.path("sub")).unwrap();
    fs::rename(env.path("input.txt"), env.path("sub/input.txt")).unwrap();
    assert_snapshot!(env.run("reduce --jobs 2 sub/input.txt -- grep -c sub/input.txt"), @"
    error: the command names the original sub/input.txt, and so would never test a candidate
      hint: write {} for it: dwindle reduce --jobs 2 sub/input.txt -- grep -c {}
    => 2
    ");
    let absolute = env.path("sub/input.txt");
    let shown = env.run(&format!("reduce sub/input.txt -- cat {}", absolute.display()));
    assert!(shown.code == 2 && shown.stderr.contains("dwindle reduce sub/input.txt -- cat {}\n"), "{shown}");
    // By its bare name it is the candidate.
    env.script("cc", "grep -qx 'line 3' input.txt && exit 3; exit 0");
    let mut command = env.command();
    command.current_dir(env.path("sub")).args(["check", "input.txt", "--", "../cc", "./input.txt"]);
    assert_eq!(env.shown(&command.output().unwrap()).code, 0);
}

#[test]
fn a_machine_without_room_is_never_the_failure() {
    let env = TestEnv::with_lines();
    env.script("cc", "echo 'cc: write error: No space left on device' >&2; exit 1");
    assert_snapshot!(env.run("reduce input.txt -- ./cc {}"), @"
    error: the test ran out of resources: No space left on device
      ran:     [DIR]/cc [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      stderr:  cc: write error: No space left on device
      hint: free some space, or choose a directory that has more: TMPDIR=DIR dwindle ...; fewer --jobs need less
    => 1
    ");
    let full = "grep -qx 'line 5' $1 || { echo 'No space left on device' >&2; exit 1; }; grep -qx 'line 3' $1 && exit 1; exit 0";
    env.script("cc", full);
    assert_eq!(
        env.run("reduce -q --jobs 1 --unit lines --exit-code 1 input.txt -- ./cc {}").to_string(),
        "=> 0"
    );
    assert_eq!(env.read("input.min.txt"), "line 3\nline 5\n");
}

#[test]
fn what_the_input_names_and_a_silent_script_does_not_find_is_proposed() {
    let env = TestEnv::new();
    env.file("main.c", "#include \"util.h\"\nint main(void) { return x; }\n").file("util.h", "");
    env.script("test.sh", "test -e util.h && grep -q 'return x' main.c");
    assert_snapshot!(env.run("reduce ./test.sh main.c"), @"
    error: the input does not fail: main.c
      ran:     [DIR]/test.sh [SCRATCH]/work/main.c
      in:      [SCRATCH]/work
      ended:   exit code 1
      by hand: [DIR]/test.sh [DIR]/main.c
      hint: the script and the input name util.h, and tests run in a directory of their own; to copy it there: dwindle reduce --with util.h ./test.sh main.c
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    env.script(
        "test.sh",
        "cat *.h 2>/dev/null; test -n \"$(ls *.h 2>/dev/null)\" && grep -q 'return x' main.c",
    );
    let shown = env.run("reduce ./test.sh main.c");
    assert!(shown.stderr.contains("the input names util.h, and tests run "), "{shown}");
    assert_eq!(env.run("reduce -q --with util.h ./test.sh main.c").code, 0);
}

#[test]
fn a_command_that_names_a_file_in_the_directory_to_reduce_is_told_where_it_is() {
    let env = TestEnv::new();
    env.file("proj/a.txt", "keep\nother\n").file("proj/deep/b.txt", "");
    let mut command = env.command();
    command.current_dir(env.path("proj/deep")).args(["reduce", "..", "--", "grep", "keep", "../a.txt"]);
    assert_snapshot!(env.shown(&command.output().unwrap()), @"
    error: the command names the original ../a.txt, and so would never test a candidate
      hint: write {}/a.txt for it: dwindle reduce .. -- grep keep {}/a.txt
    => 2
    ");
    assert_eq!(
        env.run("reduce proj -- grep keep proj/a.txt").code,
        3,
        "it is the candidate, and does not fail"
    );
}

#[test]
fn a_large_directory_is_not_copied_unasked() {
    let env = with_program();
    for number in 0..1001 {
        env.file(format!("data/{number}"), "");
    }
    let shown = env.run("check --jobs 1 input.txt -- sh app.sh {} conf data");
    assert_snapshot!(shown, @"
    input.txt: fails
    copied beside each candidate, since the command names it: app.sh conf
    not copied beside each candidate, since it is large: data; if the test needs it, name it with --with
    the failure to keep: exit code 3, stderr: crash
    => 0
    ");
}

#[test]
fn what_is_called_like_a_candidate_is_not_laid_in_its_place() {
    let env = TestEnv::new();
    env.file("crashes/a.txt", "bad\n").file("input.txt", "good\n").file("one", "");
    env.script("app", "grep -q bad input.txt && { echo crash >&2; exit 3; }; exit 0");
    let shown = env.run("triage --jobs 1 crashes -- ./app input.txt one");
    assert!(shown.code == 0 && shown.stderr.contains("names it: one\n"), "{shown}");
}
