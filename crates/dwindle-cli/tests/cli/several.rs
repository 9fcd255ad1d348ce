//! `reduce --all`: several independent causes in one input.

use std::process::Child;
use std::time::Duration;

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{self, TestEnv};
use crate::schema::Schema;

/// Thirty lines, these among them at their places, and a command that fails as the script says.
fn thirty_lines(special: &[(usize, &str)], script: &str) -> TestEnv {
    let env = TestEnv::new();
    let line = |n| match special.iter().find(|(at, _)| *at == n) {
        Some((_, line)) => format!("{line}\n"),
        None => format!("plain {n}\n"),
    };
    env.file("in.txt", (0..30).map(line).collect::<String>());
    env.script("check.sh", &format!("has() {{ grep -q \"$1\" in.txt; }}\n{script}exit 0"));
    env
}

/// Two pairs of lines and a single one make a command fail, in its own way each.
fn three_failures() -> TestEnv {
    let env = thirty_lines(
        &[(4, "left one"), (17, "right one"), (9, "upper two"), (26, "lower two"), (21, "alone three")],
        "has left && has right && { echo 'error: sides meet' >&2; exit 1; }\n\
         has upper && has lower && { echo 'error: levels meet' >&2; exit 1; }\n\
         has alone && { echo 'error: nobody there' >&2; exit 1; }\n",
    );
    env.script("test.sh", "./check.sh 2>/dev/null; [ $? = 1 ]");
    env
}

fn results(env: &TestEnv) -> Vec<String> {
    let names = (1..9).map(|n| format!("in.min-{n}.txt"));
    names.filter(|name| env.path(name).exists()).map(|name| env.read(name)).collect()
}

#[test]
fn each_failure_of_an_input_is_found_by_itself_at_any_number_of_jobs() {
    let env = three_failures();
    for jobs in ["1", "3"] {
        let shown = env.run(&format!("reduce --all --fresh --unit lines -j {jobs} in.txt -- ./check.sh"));
        assert_eq!(shown.code, 0, "{shown}");
        assert_eq!(results(&env), ["left one\nright one\n", "upper two\nlower two\n", "alone three\n"]);
    }
}

