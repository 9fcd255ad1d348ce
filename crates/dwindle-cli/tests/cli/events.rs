//! `dwindle events`: logs of actions.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// A window is opened, used and closed, and so is another; twelve keys are pressed and released meanwhile.
fn recorded() -> Vec<String> {
    let mut actions = Vec::new();
    let mut add = |window: &str, does: &str, key: &str| {
        let t = 100 + 25 * actions.len();
        actions.push(format!(
            r#"{{"t": {t}, "window": "{window}", "do": "{does}", "key": "{key}", "mods": []}}"#
        ));
    };
    for window in ["mail", "draw", "files"] {
        add(window, "open", "");
        for key in ["a", "b", "c", "d"] {
            add(window, "press", key);
            add(window, "release", key);
        }
        add(window, "close", "");
    }
    actions
}

/// Replays a log of JSON: it fails when `c` is pressed in the window `draw` and nothing happens that cannot.
const REPLAY: &str = r#"
for key in a b c d; do
    [ $(grep -c "press\".*\"$key\"" "$1") = $(grep -c "release\".*\"$key\"" "$1") ] || { echo "$key" >> [HOME]/impossible; exit 9; }
done
if grep 'draw.*press.*"c"' "$1" > /dev/null; then echo 'panic: c in draw' >&2; exit 101; fi"#;

fn with_json() -> TestEnv {
    let env = TestEnv::new();
    env.file("session.jsonl", recorded().join("\n") + "\n");
    env.script("replay", &REPLAY.replace("[HOME]", env.path(".").to_str().unwrap()));
    env
}

