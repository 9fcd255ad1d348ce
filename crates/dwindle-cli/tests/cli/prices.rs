//! `reduce --prices`: what tests cost by their outcome.

use insta::assert_snapshot;

use crate::env::{Shown, TestEnv};

/// Two hundred numbers, of which eight are needed; each test notes its outcome.
fn numbers() -> TestEnv {
    let env = TestEnv::new();
    env.file("in.txt", (100..300).map(|line| format!("{line}\n")).collect::<Vec<_>>().concat());
    env.script("test.sh", "[ \"$(grep -cE '^(105|123|150|171|172|220|248|290)$' in.txt)\" = 8 ]");
    env
}

/// How many tests passed, from a line such as `asked about 13 candidates: 4 still fail (kept), 9 pass, 0 unresolved`.
fn passes(shown: &Shown) -> usize {
    let line = shown.stderr.lines().find(|line| line.starts_with("asked about")).expect("a summary");
    let part = line.split(", ").find_map(|part| part.strip_suffix(" pass")).expect("how many passed");
    part.parse().expect("a number")
}

#[test]
fn fewer_tests_have_the_dear_outcome_at_any_number_of_jobs() {
    let env = numbers();
    let run = |prices: &str, jobs: &str| {
        let line = format!("reduce --fresh --unit lines -j {jobs} {prices} -o out ./test.sh in.txt");
        let shown = env.run(&line);
        assert_eq!(shown.code, 0, "{shown}");
        (passes(&shown), env.read("out"))
    };
    let (equal, result) = run("", "1");
    let dear = run("--prices 20:1", "1");
    assert_eq!(dear.1, result);
    assert!(dear.0 * 10 <= equal * 9, "{} tests passed, and {equal} where all cost the same", dear.0);
    assert_eq!(run("--prices 20:1", "8"), dear);
}

#[test]
fn what_is_no_price_is_refused() {
    let env = numbers();
    assert_snapshot!(env.run("reduce --prices 5 ./test.sh in.txt"));
    assert_snapshot!(env.run("reduce --prices 0:1 ./test.sh in.txt"));
}

#[test]
fn other_prices_are_another_run() {
    let env = numbers();
    let run = |more: &str| env.run(&format!("reduce --unit lines -j 1 {more} -o out ./test.sh in.txt"));
    assert_eq!(run("--budget 5 --prices 5:1").code, 6);
    assert_snapshot!(run("--budget 9 --prices 5:1"));
    assert_snapshot!(run("--budget 9 --prices 4:1"));
}
