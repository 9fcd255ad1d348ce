//! Looking for inputs that fail.

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{TestEnv, signal};
use crate::syntax::SUMS;

/// A program that crashes in two ways, and refuses a third kind of input.
const CALC: &str = "if grep -q '0+2' \"$1\"; then\n\
                    echo \"thread 'main' panicked at src/calc.rs:12:5:\" >&2; echo 'no such sum' >&2; exit 101\n\
                    fi\n\
                    if grep -q '((' \"$1\"; then kill -SEGV $$; fi\n\
                    if grep -q '1+1' \"$1\"; then echo 'error: too much' >&2; exit 2; fi";

fn calc() -> TestEnv {
    let env = TestEnv::new();
    env.file("sums.ebnf", SUMS).script("calc", CALC);
    env
}

#[test]
fn fuzz_finds_each_failure_once_and_reduces_it() {
    let env = calc();
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf --size 30 --budget 150 -- ./calc {}"), @"
    exit code 101, stderr: panicked at src/calc.rs:12:5: no such sum
      fuzz.dwindle/0001: 29 -> 3 bytes in 10 tests; 51 inputs fail this way
    SIGSEGV
      fuzz.dwindle/0002: 29 -> 5 bytes in 8 tests; 61 inputs fail this way
    150 inputs tried: 112 fail, with 2 distinct failures; 170 tests, [TIME]
    => 0
    ");
    assert_eq!(["0001", "0002"].map(|name| env.read(format!("fuzz.dwindle/{name}"))), ["0+2", "((0))"]);
    // As it was found, each is there too.
    assert!(env.read("fuzz.dwindle/0001.found").contains("0+2"));
}

#[test]
fn the_same_seed_finds_the_same_at_any_number_of_jobs() {
    let env = calc();
    let mut shown = Vec::new();
    for jobs in [1, 2, 5] {
        let run = env.run(&format!(
            "fuzz --grammar sums.ebnf --size 30 --budget 100 --seed 3 --jobs {jobs} --output-dir found{jobs} -- ./calc {{}}"
        ));
        shown.push(run.to_string().replace(&format!("found{jobs}"), "found"));
    }
    assert_eq!(shown[0], shown[1]);
    assert_eq!(shown[0], shown[2]);
    assert_eq!(env.read("found1/0001"), env.read("found5/0001"));
    assert_eq!(env.read("found1/0001.found"), env.read("found5/0001.found"));
}

