//! The first runs of a test: what they may touch, how long they may take, and what is said where they do not do.

use std::fs::{self, File};
use std::io::Read;

use insta::assert_snapshot;
use rustix::process::Signal;

use crate::env::{self, TestEnv};

#[test]
fn a_test_that_does_not_fail_is_never_run_on_the_users_own_file() {
    let env = TestEnv::new();
    env.file("a.txt", "mine\n");
    let shown = env.run_words(["reduce", "a.txt", "--", "sh", "-c", "echo touched >> {}; exit 0"]);
    assert_eq!((shown.code, env.read("a.txt").as_str()), (3, "mine\n"), "{shown}");
    let shown = env.run_words(["reduce", "a.txt", "--", "sh", "-c", "echo object > a.o; rm -f a.txt"]);
    assert_eq!((shown.code, env.names()), (3, vec!["a.txt".to_owned()]), "{shown}");
    env.script("test.sh", "echo touched >> a.txt; exit 1");
    assert_eq!(env.run("reduce ./test.sh a.txt").code, 3);
    assert_eq!(env.read("a.txt"), "mine\n");
}

#[test]
fn a_script_that_sleeps_for_ever_on_nothing_does_not_hang_the_checks() {
    for jobs in [1, 3] {
        let env = TestEnv::with_lines();
        env.script("test.sh", "test -s input.txt || sleep 600; grep -qx 'line 3' input.txt");
        let shown = env.run(&format!("check --jobs {jobs} ./test.sh input.txt"));
        assert_eq!(shown.to_string(), "input.txt: fails\n=> 0");
    }
}

#[test]
fn a_worker_that_sleeps_for_ever_on_nothing_does_not_hang_the_checks() {
    let env = TestEnv::with_lines();
    env.script("worker.sh", "while read -r path; do test -s \"$path\" || sleep 600; echo fail; done");
    assert_eq!(env.run("check --jobs 1 --worker ./worker.sh input.txt").code, 0);
}

#[test]
fn an_interrupt_ends_the_first_run() {
    let env = TestEnv::with_lines();
    let fifo = env.path("began");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, 0o600.into()).unwrap();
    env.script("test.sh", &format!("echo > {}; exec sleep 600", fifo.display()));
    let child = env.start("reduce ./test.sh input.txt");
    // Reading waits until the test writes.
    File::open(&fifo).unwrap().read_to_end(&mut Vec::new()).unwrap();
    env::signal(&child, Signal::INT);
    assert_snapshot!(env.shown(&child.wait_with_output().unwrap()), @"
    error: interrupted before the checks were done
    => 130
    ");
}

#[test]
fn a_budget_of_time_ends_the_first_run() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "exec sleep 600");
    assert_snapshot!(env.run("reduce --budget 200ms ./test.sh input.txt"), @"
    error: the time budget was spent before the checks were done
      hint: give more time with --budget; the checks run the test at least three times
    => 6
    ");
}

#[test]
fn of_a_test_that_fails_now_and_then_it_is_measured_how_often_it_does() {
    let env = TestEnv::with_lines();
    let count = env.path("count");
    let line = "reduce --jobs 1 --unit lines ./test.sh input.txt";
    let needs = "grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt";
    // Fails in runs 1, 3, 5 and so on.
    let each_second = format!("echo >> {0}; test $(($(wc -l < {0}) % 2)) = 1 && {needs}", count.display());
    env.script("test.sh", &each_second);
    let shown = env.run(line);
    assert_eq!(shown.code, 0, "{shown}");
    let said = shown.to_string();
    let measured = "warning: the test is unreliable: 20 of 40 runs on the input failed; each candidate is run until it is clear whether it fails as often";
    assert!(said.contains(measured), "{said}");
    assert!(said.contains("the result failed in 10 of 20 runs"), "{said}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 8\n");
    // What was measured is remembered, and so is each outcome.
    let again = env.run(line);
    assert!(again.code == 0 && again.to_string().contains("answered from memory"), "{again}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 8\n");
    assert!(again.to_string().matches(" runs on the input failed").count() == 1, "{again}");
    // One that fails at first is found out when copies of the input are tested.
    fs::remove_file(&count).unwrap();
    let each_third = each_second.replace("% 2", "% 3");
    env.script("test.sh", &each_third);
    let later = env.run(&line.replace("--jobs 1", "--jobs 2"));
    assert!(later.code == 0 && later.to_string().contains("the test is unreliable: "), "{later}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 8\n");
}

