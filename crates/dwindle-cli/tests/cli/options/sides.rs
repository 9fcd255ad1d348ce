//! Which arguments make the difference (`--isolate`), and which can stay (`--maximize`).

use insta::assert_snapshot;

use super::tool;
use crate::env::TestEnv;

#[test]
fn isolation_prints_a_command_that_passes_and_one_that_fails() {
    let env = tool();
    let line = "--isolate --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99";
    assert_snapshot!(env.run_with(&["options"], line), @"
    ./tool -o out src/in.txt
    ./tool -a -o out src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 13 candidates: 6 fail, 7 pass, 0 unresolved
    ran 22 tests: 11 for these, 11 to confirm results; 2 answered from memory
    result: standard output
    tool: 1 of 9 arguments makes the difference (the first command passes, the second fails), found in 13 tests, [TIME]
    => 0
    ");
    let both = env.answer(&["options", "--fresh"], &line.replace("--jobs 1", "--jobs 4"));
    assert_eq!(both.lines().count(), 2, "{both}");
    assert_eq!(both, env.answer(&["options"], line), "jobs change nothing");
    let json = env.run_with(&["options", "--message-format", "json"], line);
    assert_snapshot!(json.steady()["data"]["answers"], @r#"[{"arguments":[[{"text":"-a"}]],"command":[{"text":"./tool"},{"text":"-a"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}],"line":"./tool -a -o out src/in.txt","passing":[{"text":"./tool"},{"text":"-o"},{"text":"out"},{"text":"src/in.txt"}]}]"#);
    // Without what stays it does not even begin.
    assert_snapshot!(env.run_with(&["options"], "--isolate --all -j1 -- ./tool -a -o out src/in.txt -o"), @"
    ./tool
    ./tool -o
    the failure to keep: exit code 2, stderr: tool: -o wants a value
    asked about 6 candidates: 3 fail, 3 pass, 0 unresolved
    ran 7 tests: 4 for these, 3 to confirm results; 2 answered from memory
    result: standard output
    tool: 1 of 4 arguments makes the difference (the first command passes, the second fails), found in 6 tests, [TIME]
    => 0
    ");
}

#[test]
fn maximizing_prints_the_command_with_as_many_arguments_as_it_passes_with() {
    let env = tool();
    let line = "--maximize --jobs 1 -- ./tool -x c -a -O2 @more.rsp -Wall src/in.txt -I src -std=c99";
    assert_snapshot!(env.run_with(&["options"], line), @"
    ./tool -x c -a -O2 -g '-w x' -Wall src/in.txt -I src -std=c99
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 5 candidates: 2 fail, 3 pass (kept), 0 unresolved
    ran 6 tests: 3 for these, 3 to confirm results; 2 answered from memory
    left out: -o out
    result: standard output
    tool: passes with 8 of 9 arguments, found in 5 tests, [TIME]; nothing more can be added back
    => 0
    ");
    assert_eq!(
        env.run("options -q -- ./tool -x c -a -O2 -Wall src/in.txt").code,
        3,
        "it passes without -o out"
    );
    let passing = env.answer(&["options", "--fresh"], &line.replace("--jobs 1", "--jobs 4"));
    assert_eq!(passing, env.answer(&["options"], line), "jobs change nothing");
    let json = env.run_with(&["options", "--message-format", "json"], line);
    assert_snapshot!(json.steady()["data"]["answers"], @r#"[{"command":[{"text":"./tool"},{"text":"-x"},{"text":"c"},{"text":"-a"},{"text":"-O2"},{"text":"-g"},{"text":"-w x"},{"text":"-Wall"},{"text":"src/in.txt"},{"text":"-I"},{"text":"src"},{"text":"-std=c99"}],"difference":[[{"text":"-o"},{"text":"out"}]],"line":"./tool -x c -a -O2 -g '-w x' -Wall src/in.txt -I src -std=c99"}]"#);
}

#[test]
fn maximizing_goes_on_where_the_budget_ended_with_the_most_so_far() {
    let env = tool();
    let line = "-- ./tool -x c -k 1 -a -O2 -l 2 @more.rsp -Wall src/in.txt -std=c99";
    let nothing = env.run(&format!("options --maximize --jobs 1 --budget 1 {line}"));
    assert_snapshot!(nothing, @"
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 1 candidate: 1 fails, 0 pass (kept), 0 unresolved
    ran 3 tests: 3 to confirm results; 1 answered from memory
    result: standard output
    tool: nothing is known to pass yet, 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_snapshot!(env.run(&format!("options --maximize --jobs 1 --budget 3 {line}")), @"
    ./tool src/in.txt
    the failure to keep: exit code 3, stderr: tool: crash
    continuing: 2 tests known from an earlier run
    asked about 3 candidates: 2 fail, 1 passes (kept), 0 unresolved
    ran 5 tests: 1 for these, 4 to confirm results; 2 answered from memory
    left out: -x c -k 1 -a -O2 -l 2 -g '-w x' -o out -Wall -std=c99
    result: standard output
    tool: passes with none of 10 arguments, so far in 3 tests, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_snapshot!(env.run(&format!("options --maximize --jobs 1 {line}")), @"
    ./tool -x c -k 1 -O2 -l 2 -g '-w x' -o out -Wall src/in.txt -std=c99
    the failure to keep: exit code 3, stderr: tool: crash
    continuing: 3 tests known from an earlier run
    asked about 5 candidates: 2 fail, 3 pass (kept), 0 unresolved
    ran 7 tests: 2 for these, 5 to confirm results; 3 answered from memory
    left out: -a
    result: standard output
    tool: passes with 9 of 10 arguments, found in 5 tests, [TIME]; nothing more can be added back
    => 0
    ");
}

#[test]
fn maximizing_says_when_no_argument_or_nothing_passes() {
    let env = TestEnv::new();
    env.script("tool", "case $* in *-[ab]*) echo crash >&2; exit 3;; *--fine*) exit 0;; esac; exit $#");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    ./tool
    the failure to keep: exit code 3, stderr: crash
    asked about 4 candidates: 3 fail, 1 passes (kept), 0 unresolved
    ran 5 tests: 2 for these, 3 to confirm results; 2 answered from memory
    left out: -a -b
    result: standard output
    tool: passes with none of 2 arguments, found in 4 tests, [TIME]; nothing more can be added back
    => 0
    ");
    env.script("tool", "[ $# -gt 0 ] || exit 9; echo crash >&2; exit 3");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    the failure to keep: exit code 3, stderr: crash
    error: found nothing that passes: it is unresolved when everything that can be removed is gone, and nothing else that was tried passes
      hint: keep what the test needs: --keep, or --protect for a log
    => 3
    ");
    env.script("tool", "echo crash >&2; exit 3");
    assert_snapshot!(env.run("options --maximize --jobs 1 -- ./tool -a -b"), @"
    the failure to keep: exit code 3, stderr: crash
    error: found nothing that passes: it still fails when everything that can be removed is gone
      hint: the cause is something that cannot be removed here
    => 3
    ");
    for other in ["--isolate", "--again", "--prevent=-x", "--algorithm=dd"] {
        let shown = env.run(&format!("options --maximize {other} -- ./tool -a -b"));
        let refused = "the argument '--maximize' cannot be used with";
        assert!(shown.code == 2 && shown.stderr.contains(refused), "{shown}");
    }
}
