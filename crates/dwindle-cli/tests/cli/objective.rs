//! `reduce --objective`: what is made as small as possible.

use std::fs;
use std::thread;
use std::time::Duration;

use insta::assert_snapshot;

use crate::env::TestEnv;

/// An input that fails as long as it has an `x`; it has as many `a` as `b`.
fn pairs() -> TestEnv {
    let env = TestEnv::new();
    env.file("in.txt", "aaaa bbbb x\nab\n");
    env.script("test.sh", "grep -q x in.txt");
    // How many more there are of one than of the other.
    env.script(
        "unequal.sh",
        "a=$(tr -cd a <in.txt | wc -c) b=$(tr -cd b | wc -c); [ $a -ge $b ] && echo $((a - b)) || echo $((b - a))",
    );
    env
}

#[test]
fn a_candidate_with_a_larger_number_is_not_kept_at_any_number_of_jobs() {
    let env = pairs();
    let unequal = env.path("unequal.sh").display().to_string();
    for jobs in ["1", "2", "8"] {
        let line = format!(
            "reduce --fresh --quiet --unit chars -j {jobs} --objective {unequal} -o out ./test.sh in.txt"
        );
        assert_eq!(env.run(&line).code, 0);
        // Each single removal of an `a` or a `b` makes the number larger; by bytes `x` alone would be left.
        let left = env.read("out");
        assert_eq!(left.matches('a').count(), left.matches('b').count(), "{left:?} with {jobs} jobs");
        assert!(left.contains('x') && !left.contains(' '), "{left:?} with {jobs} jobs");
    }
    assert_eq!(env.run("reduce --fresh --quiet --unit chars -o out ./test.sh in.txt").code, 0);
    assert_eq!(env.read("out"), "x");
}

#[test]
fn a_run_goes_on_and_another_objective_is_another_run() {
    let env = pairs();
    let unequal = env.path("unequal.sh").display().to_string();
    let run = |more: &str| env.run(&format!("reduce --unit chars -j 1 -o out {more} ./test.sh in.txt"));
    assert_eq!(run(&format!("--budget 5 --objective {unequal}")).code, 6);
    assert_eq!(run(&format!("--objective {unequal}")).code, 0);
    let at_once = env.read("out");
    assert_eq!(run(&format!("--fresh --objective {unequal}")).code, 0);
    assert_eq!(env.read("out"), at_once);
    assert_eq!(run("--objective tokens").code, 0);
    assert_eq!(env.read("out"), "x");
}

#[test]
fn tokens_and_lines_can_be_what_counts() {
    let env = TestEnv::new();
    env.file("in.txt", "a word-and-more\nb\nc\n");
    env.script("test.sh", "grep -q 'word-and-more' in.txt");
    let run = |objective: &str| {
        let shown = env.run(&format!("reduce --fresh --quiet -j 1 {objective} -o out ./test.sh in.txt"));
        assert_eq!(shown.code, 0, "{shown}");
        env.read("out")
    };
    assert_eq!(
        [run("--objective tokens"), run("--objective lines"), run("")],
        ["word-and-more", "word-and-more", "word-and-more"]
    );
}

