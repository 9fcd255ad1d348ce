//! Which elements of a search path matter.

use insta::assert_snapshot;

use crate::env::{Shown, TestEnv};

/// A program that crashes where one folder of its search path has a plugin, and one behind it another.
const TOOL: &str = "first=; IFS=:; for folder in $LIBS; do
    [ -e $folder/bad ] && first=yes; [ -n \"$first\" ] && [ -e $folder/late ] && { echo 'tool: crash' >&2; exit 3; }; done; exit 0";

/// The program, and nine folders, of which the fourth and the seventh matter.
fn tool() -> TestEnv {
    let env = TestEnv::new();
    env.script("tool", TOOL);
    for number in 1..10 {
        env.file(format!("d{number}/plugin"), "");
    }
    env.file("d4/bad", "").file("d7/late", "");
    env
}

fn run(env: &TestEnv, line: &str) -> Shown {
    let libs = "d1:d2:d3:d4:d5:d6:d7:d8:d9";
    env.shown(&env.command().env("LIBS", libs).args(line.split(' ')).output().unwrap())
}

#[test]
fn the_elements_that_matter_are_left_in_their_order() {
    let env = tool();
    assert_snapshot!(run(&env, "path --jobs 1 LIBS -- ./tool -x"), @"
    env LIBS=d4:d7 [DIR]/tool -x
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 12 candidates: 6 still fail (kept), 6 pass, 0 unresolved
    ran 23 tests: 12 for these, 11 to confirm results
    result: standard output
    tool: 2 of 9 elements matter, found in 12 tests, [TIME]; none of the 2 elements can be removed
    => 0
    ");
    assert_snapshot!(run(&env, "path --jobs 1 LIBS -- ./tool -x"), @"
    env LIBS=d4:d7 [DIR]/tool -x
    the failure to keep: exit code 3, stderr: tool: crash
    continuing: 14 tests known from an earlier run
    asked about 12 candidates: 6 still fail (kept), 6 pass, 0 unresolved
    ran 7 tests: 7 to confirm results; 12 answered from memory
    result: standard output
    tool: 2 of 9 elements matter, found in 12 tests, [TIME]; none of the 2 elements can be removed
    => 0
    ");
}

#[test]
fn elements_are_kept_by_name() {
    assert_snapshot!(run(&tool(), "path --jobs 1 --keep d[1-3] LIBS -- ./tool"), @"
    env LIBS=d1:d2:d3:d4:d7 [DIR]/tool
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 8 candidates: 4 still fail (kept), 4 pass, 0 unresolved
    ran 19 tests: 8 for these, 11 to confirm results
    result: standard output
    tool: 2 of 6 elements matter, found in 8 tests, [TIME]; none of the 2 elements can be removed
    => 0
    ");
}

#[test]
fn the_most_elements_with_which_it_passes_are_found() {
    assert_snapshot!(run(&tool(), "path --jobs 1 --maximize LIBS -- ./tool"), @"
    env LIBS=d1:d2:d3:d5:d6:d7:d8:d9 [DIR]/tool
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 6 candidates: 3 fail, 3 pass (kept), 0 unresolved
    ran 7 tests: 4 for these, 3 to confirm results; 2 answered from memory
    left out: d4
    result: standard output
    tool: passes with 8 of 9 elements, found in 6 tests, [TIME]; nothing more can be added back
    => 0
    ");
}

#[test]
fn a_search_path_that_passes_and_one_that_fails_differ_in_one_element() {
    assert_snapshot!(run(&tool(), "path --jobs 1 --isolate LIBS -- ./tool"), @"
    env LIBS=d7 [DIR]/tool
    env LIBS=d4:d7 [DIR]/tool
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 13 candidates: 5 fail, 8 pass, 0 unresolved
    ran 22 tests: 11 for these, 11 to confirm results; 2 answered from memory
    result: standard output
    tool: 1 of 9 elements makes the difference (the first command passes, the second fails), found in 13 tests, [TIME]
    => 0
    ");
}

#[test]
fn programs_are_told_the_elements() {
    let shown = run(&tool(), "path --jobs 1 --message-format json LIBS -- ./tool");
    let last = shown.last();
    assert_snapshot!(last["data"]["answers"], @r#"[{"command":[{"text":"env"},{"text":"LIBS=d4:d7"},{"text":"[DIR]/tool"}],"elements":[{"text":"d4"},{"text":"d7"}],"line":"env LIBS=d4:d7 [DIR]/tool"}]"#);
    assert_snapshot!(last["data"]["minimality"], @r#"[{"removals":2,"unit":"elements"}]"#);
}

#[test]
fn a_variable_that_is_not_set_and_elements_that_are_not_there_are_refused() {
    let env = tool();
    assert_snapshot!(run(&env, "path LIBRARIES -- ./tool"), @"
    error: LIBRARIES is not set
      hint: name a variable that lists files or folders with colons between them, such as PYTHONPATH
    => 2
    ");
    assert_snapshot!(run(&env, "path --keep lib LIBS -- ./tool"), @"
    error: --keep lib: LIBS has no such element
      hint: give an element as it stands there, or a regular expression for whole elements
    => 2
    ");
    assert_snapshot!(run(&env, "path --keep d. LIBS -- ./tool"), @"
    error: nothing to remove: all elements of LIBS are kept
    => 2
    ");
}

#[test]
fn a_folder_that_the_command_and_an_option_name_too_is_laid_once() {
    let shown = run(&tool(), "path --jobs 1 --with d4 LIBS -- ./tool d7/late d4 d9");
    assert_snapshot!(shown, @"
    env LIBS=d4:d7 [DIR]/tool d7/late d4 d9
    the failure to keep: exit code 3, stderr: tool: crash
    asked about 12 candidates: 6 still fail (kept), 6 pass, 0 unresolved
    ran 23 tests: 12 for these, 11 to confirm results
    result: standard output
    tool: 2 of 9 elements matter, found in 12 tests, [TIME]; none of the 2 elements can be removed
    => 0
    ");
}
