//! Sorting failing inputs by what fails.

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{TestEnv, signal};

/// A program with five faults. The third says so with a name of the input; the fourth
/// and the fifth say the same, but not at the same place; `once` fails every other time.
const FAULTY: &str = r#"
frame() { printf 'Traceback (most recent call last):\n  File "/app/calc.py", line %s, in %s\n%s\n' "$1" "$2" "$3" >&2; exit 1; }
if grep -q '<<' "$1"; then kill -SEGV $$; fi
if grep -q '!' "$1"; then echo "calc: calc.c:12: eval: Assertion \`depth > 0' failed." >&2; exit 134; fi
if name=$(grep -oE '\[n[0-9]+\]' "$1"); then echo "panic: element $(echo $name | tr -d '[]') is outside" >&2; exit 2; fi
if grep -q '/ 0' "$1"; then frame 7 divide 'ZeroDivisionError: division by zero'; fi
if grep -q '% 0' "$1"; then frame 9 remainder 'ZeroDivisionError: division by zero'; fi
if grep -q once "$1"; then echo x >>"$SEEN"; test $(($(wc -l <"$SEEN") % 2)) = 0 || kill -ABRT $$; fi
"#;

/// Forty inputs: nine of each fault but one with two, one that fails sometimes, and one that does not.
fn crashes() -> TestEnv {
    let env = TestEnv::new();
    let seen = env.path("seen");
    env.script("calc", &FAULTY.replace("$SEEN", seen.to_str().unwrap()));
    let put = |number: usize, text: String| {
        env.file(format!("crashes/{number:02}.calc"), text);
    };
    for n in 0..9 {
        let filler = "1 + 2\n".repeat(n + 1);
        put(4 * n, format!("{filler}3 << {n}\n"));
        put(4 * n + 1, format!("4 ! {n}\n{filler}"));
        put(4 * n + 2, format!("{filler}a[n{}]\n{filler}", 3 + n % 3));
        put(4 * n + 3, format!("{filler}{n} / 0\n"));
    }
    put(36, "8 % 0\n7\n".to_owned());
    put(37, "1\n8 % 0\n7 + 1\n".to_owned());
    put(38, "6\nonce\n".to_owned());
    put(39, "6\n7\n".to_owned());
    env
}

const LINE: &str = "triage crashes -- ./calc {}";

