//! `reduce --objective`: what is made as small as possible.

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
