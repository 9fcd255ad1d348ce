//! The command lines of C-Reduce and C-Vise.

use insta::assert_snapshot;

use crate::env::TestEnv;

const RESULT: &str = "line 3\nline 11\n";

#[test]
fn options_may_stand_before_the_test_in_the_short_form() {
    for line in [
        "--timeout 5 ./test.sh input.txt",
        "--timeout 5 test.sh input.txt",
        "-j 1 --unit lines ./test.sh input.txt",
        "--n 1 --tidy ./test.sh input.txt",
        "-n1 ./test.sh --save-temps input.txt --sllooww",
    ] {
        let env = TestEnv::with_lines();
        let output = env.command().args(line.split_whitespace()).output().unwrap();
        let shown = env.shown(&output);
        assert_eq!(shown.code, 0, "{line}: {shown}");
        assert!(env.read("input.min.txt").starts_with(RESULT.trim_end()), "{line}: {shown}");
        // What is to stay, stays: also after a test of ours, if that does not remove it.
        let said = String::from_utf8(output.stderr).unwrap();
        let kept = said.lines().find_map(|line| line.strip_prefix("working directories of all tests: "));
        assert_eq!(kept.is_some(), line.contains("--save-temps"), "{line}: {shown}");
        if let Some(kept) = kept {
            std::fs::remove_dir_all(kept).unwrap();
        }
    }
}

#[test]
fn the_word_of_a_command_wins_over_the_short_form() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("--timeout 5 check ./test.sh input.txt"), @"
    error: unexpected argument '--timeout' found

      tip: 'check --timeout' exists

    Usage: dwindle <COMMAND>

    For more information, try '--help'.
    => 2
    ");
}

#[test]
fn an_option_without_effect_is_accepted_and_says_why() {
    let env = TestEnv::with_lines();
    let line = "--n 1 --tidy --sllooww --max-improvement 100 --unit lines ./test.sh input.txt";
    assert_snapshot!(env.run(line), @"
    note: --tidy has no effect: only --in-place makes a backup copy
    note: --sllooww has no effect: the result is minimal without it: no single unit of it can be removed
    note: --max-improvement has no effect: improvements of any size are accepted
    asked about 14 candidates: 8 still fail (kept), 6 pass, 0 unresolved
    ran 25 tests: 14 for these, 11 to confirm results
    result: input.min.txt
    87 → 15 bytes (4 tokens) in 14 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
    let shown = env.run("--quiet --tidy --unit lines --fresh ./test.sh input.txt");
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""), "{shown}");
}

#[test]
fn an_option_without_an_equivalent_is_refused_and_says_what_to_use() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("--stopping-threshold 0.5 ./test.sh input.txt"), @"
    error: '--stopping-threshold' of C-Reduce and C-Vise is not supported: Dwindle takes percents or a size

      tip: write 0.95 as: --target-size 95%

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(env.run("reduce ./test.sh input.txt --list-passes"), @"
    error: '--list-passes' of C-Reduce and C-Vise is not supported: Dwindle has passes of its own

      tip: to see them: dwindle passes

    Usage: dwindle reduce [OPTIONS] INPUT... -- COMMAND...
           dwindle reduce [OPTIONS] TEST INPUT...

    For more information, try '--help'.
    => 2
    ");
    assert_eq!(env.names(), ["input.txt", "test.sh"], "nothing is written");
}

#[test]
fn options_of_the_test_are_its_own() {
    let env = TestEnv::with_lines();
    env.script(
        "tool",
        "[ \"$1\" = --tidy ] && grep -q 'line 3' \"$2\" && echo 'crash' >&2 && exit 3; exit 0",
    );
    let shown = env.run("reduce -j1 --unit lines input.txt -- ./tool --tidy {}");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
}

#[test]
fn a_candidate_that_is_also_interesting_is_kept_and_told() {
    let env = TestEnv::with_lines();
    let script = "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt && exit 0\n\
                  grep -qx 'line 3' input.txt && exit 77\nexit 1";
    env.script("test.sh", script);
    let line = "-j 1 --unit lines --also-interesting 77 ./test.sh input.txt";
    assert_snapshot!(env.run(line), @"
    asked about 19 candidates: 7 still fail (kept), 5 pass, 7 unresolved (another failure: exit code 77, also interesting: 7)
    ran 30 tests: 19 for these, 11 to confirm results
    other failures found: 1, in input.txt.dwindle/[RUN]/other-failures
    result: input.min.txt
    87 → 15 bytes (4 tokens) in 19 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), RESULT);
    let shown = env.run(&format!("--message-format json --fresh {line}"));
    let last = shown.last();
    let others = &last["data"]["other_failures"];
    assert_eq!(others["signatures"], serde_json::json!(["exit code 77, also interesting"]), "{shown}");
    let runs = std::fs::read_dir(env.path("input.txt.dwindle")).unwrap().map(|run| run.unwrap().path());
    let kept = "other-failures/001-exit-code-77-also-interesting/candidate";
    let texts: Vec<_> = runs.filter(|run| run.is_dir()).map(|run| env.read(run.join(kept))).collect();
    assert_eq!(texts, ["line 3\n"], "the smallest of them");
}

