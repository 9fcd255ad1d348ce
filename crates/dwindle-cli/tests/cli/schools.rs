//! Test scripts written for other reducers: how the candidate gets to them, and what is said of those that mean
//! something else by their exit codes. Whole sessions with one of each are in `docs/from-*.md`.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{self, TestEnv};

const RESULT: &str = "line 3\nline 11\n";

/// The body of a script for which lines 3 and 11 make the failure, wherever it reads them.
fn both(from: &str) -> String {
    format!("text=$(cat {from}); case \"$text\" in *'line 3'*'line 11'*) exit 0;; *) exit 1;; esac")
}

#[test]
fn a_script_finds_the_candidate_by_its_name_as_its_argument_and_on_standard_input() {
    for from in ["input.txt", "\"$1\"", "", "\"${1:-missing.txt}\"", "\"$PWD/input.txt\"", "/dev/stdin"] {
        let env = TestEnv::new();
        env.lines("input.txt", 12).script("test.sh", &both(from));
        let shown = env.run("reduce --unit lines ./test.sh input.txt");
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, RESULT), "cat {from}: {shown}");
        assert!(!shown.stderr.contains("warning"), "cat {from}: {shown}");
    }
}

#[test]
fn a_command_without_a_path_finds_the_candidate_by_its_name_and_on_standard_input() {
    for from in ["input.txt", ""] {
        let env = TestEnv::new();
        let body = both(from).replace("exit 0", "exit 7").replace("exit 1", "exit 0");
        env.lines("input.txt", 12).script("prog", &body);
        let shown = env.run("reduce --unit lines input.txt -- ./prog");
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, RESULT), "cat {from}: {shown}");
    }
}

#[test]
fn the_script_that_clang_leaves_of_a_crash_is_run_as_a_command() {
    let env = TestEnv::new();
    env.lines("crash-5fa0c1.c", 12).file(
        "crash-5fa0c1.sh",
        "# Crash reproducer for clang version 14.0.6\n# \"input.c\"\n : \"-main-file-name\" \"input.c\"; grep -q 'line 3$' \"crash-5fa0c1.c\" || exit 0\nkill -SEGV $$\n",
    );
    // It is told from the file that it reads, whichever comes first.
    for operands in ["crash-5fa0c1.sh crash-5fa0c1.c", "crash-5fa0c1.c crash-5fa0c1.sh"] {
        let shown = env.run(&format!("reduce --fresh {operands}"));
        assert!(shown.code == 0 && shown.stderr.starts_with("the failure to keep: SIGSEGV"), "{shown}");
        assert_eq!(env.read("crash-5fa0c1.min.c").trim_end().replace('\n', " "), "line 3", "{shown}");
    }
    for operands in ["crash-5fa0c1.sh", "crash-5fa0c1.sh input.c"] {
        let shown = env.run(&format!("reduce {operands}"));
        let told = "error: crash-5fa0c1.sh shows a crash of a file that is not given\n  \
            hint: give the file that clang left beside it, too: crash-5fa0c1.c or .cpp";
        assert!(shown.code == 2 && shown.stderr.trim_end() == told, "{shown}");
    }
    // It may also be what is reduced.
    env.script("own.sh", "grep -q 'SEGV' \"$1\"");
    let shown = env.run("reduce ./own.sh crash-5fa0c1.sh");
    assert!(shown.code == 0 && env.read("crash-5fa0c1.min.sh").contains("SEGV"), "{shown}");
}

#[test]
fn a_module_of_lithium_is_called_with_what_lithium_would_give_it() {
    let module = "import near\n\ndef init(args):\n    near.path = args[-1]\n\ndef interesting(args, prefix):\n    open(prefix + '.txt', 'w')\n    \
        text = open(near.path).read()\n    if 'line' not in text:\n        raise ValueError\n    return args[:-1] == near.first and 'line 3\\n' in text\n\n\
        def cleanup(args):\n    if 'line 3\\n' not in open(near.path).read():\n        raise ValueError\n";
    for (line, first) in [("loses.py input.txt", "[]"), ("input.txt -- ./loses.py -v {}", "['-v']")] {
        let env = TestEnv::new();
        env.lines("input.txt", 12).file("loses.py", module).file("near.py", format!("first = {first}\n"));
        let shown = env.run(&format!("reduce --unit lines --no-auto-with {line}"));
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
        assert!(shown.stderr.contains(", 0 pass, 4 unresolved (exit code 2: 4)\n"), "{shown}");
        // Nothing is left beside the module.
        assert!(!env.path("__pycache__").exists() && !env.path("tmp.txt").exists());
    }
}