#[test]
fn what_fails_only_without_one_part_of_a_cause_is_no_other_cause() {
    let env = thirty_lines(
        &[(4, "left one"), (17, "right one"), (25, "needs one more")],
        "has left && has right && { echo 'error: sides meet' >&2; exit 1; }\n\
         has needs && ! has left && { echo 'error: nothing left' >&2; exit 1; }\n",
    );
    let shown = env.run("reduce --all --fresh --unit lines in.txt -- ./check.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(results(&env), ["left one\nright one\n"]);
}

#[test]
fn what_is_said_of_several_causes() {
    let env = three_failures();
    let shown = env.run("reduce --all --unit lines -j 1 -o found in.txt -- ./check.sh");
    assert_snapshot!(shown, @"
    the failure to keep: exit code 1, stderr: error: sides meet
    asked about 63 candidates: 9 still fail (kept), 29 pass, 25 unresolved
      13  another failure: exit code 1, stderr: error: nobody there
      12  another failure: exit code 1, stderr: error: levels meet
    ran 79 tests: 62 for these, 17 to confirm results; 1 answered from memory
    cause 1: found/in.min-1.txt, 19 bytes (4 tokens), from lines 5 and 18, in 20 tests
    cause 2: found/in.min-2.txt, 20 bytes (4 tokens), from lines 10 and 27, in 24 tests; exit code 1, stderr: error: levels meet
    cause 3: found/in.min-3.txt, 12 bytes (2 tokens), from line 22, in 9 tests; exit code 1, stderr: error: nobody there
    result: found/in.min-1.txt, found/in.min-2.txt, found/in.min-3.txt
    3 causes: 268 bytes → 19, 20 and 12 bytes in 63 tests, [TIME]; the input passes without a part of each (10 tests)
    => 0
    ");
    assert_eq!(env.read("found/in.min-3.txt"), "alone three\n");
}

#[test]
fn a_budget_is_one_of_all_causes_and_a_larger_one_goes_on() {
    let env = three_failures();
    let run = |more: &str| env.run(&format!("reduce --all --unit lines -j 1 {more} in.txt -- ./check.sh"));
    assert_eq!(run("--budget 30").code, 6);
    let first = results(&env);
    assert_eq!(first[0], "left one\nright one\n");
    assert!(first.len() < 3, "{first:?}");
    let shown = run("");
    assert_eq!(shown.code, 0, "{shown}");
    let resumed = results(&env);
    assert_eq!(run("--fresh").code, 0);
    assert_eq!(results(&env), resumed);
    assert_eq!(resumed.len(), 3);
}

/// Starts a run that hangs in the search for the second cause, and waits until it does.
fn hanging_in_the_second(env: &TestEnv) -> Child {
    let check = env.read("check.sh");
    let [second, go, hangs] =
        ["in.min-2.txt", "go", "hangs"].map(|name| env.path(name).display().to_string());
    let hang = format!("test ! -e {second} || test -e {go} || {{ echo >{hangs}; sleep 600; }}");
    env.file("check.sh", check.replacen('\n', &format!("\n{hang}\n"), 1));
    let child =
        env.start("reduce --sandbox off --all --unit lines --timeout 1000s -j 2 in.txt -- ./check.sh");
    while !env.path("hangs").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn a_run_that_was_ended_in_the_second_search_goes_on_there() {
    for which in [Signal::KILL, Signal::INT] {
        let env = three_failures();
        let child = hanging_in_the_second(&env);
        assert_eq!(results(&env)[0], "left one\nright one\n", "it is there already");
        env::signal(&child, which);
        let shown = env.shown(&child.wait_with_output().unwrap());
        assert_eq!(shown.code, if which == Signal::INT { 130 } else { 137 }, "{shown}");
        assert_eq!(results(&env).len(), 2);
        env.file("go", "");
        let shown = env
            .run("reduce --all --unit lines --timeout 1000s -j 1 --message-format json in.txt -- ./check.sh");
        assert_eq!(shown.code, 0, "{shown}");
        assert_eq!(results(&env), ["left one\nright one\n", "upper two\nlower two\n", "alone three\n"]);
    }
}

#[test]
fn an_input_without_a_second_cause_is_said_to_have_none() {
    let env = TestEnv::with_lines();
    let shown = env.run("reduce --all --unit lines -j 1 ./test.sh input.txt");
    assert_snapshot!(shown, @"
    asked about 17 candidates: 8 still fail (kept), 9 pass, 0 unresolved
    ran 28 tests: 17 for these, 11 to confirm results
    cause 1: input.min-1.txt, 15 bytes (4 tokens), from lines 3 and 11, in 14 tests
    result: input.min-1.txt
    1 cause: 87 → 15 bytes in 17 tests, [TIME]; no second cause found in 3 tests
    => 0
    ");
}

#[test]
fn a_script_says_what_counts_and_a_number_is_enough() {
    let env = three_failures();
    env.script("test.sh", "! ./check.sh 2>/dev/null");
    let shown = env.run("reduce --all --unit lines -j 1 --quiet --with check.sh ./test.sh in.txt");
    assert_eq!((shown.code, results(&env).len()), (0, 3), "{shown}");
    let shown =
        env.run("reduce --all=2 --unit lines -j 1 --quiet --fresh -o two --with check.sh ./test.sh in.txt");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(env.path("two/in.min-2.txt").exists() && !env.path("two/in.min-3.txt").exists());
}

#[test]
fn the_same_cause_at_many_places_is_searched_for_twice() {
    let env = TestEnv::new();
    let lines = (0..60).map(|n| if n % 2 == 0 { format!("plain {n}\n") } else { format!("bad {n};\n") });
    env.file("in.txt", lines.collect::<String>());
    env.script("test.sh", "grep -q bad in.txt");
    let shown = env.run("reduce --all -j 1 --message-format json ./test.sh in.txt");
    let schema = Schema::of_messages();
    let messages = shown.messages();
    for message in &messages {
        schema.check(message).unwrap();
    }
    let cause = &messages.last().unwrap()["data"]["causes"];
    assert_eq!(cause.as_array().map(Vec::len), Some(1), "{cause}");
    assert_eq!((&cause[0]["times"], &cause[0]["alike"]), (&2.into(), &30.into()), "{cause}");
    assert_eq!(results(&env), ["bad"]);
}

#[test]
fn what_cannot_be_is_refused() {
    let env = three_failures();
    for (words, why) in [
        ("--all=0", "not a number of causes"),
        ("--all -o -", "writes several files"),
        ("--all -o check.sh", "writes several files"),
        ("--all --in-place", "cannot be used with"),
    ] {
        let shown = env.run(&format!("reduce {words} in.txt -- ./check.sh"));
        assert_eq!(shown.code, 2, "{shown}");
        assert!(shown.stderr.contains(why), "{shown}");
    }
}
