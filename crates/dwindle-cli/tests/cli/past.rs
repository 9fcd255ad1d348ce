//! Runs that are over: pages about them, their earlier bests, and what went.

use crate::env::TestEnv;

/// A run on a file of which one line is needed.
fn reduced() -> TestEnv {
    let env = TestEnv::new();
    env.file("in.txt", "one\ntwo\nbug\nfour\n").script("test.sh", "grep -q bug in.txt");
    assert_eq!(env.run("reduce --unit lines --jobs 1 ./test.sh in.txt").code, 0);
    env
}

#[test]
fn every_best_is_given_back_and_a_resumed_run_adds_none() {
    let env = reduced();
    assert_eq!(env.run("replay in.txt --step 0").stdout, "one\ntwo\nbug\nfour\n");
    let listed = env.run("replay in.txt").stdout;
    assert!(listed.lines().count() > 1, "{listed}");
    let last = listed.lines().count() - 1;
    for named in ["in.txt", "in.min.txt", "in.txt.dwindle"] {
        assert_eq!(env.run(&format!("replay {named} --step {last}")).stdout, "bug\n", "{named}");
    }
    assert_eq!(env.run("reduce --unit lines --jobs 1 ./test.sh in.txt").code, 0);
    assert_eq!(env.run("replay in.txt").stdout, listed);
    let diff = env.run("diff in.txt").stdout;
    assert!(diff.contains("-one\n-two\n bug\n-four\n"), "{diff}");
}

#[test]
fn what_is_asked_wrongly_is_said() {
    let env = reduced();
    for (words, wrong) in [
        ("replay nothing.txt", "nothing.txt: there is no such file"),
        ("replay test.sh", "test.sh: no run on it is on record"),
        ("replay in.txt --step 99", "there is no step 99"),
        ("replay in.txt --step 0 -o in.txt.new", ""),
        ("replay in.txt --step 1 -o in.txt", "in.txt exists, and is not overwritten"),
        ("report in.txt -o test.sh", "test.sh is no report of Dwindle's, and is not overwritten"),
        ("report in.txt -o no/where.html", "cannot write no/where.html"),
    ] {
        let shown = env.run(words);
        assert_eq!(shown.code, if wrong.is_empty() { 0 } else { 2 }, "{words}\n{shown}");
        assert!(shown.stderr.contains(wrong), "{words}\n{shown}");
    }
    assert_eq!(env.read("in.txt.new"), env.read("in.txt"));
}

#[test]
fn a_report_is_written_at_the_end_and_from_the_records_alone() {
    let env = reduced();
    let shown = env.run("reduce --unit lines --jobs 1 --report=page.html ./test.sh in.txt");
    assert!(shown.stderr.contains("report: page.html\n"), "{shown}");
    let page = env.read("page.html");
    assert!(
        page.contains("dwindle reduce --unit lines --jobs 1 --report=page.html ./test.sh in.txt"),
        "{page}"
    );
    assert!(page.contains("17 → 4 bytes"), "{page}");
    // The records are enough: the input, the result and the test are gone.
    for name in ["in.txt", "in.min.txt", "test.sh", "page.html"] {
        std::fs::remove_file(env.path(name)).unwrap();
    }
    assert_eq!(env.run("report in.txt.dwindle -o page.html").code, 0);
    let again = env.read("page.html");
    assert!(again.contains("17 → 4 bytes") && again.contains("four"), "{again}");
    assert_eq!(env.run("report in.txt.dwindle -o page.html").code, 0, "one of ours is replaced");
}

#[test]
fn a_run_that_did_not_end_has_a_report_too() {
    let env = TestEnv::new();
    env.file("in.txt", "one\ntwo\nbug\nfour\n").script("test.sh", "grep -q bug in.txt");
    assert_eq!(env.run("reduce --unit lines --jobs 1 --budget 2 ./test.sh in.txt").code, 6);
    let page = env.run("report in.txt -o -").stdout;
    assert!(page.contains("stopped: the budget is spent"), "{page}");
}

#[test]
fn several_runs_are_shown_in_one_page() {
    let env = reduced();
    assert_eq!(env.run("isolate --unit lines --jobs 1 ./test.sh in.txt").code, 0);
    let page = env.run("report --all in.txt -o -").stdout;
    assert!(page.contains("2 runs") && page.contains("What makes the difference"), "{page}");
    let one = env.run("report in.txt -o -").stdout;
    assert!(!one.contains("2 runs"), "{one}");
}

#[test]
fn the_failures_of_a_triage_are_shown_in_one_page() {
    let env = TestEnv::new();
    env.file("crashes/1", "a bug\nb\n").file("crashes/2", "a worm\nb\n");
    env.script(
        "parser",
        "for what in bug worm; do grep -q $what \"$1\" && echo panic: $what >&2 && exit 101; done; exit 0",
    );
    let shown = env.run("triage --jobs 1 --report=page.html crashes -- ./parser {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(env.read("page.html").contains("2 runs"), "{shown}");
}
