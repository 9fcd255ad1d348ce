//! Which environment variables matter.

use std::ffi::OsStr;
use std::path::PathBuf;

use insta::assert_snapshot;
use serde_json::Value;

use crate::env::{Shown, TestEnv};

/// A program that crashes where `BAD` is set to `yes` and `GOOD` is not set.
const TOOL: &str = "if [ \"$BAD\" = yes ] && [ -z \"$GOOD\" ]; then echo 'tool: crash' >&2; exit 3; fi";

fn tool() -> TestEnv {
    let env = TestEnv::new();
    env.script("tool", TOOL);
    env
}

/// Sixty variables: `PATH`, and others with nothing in them that anybody needs.
fn sixty() -> Vec<(String, String)> {
    let made = (1..60).map(|n| (format!("VARIABLE_{n:02}"), format!("value {n}")));
    made.chain([("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())]).collect()
}

/// Runs the program with these words where nothing but `variables` and sixty others are set.
fn run(
    env: &TestEnv,
    variables: &[(&str, &str)],
    words: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Shown {
    let mut command = env.command();
    command.env_clear().envs(sixty()).envs(variables.iter().copied()).args(words);
    env.shown(&command.output().unwrap())
}

/// Words without blanks in them.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

#[test]
fn the_variables_that_matter_are_left() {
    let env = tool();
    assert_snapshot!(run(&env, &[("BAD", "yes")], words("env --jobs 1 -- ./tool -x")), @"
    env -i BAD=yes [DIR]/tool -x
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 8 candidates: 7 still fail (kept), 1 passes, 0 unresolved
    ran 18 tests: 7 for these, 11 to confirm results; 1 answered from memory
    result: standard output
    tool: 1 of 61 variables matters, found in 8 tests, [TIME]; no variable can be removed
    => 0
    ");
    assert_eq!(env.names(), ["tool", "tool.env.dwindle"]);
}

#[test]
fn the_command_is_written_to_a_file_that_is_named() {
    let env = tool();
    let shown = run(&env, &[("BAD", "yes")], words("env --jobs 1 -o found.sh -- ./tool -x"));
    assert!(shown.stdout.is_empty() && shown.stderr.contains("\nresult: found.sh\n"), "{shown}");
    assert!(env.read("found.sh").starts_with("env -i BAD=yes /"));
}

#[test]
fn isolation_prints_the_command_in_an_environment_that_passes_and_in_one_that_fails() {
    let env = tool();
    assert_snapshot!(run(&env, &[("BAD", "yes")], words("env --isolate --jobs 1 -- ./tool -x")), @"
    env -i [DIR]/tool -x
    env -i BAD=yes [DIR]/tool -x
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 8 candidates: 7 fail, 1 passes, 0 unresolved
    ran 17 tests: 6 for these, 11 to confirm results; 2 answered from memory
    result: standard output
    tool: 1 of 61 variables makes the difference (the first command passes, the second fails), found in 8 tests, [TIME]
    => 0
    ");
}

#[test]
fn maximizing_prints_the_fewest_changes_with_which_the_command_passes_here() {
    let env = tool();
    let failing = [("BAD", "yes")];
    let line = "env --maximize --jobs 1 -- ./tool -x";
    assert_snapshot!(run(&env, &failing, words(line)), @"
    env -u BAD [DIR]/tool -x
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 9 candidates: 4 fail, 5 pass (kept), 0 unresolved
    ran 10 tests: 7 for these, 3 to confirm results; 2 answered from memory
    left out: BAD
    result: standard output
    tool: passes with 60 of 61 variables, found in 9 tests, [TIME]; nothing more can be added back
    => 0
    ");
    let jobs = run(&env, &failing, words("env -q --maximize --fresh --jobs 4 -- ./tool -x"));
    assert_eq!(jobs.stdout, "env -u BAD [DIR]/tool -x\n");
    assert_snapshot!(run(&env, &failing, words("env --maximize --message-format json -- ./tool -x")).steady()["data"]["answers"], @r#"[{"command":[{"text":"env"},{"text":"-u"},{"text":"BAD"},{"text":"[DIR]/tool"},{"text":"-x"}],"difference":[{"name":{"text":"BAD"},"value":{"text":"yes"}}],"line":"env -u BAD [DIR]/tool -x"}]"#);
    assert!(run(&env, &failing, words(line)).stderr.contains("continuing: "), "it is resumed");
    env.file("good.env", "BAD=no\nGOOD=it's so\nMORE=1\nPATH=/usr/bin:/bin\n");
    let line = "env --maximize --jobs 1 --passing-env good.env -- ./tool";
    assert_snapshot!(run(&env, &[("BAD", "yes"), ("EXTRA", "1")], words(line)), @"
    env BAD=no [DIR]/tool
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 10 candidates: 4 fail, 6 pass (kept), 0 unresolved
    ran 11 tests: 8 for these, 3 to confirm results; 2 answered from memory
    left out: BAD
    result: standard output
    tool: passes with 63 of 64 differences, found in 10 tests, [TIME]; nothing more can be added back
    => 0
    ");
    env.script(
        "tool",
        "[ -n \"$BAD\" ] && [ -n \"$EXTRA\" ] || { echo \"$PATH\"; exit 0; }; echo crash >&2; exit 3",
    );
    let line = "env -q --maximize --jobs 1 --keep BAD -- ./tool";
    assert_eq!(run(&env, &[("BAD", "yes"), ("EXTRA", "1")], words(line)).stdout, "env -u EXTRA [DIR]/tool\n");
}

#[test]
fn maximizing_says_when_no_environment_passes() {
    let env = TestEnv::new();
    env.script("tool", "echo crash >&2; exit 3");
    assert_snapshot!(run(&env, &[], words("env --maximize --jobs 1 -- ./tool")), @"
    the failure to keep: exit code 3, stderr: crash
    error: found nothing that passes: it still fails when everything that can be removed is gone
      hint: the cause is something that cannot be removed here
    => 3
    ");
    env.file("bad.env", "BAD=yes\n");
    assert_snapshot!(run(&env, &[], words("env --maximize --jobs 1 --passing-env bad.env -- ./tool")), @"
    the failure to keep: exit code 3, stderr: crash
    error: the command also fails in the passing environment
      hint: record an environment in which it passes with `env -0 > good.env`, or omit --passing-env to find which variables it needs
    => 3
    ");
    let shown = run(&env, &[], words("env --maximize --isolate -- ./tool"));
    assert!(shown.code == 2 && shown.stderr.contains("cannot be used with"), "{shown}");
}

#[test]
fn a_difference_is_a_variable_that_is_other_missing_or_extra() {
    let env = tool();
    env.file("good.env", "BAD=no\nGOOD=it's so\nMORE=1\nPATH=/usr/bin:/bin\n");
    let line = "env --jobs 1 --passing-env good.env -- ./tool";
    assert_snapshot!(run(&env, &[("BAD", "yes"), ("EXTRA", "1")], words(line)), @"
    env -u GOOD BAD=yes [DIR]/tool
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 9 candidates: 6 still fail (kept), 3 pass, 0 unresolved
    ran 20 tests: 9 for these, 11 to confirm results
    result: standard output
    tool: 2 of 64 differences matter, found in 9 tests, [TIME]; none of the 2 variables can be removed
    => 0
    ");
}

#[test]
fn what_is_kept_is_always_set_and_the_same_on_both_sides() {
    let env = tool();
    let line = "env -q --jobs 1 --keep VARIABLE_0[12] -- ./tool";
    let shown = run(&env, &[("BAD", "yes")], words(line));
    assert_eq!(shown.stdout, "env -i BAD=yes 'VARIABLE_01=value 1' 'VARIABLE_02=value 2' [DIR]/tool\n");
    env.file("good.env", "GOOD=1\n");
    let line = "env -q --jobs 1 --keep BAD --passing-env good.env -- ./tool";
    assert_eq!(run(&env, &[("BAD", "yes")], words(line)).stdout, "env -u GOOD [DIR]/tool\n");
}

#[test]
fn a_failure_that_needs_no_variable_says_so() {
    let env = TestEnv::new();
    env.script("tool", "echo crash >&2; exit 3");
    assert_snapshot!(run(&env, &[], words("env --jobs 1 -- ./tool")), @"
    env -i [DIR]/tool
    the failure to keep: exit code 3, stderr: crash
    asked about 8 candidates: 8 still fail (kept), 0 pass, 0 unresolved
    ran 14 tests: 7 for these, 7 to confirm results; 1 answered from memory
    result: standard output
    tool: 0 of 60 variables matter, found in 8 tests, [TIME]
    => 0
    ");
}

#[test]
fn programs_are_told_variables_command_and_line() {
    let env = tool();
    env.file("good.env", "BAD=no\nGOOD=1\n");
    let line = "env --message-format json --jobs 1 --passing-env good.env -- ./tool";
    assert_snapshot!(run(&env, &[("BAD", "yes")], words(line)).steady(), @r#"{"data":{"answers":[{"command":[{"text":"env"},{"text":"-u"},{"text":"GOOD"},{"text":"BAD=yes"},{"text":"[DIR]/tool"}],"line":"env -u GOOD BAD=yes [DIR]/tool","variables":[{"name":{"text":"BAD"},"value":{"text":"yes"}},{"name":{"text":"GOOD"},"value":null}]}],"asked":8,"exit":0,"flakiness":null,"input_size":1278,"minimality":[{"removals":2,"unit":"variables"}],"other_failures":null,"result":[],"result_size":14,"seconds":null,"stop":null,"tests":{"ahead":0,"confirming":11,"fail":6,"pass":2,"ran":19,"reasons":[],"remembered":0,"unresolved":0},"tokens":null},"type":"end"}"#);
}

#[test]
fn the_result_is_the_same_at_any_number_of_jobs_and_no_value_stays_on_disk() {
    let env = tool();
    env.script("tool", "[ \"$SECRET$OTHER\" = opensesame ] && { echo crash >&2; exit 3; }; exit ${#OTHER}");
    let found: Vec<Value> = [1, 2, 4]
        .map(|jobs| {
            let line = format!("env --fresh --message-format json --jobs {jobs} -- ./tool");
            let end =
                run(&env, &[("SECRET", "open"), ("OTHER", "sesame")], words(&line)).steady()["data"].clone();
            serde_json::json!([end["answers"], end["asked"], end["result_size"], end["minimality"]])
        })
        .to_vec();
    assert_eq!(found[0][0][0]["line"], "env -i OTHER=sesame SECRET=open [DIR]/tool");
    assert_eq!((&found[0], &found[0]), (&found[1], &found[2]));
    let mut folders: Vec<PathBuf> = vec![env.path("tool.env.dwindle")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
                continue;
            }
            files += 1;
            let bytes = std::fs::read(entry.path()).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("sesame") && !text.contains("value 1"), "{}", entry.path().display());
        }
    }
    assert!(files > 3, "the journal, the best and other failures are there");
}

#[test]
fn the_same_command_goes_on_where_the_budget_ended() {
    let env = tool();
    let failing = [("BAD", "yes")];
    let stopped = run(&env, &failing, words("env --jobs 1 --budget 3 -- ./tool"));
    assert_eq!(stopped.code, 6, "{stopped}");
    assert!(stopped.stdout.starts_with("env -i BAD=yes "), "{stopped}");
    let shown = run(&env, &failing, words("env --jobs 1 -- ./tool"));
    assert!(shown.stderr.contains("continuing: 5 tests known from an earlier run\n"), "{shown}");
    assert_eq!(shown.stdout, "env -i BAD=yes [DIR]/tool\n");
}

#[test]
fn bad_input_is_told_with_what_to_do() {
    let env = tool();
    env.file("line.env", "A=1\nB\n").file("empty.env", "");
    env.file("zero.env", "A=1\0 =2\0").file("bad.env", "BAD=yes\n");
    let check = |line: &str| {
        let shown = run(&env, &[("BAD", "yes")], words(line));
        assert!(shown.stdout.is_empty(), "{shown}");
        shown.to_string()
    };
    assert_snapshot!(check("env --"), @"
    error: the following required arguments were not provided:
      <COMMAND>...

    Usage: dwindle env [OPTIONS] -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(check("env --passing-env nowhere.env -- ./tool"), @"
    error: --passing-env nowhere.env: No such file or directory (os error 2)
      hint: create it where the command passes: env -0 > good.env
    => 2
    ");
    assert_snapshot!(check("env --passing-env line.env -- ./tool"), @r#"
    error: --passing-env line.env, line 2: there is no `=`: "B"
      every line is NAME=value
      hint: if values contain line breaks, create the file with `env -0`
    => 2
    "#);
    assert_snapshot!(check("env --passing-env zero.env -- ./tool"), @r#"
    error: --passing-env zero.env, entry 2: there is no name before the `=`: " =2"
      every line is NAME=value
      hint: if values contain line breaks, create the file with `env -0`
    => 2
    "#);
    assert_snapshot!(check("env --passing-env empty.env -- ./tool"), @"
    error: --passing-env empty.env, line 1: the file is empty
      every line is NAME=value
      hint: if values contain line breaks, create the file with `env -0`
    => 2
    ");
    assert_snapshot!(check("env --passing-env bad.env -- ./tool"), @"
    the failure to keep: exit code 3, stderr: tool: crash
    error: the command also fails in the passing environment
      hint: record an environment in which it passes with `env -0 > good.env`, or omit --passing-env to find which variables it needs
    => 3
    ");
    assert_snapshot!(check("env --keep NOWHERE -- ./tool"), @"
    error: --keep NOWHERE: no such variable
      hint: give the name of a variable, or a regular expression for whole names
    => 2
    ");
    assert_snapshot!(check("env --keep .* -- ./tool"), @"
    error: nothing to find: there are no variables to remove
      hint: variables named by --keep are not compared
    => 2
    ");
    assert_snapshot!(check("env -- true"), @"
    error: the command does not fail: true
      ran:     /usr/bin/true
      in:      [SCRATCH]/work
      ended:   exit code 0
      by hand: /usr/bin/true
      hint: it ran in a directory of its own, with the files that its arguments name: name other files that it reads with --with PATH
      hint: a command fails if it ends with an exit code other than 0, or by a signal
    => 3
    ");
    assert_snapshot!(check("env -- ./nowhere"), @"
    error: the test cannot be run: [DIR]/nowhere: No such file or directory (os error 2)
      hint: check the name; a test in this directory is written ./test.sh
    => 5
    ");
}
