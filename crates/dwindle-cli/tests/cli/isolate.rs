//! `isolate`: from nothing, from a file that passes, with and without its surroundings.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// A program that needs its beginning and its end, fails at `boom` where `armed` stands before it, and is full of noise.
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
    bad.prog: 1 token makes the difference, in 14 bytes that both sides share, found in 86 tests, [TIME]
    tests: 27 fail, 37 pass, 21 unresolved (exit code 125: 21)
    result: bad.failing.prog, bad.passing.prog
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
    bad.prog: 1 line makes the difference, in 1,482 bytes that both sides share, found in 2 tests, [TIME]
    tests: 0 fail, 1 pass, 0 unresolved
    result: bad.failing.prog, bad.passing.prog
    => 0
    ");
    assert_eq!(env.read("bad.failing.prog"), env.read("bad.prog"));
    assert_eq!(env.read("bad.passing.prog"), env.read("good.prog"));
}

#[test]
fn where_the_empty_input_tells_nothing_the_largest_part_that_passes_is_begun_with() {
    let env = program();
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh bad.prog"), @"
    ~ begin{+armed+}boom
      end
    bad.prog: 1 token makes the difference, in 13 bytes that both sides share, found in 90 tests, [TIME]
    tests: 31 fail, 35 pass, 22 unresolved (exit code 125: 22)
    result: bad.failing.prog, bad.passing.prog
    => 0
    ");
}

#[test]
fn from_nothing_the_sides_are_what_is_needed_with_and_without_the_cause() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh input.txt"), @"
    ~ line {+3+}
      line 11
    input.txt: 1 token makes the difference, in 13 bytes that both sides share, found in 32 tests, [TIME]
    tests: 7 fail, 23 pass, 0 unresolved
    result: input.failing.txt, input.passing.txt
    => 0
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --fresh --plain --unit lines ./test.sh input.txt"), @"
    + line 3
      line 7
      line 8
      line 9
    @@ 3 lines that both sides share @@
    input.txt: 1 line makes the difference, in 45 bytes that both sides share, found in 7 tests, [TIME]
    tests: 2 fail, 3 pass, 0 unresolved
    result: input.failing.txt, input.passing.txt
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
    assert!(rest.stderr.contains("going on: 2"), "{rest}");
    let alone = sides();
    let together = env.run("isolate --jobs 4 --fresh --passing good.prog ./test.sh bad.prog");
    assert_eq!(together.code, 0, "{together}");
    assert_eq!(sides(), alone);
    for shown in [&rest, &together] {
        assert!(shown.stderr.contains("found in 86 tests"), "{shown}");
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
    bad.json: 1 token makes the difference, in 16 bytes that both sides share, found in 82 tests, [TIME]
    tests: 16 fail, 17 pass, 48 unresolved (exit code 125: 48)
    result: bad.failing.json, bad.passing.json
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
    input.txt: 1 token makes the difference, in 13 bytes that both sides share, found in 32 tests, [TIME]
    tests: 7 fail, 23 pass, 0 unresolved
    result: input.failing.txt, input.passing.txt
    => 0
    ");
}

#[test]
fn isolate_says_what_is_wrong_with_the_passing_side() {
    let env = program();
    env.file("broken.prog", "no program at all\n");
    env.file("copy.prog", env.read("bad.prog"));
    assert_snapshot!(env.run("isolate --jobs 1 --passing broken.prog ./test.sh bad.prog"), @"
    error: the passing side does not pass: the test cannot tell: broken.prog
      hint: --passing names an input on which the test passes
    => 3
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --passing copy.prog ./test.sh bad.prog"), @"
    error: copy.prog and bad.prog are the same, so nothing can make the difference
    => 2
    ");
    assert_snapshot!(env.run("isolate --jobs 1 --passing missing.prog ./test.sh bad.prog"), @"
    error: --passing missing.prog: there is no such file
      hint: --passing names an input on which the test passes
    => 2
    ");
    env.script("test.sh", "test $(wc -l < bad.prog) = 124 || exit 125");
    assert_snapshot!(env.run("isolate --jobs 1 ./test.sh bad.prog"), @"
    error: nothing to start from: the empty input does not pass: the test cannot tell
      and no part of the input was found that passes
      hint: name an input that passes, with --passing FILE, or keep what the test needs with --protect REGEX
      hint: for the smallest part that fails, which needs no passing side, use dwindle reduce
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
    a.c: 1 token makes the difference, in 14 bytes that both sides share, found in 97 tests, [TIME]
    tests: 18 fail, 26 pass, 52 unresolved (exit code 125: 52)
    result: a.failing.c, a.passing.c
    => 0
    ");
    assert_snapshot!(env.read("a.passing.c"), @"int main{{0()}}");
}
