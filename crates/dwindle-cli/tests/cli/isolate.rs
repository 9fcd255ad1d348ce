//! `isolate`: from nothing, from a file that passes, with and without its surroundings.

use insta::assert_snapshot;

use rustix::process::Signal;

use crate::env::{TestEnv, signal};

/// A program that needs its beginning and its end, fails at `boom` where `armed` stands before it, and is full of
/// noise.
fn program() -> TestEnv {
    let env = TestEnv::new();
    let noise = |from: u32| (from..from + 40).map(|i| format!("  noise {i};\n")).collect::<Vec<_>>().concat();
    let text = |trigger: &str| {
        format!("begin main\n{}  let armed = 1;\n{}  {trigger};\n{}end\n", noise(0), noise(40), noise(80))
    };
    env.file("bad.prog", text("call boom with 7"));
    env.file("good.prog", text("call nice with 7"));
    env.script(
        "test.sh",
        "head -1 bad.prog | grep -q '^begin' && tail -1 bad.prog | grep -q '^end' || exit 125\n\
         grep -q armed bad.prog && grep -q boom bad.prog",
    );
    env
}

#[test]
fn isolate_narrows_the_difference_and_what_both_sides_share() {
    let env = program();
    assert_snapshot!(env.run("isolate --jobs 1 --passing good.prog ./test.sh bad.prog"), @"
    ~ beginarmed[-nice-]{+boom+}
      end
    asked about 87 candidates: 29 fail, 37 pass, 21 unresolved (exit code 125: 21)
    ran 89 tests: 86 for these, 3 to confirm results; 1 answered from memory
    result: bad.failing.prog, bad.passing.prog
    bad.prog: the two sides differ in 1 token (8 bytes), found in 2 tests; both share 14 bytes, down from 1,498, in 85 further tests, [TIME]
    => 0
    ");
    assert_snapshot!(env.read("bad.failing.prog"), @"
    beginarmedboom
    end
    ");
    assert_snapshot!(env.read("bad.passing.prog"), @"
    beginarmednice
    end
    ");
}

#[test]
fn plain_isolation_leaves_alone_what_both_sides_share() {
    let env = program();
    assert_snapshot!(env.run("isolate --jobs 1 --plain --unit lines --passing good.prog ./test.sh bad.prog"), @"
    @@ 79 lines that both sides share @@
        noise 77;
        noise 78;
        noise 79;
    -   call nice with 7;
    +   call boom with 7;
        noise 80;
        noise 81;
        noise 82;
    @@ 38 lines that both sides share @@
    asked about 2 candidates: 1 fails, 1 passes, 0 unresolved
    ran 4 tests: 1 for these, 3 to confirm results; 1 answered from memory
    result: bad.failing.prog, bad.passing.prog
    bad.prog: the two sides differ in 1 line (40 bytes) and share 1,482 bytes, found in 2 tests, [TIME]
    => 0
    ");
    assert_eq!(env.read("bad.failing.prog"), env.read("bad.prog"));
    assert_eq!(env.read("bad.passing.prog"), env.read("good.prog"));
}

#[test]
fn where_the_empty_input_tells_nothing_the_largest_part_that_passes_is_begun_with() {
    let env = program();
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh bad.prog"), @"
    ~ beginarmed{+boom+}
      end
    asked about 101 candidates: 34 fail, 45 pass, 22 unresolved (exit code 125: 22)
    ran 102 tests: 99 for these, 3 to confirm results; 2 answered from memory
    result: bad.failing.prog, bad.passing.prog
    bad.prog: the two sides differ in 1 token (4 bytes) and share 14 bytes, found in 101 tests, [TIME]
    => 0
    ");
}

#[test]
fn from_nothing_the_sides_are_what_is_needed_with_and_without_the_cause() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh input.txt"), @"
    ~ line {+3+}
      line 11
    asked about 33 candidates: 8 fail, 25 pass, 0 unresolved
    ran 34 tests: 31 for these, 3 to confirm results; 2 answered from memory
    result: input.failing.txt, input.passing.txt
    input.txt: the two sides differ in 1 token (1 byte) and share 13 bytes, found in 33 tests, [TIME]
    => 0
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --fresh --plain --unit lines ./test.sh input.txt"), @"
    + line 3
      line 7
      line 8
      line 9
    @@ 3 lines that both sides share @@
    warning: this replaces what an earlier run isolated, which is kept in [DIR]/input.txt.dwindle/[RUN]/replaced/input.passing.txt and [DIR]/input.txt.dwindle/[RUN]/replaced/input.failing.txt
    asked about 7 candidates: 3 fail, 4 pass, 0 unresolved
    ran 8 tests: 5 for these, 3 to confirm results; 2 answered from memory
    result: input.failing.txt, input.passing.txt
    input.txt: the two sides differ in 1 line (7 bytes) and share 45 bytes, found in 7 tests, [TIME]
    => 0
    ");
    let (passing, failing) = (env.read("input.passing.txt"), env.read("input.failing.txt"));
    let extra: Vec<&str> =
        failing.lines().filter(|line| !passing.lines().any(|other| other == *line)).collect();
    assert_eq!(extra, ["line 3"]);
}

#[test]
fn isolation_is_the_same_at_any_number_of_jobs_and_goes_on_where_it_ended() {
    let env = program();
    let sides = || (env.read("bad.passing.prog"), env.read("bad.failing.prog"));
    let first = env.run("isolate --jobs 1 --budget 20 --passing good.prog ./test.sh bad.prog");
    assert_eq!(first.code, 6, "{first}");
    let rest = env.run("isolate --jobs 1 --passing good.prog ./test.sh bad.prog");
    assert!(rest.stderr.contains("continuing: 2"), "{rest}");
    let alone = sides();
    let together = env.run("isolate --jobs 4 --fresh --passing good.prog ./test.sh bad.prog");
    assert_eq!(together.code, 0, "{together}");
    assert_eq!(sides(), alone);
    for shown in [&rest, &together] {
        assert!(
            shown
                .stderr
                .contains("found in 2 tests; both share 14 bytes, down from 1,498, in 85 further tests"),
            "{shown}"
        );
    }
}

#[test]
fn what_is_protected_stands_on_both_sides() {
    let env = program();
    let shown = env.run("isolate --jobs 2 --protect noise.50 --passing good.prog ./test.sh bad.prog");
    assert_eq!(shown.code, 0, "{shown}");
    for side in ["bad.passing.prog", "bad.failing.prog"] {
        assert!(env.read(side).contains("noise 50"), "{side}: {}", env.read(side));
    }
}

#[test]
fn beside_a_side_of_the_users_subtrees_go_from_both() {
    let env = TestEnv::new();
    let json = |bad: u32| {
        let items = (0..20).map(|id| {
            let value = if id == 7 { bad } else { 0 };
            format!(
                r#"{{"id": {id}, "tags": ["a", "b"], "sub": {{"value": {value}, "more": [1, {{"z": 2}}]}}}}"#
            )
        });
        format!("{{\"items\": [{}]}}\n", items.collect::<Vec<_>>().join(", "))
    };
    env.file("bad.json", json(3));
    env.file("good.json", json(4));
    // What has brackets without partners, or no value, cannot be told.
    env.script(
        "test.sh",
        "count() { tr -cd \"$1\" < bad.json | wc -c; }\n\
         test $(count '{') = $(count '}') && test $(count '[') = $(count ']') || exit 125\n\
         grep -q '{.*\"value\": *[0-9]' bad.json || exit 125\n\
         grep -q '\"value\": *3' bad.json",
    );
    assert_snapshot!(env.run("isolate --jobs 1 --passing good.json ./test.sh bad.json"), @r#"
    ~ {[{{"value":[-4-]{+3+}}}]}
    asked about 82 candidates: 17 fail, 17 pass, 48 unresolved (exit code 125: 48)
    ran 84 tests: 81 for these, 3 to confirm results; 1 answered from memory
    result: bad.failing.json, bad.passing.json
    bad.json: the two sides differ in 1 token (2 bytes), found in 2 tests; both share 16 bytes, down from 1,521, in 80 further tests, [TIME]
    => 0
    "#);
}

#[test]
fn nothing_may_be_the_passing_side() {
    let env = TestEnv::with_lines();
    env.file("nothing.txt", "");
    assert_snapshot!(env.run("isolate --jobs 1 --passing nothing.txt ./test.sh input.txt"), @"
    ~ line {+3+}
      line 11
    asked about 33 candidates: 8 fail, 25 pass, 0 unresolved
    ran 34 tests: 31 for these, 3 to confirm results; 2 answered from memory
    result: input.failing.txt, input.passing.txt
    input.txt: the two sides differ in 1 token (1 byte) and share 13 bytes, found in 33 tests, [TIME]
    => 0
    ");
}

#[test]
fn isolate_says_what_is_wrong_with_the_passing_side() {
    let env = program();
    env.file("broken.prog", "no program at all\n");
    env.file("copy.prog", env.read("bad.prog"));
    assert_snapshot!(env.run("isolate --jobs 1 --passing broken.prog ./test.sh bad.prog"), @"
    error: the input given with --passing does not pass, broken.prog: the outcome is unresolved
      hint: name an input on which the test passes: --passing FILE
      hint: a script passes with exit code 1, a command with exit code 0
    => 3
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --passing copy.prog ./test.sh bad.prog"), @"
    error: copy.prog and bad.prog are identical, so there is no difference to isolate
      hint: name an input on which the test passes: --passing FILE
    => 2
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --passing missing.prog ./test.sh bad.prog"), @"
    error: --passing missing.prog: no such file
      hint: name an input on which the test passes: --passing FILE
    => 2
    ");
    env.script("test.sh", "test $(wc -l < bad.prog) = 124 || exit 125");
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh bad.prog"), @"
    error: found no input that passes: the outcome of the empty input is unresolved, and no other part that was tried passes
      hint: name one with --passing FILE, or keep what the test needs with --protect REGEX
      hint: to find only a minimal part that fails, use dwindle reduce
    => 3
    ");
}

#[test]
fn where_the_language_is_known_subtrees_make_the_difference() {
    let env = TestEnv::new();
    let noise = |from: u32| {
        (from..from + 30).map(|i| format!("int f{i}(int a) {{ return a + {i}; }}\n")).collect::<Vec<_>>()
    };
    let (before, after) = (noise(0).concat(), noise(30).concat());
    env.file(
        "a.c",
        format!(
            "{before}int main(void) {{\n  int x = 1;\n  if (x) {{ boom(x, 2); }}\n  return 0;\n}}\n{after}"
        ),
    );
    // A compiler that wants balanced braces and a main, and crashes at a call of boom in it.
    env.script(
        "cc.sh",
        "a=$(tr -cd '{' < a.c | wc -c); b=$(tr -cd '}' < a.c | wc -c); test \"$a\" = \"$b\" || exit 125\n\
         grep -q 'int main' a.c || exit 125\n\
         tr '\\n' ' ' < a.c | grep -q 'main.*boom(.*)'",
    );
    assert_snapshot!(env.run("isolate --jobs 1 ./cc.sh a.c"), @"
    ~ int main{{[-0-]{+boom+}()}}
    asked about 92 candidates: 16 fail, 25 pass, 51 unresolved (exit code 125: 51)
    ran 94 tests: 91 for these, 3 to confirm results; 1 answered from memory
    result: a.failing.c, a.passing.c
    a.c: the two sides differ in 1 token (5 bytes) and share 14 bytes, found in 92 tests, [TIME]
    => 0
    ");
    assert_snapshot!(env.read("a.passing.c"), @"int main{{0()}}");
}

/// 3,000 lines (103 kB) with a passing sibling that differs in five of them; one of these makes it fail, and little
/// else can go.
fn large() -> TestEnv {
    let env = TestEnv::new();
    let line = |at: u32| format!("{at:05} some text of an ordinary line\n");
    let text = |changed: &dyn Fn(u32) -> Option<&'static str>| {
        (0..3000)
            .map(|at| changed(at).map_or_else(|| line(at), |text| format!("{at:05} {text}\n")))
            .collect::<Vec<_>>()
            .concat()
    };
    env.file("good.txt", text(&|_| None));
    let bad = text(&|at| match at {
        2100 => Some("some boom of an ordinary line"),
        100 | 700 | 1500 | 2900 => Some("some other text"),
        _ => None,
    });
    env.file("bad.txt", bad);
    // Of a file whose lines are not in order nothing is told, nor of one without most of them.
    env.script(
        "test.sh",
        "f=${1:-bad.txt}; sort -c $f 2>/dev/null && test $(wc -l < $f) -gt 1000 || exit 125\ngrep -q boom $f",
    );
    env
}

/// Whether what lies there passes and fails.
#[expect(clippy::disallowed_methods, reason = "tests run programs")]
fn judged(env: &TestEnv) -> [Option<i32>; 2] {
    ["bad.passing.txt", "bad.failing.txt"].map(|side| {
        let mut test = std::process::Command::new(env.path("test.sh"));
        test.arg(env.path(side)).status().unwrap().code()
    })
}

const APART: [Option<i32>; 2] = [Some(1), Some(0)];

#[test]
fn of_large_files_the_difference_is_found_first_and_is_there_when_the_budget_ends() {
    let env = large();
    let line = "isolate --jobs 1 --budget 40 --passing good.txt ./test.sh bad.txt";
    assert_snapshot!(env.run(line), @"
    @@ 998 lines that both sides share @@
      00998 some text of an ordinary line
      00999 some text of an ordinary line
      01000 some text of an ordinary line
    ~ 02100 some [-text-]{+boom+} of an ordinary line
    asked about 40 candidates: 7 fail, 6 pass, 27 unresolved (exit code 125: 27)
    ran 43 tests: 39 for these, 4 to confirm results; 1 answered from memory
    result: bad.failing.txt, bad.passing.txt
    bad.txt: the two sides differ in 1 token (8 bytes), found in 5 tests; both share 36,068 bytes so far, down from 107,996, in 35 further tests, [TIME]; stopped: the budget is spent, a larger one continues from here
    => 6
    ");
    assert_eq!(judged(&env), APART);
}

#[test]
fn the_pair_is_on_disk_and_whole_when_a_run_is_stopped() {
    let env = large();
    let line = "isolate --jobs 1 --passing good.txt ./test.sh bad.txt";
    let pair = || (env.read("bad.passing.txt"), env.read("bad.failing.txt"));
    let differing = |(passing, failing): &(String, String)| {
        passing.lines().zip(failing.lines()).filter(|(one, other)| one != other).count()
    };
    for (number, how) in [Signal::KILL, Signal::INT, Signal::KILL].into_iter().enumerate() {
        // The run is stopped as soon as it has written something that was not there before.
        let before = (number > 0).then(pair);
        let mut child = env.start(line);
        let is_there = || ["bad.passing.txt", "bad.failing.txt"].iter().all(|side| env.path(side).exists());
        while child.try_wait().unwrap().is_none() && !(is_there() && before.as_ref() != Some(&pair())) {
            std::thread::yield_now();
        }
        signal(&child, how);
        let output = child.wait_with_output().unwrap();
        assert_eq!(judged(&env), APART, "{}", env.shown(&output));
        // Going on, nothing is ever written over what an earlier run came to.
        if let Some(before) = before {
            let (before, now) = ([differing(&before), before.1.len()], [differing(&pair()), pair().1.len()]);
            assert!(
                now[0] <= before[0] && (now[0] > 1 || now[1] <= before[1] || before[0] > 1),
                "{now:?} after {before:?}"
            );
        }
    }
}

#[test]
fn the_pair_goes_where_it_is_told() {
    let env = program();
    std::fs::create_dir(env.path("out")).unwrap();
    let run = |to: &str| {
        env.run(&format!("isolate -q --fresh --jobs 1 -o {to} --passing good.prog ./test.sh bad.prog"))
    };
    for (to, names) in [
        ("out", ["out/bad.passing.prog", "out/bad.failing.prog"]),
        ("out/bug.txt", ["out/bug.passing.txt", "out/bug.failing.txt"]),
    ] {
        let shown = run(to);
        assert_eq!(shown.code, 0, "{shown}");
        assert_eq!(names.map(|name| env.read(name)), ["beginarmednice\nend", "beginarmedboom\nend"]);
    }
    assert!(!env.names().iter().any(|name| name == "bad.passing.prog"), "{:?}", env.names());
    assert_snapshot!(run("-"), @"
    error: -o -: isolate writes two files, and standard output takes only one
      hint: give a directory, or a path from which to name both files: -o FILE
    => 2
    ");
    assert_snapshot!(run("nowhere/bug"), @r#"
    error: failed to write "nowhere/bug.passing": No such file or directory (os error 2)
      hint: create that directory first, or choose another place with -o
    => 2
    "#);
}