#[test]
fn the_same_run_again_writes_nothing_new_and_nothing_over_what_is_there() {
    let env = calc();
    let line = "fuzz -q --grammar sums.ebnf --size 30 --budget 60 -- ./calc {}";
    let names = |env: &TestEnv| {
        let mut names: Vec<_> = std::fs::read_dir(env.path("fuzz.dwindle"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(env.run(line).code, 0);
    let first = names(&env);
    assert_eq!(env.run(line).code, 0);
    assert_eq!(names(&env), first);
    env.file("fuzz.dwindle/0001", "my own");
    assert_eq!(env.run(line).code, 0);
    assert_eq!(env.read("fuzz.dwindle/0001"), "my own");
}

#[test]
fn what_a_killed_run_left_unfinished_goes_with_the_next() {
    let env = calc();
    let [draft, own] = ["fuzz.dwindle/.0001.found.dwindle-4711-x1Y2z3", "fuzz.dwindle/.notes.dwindle-mine"];
    env.file(draft, "0+").file(own, "my own");
    let line = "fuzz -q --grammar sums.ebnf --size 30 --budget 60 -- ./calc {}";
    // Another run is still at work on it.
    let held = std::fs::File::open(env.path(draft)).unwrap();
    held.lock().unwrap();
    assert_eq!(env.run(line).code, 0);
    assert!(env.path(draft).exists());
    drop(held);
    assert_eq!(env.run(line).code, 0);
    assert!(!env.path(draft).exists());
    assert_eq!(env.read(own), "my own");
}

#[test]
fn seeds_are_changed_and_those_with_a_new_behaviour_taken_up() {
    let env = calc();
    env.file("seeds/a.sum", "1+(2+0)+1").file("seeds/b.sum", "2+0");
    let shown = env.run("fuzz --seeds seeds --budget 300 --jobs 2 -- ./calc {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.starts_with("SIGSEGV\n"), "{shown}");
    assert!(shown.stderr.contains("kept because they led to new behaviour: "), "{shown}");
    assert_eq!(env.read("fuzz.dwindle/0001.sum"), "((");
}

#[test]
fn seeds_under_a_grammar_only_become_what_follows_it() {
    let env = calc();
    env.file("a.sum", "1+(2+0)+1");
    env.script(
        "strict",
        "grep -qxE '[0-2()+]+' \"$1\" || kill -ABRT $$; grep -q '2+2' \"$1\" && kill -SEGV $$",
    );
    let shown = env.run("fuzz --seeds a.sum --grammar sums.ebnf --budget 200 -- ./strict {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.contains("SIGSEGV") && !shown.stdout.contains("SIGABRT"), "{shown}");
    assert_eq!(env.read("fuzz.dwindle/0001.sum"), "2+2");
}

#[test]
fn options_say_what_else_is_a_failure() {
    let env = calc();
    let shown = env.run("fuzz --grammar sums.ebnf --size 30 --budget 100 --exit-code 2 -- ./calc {}");
    assert!(shown.stdout.starts_with("exit code 2, stderr: error: too much\n"), "{shown}");
    assert_eq!(env.read("fuzz.dwindle/0001"), "1+1");
    env.script("says", "grep -q '(' \"$1\" && echo open; exit 0");
    let line = "fuzz --grammar sums.ebnf --size 30 --budget 40 --stdout open --output-dir said -- ./says {}";
    assert_eq!(env.run(line).code, 0);
    assert!(env.read("said/0001").starts_with('('));
}

#[test]
fn a_hang_is_a_failure() {
    let env = calc();
    env.script("slow", "grep -q '2+2' \"$1\" && sleep 600; exit 0");
    let shown =
        env.run("fuzz --grammar sums.ebnf --size 12 --budget 10 --seed 2 --timeout 1s --jobs 2 -- ./slow {}");
    assert!(shown.code == 0 && shown.stdout.contains("does not end in time"), "{shown}");
    assert_eq!(env.read("fuzz.dwindle/0001"), "2+2");
}

#[test]
fn where_nothing_fails_nothing_is_left() {
    let env = calc();
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf --size 30 --budget 20 -- true {}"), @"
    20 inputs tried, none of which fails; 20 tests, [TIME]
    => 3
    ");
    assert_eq!(env.names(), ["calc", "sums.ebnf"]);
    env.file("two.ebnf", "two = \"1\" | \"2\" ;\n");
    assert_snapshot!(env.run("fuzz --grammar two.ebnf -- true {}"), @"
    2 inputs tried, none of which fails; 2 tests, [TIME]
    no further inputs could be generated
    => 3
    ");
}

#[test]
fn what_fails_only_once_is_kept_and_called_so() {
    let env = calc();
    let log = env.path("log");
    env.script("once", &format!("echo >> {0}; test $(wc -l < {0}) != 5 || kill -SEGV $$", log.display()));
    assert_snapshot!(env.run("fuzz --sandbox off --grammar sums.ebnf --size 30 --budget 20 --jobs 1 -- ./once {}"), @"
    SIGSEGV
      fuzz.dwindle/0001.found: 3 bytes, failed once, but not when run again
    20 inputs tried: 1 fails, with 1 distinct failure; 21 tests, [TIME]
    => 0
    ");
}

#[test]
fn an_interrupt_ends_the_search_with_what_was_found() {
    let env = calc();
    let hangs = env.path("hangs");
    let hang = format!("if test -e fails; then echo >> {}; sleep 600; fi", hangs.display());
    let fails = env.path("fails");
    env.script(
        "calc",
        &format!(
            "{}\ngrep -q '((' \"$1\" && touch {} && kill -SEGV $$; exit 0",
            hang.replace("fails", &fails.display().to_string()),
            fails.display()
        ),
    );
    let child =
        env.start("fuzz --sandbox off --grammar sums.ebnf --size 30 --timeout 1000s --jobs 2 -- ./calc {}");
    while !hangs.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    signal(&child, Signal::INT);
    let shown = env.shown(&child.wait_with_output().unwrap());
    assert_eq!(shown.code, 130, "{shown}");
    assert!(shown.stdout.contains("SIGSEGV") && shown.stdout.contains("not reduced"), "{shown}");
    assert!(env.path("fuzz.dwindle/0001.found").exists());
}

#[test]
fn programs_are_told_of_each_finding() {
    let env = calc();
    let shown =
        env.run("fuzz --message-format json --grammar sums.ebnf --size 30 --budget 60 --jobs 1 -- ./calc {}");
    let records = shown.messages();
    assert_eq!(records[0]["type"], "start");
    let found: Vec<_> = records.iter().filter(|record| record["type"] == "found").collect();
    assert!(!found.is_empty(), "{shown}");
    assert_eq!(found[0]["data"]["state"], "reduced");
    let end = records.last().unwrap();
    assert_eq!((&end["type"], &end["data"]["inputs"]), (&"end".into(), &60.into()));
}

#[test]
fn what_cannot_be_looked_for_is_told() {
    let env = calc();
    assert_snapshot!(env.run("fuzz -- ./calc {}"), @"
    error: no grammar or language to generate inputs from
      hint: give a grammar: dwindle fuzz --grammar FILE -- COMMAND {}; or a language: dwindle fuzz --language NAME -- COMMAND {}
      hint: or inputs to mutate: dwindle fuzz --seeds PATH -- COMMAND {}
    => 2
    ");
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf"), @"
    error: the following required arguments were not provided:
      <COMMAND>...

    Usage: dwindle fuzz [OPTIONS] --grammar FILE -- COMMAND...
           dwindle fuzz [OPTIONS] --language NAME -- COMMAND...
           dwindle fuzz [OPTIONS] --seeds PATH -- COMMAND...

    For more information, try '--help'.
    => 2
    ");
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf -- ./no-such-program {}"), @"
    error: the test cannot be run: [DIR]/no-such-program: No such file or directory (os error 2)
      hint: check the name; a test in this directory is written ./test.sh
    => 5
    ");
    assert_snapshot!(env.run("fuzz --seeds nowhere -- ./calc {}"), @"
    error: --seeds nowhere: No such file or directory (os error 2)
      hint: give a file, or a directory that contains files
    => 2
    ");
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf --name a/b -- ./calc {}"), @"
    error: --name a/b: not a file name
      hint: give a file name without a directory, such as input.json
    => 2
    ");
    assert_snapshot!(env.run("fuzz --grammar sums.ebnf --output-dir calc -- ./calc {}"), @"
    error: cannot write calc: File exists (os error 17)
      hint: name a writable directory with --output-dir DIR
    => 2
    ");
}
