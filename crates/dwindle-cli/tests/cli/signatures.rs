//! What makes two runs the same failure: numbers that differ, an exit code that is the first run's, and lines
//! that say more than that there were errors.

use insta::assert_snapshot;

use crate::env::{Shown, TestEnv};

#[test]
fn whatever_differs_between_two_runs_is_no_part_of_the_failure() {
    let env = TestEnv::new();
    env.file("input.txt", "one\ncrash\nthree\n");
    env.script(
        "test",
        "grep -q crash \"$1\" || exit 0; echo \"error: session x$$ (job$$/run$$) lost its lock\" >&2; exit 3",
    );
    let first = env.run("reduce --jobs 1 --unit lines input.txt -- ./test {}");
    let kept = "the failure to keep: exit code 3, stderr: error: session … (…) lost its lock\n";
    assert!(first.code == 0 && first.stderr.starts_with(kept), "{first}");
    assert_eq!(env.read("input.min.txt"), "crash\n");
    // Both runs at the beginning are confirmation runs: with one job there is one more, of nothing at all.
    let journal = std::fs::read_dir(env.path("input.txt.dwindle")).unwrap();
    let runs = journal.map(|entry| entry.unwrap().path().join("journal.jsonl")).find(|path| path.exists());
    let confirmed = env.read(runs.unwrap()).lines().filter(|line| line.contains("confirm")).count();
    assert_eq!(confirmed, 3, "{first}");
    let again = env.run("reduce --jobs 1 --unit lines input.txt -- ./test {}");
    assert!(again.code == 0 && again.stderr.contains("known from an earlier run"), "{again}");
}

#[test]
fn two_failures_are_not_made_one() {
    let env = TestEnv::new();
    let log = env.path("log");
    env.file("input.txt", "one\ntwo\n");
    let turn = format!("echo >>{0}; test $(($(wc -l <{0}) % 2)) = 0", log.display());
    env.script(
        "test",
        &format!("if {turn}; then echo 'ValueError: odd' >&2; else echo 'KeyError: 3' >&2; fi; exit 1"),
    );
    let shown = env.run("reduce --jobs 1 input.txt -- ./test {}");
    // Each shows in every second run, of nothing as well.
    assert!(shown.code == 3 && shown.stderr.contains("the empty input fails too"), "{shown}");
}

/// A compiler that warns of one line, and refuses another.
fn compiler() -> TestEnv {
    let env = TestEnv::new();
    env.file("input.txt", "begin\nunused\nother\nend\n");
    env.script(
        "cc",
        "grep -q unused \"$1\" && echo 'warning: unused name' >&2\n\
         grep -q begin \"$1\" && grep -q end \"$1\" && exit 0\n\
         echo 'error: no beginning or no end' >&2; exit 1",
    );
    env
}

const WARNING: &str = "reduce --jobs 1 --unit lines input.txt --stderr unused";