#[test]
fn the_actions_that_matter_are_printed_and_written_beside_the_log() {
    let env = TestEnv::with_lines();
    env.script(
        "replay",
        "if grep -qx 'line 3' $1 && grep -qx 'line 11' $1; then echo 'panic: 3, 11' >&2; exit 101; fi",
    );
    assert_snapshot!(env.run("events --jobs 1 input.txt -- ./replay {}"), @"
    line 3: line 3
    line 11: line 11
    the failure to keep: exit code 101, stderr: panic: 3, 11
    asked about 14 candidates: 8 still fail (kept), 6 pass, 0 unresolved
    ran 25 tests: 14 for these, 11 to confirm results
    result: input.min.txt
    input.txt: 2 of 12 actions matter, found in 14 tests, [TIME]; none of the 2 actions can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
}

#[test]
fn isolation_writes_a_log_that_passes_and_one_that_fails() {
    let env = TestEnv::with_lines();
    env.script(
        "replay",
        "grep -qx 'line 1' $1 || { echo 'no beginning' >&2; exit 9; }\n\
         if grep -qx 'line 3' $1 && grep -qx 'line 11' $1; then echo 'panic: 3, 11' >&2; exit 101; fi",
    );
    assert_snapshot!(env.run("events --isolate --jobs 1 input.txt -- ./replay {}"), @"
    line 11: line 11
    the failure to keep: exit code 101, stderr: panic: 3, 11
    asked about 17 candidates: 7 fail, 8 pass, 2 unresolved (another failure: exit code 9, stderr: no beginning: 2)
    ran 26 tests: 15 for these, 11 to confirm results; 2 answered from memory
    other failures found: 1, in input.txt.dwindle/[RUN]/other-failures
    result: input.failing.txt, input.passing.txt
    input.txt: 1 of 12 actions makes the difference; both logs share 2; found in 17 tests, [TIME]
    => 0
    ");
    let sides = || (env.read("input.passing.txt"), env.read("input.failing.txt"));
    let alone = sides();
    assert_snapshot!(alone.0, @"
    line 1
    line 3
    ");
    assert_snapshot!(alone.1, @"
    line 1
    line 3
    line 11
    ");
    assert_eq!(env.run("events --isolate --fresh --jobs 4 input.txt -- ./replay {}").code, 0);
    assert_eq!(sides(), alone, "jobs change nothing");
}

#[test]
fn maximizing_writes_a_log_with_as_many_actions_as_it_passes_with() {
    let env = with_json();
    let line =
        "events --maximize --jobs 1 --pair press:release,open:close --retime .t session.jsonl -- ./replay {}";
    assert_snapshot!(env.run(line), @r#"
    line 16: {"t": 475, "window": "draw", "do": "press", "key": "c", "mods": []}
    line 17: {"t": 500, "window": "draw", "do": "release", "key": "c", "mods": []}
    the failure to keep: exit code 101, stderr: panic: c in draw
    asked about 6 candidates: 2 fail, 4 pass (kept), 0 unresolved
    ran 7 tests: 4 for these, 3 to confirm results; 2 answered from memory
    result: session.max.jsonl
    session.jsonl: passes with 28 of 30 actions, found in 6 tests, [TIME]; nothing more can be added back
    => 0
    "#);
    let passing = env.read("session.max.jsonl");
    assert_eq!(passing.lines().count(), 28);
    assert!(!env.path("impossible").exists(), "pairs stay together");
    env.file("passing.jsonl", &passing);
    let again = env.run("check passing.jsonl -- ./replay {}");
    assert_eq!(again.code, 3, "{again}");
    assert_eq!(env.run(&line.replace("--jobs 1", "--jobs 4 --fresh")).code, 0);
    assert_eq!(env.read("session.max.jsonl"), passing, "jobs change nothing");
    let shown = env.run(
        &format!("{line} --message-format json")
            .replace("-- ./replay {} --message-format json", "--message-format json -- ./replay {}"),
    );
    let end = shown.last();
    assert_eq!(end["data"]["of"], 30);
    assert_eq!(end["data"]["difference"][0]["action"], 16);
    assert_eq!(end["data"]["difference"][1]["action"], 17);
}

#[test]
fn maximizing_goes_on_and_what_is_protected_stays() {
    let env = TestEnv::with_lines();
    let line = "events --maximize --jobs 1 --protect 3$ ./test.sh input.txt";
    assert_eq!(env.run(&line.replace("--jobs 1", "--jobs 1 --budget 3")).code, 6);
    assert_snapshot!(env.run(line), @"
    line 11: line 11
    continuing: 4 tests known from an earlier run
    asked about 8 candidates: 4 fail, 4 pass (kept), 0 unresolved
    ran 10 tests: 5 for these, 5 to confirm results; 3 answered from memory
    result: input.max.txt
    input.txt: passes with 11 of 12 actions, found in 8 tests, [TIME]; nothing more can be added back
    => 0
    ");
    let on_stdout = env.run("events -q --maximize --protect 3$ -o - ./test.sh input.txt").stdout;
    assert_eq!(on_stdout, env.read("input.max.txt"));
    env.script("test.sh", "grep -q 'line 3' input.txt");
    assert_snapshot!(env.run(&line.replace("--jobs 1", "--jobs 1 --fresh")), @"
    --fresh drops input.max.txt (79 bytes), the result of an earlier run
      changed since then: test
      the earlier result is kept in input.txt.dwindle/[RUN]/replaced/input.max.txt
    error: found nothing that passes: it still fails when everything that can be removed is gone
      hint: the cause is something that cannot be removed here
    => 3
    ");
    let shown = env.run("events --maximize --in-place ./test.sh input.txt");
    assert!(shown.code == 2 && shown.stderr.contains("cannot be used with"), "{shown}");
}

#[test]
fn a_pair_that_no_action_matches_is_named() {
    let env = TestEnv::with_lines();
    let said =
        env.run("events --jobs 1 --pair line:9,presss:release ./test.sh input.txt --allow-unpaired").stderr;
    assert_snapshot!(said.lines().next().unwrap(), @"warning: --pair presss:release: no action matches; in a log of lines a pattern must match words separated by whitespace");
    assert!(!said.contains("--pair line"), "{said}");
    let env = with_json();
    let said =
        env.run("events --jobs 1 --pair mouse.*:click,press:release session.jsonl -- ./replay {}").stderr;
    assert_snapshot!(said.lines().find(|line| line.starts_with("warning")).unwrap(), @"warning: --pair mouse.*:click: no action matches; in JSON a pattern must match the whole value of a field");
}

#[test]
fn a_script_decides_as_well() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("events -q ./test.sh input.txt").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
}

#[test]
fn pairs_and_times_hold_in_every_log_that_is_replayed() {
    let env = with_json();
    let line = "events --jobs 1 --pair press:release,open:close --group-by .window --retime .t \
                session.jsonl -- ./replay {}";
    assert_snapshot!(env.run(line), @r#"
    line 16: {"t": 475, "window": "draw", "do": "press", "key": "c", "mods": []}
    line 17: {"t": 500, "window": "draw", "do": "release", "key": "c", "mods": []}
    the failure to keep: exit code 101, stderr: panic: c in draw
    asked about 9 candidates: 6 still fail (kept), 3 pass, 0 unresolved
    ran 19 tests: 8 for these, 11 to confirm results; 1 answered from memory
    result: session.min.jsonl
    session.jsonl: 2 of 30 actions matter, found in 9 tests, [TIME]; none of the 2 actions can be removed (pairs go together)
    => 0
    "#);
    assert_snapshot!(env.read("session.min.jsonl"), @r#"
    {"t": 100, "window": "draw", "do": "press", "key": "c", "mods": []}
    {"t": 125, "window": "draw", "do": "release", "key": "c", "mods": []}
    "#);
}

#[test]
fn nothing_impossible_is_replayed_where_pairs_are_told() {
    let impossible = |options: &str| {
        let env = with_json();
        let shown =
            env.run(&format!("events -q --sandbox off --jobs 4 {options} session.jsonl -- ./replay {{}}"));
        assert_eq!(shown.code, 0, "{shown}");
        env.path("impossible").exists()
    };
    assert!(impossible(""), "the replayer would tell");
    assert!(!impossible("--pair press:release"));
}

#[test]
fn fields_go_that_no_rule_rests_on() {
    let env = with_json();
    let shown =
        env.run("events --jobs 1 --fields --pair press:release --retime .t session.jsonl -- ./replay {}");
    assert_snapshot!(shown, @r#"
    line 16: {"t": 475, "window": "draw", "do": "press", "key": "c", "mods": []}
    line 17: {"t": 500, "window": "draw", "do": "release", "key": "c", "mods": []}
    the failure to keep: exit code 101, stderr: panic: c in draw
    asked about 25 candidates: 23 still fail (kept), 2 pass, 0 unresolved
    ran 35 tests: 24 for these, 11 to confirm results; 1 answered from memory
    result: session.min.jsonl
    session.jsonl: 2 of 30 actions matter, found in 25 tests, [TIME]; none of the 2 actions can be removed (pairs go together)
    => 0
    "#);
    assert_eq!(
        env.read("session.min.jsonl"),
        "{\"t\":100,\"window\":\"draw\",\"do\":\"press\",\"key\":\"c\"}\n\
         {\"t\":125,\"window\":\"draw\",\"do\":\"release\",\"key\":\"c\"}\n"
    );
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("events --fields ./test.sh input.txt"), @"
    error: --fields: input.txt is plain text with one action per line, so it has no fields
      hint: omit --fields, or name the format of the log with --format jsonl
    => 2
    ");
}

#[test]
fn whole_actions_are_left_as_they_were_recorded() {
    let env = with_json();
    let line = "events --jobs 1 --pair press:release session.jsonl -- ./replay {}";
    assert_snapshot!(env.run(line), @r#"
    line 16: {"t": 475, "window": "draw", "do": "press", "key": "c", "mods": []}
    line 17: {"t": 500, "window": "draw", "do": "release", "key": "c", "mods": []}
    the failure to keep: exit code 101, stderr: panic: c in draw
    asked about 8 candidates: 6 still fail (kept), 2 pass, 0 unresolved
    ran 18 tests: 7 for these, 11 to confirm results; 1 answered from memory
    result: session.min.jsonl
    session.jsonl: 2 of 30 actions matter, found in 8 tests, [TIME]; none of the 2 actions can be removed (pairs go together)
    => 0
    "#);
    let recorded = recorded();
    assert_eq!(env.read("session.min.jsonl"), recorded[15..17].join("\n") + "\n");
    let programs = env.run(&line.replace("--jobs", "--fields --message-format json --jobs"));
    let end = programs.last();
    assert_eq!(end["data"]["actions"][0]["text"], recorded[15], "fields are removed in the result only");
}

#[test]
fn both_sides_are_written_where_the_user_says() {
    let env = TestEnv::with_lines();
    env.script(
        "replay",
        "if grep -qx 'line 3' $1 && grep -qx 'line 11' $1; then echo 'panic: 3, 11' >&2; exit 101; fi",
    );
    let shown = env.run("events --isolate -o found.txt input.txt -- ./replay {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("\nresult: found.txt, "), "{shown}");
    assert!(env.read("found.txt").contains("line 3\n"));
    assert_snapshot!(env.run("events --isolate -o - input.txt -- ./replay {}"), @"
    error: --isolate writes two logs, and -o - would print only one of them
      hint: name a file with -o FILE; the log that passes is written beside it
    => 2
    ");
}

#[test]
fn an_array_stays_an_array() {
    let env = with_json();
    env.file("session.json", format!("[\n  {}\n]\n", recorded().join(",\n  ")));
    let shown = env.run("events -q --pair press:release session.json -- ./replay {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert_snapshot!(env.read("session.min.json"), @r#"
    [
      {"t": 475, "window": "draw", "do": "press", "key": "c", "mods": []},
      {"t": 500, "window": "draw", "do": "release", "key": "c", "mods": []}
    ]
    "#);
}

#[test]
fn jobs_change_nothing_and_the_same_command_goes_on() {
    let result = |jobs: u32| {
        let env = with_json();
        let line = |budget: &str| {
            format!("events {budget} --jobs {jobs} --pair press:release session.jsonl -- ./replay {{}}")
        };
        let stopped = env.run(&line("--budget 4"));
        assert_eq!(stopped.code, 6, "{stopped}");
        let shown = env.run(&line(""));
        assert!(shown.stderr.contains("continuing: "), "{shown}");
        (shown.stdout, env.read("session.min.jsonl"))
    };
    assert_eq!(result(1), result(4));
}

#[test]
fn programs_are_told_which_actions_matter() {
    let env = TestEnv::with_lines();
    let shown = env.run("events --message-format json ./test.sh input.txt");
    let end = shown.last();
    assert_eq!(end["data"]["of"], 12);
    assert_eq!(end["data"]["actions"][1], serde_json::json!({"action": 11, "line": 11, "text": "line 11"}));
    assert_eq!(end["data"]["minimality"][0]["unit"], "actions");
}

#[test]
fn what_is_protected_stays() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("events -q --protect 5$ ./test.sh input.txt").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\nline 5\nline 11\n");
}

#[test]
fn what_is_left_goes_to_standard_output_when_asked() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("events -q -o - ./test.sh input.txt").stdout, "line 3\nline 11\n");
}

/// What is said about a log of this name with this text.
#[track_caller]
fn wrong(name: &str, text: &str, options: &str) -> String {
    let env = TestEnv::new();
    env.file(name, text).script("replay", "exit 1");
    let shown = env.run(&format!("events {options} {name} -- ./replay {{}}"));
    assert!([2, 3].contains(&shown.code), "{shown}");
    shown.stderr
}

#[test]
fn logs_that_are_none_are_refused_with_the_place() {
    assert_snapshot!(wrong("a.log", "", ""), @"
    error: the input is empty: a.log
      hint: there is nothing to remove; if the test fails on an empty input, it is already minimal
    ");
    assert_snapshot!(wrong("a.log", "\n \n", ""), @"
    error: a.log: the log contains no actions
      hint: a log has one action per line, or is JSON Lines or one JSON array
    ");
    assert_snapshot!(wrong("a.json", "[]", ""), @"
    error: a.json: the log contains no actions
      hint: a log has one action per line, or is JSON Lines or one JSON array
    ");
    assert_snapshot!(wrong("a.json", "[{\"a\": 1},\n {\"b\" 2}]\n", ""), @"
    error: a.json: line 2, column 7: expected a colon
      the log is read as a JSON array
      hint: name its format with --format lines, jsonl or json
    ");
    assert_snapshot!(wrong("a.log", "{\"a\": 1}\n{\"b\": \n", ""), @"
    error: a.log: line 2, column 6: unexpected end of text inside a value
      the log is read as JSON Lines
      hint: name its format with --format lines, jsonl or json
    ");
}

#[test]
fn rules_that_do_not_go_with_the_log_are_refused() {
    assert_snapshot!(wrong("a.log", "press a\n", "--group-by .window"), @"
    error: a.log: --group-by .window: the log is plain text with one action per line, so it has no fields
      hint: write actions as JSON, one per line, or omit the option
    ");
    assert_snapshot!(wrong("a.log", "press a\n", "--retime .t"), @"
    error: a.log: --retime .t: the log is plain text with one action per line, so it has no fields
      hint: write actions as JSON, one per line, or omit the option
    ");
    assert_snapshot!(wrong("a.log", "{\"t\":1}\n{\"x\":1}\n", "--retime .t"), @"
    error: a.log: line 2: this action has no .t; it has .x
      hint: name a field that the actions have, written as .name or .name.name
    ");
    assert_snapshot!(wrong("a.log", "{\"t\":\"noon\"}\n", "--retime .t"), @r#"
    error: a.log: line 1: .t is not a time: "noon"
      hint: times may be numbers such as 1250 or 12.5, in any unit
      hint: or dates such as 2026-11-20T18:36:14.123Z, all with a time zone or all without
    "#);
    assert_snapshot!(wrong("a.log", "{\"t\":1}\n", "--group-by .window"), @"
    error: a.log: line 1: this action has no .window; it has .t
      hint: name a field that the actions have, written as .name or .name.name
    ");
    assert_snapshot!(wrong("a.log", "{\"t\":1}\n", "--group-by window"), @"error: --group-by window: not a field; fields are written as .name or .name.name");
    assert_snapshot!(wrong("a.log", "press a\npress b\nrelease a\n", "--pair press:release"), @"
    error: a.log: line 2: unpaired action: no release matches this press: press b
      hint: both actions of a pair must agree: in the rest of the line, or in JSON in all other strings (or those of --pair-by)
      hint: if the recording may begin or end within a pair, add --allow-unpaired
    ");
    assert_snapshot!(wrong("a.log", "release a\n", "--pair press:release"), @"
    error: a.log: line 1: unpaired action: no press matches this release: release a
      hint: both actions of a pair must agree: in the rest of the line, or in JSON in all other strings (or those of --pair-by)
      hint: if the recording may begin or end within a pair, add --allow-unpaired
    ");
    assert_snapshot!(wrong("a.log", "press a\n", "--pair press"), @r"error: --pair press: not a pair; pairs are written as press:release (a colon itself as \x3a)");
    assert_snapshot!(wrong("a.log", "press a\n", "--pair press:release --pair-by .key"), @"
    error: a.log: --pair .key: the log is plain text with one action per line, so it has no fields
      hint: write actions as JSON, one per line, or omit the option
    ");
}

#[test]
fn an_action_without_a_partner_may_be_let_alone() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx 'line 3' input.txt");
    assert_eq!(env.run("events -q --pair 3:33 --allow-unpaired ./test.sh input.txt").code, 0);
    assert_eq!(env.read("input.min.txt"), "line 3\n");
}

#[test]
fn other_options_are_named_where_a_run_starts_over() {
    let env = with_json();
    assert_eq!(env.run("events --jobs 1 session.jsonl -- ./replay {}").code, 0);
    let shown =
        env.run("events --fresh --jobs 1 --pair press:release --retime .t session.jsonl -- ./replay {}");
    let changed = shown.stderr.lines().find(|line| line.contains("changed since then"));
    assert_eq!(changed, Some("  changed since then: --pair, --retime"), "{shown}");
}
