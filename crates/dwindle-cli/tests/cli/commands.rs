//! What each command does and says when all goes well.

use std::io::Write;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn reduce_tells_what_it_came_to_and_leaves_the_input_alone() {
    let env = TestEnv::with_lines();
    let before = env.read("input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 --algorithm ddmin --unit lines ./test.sh input.txt"), @"
    asked about 22 candidates: 6 still fail (kept), 16 pass, 0 unresolved
    ran 25 tests: 22 for these, 3 to confirm results
    result: input.min.txt
    87 → 15 bytes (4 tokens) in 22 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
    assert_eq!(env.read("input.txt"), before);
    assert_eq!(env.names(), ["input.min.txt", "input.txt", "input.txt.dwindle", "test.sh"]);
}

#[test]
fn reduce_goes_by_lines_tokens_and_characters_and_the_short_form_means_it() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("./test.sh input.txt --jobs 1 --algorithm ddmin"), @"
    asked about 81 candidates: 7 still fail (kept), 74 pass, 0 unresolved
    ran 84 tests: 81 for these, 3 to confirm results
    result: input.min.txt
    87 → 14 bytes (4 tokens) in 81 tests, [TIME]; no line, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
}

#[test]
fn reduce_takes_units_one_after_the_other() {
    let env = TestEnv::with_lines();
    for line in ["reduce -u lines,chars ./test.sh input.txt", "reduce -u lines -u chars ./test.sh input.txt"]
    {
        let shown = env.run(line);
        assert!(shown.stderr.contains("; none of the 14 characters can be removed\n"), "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    }
}

#[test]
fn one_algorithm_with_one_job_runs_the_published_sequence_after_the_checks() {
    let env = TestEnv::new();
    env.file("input.txt", "1\n2\n3\n4\n5\n6\n7\n8\n");
    let log = env.path("log");
    let body = format!(
        "tr -d '\\n' < input.txt >> {0}; echo >> {0}; grep -q 1 input.txt && grep -q 7 input.txt && grep -q 8 input.txt",
        log.display()
    );
    env.script("test.sh", &body);
    assert_eq!(env.run("reduce -q --jobs 1 --algorithm ddmin --unit lines ./test.sh input.txt").code, 0);
    // Zeller & Hildebrandt 2002, figure 5; before it the checks: the whole input twice, and nothing at all.
    assert_snapshot!(env.read("log"), @"
    12345678
    12345678

    1234
    5678
    12
    34
    56
    78
    345678
    125678
    1278
    1
    2
    7
    8
    278
    178
    18
    17
    ");
}

#[test]
fn the_same_command_again_runs_no_known_test() {
    let env = TestEnv::with_lines();
    let log = env.path("log");
    let body = format!("cat input.txt | tr '\\n' , >> {0}; echo >> {0}; grep -q 3 input.txt", log.display());
    env.script("test.sh", &body);
    assert_eq!(env.run("reduce -q --jobs 1 ./test.sh input.txt").to_string(), "=> 0");
    let first = env.read("log").lines().count();
    let shown = env.run("reduce --jobs 1 ./test.sh input.txt");
    assert!(shown.stderr.starts_with("continuing: "), "{shown}");
    let again = env.read("log").lines().count() - first;
    assert!(again <= 12, "the checks and what is judged again, but {again} tests ran, after {first}");
    assert_eq!(env.read("input.min.txt"), "3");
}

#[test]
fn reduce_can_write_to_standard_output_and_from_standard_input() {
    let env = TestEnv::with_lines();
    let mut command = env.command();
    command.args(["reduce", "-q", "-u", "lines", "-o", "-", "-", "--exit-code", "1", "--stdin", "--"]);
    command.args(["sh", "-c", "! grep 'line 7'"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(env.read("input.txt").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(env.shown(&output).to_string(), "line 7\n=> 0");
}

#[test]
fn reduce_in_place_keeps_the_original() {
    let env = TestEnv::with_lines();
    let before = env.read("input.txt");
    assert_eq!(env.run("reduce -q --in-place --unit lines ./test.sh input.txt").to_string(), "=> 0");
    assert_eq!(env.read("input.txt"), "line 3\nline 11\n");
    assert_eq!(env.read("input.txt.orig"), before);
}

#[test]
fn reduce_never_removes_what_is_protected() {
    let env = TestEnv::with_lines();
    let line = "reduce -q --unit lines --protect ^line.5$ --protect 12 ./test.sh input.txt";
    assert_eq!(env.run(line).to_string(), "=> 0");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 5\nline 11\nline 12\n");
}

#[test]
fn reduce_shows_the_failure_that_it_keeps_and_every_new_best_when_asked() {
    let env = TestEnv::with_lines();
    env.script("prog", "if grep -q 'line 7' \"$1\"; then echo 'panic: line 7' >&2; exit 3; fi");
    assert_snapshot!(env.run("reduce --verbose --jobs 1 --algorithm ddmin --unit lines input.txt -- ./prog {}"), @"
    the failure to keep: exit code 3, stderr: panic: line …
    as a pattern to edit: --signature 'panic: line .*'
    87 bytes after 0 tests
    45 bytes after 2 tests, ddmin by lines
    21 bytes after 3 tests, ddmin by lines
    7 bytes after 4 tests, ddmin by lines
    asked about 5 candidates: 3 still fail (kept), 2 pass, 0 unresolved
    ran 7 tests: 4 for these, 3 to confirm results; 1 answered from memory
    result: input.min.txt
    87 → 7 bytes (2 tokens) in 5 tests, [TIME]; no line can be removed
    => 0
    ");
}

#[test]
fn reduce_counts_why_tests_could_not_tell_and_keeps_other_failures() {
    let env = TestEnv::with_lines();
    let body = "grep -q 'line 7' \"$1\" && { echo 'error: seven' >&2; exit 3; }\n\
                grep -q 'line 2' \"$1\" && { echo 'error: two' >&2; exit 4; }\nexit 0";
    env.script("prog", body);
    assert_snapshot!(env.run("reduce --jobs 1 --algorithm ddmin --unit lines input.txt -- ./prog {}"), @"
    the failure to keep: exit code 3, stderr: error: seven
    asked about 5 candidates: 3 still fail (kept), 1 passes, 1 unresolved (another failure: exit code 4, stderr: error: two: 1)
    ran 7 tests: 4 for these, 3 to confirm results; 1 answered from memory
    other failures found: 1, in input.txt.dwindle/[RUN]/other-failures
    result: input.min.txt
    87 → 7 bytes (2 tokens) in 5 tests, [TIME]; no line can be removed
    => 0
    ");
}

#[test]
fn reduce_measures_how_flaky_a_repeated_test_is() {
    let env = TestEnv::with_lines();
    let count = env.path("count");
    // Every third run passes whatever it is given.
    let body = format!(
        "echo >> {0}; test $(($(wc -l < {0}) % 3)) != 0 && grep -q 'line 3' input.txt",
        count.display()
    );
    env.script("test.sh", &body);
    let shown = env.run("reduce --jobs 1 --unit lines --repeat 1/3 ./test.sh input.txt");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
    assert!(shown.stderr.contains("\nflaky: runs of the same candidate disagreed for "), "{shown}");
}

#[test]
fn the_last_line_counts_what_was_asked_for_at_any_number_of_jobs() {
    let env = TestEnv::with_lines();
    let last_line = |jobs: u32| {
        let shown = env.run(&format!("reduce --fresh --unit lines --jobs {jobs} ./test.sh input.txt"));
        shown.stderr.lines().last().unwrap().to_owned()
    };
    let alone = last_line(1);
    assert_snapshot!(alone, @"87 → 15 bytes (4 tokens) in 14 tests, [TIME]; none of the 2 lines can be removed");
    assert_eq!([alone.clone(), alone], [last_line(2), last_line(4)]);
}

#[test]
fn maximize_keeps_all_but_what_fails() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("maximize --jobs 1 ./test.sh input.txt"), @"
    line 11: line 11
    asked about 8 candidates: 4 fail, 4 pass (kept), 0 unresolved
    ran 9 tests: 6 for these, 3 to confirm results; 2 answered from memory
    result: input.max.txt
    input.txt: 79 bytes pass (90.8 %) without 1 line, in 8 tests, [TIME]
    => 0
    ");
    let kept = env.read("input.max.txt");
    assert_eq!(kept.lines().count(), 11);
}

#[test]
fn maximize_keeps_all_of_a_tree_but_what_fails() {
    let env = TestEnv::new();
    env.file(
        "bad.json",
        r#"{"items": [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "bad": 3, "tags": []}], "n": 2}"#,
    );
    // What is no JSON cannot be told.
    env.script(
        "test.sh",
        "tr -d '\\n' < bad.json | grep -Eq '^\\{(\"(items|n)\".*)?\\}$' || exit 125\n\
         grep -Eq '[{[] *,|, *[]},]|: *[],}]|\\[ *\\{\\}' bad.json && exit 125\n\
         grep -q bad bad.json",
    );
    assert_snapshot!(env.run("maximize --jobs 1 ./test.sh bad.json"), @r#"
    line 1, column 51: ", \"bad\": 3"
    asked about 9 candidates: 2 fail, 6 pass (kept), 1 unresolved (exit code 125: 1)
    ran 11 tests: 8 for these, 3 to confirm results; 1 answered from memory
    result: bad.max.json
    bad.json: 73 bytes pass (88.0 %) without 1 subtree, in 9 tests, [TIME]
    => 0
    "#);
    assert_snapshot!(env.read("bad.max.json"), @r#"{"items": [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "tags": []}], "n": 2}"#);
    let together = env.run("maximize --jobs 4 --fresh ./test.sh bad.json");
    assert_eq!(together.code, 0, "{together}");
    assert_snapshot!(env.read("bad.max.json"), @r#"{"items": [{"id": 1, "tags": ["a", "b"]}, {"id": 2, "tags": []}], "n": 2}"#);
    let by_tokens = env.run("maximize --unit tokens --fresh ./test.sh bad.json");
    assert!(by_tokens.stderr.contains("token"), "{by_tokens}");
}

#[test]
fn compare_shows_a_table() {
    let env = TestEnv::with_lines();
    let line = "compare --jobs 1 --algorithms one-minimal,ddmin ./test.sh input.txt";
    assert_snapshot!(env.run(line), @"
    input.txt: 87 bytes, 12 lines
    algorithm    bytes  lines  tests  seconds
    one-minimal     15      2     14     [SECONDS]
    ddmin           15      2     22     [SECONDS]
    => 0
    ");
    assert_eq!(env.names(), ["input.txt", "test.sh"], "nothing is written");
}

#[test]
fn a_folder_laid_beside_counts_by_its_contents() {
    let env = TestEnv::with_lines();
    env.file("lib/deep/wanted", "line 3");
    env.script("test.sh", "grep -qxf lib/deep/wanted input.txt");
    let line = "reduce -q --jobs 1 --unit lines --with lib ./test.sh input.txt";
    assert_eq!(env.run(line).code, 0);
    assert_eq!(env.read("input.min.txt").trim_end(), "line 3");
    // Neither the folder itself nor the size of the file changes.
    env.file("lib/deep/wanted", "line 7");
    let shown = env.run(&line.replace("-q ", ""));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("changed since then: --with ("), "{shown}");
    assert_eq!(env.read("input.min.txt").trim_end(), "line 7");
}

#[test]
fn a_script_is_found_here_without_a_slash() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("check -q test.sh input.txt").to_string(), "=> 0");
}

#[test]
fn a_worker_is_started_once() {
    let env = TestEnv::with_lines();
    let log = env.path("log");
    let body = format!(
        "echo >> {}\nwhile read -r path; do if grep -q 'line 7' \"$path\"; then echo fail; else echo pass; fi; done",
        log.display()
    );
    env.script("worker.sh", &body);
    let shown = env.run("reduce -q --jobs 1 --worker ./worker.sh input.txt");
    assert_eq!(shown.to_string(), "=> 0");
    assert_eq!(env.read("input.min.txt"), "line 7");
    assert_eq!(env.read("log").lines().count(), 1);
}