/// The files in the results, by name and content.
fn results(env: &TestEnv) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![env.path("crashes.triage")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(env.path("crashes.triage")).unwrap().display().to_string();
                files.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn triage_sorts_failures_and_reduces_one_of_each() {
    let env = crashes();
    assert_snapshot!(env.run("triage crashes --jobs 1 -- ./calc {}"), @"
    #  inputs  smallest  size     tests  failure
    1       9  00.calc   13 -> 2      8  SIGSEGV
    2       9  01.calc   12 -> 1      5  exit code 134 (128 + SIGABRT), stderr: calc: calc.c:12: eval: Assertion `depth > 0' failed.
    3       9  02.calc   18 -> 4     17  exit code 2, stderr: panic: element n3 is outside
    =       3  06.calc   30 -> 4     17  exit code 2, stderr: panic: element n4 is outside
    =       3  10.calc   42 -> 4     19  exit code 2, stderr: panic: element n5 is outside
    4       9  03.calc   12 -> 3     14  exit code 1, stderr: ZeroDivisionError: division by zero, at divide (calc.py:7)
    5       2  36.calc   8 -> 3      13  exit code 1, stderr: ZeroDivisionError: division by zero, at remainder (calc.py:9)
    40 inputs: 38 fail, with 5 distinct failures (7 before reducing); 173 tests, [TIME]
    1 does not fail: 39.calc
    1 inconsistent: 38.calc
    results, one directory per failure: crashes.triage
    => 0
    ");
    let names: Vec<String> = results(&env).into_iter().map(|(name, _)| name).collect();
    assert_snapshot!(names.join("\n"), @"
    001-sigsegv/failure.txt
    001-sigsegv/input.found.calc
    001-sigsegv/input.reduced.calc
    001-sigsegv/inputs.txt
    002-exit-code-134-128-sigabrt-stderr-calc-calc-c-12-eval-asserti/failure.txt
    002-exit-code-134-128-sigabrt-stderr-calc-calc-c-12-eval-asserti/input.found.calc
    002-exit-code-134-128-sigabrt-stderr-calc-calc-c-12-eval-asserti/input.reduced.calc
    002-exit-code-134-128-sigabrt-stderr-calc-calc-c-12-eval-asserti/inputs.txt
    003-exit-code-2-stderr-panic-element-n3-is-outside/failure.txt
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.found-2.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.found-3.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.found.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.reduced-2.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.reduced-3.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/input.reduced.calc
    003-exit-code-2-stderr-panic-element-n3-is-outside/inputs.txt
    004-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-div/failure.txt
    004-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-div/input.found.calc
    004-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-div/input.reduced.calc
    004-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-div/inputs.txt
    005-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-rem/failure.txt
    005-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-rem/input.found.calc
    005-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-rem/input.reduced.calc
    005-exit-code-1-stderr-zerodivisionerror-division-by-zero-at-rem/inputs.txt
    passing.txt
    varying.txt
    ");
    let first = |what: &str| {
        let (_, text) = results(&env).into_iter().find(|(name, _)| name.ends_with(what)).unwrap();
        text
    };
    assert_eq!(first("segv/input.reduced.calc"), "<<");
    assert_snapshot!(first("outside/failure.txt"), @"
    exit code 2, stderr: panic: element n3 is outside
    same reduced input: exit code 2, stderr: panic: element n4 is outside
    same reduced input: exit code 2, stderr: panic: element n5 is outside
    ");
    assert_snapshot!(first("outside/inputs.txt").replace('\n', " "), @"02.calc 06.calc 10.calc 14.calc 18.calc 22.calc 26.calc 30.calc 34.calc");
}

#[test]
fn any_number_of_jobs_comes_to_the_same() {
    let mut shown = Vec::new();
    for jobs in [1, 4] {
        let env = crashes();
        // What fails only sometimes does so by the order of runs.
        std::fs::remove_file(env.path("crashes/38.calc")).unwrap();
        let run = env.run(&format!("triage crashes --jobs {jobs} -- ./calc {{}}"));
        shown.push((run.to_string(), results(&env)));
    }
    assert_eq!(shown[0], shown[1]);
}

#[test]
fn the_inputs_are_not_touched_and_the_same_again_runs_next_to_nothing() {
    let env = crashes();
    let log = env.path("log");
    let counted = format!("echo >>{}\n{}", log.display(), env.read("calc"));
    env.script("calc", &counted);
    let before: Vec<String> = (0..40).map(|n| env.read(format!("crashes/{n:02}.calc"))).collect();
    let runs = || std::fs::read_to_string(env.path("log")).unwrap_or_default().len();
    let first = env.run(LINE);
    let (all, found) = (runs(), results(&env));
    let second = env.run(LINE);
    assert_eq!(second.stdout, first.stdout);
    assert!(second.stderr.starts_with("continuing: 40 inputs examined by an earlier run\n"), "{second}");
    assert_eq!(results(&env), found);
    // Three inputs and three passes of each reduction are run again.
    assert!(all > 120 && runs() - all <= 3 + 3 * 7, "{all} runs, then {}", runs() - all);
    let after: Vec<String> = (0..40).map(|n| env.read(format!("crashes/{n:02}.calc"))).collect();
    assert_eq!(before, after);
    assert_eq!(std::fs::read_dir(env.path("crashes")).unwrap().count(), 40);
    // A new input is looked at, and its failure gets its folder.
    env.file("crashes/99.calc", "<<<\n");
    let third = env.run(LINE);
    assert!(third.stdout.contains(" 10  99.calc"), "{third}");
}

#[test]
fn a_killed_run_goes_on() {
    let undisturbed = crashes();
    std::fs::remove_file(undisturbed.path("crashes/38.calc")).unwrap();
    let expected = undisturbed.run("triage crashes --jobs 1 -- ./calc {}");
    for when in ["37", "_ 0"] {
        let env = crashes();
        std::fs::remove_file(env.path("crashes/38.calc")).unwrap();
        let (stop, hangs) = (env.path("stop"), env.path("hangs"));
        // Hangs on one of the last inputs, or in a reduction, when it has only so much left.
        let pattern = if when == "37" { "^7 + 1$" } else { "^/ 0$" };
        let hang = format!(
            "if test -e {} && grep -q '{pattern}' \"$1\"; then echo >>{}; sleep 600; fi\n",
            stop.display(),
            hangs.display()
        );
        env.file("stop", "").script("calc", &format!("{hang}{}", env.read("calc")));
        let child = env.start("triage crashes --sandbox off --jobs 1 --timeout 1000s -- ./calc {}");
        while !hangs.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        signal(&child, Signal::KILL);
        child.wait_with_output().unwrap();
        std::fs::remove_file(stop).unwrap();
        let shown = env.run("triage crashes --sandbox off --jobs 1 --timeout 1000s -- ./calc {}");
        assert!(shown.stderr.contains("examined by an earlier run"), "{shown}");
        assert_eq!(shown.stdout, expected.stdout);
        assert_eq!(results(&env), results(&undisturbed));
    }
}

#[test]
fn a_budget_ends_it_and_a_larger_one_goes_on() {
    let env = crashes();
    let shown = env.run("triage crashes --jobs 2 --budget 60 -- ./calc {}");
    assert_eq!(shown.code, 6, "{shown}");
    assert!(shown.stderr.contains("10 not examined: "), "{shown}");
    assert!(shown.stderr.ends_with("stopped: the budget is spent\n"), "{shown}");
    let shown = env.run("triage crashes --jobs 2 --budget 90 -- ./calc {}");
    assert_eq!(shown.code, 6, "{shown}");
    assert!(shown.stdout.contains(" -> ") && shown.stdout.contains("  -  "), "{shown}");
    let whole = env.run("triage crashes --jobs 2 -- ./calc {}");
    assert_eq!(whole.code, 0, "{whole}");
    // What was reduced by then is taken together now, and the folders are those that there are.
    let folders = std::fs::read_dir(env.path("crashes.triage")).unwrap();
    assert_eq!(folders.filter(|entry| entry.as_ref().unwrap().path().is_dir()).count(), 5);
}

#[test]
fn an_interrupt_ends_it_with_what_is_known() {
    let env = crashes();
    let hangs = env.path("hangs");
    let hang = format!("if grep -q '^7 + 1$' \"$1\"; then echo >>{}; sleep 600; fi\n", hangs.display());
    env.script("calc", &format!("{hang}{}", env.read("calc")));
    let child = env.start("triage crashes --sandbox off --jobs 1 --timeout 1000s -- ./calc {}");
    while !hangs.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    signal(&child, Signal::INT);
    let shown = env.shown(&child.wait_with_output().unwrap());
    assert_eq!(shown.code, 130, "{shown}");
    assert!(shown.stdout.contains("SIGSEGV") && shown.stderr.contains("stopped: interrupted"), "{shown}");
    assert!(shown.stderr.contains("8 not examined: "), "{shown}");
}

#[test]
fn a_hang_is_a_failure_of_its_own() {
    let env = TestEnv::new();
    env.file("slow/a", "1\nforever\n").file("slow/b", "2\n");
    env.script("calc", "grep -q forever \"$1\" && sleep 600; exit 0");
    assert_snapshot!(env.run("triage slow --timeout 1s --jobs 2 -- ./calc {}"), @"
    #  inputs  smallest  size     tests  failure
    1       1  a         10 -> 7     18  does not end in time
    2 inputs: 1 fails, with 1 distinct failure; 22 tests, [TIME]
    1 does not fail: b
    results, one directory per failure: slow.triage
    => 0
    ");
}

#[test]
fn programs_are_told_of_each_failure() {
    let env = crashes();
    let shown = env.run("triage crashes --message-format json --jobs 1 -- ./calc {}");
    let records = shown.messages();
    assert_eq!(
        (&records[0]["type"], &records[0]["data"]["input"]["text"]),
        (&"start".into(), &"crashes".into())
    );
    let failures: Vec<_> = records.iter().filter(|record| record["type"] == "failure").collect();
    assert_eq!(failures.len(), 5, "{shown}");
    assert!(failures.iter().all(|failure| failure["data"]["state"] == "reduced"), "{shown}");
    let merged: Vec<_> =
        failures.iter().filter(|failure| failure["data"]["also"] != serde_json::json!([])).collect();
    assert_eq!(merged.len(), 1);
    assert_eq!(merged[0]["data"]["also"].as_array().unwrap().len(), 2);
    assert_eq!(merged[0]["data"]["inputs"].as_array().unwrap().len(), 9);
    let end = &records.last().unwrap()["data"];
    assert_eq!((&end["failures"], &end["signatures"], &end["failing"]), (&5.into(), &7.into(), &38.into()));
    assert_eq!(end["passing"][0]["file"]["text"], "crashes/39.calc");
    assert_eq!(end["varying"][0]["file"]["text"], "crashes/38.calc");
}

#[test]
fn options_say_which_failures_count() {
    let env = crashes();
    let shown = env.run("triage crashes --stderr ZeroDivision -o zero -- ./calc {}");
    assert!(shown.stderr.starts_with("40 inputs: 11 fail, with 2 distinct failures; "), "{shown}");
    assert_eq!(env.read("zero/passing.txt").lines().count(), 29);
    let shown = env.run("triage crashes --stdin --signature panic --name a.txt -o panics -- grep -q [");
    assert_eq!(shown.code, 3, "{shown}");
}

#[test]
fn what_cannot_be_sorted_is_told() {
    let env = crashes();
    std::fs::create_dir(env.path("empty")).unwrap();
    std::fs::create_dir_all(env.path("folders/below")).unwrap();
    assert_snapshot!(env.run("triage nowhere -- ./calc {}"), @"
    error: nowhere: No such file or directory (os error 2)
      hint: name the directory that contains the failing inputs: dwindle triage DIR -- COMMAND {}
    => 2
    ");
    assert_snapshot!(env.run("triage calc -- ./calc {}"), @"
    error: calc: this is a file, not a directory
      hint: for one input: dwindle reduce INPUT -- COMMAND {}; for many, name their directory
    => 2
    ");
    assert_snapshot!(env.run("triage empty -- ./calc {}"), @"
    error: empty: the directory is empty
      hint: name a directory of failing inputs
    => 2
    ");
    assert_snapshot!(env.run("triage folders -- ./calc {}"), @"
    error: folders: the directory contains no files; subdirectories are not searched
      hint: name a directory of failing inputs
    => 2
    ");
    assert_snapshot!(env.run("triage crashes"), @"
    error: the following required arguments were not provided:
      <COMMAND>...

    Usage: dwindle triage [OPTIONS] DIR -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(env.run("triage crashes -- ./no-such-program {}"), @"
    error: the test cannot be run: [DIR]/no-such-program: No such file or directory (os error 2)
      hint: check the name; a test in this directory is written ./test.sh
    => 5
    ");
    assert_snapshot!(env.run("triage crashes --jobs 1 -- true {}"), @"
    40 inputs, none of which fails; 80 tests, [TIME]
    40 do not fail: 00.calc, 01.calc, 02.calc, 03.calc, 04.calc and 35 more, see crashes.triage/passing.txt
    => 3
    ");
    assert_snapshot!(env.run("triage crashes -o calc -- ./calc {}"), @"
    error: calc: not a directory
      hint: choose another directory for the results: --output-dir DIR; existing files are never overwritten
    => 2
    ");
    env.file("mine/001-notes/a.txt", "my own");
    assert_snapshot!(env.run("triage crashes -o mine -- ./calc {}"), @"
    error: mine/001-notes/a.txt: Dwindle did not write this file, or it has been changed since
      hint: choose another directory for the results: --output-dir DIR; existing files are never overwritten
    => 2
    ");
    assert_eq!(env.read("mine/001-notes/a.txt"), "my own");
}

#[test]
fn a_result_that_was_changed_is_not_written_over() {
    let env = crashes();
    assert_eq!(env.run("triage crashes -q -- ./calc {}").code, 0);
    let (name, _) = results(&env).into_iter().find(|(name, _)| name.ends_with("inputs.txt")).unwrap();
    env.file(format!("crashes.triage/{name}"), "my own");
    let shown = env.run(LINE);
    assert_eq!(shown.code, 2, "{shown}");
    assert!(shown.stderr.contains("Dwindle did not write this file"), "{shown}");
    assert_eq!(env.read(format!("crashes.triage/{name}")), "my own");
}
