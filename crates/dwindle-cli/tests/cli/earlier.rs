//! Results of earlier runs: what was found is started from, or kept.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

/// `input.txt` with 400 lines, and a test that needs two of them; the run on it is done.
fn reduced() -> TestEnv {
    let env = TestEnv::with_lines();
    env.lines("input.txt", 400);
    assert_eq!(env.run("reduce --jobs 1 ./test.sh input.txt").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    env
}

#[test]
fn a_run_with_an_edited_test_starts_from_the_result_that_still_fails() {
    let env = reduced();
    env.script("test.sh", "# edited\ngrep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 --budget 1 ./test.sh input.txt"), @"
    starting from input.min.txt (14 bytes), the result of an earlier run: it still fails
      changed since then: test
      to start from the input instead, add --fresh
    asked about 1 candidate: 0 still fail (kept), 1 passes, 0 unresolved
    ran 5 tests: 1 for these, 4 to confirm results
    result: input.min.txt
    3,492 → 14 bytes (4 tokens) in 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11", "nothing larger was written over it");
    env.script("test.sh", "# looser\ngrep -qx 'line 3' input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 ./test.sh input.txt"), @"
    starting from input.min.txt (14 bytes), the result of an earlier run: it still fails
      changed since then: test
      to start from the input instead, add --fresh
    asked about 15 candidates: 2 still fail (kept), 13 pass, 0 unresolved
    ran 26 tests: 14 for these, 12 to confirm results; 1 answered from memory
    result: input.min.txt
    3,492 → 6 bytes (2 tokens) in 15 tests, [TIME]; no line, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3");
    // The same again goes on from the same place.
    assert_snapshot!(env.run("reduce --jobs 1 ./test.sh input.txt"), @"
    continuing: 17 tests known from an earlier run
    asked about 15 candidates: 2 still fail (kept), 13 pass, 0 unresolved
    ran 7 tests: 7 to confirm results; 15 answered from memory
    result: input.min.txt
    3,492 → 6 bytes (2 tokens) in 15 tests, [TIME]; no line, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3");
}

#[test]
fn other_options_and_variables_start_from_the_earlier_result_too() {
    let env = reduced();
    let shown = env.run("reduce --jobs 1 --budget 1 --timeout 20s --unit lines ./test.sh input.txt");
    assert_snapshot!(shown, @"
    starting from input.min.txt (14 bytes), the result of an earlier run: it still fails
      changed since then: --unit (default -> lines), --timeout (default -> 20s)
      to start from the input instead, add --fresh
    asked about 1 candidate: 0 still fail (kept), 1 passes, 0 unresolved
    ran 5 tests: 1 for these, 4 to confirm results
    result: input.min.txt
    3,492 → 14 bytes (4 tokens) in 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    let mut command = env.command();
    command.env("COLOUR", "red").args(["reduce", "--jobs=1", "--budget=1", "./test.sh", "input.txt"]);
    let shown = env.shown(&command.output().unwrap());
    assert!(shown.stderr.contains("environment variable COLOUR"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
}

#[test]
fn another_login_and_another_terminal_change_nothing() {
    let env = reduced();
    let mut command = env.command();
    command.env("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22").env("TERM_SESSION_ID", "2");
    let shown = env.shown(&command.args(["reduce", "--jobs=1", "./test.sh", "input.txt"]).output().unwrap());
    assert!(shown.stderr.starts_with("continuing: "), "{shown}");
}

#[test]
fn an_earlier_result_that_passes_now_is_kept_and_comes_back_with_its_test() {
    let env = reduced();
    env.script("test.sh", "grep -qx 'line 3' input.txt && grep -qx 'line 390' input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 ./test.sh input.txt"), @"
    starting from the input: input.min.txt (14 bytes), the result of an earlier run, does not fail this test
      changed since then: test
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.min.txt
    asked about 85 candidates: 19 still fail (kept), 66 pass, 0 unresolved
    ran 109 tests: 85 for these, 24 to confirm results
    result: input.min.txt
    3,492 → 15 bytes (4 tokens) in 85 tests, [TIME]; no line, token or character can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 390");
    // As `TestEnv::with_lines` has it.
    env.script("test.sh", "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
    assert_snapshot!(env.run("reduce --jobs 1 --budget 1 ./test.sh input.txt"), @"
    continuing: 72 tests known from an earlier run
    input.min.txt (15 bytes) is the result of an earlier run; a result of this run replaces it
      changed since then: test
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.min.txt
    asked about 1 candidate: 1 still fails (kept), 0 pass, 0 unresolved
    ran 4 tests: 4 to confirm results; 1 answered from memory
    result: input.min.txt
    3,492 → 14 bytes (4 tokens) in 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
}

#[test]
fn starting_over_says_what_it_drops_and_keeps_the_result() {
    let env = reduced();
    assert_snapshot!(env.run("reduce --jobs 1 --fresh --budget 1 ./test.sh input.txt"), @"
    --fresh drops input.min.txt (14 bytes), the result of an earlier run, and 73 recorded tests
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.min.txt
    asked about 1 candidate: 1 still fails (kept), 0 pass, 0 unresolved
    ran 4 tests: 1 for these, 3 to confirm results
    result: input.min.txt
    3,492 → 1,692 bytes (400 tokens) in 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert!(env.read("input.min.txt").len() > 100);
    let home = fs::read_dir(env.path("input.txt.dwindle")).unwrap();
    let runs = home.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let kept: Vec<_> =
        runs.map(|run| fs::read_to_string(run.join("replaced/input.min.txt")).unwrap()).collect();
    assert_eq!(kept, ["line 3\nline 11"]);
}

#[test]
fn the_result_of_another_input_is_kept_and_not_started_from() {
    let env = reduced();
    env.lines("input.txt", 12);
    assert_snapshot!(env.run("reduce --jobs 1 ./test.sh input.txt"), @"
    input.min.txt (14 bytes) is the result of an earlier run; a result of this run replaces it
      changed since then: input
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.min.txt
    asked about 68 candidates: 9 still fail (kept), 59 pass, 0 unresolved
    ran 87 tests: 68 for these, 19 to confirm results
    result: input.min.txt
    87 → 14 bytes (4 tokens) in 68 tests, [TIME]; no line, token or character can be removed
    => 0
    ");
}

#[test]
fn what_options_protect_is_not_left_out_because_an_earlier_run_left_it_out() {
    let env = reduced();
    assert_snapshot!(env.run("reduce --jobs 1 --protect 7$ --unit lines ./test.sh input.txt"), @"
    starting from the input: input.min.txt (14 bytes) was found by an earlier run with other options
      changed since then: --unit (default -> lines), --protect (default -> (?:7$))
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.min.txt
    asked about 16 candidates: 11 still fail (kept), 5 pass, 0 unresolved
    ran 27 tests: 16 for these, 11 to confirm results
    result: input.min.txt
    3,492 → 364 bytes (84 tokens) in 16 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt").lines().count(), 42);
}

#[test]
fn programs_and_the_journal_are_told_where_a_run_starts() {
    let env = reduced();
    env.script("test.sh", "grep -qx 'line 3' input.txt");
    let shown = env.run("reduce --jobs 1 --message-format json ./test.sh input.txt");
    let told: Vec<_> = shown.stdout.lines().filter(|line| line.contains(r#""type":"earlier""#)).collect();
    assert_eq!(told.len(), 1, "{shown}");
    let (before, _run) = told[0].split_once(r#","run":"#).unwrap();
    assert_snapshot!(before, @r#"{"type":"earlier","data":{"path":"[DIR]/input.min.txt","size":14,"decision":"start","changed":[{"name":"test","then":null,"now":null}]"#);
    let home = fs::read_dir(env.path("input.txt.dwindle")).unwrap();
    let journals = home.map(|entry| entry.unwrap().path().join("journal.jsonl"));
    let records: Vec<String> = journals
        .filter_map(|journal| fs::read_to_string(journal).ok())
        .flat_map(|journal| journal.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.contains(r#""origin""#))
        .collect();
    assert_eq!(records.len(), 1);
    assert!(records[0].starts_with(r#"{"type":"best","asked":0,"#), "{records:?}");
    assert!(records[0].contains(r#""changed":["test"]}"#), "{records:?}");
}

#[test]
fn a_folder_that_still_fails_is_started_from() {
    let env = TestEnv::new();
    for name in ["a.txt", "b.txt", "c.txt"] {
        env.lines(&format!("proj/{name}"), 20);
    }
    env.script("test.sh", "grep -qsx 'line 5' proj/b.txt");
    assert_eq!(env.run("reduce --jobs 1 ./test.sh proj").code, 0);
    env.script("test.sh", "# edited\ngrep -qsx 'line 5' proj/b.txt");
    assert_snapshot!(env.run("reduce --jobs 1 --budget 1 ./test.sh proj"), @"
    starting from proj.dwindle/[RUN]/best (11 bytes), the result of an earlier run: it still fails
      changed since then: test
      to start from the input instead, add --fresh
    asked about 1 candidate: 0 still fail (kept), 0 pass, 1 unresolved (exit code 2: 1)
    ran 4 tests: 4 to confirm results; 1 answered from memory
    result: proj.min
    468 → 11 bytes (names included) in 1 test, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_eq!(env.read("proj.min/b.txt"), "line 5");
    assert_eq!(fs::read_dir(env.path("proj.min")).unwrap().count(), 1);
}

#[test]
fn a_laid_out_result_stays_laid_out() {
    let env = TestEnv::new();
    let rows: Vec<String> = (0..60).map(|row| format!("  \"key{row}\": {row}")).collect();
    env.file("input.json", format!("{{\n{}\n}}\n", rows.join(",\n")));
    env.script(
        "test.sh",
        "grep -q 'key7.*7' input.json && grep -q 'key9.*9' input.json && grep -q '^{' input.json",
    );
    assert_eq!(env.run("reduce --jobs 1 ./test.sh input.json").code, 0);
    let before = env.read("input.min.json");
    let script = env.read("test.sh");
    env.file("test.sh", format!("{script}# edited\n"));
    assert_eq!(env.run("reduce --jobs 1 ./test.sh input.json").code, 0);
    assert_eq!(env.read("input.min.json"), before);
}

#[test]
fn run_data_lies_where_it_is_told_and_the_result_is_known_from_everywhere() {
    let env = TestEnv::with_lines();
    let run = |words: &str, variable: &str| {
        let mut command = env.command();
        command.args(words.split_whitespace()).args(["--jobs=1", "./test.sh", "input.txt"]);
        // It says nothing of the tests, so it is no part of the key.
        command.env("DWINDLE_STATE_DIR", variable).env("XDG_STATE_HOME", env.path("user"));
        env.shown(&command.output().unwrap())
    };
    assert_eq!(run("reduce --state-dir one", "").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    assert!(!env.path("input.txt.dwindle").exists() && env.path("one").is_dir());
    let again = run("reduce", "one");
    assert!(again.stderr.contains("tests known from an earlier run"), "{again}");
    for (words, variable) in [("reduce --state-dir two", "one"), ("reduce", ""), ("reduce", "three")] {
        let shown = run(words, variable);
        assert_eq!(shown.code, 0, "{shown}");
        assert!(shown.stderr.starts_with("starting from input.min.txt (14 bytes)"), "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\nline 11");
    }
}

#[test]
fn starting_over_drops_no_result_that_never_stood_there() {
    let env = TestEnv::new();
    env.lines("b.xml", 40).script("test.sh", "grep -qx 'line 3' b.xml");
    assert_eq!(env.run("reduce --jobs 1 ./test.sh b.xml").code, 0);
    assert_snapshot!(env.run("reduce --jobs 1 --fresh --budget 1 -o other.xml ./test.sh b.xml"), @"
    --fresh drops the result of an earlier run (6 bytes), and 23 recorded tests
      the earlier result is kept in b.xml.dwindle/[RUN]/replaced/best
    asked about 2 candidates: 1 still fails (kept), 1 passes, 0 unresolved
    ran 5 tests: 2 for these, 3 to confirm results
    not laid out: no layout that was tested still fails
    result: other.xml
    311 → 151 bytes (40 tokens) in 2 tests, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
}

#[test]
fn a_folder_that_is_dropped_has_the_size_of_what_is_in_it() {
    let env = TestEnv::new();
    env.lines("proj/a.txt", 40).script("test.sh", "grep -qx 'line 3' proj/a.txt");
    assert_eq!(env.run("reduce --jobs 1 ./test.sh proj").code, 0);
    let shown = env.run("reduce --jobs 1 --fresh -o other ./test.sh proj");
    // Six bytes of content and the five of its name, and not an archive.
    assert!(
        shown.stderr.starts_with("--fresh drops the result of an earlier run (11 bytes), and "),
        "{shown}"
    );
}

#[test]
fn run_data_that_was_copied_is_found_from_another_checkout() {
    let env = TestEnv::new();
    for checkout in ["one", "two"] {
        env.lines(&format!("{checkout}/input.txt"), 40);
        env.script(format!("{checkout}/test.sh"), "grep -qx 'line 3' input.txt");
    }
    let run = |checkout: &str, test: &str| {
        let mut command = env.command();
        command.current_dir(env.path(checkout)).env("DWINDLE_STATE_DIR", env.path("cache"));
        env.shown(&command.args(["reduce", "--jobs=1", test, "input.txt"]).output().unwrap())
    };
    assert_eq!(run("one", "./test.sh").code, 0);
    std::fs::rename(env.path("one"), env.path("elsewhere")).unwrap();
    let shown = run("two", "./test.sh");
    assert!(shown.stderr.starts_with("continuing: "), "{shown}");
    assert_eq!(env.read("two/input.min.txt"), "line 3");
    // Another test is told of it, too, and another input of that name is not.
    env.script("two/other.sh", "grep -q 'line 3' input.txt");
    let shown = run("two", "./other.sh");
    assert!(shown.stderr.starts_with("starting from "), "{shown}");
    env.lines("three/input.txt", 41).script("three/test.sh", "grep -qx 'line 3' input.txt");
    let shown = run("three", "./test.sh");
    assert!(shown.code == 0 && !shown.stderr.contains("earlier run"), "{shown}");
}

#[test]
fn files_that_a_command_names_count_by_their_contents_and_not_by_their_times() {
    let env = TestEnv::new();
    env.lines("input.txt", 40).file("prog.sh", "grep -qx 'line 3' \"$1\" && exit 4; exit 0\n");
    let line = "reduce --jobs 1 input.txt -- sh prog.sh {}";
    assert_eq!(env.run(line).code, 0);
    std::fs::remove_file(env.path("prog.sh")).unwrap();
    env.file("prog.sh", "grep -qx 'line 3' \"$1\" && exit 4; exit 0\n");
    let shown = env.run(line);
    assert!(shown.code == 0 && shown.stderr.contains("\ncontinuing: "), "{shown}");
}

#[test]
fn what_triage_learned_is_found_from_another_checkout() {
    let env = TestEnv::new();
    for checkout in ["one", "two"] {
        env.lines(&format!("{checkout}/crashes/a"), 40).lines(&format!("{checkout}/crashes/b"), 20);
        env.script(format!("{checkout}/prog"), "grep -qx 'line 3' \"$1\" && exit 4; exit 0");
    }
    let run = |checkout: &str| {
        let mut command = env.command();
        command.current_dir(env.path(checkout)).env("DWINDLE_STATE_DIR", env.path("cache"));
        env.shown(&command.args(["triage", "crashes", "--", "./prog", "{}"]).output().unwrap())
    };
    assert_eq!(run("one").code, 0);
    std::fs::rename(env.path("one"), env.path("elsewhere")).unwrap();
    let shown = run("two");
    assert!(shown.stderr.starts_with("continuing: 2 inputs examined by an earlier run"), "{shown}");
    // What is reduced here for the first time does not hide what was learned there.
    env.lines("two/crashes/c", 10);
    for known in [2, 3] {
        let shown = run("two");
        let said = format!("continuing: {known} inputs examined by an earlier run");
        assert!(shown.stderr.starts_with(&said), "{shown}");
    }
}