fn head(shown: &Shown) -> String {
    shown.stderr.lines().take(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_text_alone_keeps_how_the_first_run_ended() {
    let env = compiler();
    let shown = env.run(&format!("{WARNING} -- ./cc {{}}"));
    assert_snapshot!(head(&shown), @r"
    the failure to keep: exit code 0, stderr matches /unused/
    candidates have to end in the same way; --exit-code any accepts every exit code and signal
    ");
    assert_eq!((shown.code, env.read("input.min.txt")), (0, "begin\nunused\nend\n".to_owned()));
    // The same on a run that goes on; and where the input ends otherwise now, that is told.
    assert_eq!(env.run(&format!("{WARNING} -- ./cc {{}}")).code, 0);
    env.script("crash", "grep -q unused \"$1\" && echo unused >&2 && kill -SEGV $$");
    let shown = env.run(&format!("{WARNING} -- ./crash {{}}"));
    assert!(shown.stderr.starts_with("the failure to keep: SIGSEGV, stderr matches /unused/\n"), "{shown}");
}

#[test]
fn every_end_is_accepted_where_the_user_says_so() {
    let env = compiler();
    let shown = env.run(&format!("{WARNING} --exit-code any -- ./cc {{}}"));
    assert_eq!((shown.code, env.read("input.min.txt")), (0, "unused\n".to_owned()));
    assert!(!shown.stderr.contains("the failure to keep"), "{shown}");
    let shown = env.run(&format!("{WARNING} --fresh --exit-code 0,1 -- ./cc {{}}"));
    assert_eq!((shown.code, env.read("input.min.txt")), (0, "unused\n".to_owned()));
    assert_snapshot!(env.run(&format!("{WARNING} --exit-code any,3 -- ./cc {{}}")), @"
    error: --exit-code any: it covers all codes and signals
      hint: give --exit-code any alone, or only the codes and signals that count
    => 2
    ");
}

/// A program that reports a process id of its own with what is wrong, and as the last line how many errors there are.
const COUNTING: &str = "line=$(grep -nm1 '[@#]' \"$1\") || exit 0\n\
    case $line in *@*) what='no such name';; *) what='bad comment';; esac\n\
    echo \"calc[$$]: error: $what at place $(echo \"$line\" | cut -d: -f1)\" >&2\n\
    echo 'calc: 1 error' >&2; exit 3";

#[test]
fn triage_tells_faults_apart_that_end_in_the_same_count_of_errors() {
    let env = TestEnv::new();
    env.script("calc", COUNTING);
    for (name, text) in [("a", "1\n@x\n"), ("b", "@y\n2\n"), ("c", "1\n2\n#\n"), ("d", "#1\n"), ("e", "1\n")]
    {
        env.file(format!("in/{name}"), text);
    }
    assert_snapshot!(env.run("triage in --jobs 2 -- ./calc {}"), @"
    #  inputs  smallest  size    tests  failure
    1       2  a         5 -> 1      5  exit code 3, stderr: calc[…]: error: no such name at place …
    2       2  d         3 -> 1      3  exit code 3, stderr: calc[…]: error: bad comment at place …
    5 inputs: 4 fail, with 2 distinct failures; 18 tests, [TIME]
    1 does not fail: e
    results, one directory per failure: in.triage
    => 0
    ");
}

/// An interpreter that crashes on `@`, and says where in a column of its own, and what it was about to read.
const INTERPRETER: &str = "line=$(grep -nm1 '@' \"$1\") || exit 0\n\
    near=$(echo \"$line\" | grep -o '@.' | head -1)\n\
    printf \"[line %2d] internal error near '%s' in process %d\\n\" ${line%%:*} \"$near\" $$ >&2; kill -SEGV $$";

/// Pieces of lines, and how they make an input.
const PIECES: &str = r#"all = piece, { piece } ; piece = "ab" | "c\n" | "\n" | "@+" | "@-" | "@x" ;"#;

#[test]
fn fuzz_reports_one_fault_once_wherever_it_is_met() {
    let env = TestEnv::new();
    env.script("lox", INTERPRETER).file("pieces.ebnf", PIECES);
    assert_snapshot!(env.run("fuzz --grammar pieces.ebnf --size 20 --budget 60 --jobs 2 -- ./lox {}"), @"
    SIGSEGV, stderr: [line  …] internal error near '…' in process …
      fuzz.dwindle/0001: 4 -> 2 bytes in 2 tests; 53 inputs fail this way
    60 inputs tried: 53 fail, with 1 distinct failure; 63 tests, [TIME]
    => 0
    ");
}

#[test]
fn fuzz_does_not_mix_the_findings_of_unrelated_runs() {
    let env = TestEnv::new();
    env.script("lox", INTERPRETER).script("other", "kill -ABRT $$");
    env.file("pieces.ebnf", PIECES).file("other.ebnf", "all = \"1\" | \"2\" ;");
    let run = |words: &str| env.run(&format!("fuzz --size 20 --budget 30 --jobs 1 {words}"));
    assert_eq!(run("--grammar pieces.ebnf -- ./lox {}").code, 0);
    let before = std::fs::read_dir(env.path("fuzz.dwindle")).unwrap().count();
    assert_snapshot!(run("--grammar pieces.ebnf -- ./other {}"), @"
    error: fuzz.dwindle contains the findings of another run: the command was `[DIR]/lox {}`, and is now `[DIR]/other {}`
      hint: to keep these findings apart, add --output-dir fuzz-2.dwindle
      hint: or remove the old findings: rm -r fuzz.dwindle
    => 2
    ");
    assert_snapshot!(run("--grammar other.ebnf -- ./lox {}"), @"
    error: fuzz.dwindle contains the findings of another run: the grammar differs
      hint: to keep these findings apart, add --output-dir fuzz-2.dwindle
      hint: or remove the old findings: rm -r fuzz.dwindle
    => 2
    ");
    assert_snapshot!(run("--grammar pieces.ebnf --signal SEGV -- ./lox {}"), @"
    error: fuzz.dwindle contains the findings of another run: what counts as a failure was `any crash or hang`, and is now `SIGSEGV`
      hint: to keep these findings apart, add --output-dir fuzz-2.dwindle
      hint: or remove the old findings: rm -r fuzz.dwindle
    => 2
    ");
    assert_eq!(std::fs::read_dir(env.path("fuzz.dwindle")).unwrap().count(), before);
    // What the hint says works, and so does the same command with other seeds.
    assert_eq!(run("--output-dir fuzz-2.dwindle --grammar pieces.ebnf -- ./other {}").code, 0);
    assert_eq!(run("--seed 7 --grammar pieces.ebnf -- ./lox {}").code, 0);
}