#[test]
fn a_result_that_no_longer_fails_is_no_success() {
    let env = TestEnv::with_lines();
    let line = "reduce --jobs 1 --unit lines ./test.sh input.txt";
    // Fails in runs 1, 3, 5 and so on, but of the result only in so many of its own.
    let script = |most: usize| {
        format!(
            "if [ $(wc -l < input.txt) = 2 ]; then echo >> {own}; [ $(wc -l < {own}) -gt {most} ] && exit 1; fi
            echo >> {all}; test $(($(wc -l < {all}) % 2)) = 1 && grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt",
            own = env.path("own").display(),
            all = env.path("all").display(),
        )
    };
    env.script("test.sh", &script(1000));
    assert_eq!(env.run(line).code, 0);
    let in_search = env.read("own").lines().count() - 20;
    fs::remove_file(env.path("own")).unwrap();
    fs::remove_file(env.path("all")).unwrap();
    env.script("test.sh", &script(in_search));
    let shown = env.run(line);
    assert_eq!(shown.code, 4, "{shown}");
    let said = "the result failed in 0 of 20 runs: the failure is gone since it was measured, or depends on what the machine does beside it\n";
    assert!(shown.to_string().contains(said), "{shown}");
    assert!(!shown.to_string().contains("can be removed"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 8\n");
    fs::remove_file(env.path("own")).unwrap();
    fs::remove_file(env.path("all")).unwrap();
    let told = env.run(&format!("{line} --fresh --message-format json"));
    let end = told.stdout.lines().last().unwrap();
    assert!(told.code == 4 && end.contains(r#""reliability":{"fails":0"#), "{told}");
    assert!(!end.contains(r#""minimality":[{"#), "{told}");
}

#[test]
fn a_search_goes_on_from_a_result_that_comes_out_not_to_fail_each_time() {
    let env = TestEnv::new();
    env.lines("input.txt", 200);
    // By bad luck line 5 seems to be needed, until the result is run again; of these runs every tenth passes.
    let script = format!(
        "test $(grep -cxE 'line (20|70|120|170)' input.txt) = 4 || exit 1
        if [ $(wc -l < input.txt) = 5 ]; then echo >> {own}; test $(($(wc -l < {own}) % 10)) = 3 && exit 1; fi
        test -s {own} && test $(wc -l < {own}) -gt 3 || grep -qx 'line 5' input.txt",
        own = env.path("own").display(),
    );
    env.script("test.sh", &script);
    let line = "reduce --sandbox off --jobs 1 --unit lines ./test.sh input.txt";
    let said = "runs on the result failed; each candidate is run until it is clear whether it fails as often";
    // Ended by its budget after it began to go on, it goes on where it was: what one run each said counts no more.
    let first = env.run(&format!("{line} --message-format json"));
    assert!(first.code == 0 && first.to_string().contains(said), "{first}");
    assert_eq!(env.read("input.min.txt"), "line 20\nline 70\nline 120\nline 170\n");
    assert!(first.stdout.contains(r#""reliability":{"fails":20,"runs":20}"#), "{first}");
    let end: serde_json::Value = serde_json::from_str(first.stdout.lines().last().unwrap()).unwrap();
    let tests = end["data"]["asked"].as_u64().unwrap();
    for file in ["own", "input.min.txt"] {
        fs::remove_file(env.path(file)).unwrap();
    }
    let stopped = env.run(&format!("{line} --fresh --budget {}", tests - 8));
    assert!(stopped.code == 6 && stopped.to_string().contains(said), "{stopped}");
    assert_eq!(env.read("input.min.txt").lines().count(), 5, "{stopped}");
    let later = env.run(&format!("{line} --budget 1000"));
    assert!(later.code == 0 && later.to_string().contains(said), "{later}");
    assert_eq!(env.read("input.min.txt"), "line 20\nline 70\nline 120\nline 170\n");
    assert!(later.to_string().contains("none of the 4 lines can be removed"), "{later}");
}

#[test]
fn an_input_that_passes_a_few_times_first_may_fail_now_and_then() {
    let env = TestEnv::with_lines();
    // Fails in each run but the first five, which one in 32 that fail in half of theirs do.
    let script = format!(
        "echo >> {runs}; test $(wc -l < {runs}) -gt 5 && grep -qx 'line 3' input.txt",
        runs = env.path("runs").display(),
    );
    env.script("test.sh", &script);
    let shown = env.run("reduce --jobs 1 --unit lines ./test.sh input.txt");
    assert!(shown.code == 0 && shown.to_string().contains("the test is unreliable: "), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
}

#[test]
fn a_short_search_is_seen_through_in_the_end_and_a_finished_one_only_once() {
    let env = TestEnv::with_lines();
    // By bad luck line 5 seems to be needed: what has all but this line passes in its first run.
    let script = format!(
        "echo >> {runs}; grep -qx 'line 3' input.txt && grep -qx 'line 8' input.txt || exit 1
        grep -qx 'line 5' input.txt || test -e {gone} || {{ touch {gone}; exit 1; }}
        test $(wc -l < input.txt) != 2 || test -e {again} || {{ touch {again}; exit 1; }}",
        runs = env.path("runs").display(),
        gone = env.path("gone").display(),
        again = env.path("again").display(),
    );
    env.script("test.sh", &script);
    let line = "reduce --jobs 1 --unit lines ./test.sh input.txt";
    let shown = env.run(line);
    assert!(shown.to_string().contains("of the last candidates that did not fail, one fails now"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 8\n");
    let runs = || env.read("runs").lines().count();
    fs::remove_file(env.path("runs")).unwrap();
    env.file("again", "");
    env.run(&format!("{line} --fresh"));
    let first = runs();
    let later = env.run(line);
    assert!(later.code == 0 && later.to_string().contains("none of the 2 lines can be removed"), "{later}");
    // The input and the result, twice each, and three candidates that passed.
    assert!(runs() - first <= 7, "{later}\n{} of {first} runs again", runs() - first);
    assert_eq!(env.run(line).code, 0);
    assert!(runs() - first <= 14, "{} of {first} runs again, the second time", runs() - first);
}

#[test]
fn a_search_begins_anew_whose_result_hardly_fails() {
    let env = TestEnv::new();
    env.lines("input.txt", 200);
    // By chance whatever has line 120 fails, until it is alone and has failed once.
    let script = format!(
        "test $(grep -cxE 'line (20|70|120|170)' input.txt) = 4 && exit 0
        grep -qx 'line 120' input.txt && test ! -e {gone} || exit 1
        test $(wc -l < input.txt) != 1 || touch {gone}",
        gone = env.path("gone").display(),
    );
    env.script("test.sh", &script);
    let shown = env.run("reduce --sandbox off --jobs 1 --unit lines ./test.sh input.txt");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.to_string().contains("the search begins anew: its result failed in 0 of"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 20\nline 70\nline 120\nline 170\n");
    assert!(shown.to_string().contains("none of the 4 lines can be removed"), "{shown}");
}

#[test]
fn what_was_judged_by_one_run_each_counts_for_nothing_once_a_test_is_known_to_be_unreliable() {
    let env = TestEnv::with_lines();
    let (count, luck) = (env.path("count"), env.path("luck"));
    // It is only bad luck at first that all but the whole passes.
    env.file("luck", "bad");
    env.script(
        "test.sh",
        &format!(
            "grep -qx 'line 3' input.txt || exit 1
            if grep -q bad {}; then test $(wc -l < input.txt) = $(wc -l < {}); exit; fi
            echo >> {2}; test $(($(wc -l < {2}) % 2)) = 1",
            luck.display(),
            env.path("input.txt").display(),
            count.display()
        ),
    );
    env.script("fails", "\"${0%/*}\"/test.sh || exit 0; echo error: three >&2; exit 1");
    // A script is found out when it is checked, a command in its first two runs.
    for test in ["./test.sh input.txt", "input.txt -- ./fails"] {
        env.file("luck", "bad");
        assert_eq!(env.run(&format!("reduce --sandbox off --jobs 1 --unit lines --budget 5 {test}")).code, 6);
        env.file("luck", "even");
        let shown = env.run(&format!("reduce --sandbox off --jobs 1 --unit lines --budget 5000 {test}"));
        assert_eq!(shown.code, 0, "{shown}");
        assert!(shown.to_string().contains("the test is unreliable: "), "{shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\n");
        fs::remove_file(env.path("input.min.txt")).unwrap();
        fs::remove_file(&count).unwrap();
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let env = TestEnv::with_lines();
    assert_snapshot!(env.run("reduce --worker --repeat auto input.txt -- cat"), @"
    error: --repeat auto: with --worker it is not measured how often the input fails
      hint: say how often each candidate is run, such as --repeat 2/5
    => 2
    ");
}

#[test]
fn an_input_that_seldom_fails_is_measured_where_that_is_asked_for() {
    let env = TestEnv::with_lines();
    let count = env.path("count");
    // Fails in each tenth run.
    env.script(
        "test.sh",
        &format!(
            "echo >> {0}; test $(($(wc -l < {0}) % 10)) = 0 && grep -qx 'line 3' input.txt",
            count.display()
        ),
    );
    assert_snapshot!(env.run("reduce --jobs 1 --unit lines ./test.sh input.txt"), @"
    error: the input does not fail: input.txt
      ran:     [DIR]/test.sh [SCRATCH]/work/input.txt
      in:      [SCRATCH]/work
      ended:   exit code 1
      by hand: [DIR]/test.sh [DIR]/input.txt
      hint: if it exits with 1 because the failure is there: dwindle reduce --exit-code 1 --jobs 1 --unit lines ./test.sh input.txt
      hint: if it fails only now and then: dwindle reduce --repeat auto --jobs 1 --unit lines ./test.sh input.txt
      hint: a test script exits with 0 if the failure is still there
    => 3
    ");
    let shown = env.run("reduce --jobs 1 --unit lines --repeat auto ./test.sh input.txt");
    assert!(
        shown.code == 0 && shown.to_string().contains("warning: the test is unreliable: 20 of "),
        "{shown}"
    );
    assert_eq!(env.read("input.min.txt"), "line 3\n");
}

#[test]
fn an_input_that_fails_only_sometimes_may_pass_first_under_repeat() {
    let env = TestEnv::with_lines();
    let count = env.path("count");
    let body = format!(
        "grep -qx 'line 3' input.txt || exit 1; echo >> {0}; exit $(($(wc -l < {0}) % 2))",
        count.display()
    );
    env.script("test.sh", &body);
    let shown = env.run("reduce -q --jobs 1 --unit lines --repeat 1/3 ./test.sh input.txt");
    assert_eq!(shown.to_string(), "=> 0");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
}

#[test]
fn a_test_that_kills_what_started_it_is_told_of_the_sandbox() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx 'line 3' input.txt || exit 1; kill -9 $PPID");
    let shown = env.run("reduce ./test.sh input.txt");
    assert!(
        shown.code == 1 && shown.stderr.contains("hint: a test that kills what started it cannot"),
        "{shown}"
    );
}

#[test]
fn the_runs_before_the_search_are_told_one_by_one_and_each_is_started_once() {
    let env = TestEnv::with_lines();
    env.script("test.sh", "grep -qx 'line 3' \"$1\" || exit 0; exit 3");
    let shown = env.run("check --jobs 1 --message-format json input.txt -- ./test.sh {}");
    let of = |kind: &str| {
        let begin = format!("{{\"type\":\"{kind}\"");
        shown.stdout.lines().filter(|line| line.starts_with(&begin)).collect::<Vec<_>>()
    };
    assert_snapshot!(of("checking").join("\n"), @r#"
    {"type":"checking","data":{"run":1,"of":3}}
    {"type":"checking","data":{"run":2,"of":3}}
    {"type":"checking","data":{"run":3,"of":3}}
    "#);
    assert_eq!((of("started").len(), of("tested").len()), (3, 3), "{shown}");
    let compared =
        env.run("compare -j 1 -a ddmin,one-minimal --message-format json input.txt -- ./test.sh {}");
    let confirmed = compared.stdout.lines().filter(|line| line.contains("\"purpose\":\"confirm\"")).count();
    assert_eq!(confirmed, 3, "only once for all algorithms: {compared}");
}