#[test]
fn a_script_that_takes_no_arguments_or_others_is_run_without() {
    let refuses = format!("test $# -eq 0 || exit 64; {}", both("input.txt"));
    let its_own = format!("${{1:-cat}} input.txt >/dev/null || exit 2; {}", both("input.txt"));
    for body in [&refuses, &its_own] {
        let env = TestEnv::new();
        env.lines("input.txt", 12).script("test.sh", body);
        let shown = env.run("reduce --jobs 1 --unit lines ./test.sh input.txt");
        let warning = "warning: test.sh does not fail with the path of the candidate as its argument, but without it: it is run without\n";
        assert!(shown.stderr.starts_with(warning), "{shown}");
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, RESULT), "{shown}");
        // The same run goes on in the same way.
        let again = env.run("reduce --jobs 1 --unit lines ./test.sh input.txt");
        assert!(again.code == 0 && again.stderr.contains("continuing: "), "{again}");
    }
}

#[test]
fn a_script_that_says_yes_to_nothing_at_all_keeps_its_argument() {
    let env = TestEnv::new();
    let body = "test -z \"$1\" || { grep -qx 'line 3' \"$1\" && exit 1; }; exit 0";
    env.lines("input.txt", 12).script("bisect.sh", body);
    assert_snapshot!(env.run("reduce ./bisect.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/bisect.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      by hand: [DIR]/bisect.sh [DIR]/input.txt
      hint: if it exits with 1 because the failure is there: dwindle reduce --exit-code 1 ./bisect.sh input.txt
      hint: if it fails only now and then: dwindle reduce --repeat auto ./bisect.sh input.txt
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    let shown = env.run("reduce -q --unit lines --exit-code 1 ./bisect.sh input.txt");
    assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{shown}");
}

#[test]
fn a_program_in_the_place_of_a_script_is_told_to_be_run_as_a_command_with_what_it_reads() {
    for (reads, word) in [("\"$1\"", " {}"), ("", "")] {
        let env = TestEnv::new();
        let body = format!(
            "cat {reads} | grep -qx 'line 3' || exit 0; echo \"prog.c:3: f: Assertion \\`n == 1' failed.\" >&2; exit 1"
        );
        env.lines("input.txt", 12).script("prog", &body);
        let shown = env.run("reduce ./prog input.txt");
        let line = format!("dwindle reduce input.txt -- ./prog{word}");
        let hint =
            format!("  hint: if it exits with 1 because the failure is there, run it as a command: {line}\n");
        assert!(shown.code == 3 && shown.stderr.contains(&hint), "{shown}");
        let shown = env.run(line.strip_prefix("dwindle ").unwrap());
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3"), "{shown}");
    }
}

#[test]
fn a_program_on_the_search_path_in_the_place_of_a_script_is_told_to_be_run_as_a_command() {
    let env = TestEnv::new();
    env.lines("input.txt", 12);
    let shown = env.run("reduce false input.txt");
    let hint = "  hint: if it exits with 1 because the failure is there, run it as a command: dwindle reduce input.txt -- false {}\n";
    assert!(shown.code == 3 && shown.stderr.contains(hint), "{shown}");
}

#[test]
fn a_command_that_succeeds_is_told_how_to_ask_for_that_or_for_what_it_prints() {
    let env = TestEnv::new();
    env.lines("input.txt", 12).script("sum", "grep -c line \"$1\" | sed 's/12/a.b/'");
    assert_snapshot!(env.run("reduce input.txt -- ./sum {}"), @r"
    error: the input does not fail: input.txt
      ran:     [DIR]/sum [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 0
      stdout:  a.b
      by hand: [DIR]/sum [DIR]/input.txt
      hint: if it is wrong what it prints: dwindle reduce --stdout '^a\.b$' input.txt -- ./sum {}
      hint: if it is wrong that it succeeds: dwindle reduce --invert input.txt -- ./sum {}
      hint: if it fails only now and then: dwindle reduce --repeat auto input.txt -- ./sum {}
      hint: a command fails if it ends with an exit code other than 0, or by a signal
    => 3
    ");
    let shown = env.run_words(["reduce", "--stdout", "^a\\.b$", "input.txt", "--", "./sum", "{}"]);
    assert_eq!(shown.code, 0, "{shown}");
    env.script("sum", "grep -c line");
    let shown = env.run("reduce input.txt -- ./sum --flag");
    let hint = "the command has no {} for the candidate's path; if it takes one: dwindle reduce input.txt -- ./sum --flag {}";
    assert!(shown.stderr.contains(hint), "{shown}");
}

#[test]
fn the_placeholders_of_afl_and_treereduce_are_understood() {
    for word in ["@@", "@@.txt", "--file=@@"] {
        let env = TestEnv::new();
        let body = "path=${1#--file=}; case $path in *.txt) ;; *) exit 0;; esac; ! grep -qx 'line 3' \"$path\" || kill -SEGV $$";
        env.lines("input.txt", 12).script("prog", body);
        let shown = env.run(&format!("reduce --unit lines input.txt -- ./prog {word}"));
        assert_eq!((shown.code, env.read("input.min.txt").as_str()), (0, "line 3\n"), "{word}: {shown}");
    }
    // In the middle of a word it is what the command means by it, and {} comes first.
    let env = TestEnv::new();
    env.lines("input.txt", 12);
    let line = [
        "reduce",
        "--unit",
        "lines",
        "input.txt",
        "--",
        "sh",
        "-c",
        "! grep -qx 'line 3' \"$1\" || exit ${#0}",
    ];
    for (rest, code) in [(["a@@b", "{}"], 4), (["@@", "{}"], 2)] {
        let shown = env.run_words(line.into_iter().chain(rest));
        let failure = format!("the failure to keep: exit code {code}\n");
        assert!(shown.code == 0 && shown.stderr.contains(&failure), "{shown}");
    }
}

#[test]
fn check_knows_the_name_that_a_result_had_as_input() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 0);
    assert_snapshot!(env.run("check --minimality 1 --unit lines ./test.sh input.min.txt"), @"
    input.min.txt: fails; 1-minimal by lines: 2 single removals tested, none fails
    note: input.min.txt is the result for input.txt, and tests see it as input.txt
    => 0
    ");
    // By the record of its run, whatever it is called.
    assert_eq!(env.run("reduce -q --unit lines -o other.txt ./test.sh input.txt").code, 0);
    assert_eq!(env.run("check ./test.sh other.txt").code, 0);
    // A test that names the result means the result.
    env.script("own.sh", "grep -qx 'line 3' input.min.txt");
    assert_snapshot!(env.run("check ./own.sh input.min.txt"), @"
    input.min.txt: fails
    => 0
    ");
    // What nobody knows is told how to get its name, and that works.
    env.file("third.txt", RESULT);
    let shown = env.run("check ./test.sh third.txt");
    let line = "mkdir renamed && cp third.txt renamed/input.txt && dwindle check ./test.sh renamed/input.txt";
    assert!(shown.code == 3 && shown.stderr.contains(line), "{shown}");
    env.file("renamed/input.txt", RESULT);
    assert_eq!(env.run("check ./test.sh renamed/input.txt").code, 0);
}

#[test]
fn a_first_run_that_hangs_is_told_while_it_does() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "exec sleep 600");
    let mut child = env.start("reduce ./test.sh input.txt");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().unwrap();
    assert!(
        first.starts_with("waiting for the first run of the test, which has not ended after "),
        "{first}"
    );
    assert_snapshot!(lines.by_ref().take(2).collect::<Vec<_>>().join("\n"), @"
    hint: if the failure is that it hangs: dwindle reduce --hang --timeout 10s ./test.sh input.txt
    hint: to end runs that take too long: dwindle reduce --timeout 10s ./test.sh input.txt
    ");
    env::signal(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