#[test]
fn what_cannot_be_measured_is_said() {
    let env = pairs();
    let run = |words: &[&str]| env.run_words(["reduce", "-j", "1", "--unit", "chars"].iter().chain(words));
    assert_snapshot!(run(&["--objective", "false", "./test.sh", "in.txt"]), @"
    error: --objective: `false` ended with exit code 1
      hint: the command gets the candidate on its standard input, and has to print a whole number and exit with 0
    => 2
    ");
    assert_snapshot!(run(&["--objective", "echo many", "./test.sh", "in.txt"]), @r#"
    error: --objective: `echo many` printed "many", which is not a whole number
      hint: the command gets the candidate on its standard input, and has to print a whole number and exit with 0
    => 2
    "#);
    assert_snapshot!(run(&["--objective", "wc -c in.txt", "./test.sh", "in.txt"]), @r#"
    error: --objective: `wc -c in.txt` printed "15 in.txt", which is not a whole number
      hint: the command gets the candidate on its standard input, and has to print a whole number and exit with 0
    => 2
    "#);
    assert_snapshot!(run(&["--objective", " ", "./test.sh", "in.txt"]), @"
    error: --objective: there is no command
      hint: give bytes, tokens, lines, or a shell command that prints a number, such as 'wc -w'
    => 2
    ");
    // The input has a number, and a part of it has none.
    assert_snapshot!(run(&["--objective", "grep -c b", "./test.sh", "in.txt"]), @"
    error: --objective: `grep -c b` ended with exit code 1
      hint: the command gets the candidate on its standard input, and has to print a whole number and exit with 0
    => 2
    ");
    env.file("dir/in.txt", "x\n");
    assert_snapshot!(env.run("reduce --objective lines ./test.sh dir"), @"
    error: --objective lines: the input is not one file
      hint: directories and several files are reduced by bytes
    => 2
    ");
}

/// An input that fails in three of ten runs as long as it has line 3; without line 7 it always does, and without line 11 it hardly ever
/// does. The test counts its runs, so that its luck is always the same.
fn seldom() -> TestEnv {
    let env = TestEnv::with_lines();
    env.file("count", "0\n").script(
        "test.sh",
        &format!(
            "count={}; read n <$count; n=$((n + 1)); echo $n >$count; a= rate=100 less=10
            while read -r line; do
                case $line in 'line 3') a=1;; 'line 7') rate=30;; 'line 11') less=1;; esac
            done <input.txt
            [ \"$a\" ] && [ $((n * 37 % 100)) -lt $((rate / less)) ]",
            env.path("count").display()
        ),
    );
    env
}

#[test]
fn what_fails_more_often_is_preferred() {
    let env = seldom();
    let shown = env.run("reduce -j 1 --unit lines --maximize-rate ./test.sh input.txt");
    assert_eq!(shown.code, 0, "{shown}");
    let text = shown.to_string();
    assert!(
        text.contains("whether it fails as often, and one that fails more often is preferred\n"),
        "{text}"
    );
    // Lines 7 to 9 are the largest part without which it always fails.
    let said = "warning: without 21 bytes of the input the failure always shows: the search begins there\n";
    assert!(text.contains(said), "{text}");
    assert!(text.contains("\nthe result failed in 24 of 24 runs\n"), "{text}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
}

#[test]
fn a_run_for_what_fails_more_often_goes_on_where_it_ended() {
    let env = seldom();
    let run =
        |more: &str| env.run(&format!("reduce -j 1 --unit lines --maximize-rate {more} ./test.sh input.txt"));
    for budget in [1, 3, 4] {
        let shown = run(&format!("--budget {budget}"));
        assert_eq!(shown.code, 6, "{shown}");
    }
    let shown = run("");
    assert!(shown.code == 0 && shown.stderr.contains("continuing: "), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n");
}

#[test]
fn where_rates_are_not_measured_it_is_said() {
    let env = TestEnv::with_lines();
    let run = |words: &str| env.run(&format!("reduce --maximize-rate {words}"));
    assert_snapshot!(run("--repeat 2/3 ./test.sh input.txt"), @"
    error: --maximize-rate: --repeat 2/3 says how often each candidate is run
      hint: leave --repeat out: how often candidates are run follows from how often they fail
    => 2
    ");
    assert_snapshot!(run("./test.sh ."), @"
    error: --maximize-rate: the input is not one file
      hint: reduce the directory without it, and then one of its files with it
    => 2
    ");
    assert_snapshot!(run("--worker input.txt -- cat"), @"
    error: --maximize-rate: with --worker it is not measured how often the input fails
      hint: let a script or a command be the test
    => 2
    ");
}

#[test]
fn a_run_killed_while_it_looks_for_what_always_fails_looks_for_it_again() {
    let line = "reduce -j 1 --unit lines --maximize-rate ./test.sh input.txt";
    for runs in [25, 35, 50] {
        let env = seldom();
        let count = || env.read("count").trim().parse().unwrap_or(0);
        let mut child = env.start(line);
        while count() < runs {
            assert_eq!(child.try_wait().unwrap(), None, "it takes more runs");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let shown = env.run(line);
        assert!(shown.code == 0 && shown.to_string().contains("the failure always shows"), "{runs}: {shown}");
        // How many runs these are depends on how many measured the input, and so on when it was killed.
        let text = shown.to_string();
        let said =
            text.lines().find_map(|line| line.strip_prefix("the result failed in ")?.strip_suffix(" runs"));
        let (fails, of) = said.and_then(|said| said.split_once(" of ")).unwrap_or_default();
        assert!(fails == of && fails.parse::<u32>().is_ok_and(|fails| fails >= 20), "{runs}: {shown}");
    }
}

#[test]
fn a_rate_that_falls_after_it_was_measured_is_said() {
    let env = TestEnv::with_lines();
    // Every second run fails, and none after so many as the limit says.
    let body = format!(
        "echo >>{0}; n=$(wc -l <{0}); [ $n -le $(cat {1}) ] && [ $((n % 2)) = 1 ]",
        env.path("count").display(),
        env.path("limit").display()
    );
    env.script("test.sh", &body);
    env.file("limit", "100000");
    let line = "reduce --sandbox off -j 1 --unit lines --maximize-rate ./test.sh input.txt";
    env.run(&format!("{line} --budget 3"));
    fs::remove_file(env.path("count")).unwrap();
    env.file("limit", "1");
    assert_snapshot!(env.run(line), @"
    warning: the test is unreliable: 20 of 39 runs on the input failed; each candidate is run until it is clear whether it fails as often, and one that fails more often is preferred
    error: the test is unreliable: 20 of 39 runs on the input failed, and then far fewer did
      hint: how often it fails depends on something else, such as what the machine does beside it: fix that
    => 4
    ");
}