#[test]
fn a_code_that_means_something_else_cannot_be_also_interesting() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("--also-interesting 1 ./test.sh input.txt"), @"
    error: --also-interesting 1: this code means that the failure is gone
      hint: let the script exit with another code, such as 77, or name other codes with --pass-codes
    => 2
    ");
    assert_snapshot!(env.run("--also-interesting 0 ./test.sh input.txt"), @"
    error: --also-interesting: 0 means that a script still fails
      hint: let the script exit with another code, such as 77
    => 2
    ");
    assert_snapshot!(env.run("--also-interesting 77 input.txt -- cat {}"), @"
    error: --also-interesting works with a test script only
      hint: with a command, other failures are kept in the run directory without it
    => 2
    ");
}

#[test]
fn each_improvement_is_printed_as_a_diff() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("-j 1 --unit lines --print-diff ./test.sh input.txt"), @"
    diff --git a/input.txt b/input.txt
    index 624b469cb073d1245cfe818f6622ed2fa7b74606..9347beeaeb18ec94a606cea7a5532643c9bad8fb 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -9,4 +9,3 @@
     line 9
     line 10
     line 11
    -line 12
    diff --git a/input.txt b/input.txt
    index 9347beeaeb18ec94a606cea7a5532643c9bad8fb..ce6517abbd9be507949b5089a88802fd47fb8674 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -5,7 +5,5 @@
     line 5
     line 6
     line 7
    -line 8
    -line 9
     line 10
     line 11
    diff --git a/input.txt b/input.txt
    index ce6517abbd9be507949b5089a88802fd47fb8674..8086e83206b1ce7048993228958965d3a7b669ef 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -3,7 +3,5 @@
     line 3
     line 4
     line 5
    -line 6
    -line 7
     line 10
     line 11
    diff --git a/input.txt b/input.txt
    index 8086e83206b1ce7048993228958965d3a7b669ef..0fe0cb62c433a77d760a6d85ef19e0a5799e03dc 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -2,6 +2,4 @@
     line 2
     line 3
     line 4
    -line 5
    -line 10
     line 11
    diff --git a/input.txt b/input.txt
    index 0fe0cb62c433a77d760a6d85ef19e0a5799e03dc..57f24b0bf1d4645bd780c98276a310c18dedfe9f 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -1,5 +1,4 @@
     line 1
     line 2
     line 3
    -line 4
     line 11
    diff --git a/input.txt b/input.txt
    index 57f24b0bf1d4645bd780c98276a310c18dedfe9f..23f5751c7d39709b388606ba979c6c3553d71801 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -1,4 +1,3 @@
    -line 1
    -line 2
     line 3
    +line 4
     line 11
    diff --git a/input.txt b/input.txt
    index 23f5751c7d39709b388606ba979c6c3553d71801..5fd04bb547c637f679ef1db3ad948f2586c7233b 100644
    --- a/input.txt
    +++ b/input.txt
    @@ -1,3 +1,2 @@
     line 3
    -line 4
     line 11
    asked about 14 candidates: 8 still fail (kept), 6 pass, 0 unresolved
    ran 25 tests: 14 for these, 11 to confirm results
    result: input.min.txt
    87 → 15 bytes (4 tokens) in 14 tests, [TIME]; none of the 2 lines can be removed
    => 0
    ");
}

#[test]
fn the_diff_of_a_directory_names_its_files() {
    let env = TestEnv::with_lines();
    env.file("proj/a.txt", "one\ntwo\n").file("proj/b.txt", "three\n");
    env.script("test.sh", "grep -q two proj/a.txt");
    assert_snapshot!(env.run("-j 1 --print-diff ./test.sh proj"), @r"
    diff --git a/b.txt b/b.txt
    deleted file mode 100644
    index 2bdf67abb163a4ffb2d7f3f0880c9fe5068ce782..0000000000000000000000000000000000000000
    --- a/b.txt
    +++ /dev/null
    @@ -1 +0,0 @@
    -three
    diff --git a/a.txt b/a.txt
    index 814f4a422927b82f5f8a43f8fab6d3839e3983f2..f719efd430d52bcfc8566a43b2eb655688d38871 100644
    --- a/a.txt
    +++ b/a.txt
    @@ -1,2 +1 @@
    -one
     two
    diff --git a/a.txt b/a.txt
    index f719efd430d52bcfc8566a43b2eb655688d38871..64c5e5885a4b06010b3a0c20edb7900dd0311025 100644
    --- a/a.txt
    +++ b/a.txt
    @@ -1 +1 @@
    -two
    +two
    \ No newline at end of file
    asked about 10 candidates: 3 still fail (kept), 6 pass, 1 unresolved (exit code 2: 1)
    ran 20 tests: 9 for these, 11 to confirm results; 1 answered from memory
    result: proj.min
    24 → 8 bytes (1 of 2 files and directories, names included) in 10 tests, [TIME]; no file, line, token or character can be removed
    => 0
    ");
}
