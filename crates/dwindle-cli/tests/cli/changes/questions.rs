//! What is claimed of a result, when it is shown, where it is written, and what a stopped run leaves.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use rustix::process::Signal;

use super::text;
use crate::env::{TestEnv, signal};

/// Two versions of two files, with changes of these lines.
fn versions(a: &[(u32, &str)], b: &[(u32, &str)]) -> TestEnv {
    let env = TestEnv::new();
    for (dir, a, b) in [("old", &[][..], &[][..]), ("new", a, b)] {
        env.file(format!("{dir}/a.txt"), text(60, a)).file(format!("{dir}/b.txt"), text(60, b));
    }
    env
}

const BETWEEN: &str = "changes --jobs 1 --good-dir old --bad-dir new";

#[test]
fn the_other_hunks_are_asked_again_after_one_is_narrowed() {
    // The second change of the first hunk takes out what b.txt uses, until its own change there.
    let env = versions(&[(20, "boom"), (22, "uses")], &[(30, "used")]);
    env.script("test.sh", "grep -q uses a.txt || ! grep -q used b.txt || exit 125\n! grep -q boom a.txt");
    let shown = env.run(&format!("{BETWEEN} --cause-only -- ./test.sh"));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("old..new: 1 of 3 changes, in 1 file, breaks it"), "{shown}");
    assert!(shown.stdout.starts_with("a.txt: line 20 replaced by line 20\ndiff"), "{shown}");
}

#[test]
fn what_makes_the_good_version_fail_has_no_change_too_many() {
    // One hunk of four changes, three of which are needed, and each alone is the cause.
    let env = versions(&[(20, "one"), (22, "two"), (24, "three"), (26, "other")], &[]);
    env.script("test.sh", "! { grep -q one a.txt && grep -q two a.txt && grep -q three a.txt; }");
    let shown = env.run(&format!("{BETWEEN} -- ./test.sh"));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(
        shown.stderr.contains(
            "the good version fails with 3 changes (the failing patch):\n  a.txt: lines 20 to 24 replaced by lines 20 to 24, in 3 places\n1-minimal: none of these changes can be left out\n"
        ),
        "{shown}"
    );
    assert!(!env.read("old..new.failing.patch").contains("other"), "{shown}");
}

#[test]
fn a_result_of_many_changes_says_at_which_level_it_is_minimal() {
    let lines: Vec<(u32, &str)> = (1..=20).map(|nth| (nth * 2, "changed")).collect();
    let env = versions(&lines, &[]);
    env.script("test.sh", "case $(grep -c changed a.txt) in 0) exit 0;; 20) exit 1;; esac\nexit 125");
    let shown = env.run(&format!("{BETWEEN} --cause-only -- ./test.sh"));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(
        shown.stderr.contains(
            "\n1-minimal by hunk: it is one hunk; its 20 changes were not tested one by one (--by hunk,edit does)\n"
        ),
        "{shown}"
    );
}

#[test]
fn the_second_question_can_be_left_out() {
    let env = versions(&[(20, "left")], &[(30, "right"), (50, "other")]);
    env.script("test.sh", "! { grep -q left a.txt && grep -q right b.txt; }");
    let shown = env.run(&format!("{BETWEEN} --cause-only -- ./test.sh"));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(!shown.stderr.contains("the good version fails"), "{shown}");
    assert!(env.path("old..new.cause.patch").exists() && !env.path("old..new.failing.patch").exists());
    let shown = env.run(&format!("{BETWEEN} -- ./test.sh"));
    assert!(shown.stderr.contains("the good version fails with 2 changes (the failing patch)"), "{shown}");
    assert!(env.path("old..new.failing.patch").exists());
}

/// Versions on which the second question hangs, with a cause that is known after a few tests.
fn versions_that_hang_after_the_cause() -> TestEnv {
    let env = versions(&[(20, "left"), (50, "other")], &[(30, "right"), (50, "other")]);
    // With the cause alone; the bad version has both.
    let alone = "grep -q right b.txt && ! grep -q left a.txt && ! grep -q other a.txt";
    let hang = format!("touch {}; sleep 600", env.path("hangs").display());
    env.script(
        "test.sh",
        &format!(
            "test -e {0} && {alone} && {{ {hang}; }}\n! {{ grep -q left a.txt && grep -q right b.txt; }}",
            env.path("slow").display()
        ),
    );
    env
}

#[test]
fn an_interrupt_in_the_second_question_keeps_the_cause() {
    let env = versions_that_hang_after_the_cause();
    env.file("slow", "");
    let mut command = env.command();
    let words = BETWEEN.split(' ').chain(["--sandbox", "off", "--timeout", "1000s", "--", "./test.sh"]);
    let mut run = command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(run.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains(" replaced by "), "{first}");
    while !env.path("hangs").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let cause = env.read("old..new.cause.patch");
    signal(&run, Signal::INT);
    let (mut rest, mut said) = (String::new(), String::new());
    out.read_to_string(&mut rest).unwrap();
    run.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{said}");
    assert_eq!(env.read("old..new.cause.patch"), cause);
    assert_eq!(rest, cause, "the answer is shown once");
    assert!(said.contains("\nnot finished: finding which changes make the good version fail\n"), "{said}");
    assert!(!env.path("old..new.failing.patch").exists());
}

#[test]
fn a_stopped_run_does_not_replace_a_smaller_patch() {
    let env = TestEnv::new();
    // Two lines in one of two folders break it, each for itself.
    for (dir, third) in [("old", None), ("new", Some("boom"))] {
        for file in ["x/a.txt", "x/b.txt", "y/c.txt", "y/d.txt"] {
            let third = third.filter(|_| file.starts_with('x')).unwrap_or("changed");
            let others = (1..=6).map(|nth| (nth * 9, if nth == 3 { third } else { "changed" }));
            let lines: Vec<(u32, &str)> = others.filter(|_| dir == "new").collect();
            let path = env.path(format!("{dir}/{file}"));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            env.file(path, text(60, &lines));
        }
    }
    env.script("test.sh", "! grep -rq boom .");
    let done = env.run(&format!("{BETWEEN} -- ./test.sh"));
    assert_eq!(done.code, 0, "{done}");
    let patches = || (env.read("old..new.cause.patch"), env.read("old..new.failing.patch"));
    let found = patches();
    // Another test, so another run: stopped before anything is known, with half of the changes left, and after the cause.
    for (budget, said) in [(1, "24 of 24 changes"), (12, "12 of 24 changes"), (20, "2 of 24 changes")] {
        env.script("test.sh", &format!("# {budget}\n! grep -rq boom ."));
        let stopped = env.run(&format!("{BETWEEN} --budget {budget} -- ./test.sh"));
        assert_eq!(stopped.code, 6, "{stopped}");
        assert!(stopped.stderr.contains(&format!("old..new: {said}, in ")), "{stopped}");
        assert_eq!(patches(), found, "{stopped}");
        let not_written = "not written: [DIR]/old..new.cause.patch holds a smaller patch of an earlier run";
        assert_eq!(stopped.stderr.contains(not_written), budget == 12, "{stopped}");
        assert_eq!(stopped.stderr.contains("result: "), budget == 20, "{stopped}");
    }
    fs::remove_file(env.path("old..new.cause.patch")).unwrap();
    env.script("test.sh", "# once more\n! grep -rq boom .");
    let stopped = env.run(&format!("{BETWEEN} --budget 12 -- ./test.sh"));
    assert!(stopped.stderr.contains("result: old..new.cause.patch\n"), "{stopped}");
    assert!(env.read("old..new.cause.patch").len() > found.0.len());
}

#[test]
fn the_patch_goes_where_it_is_told_to_go() {
    let env = versions(&[(20, "boom"), (50, "other")], &[(30, "other")]);
    env.script("test.sh", "! grep -q boom a.txt");
    let shown = env.run(&format!("{BETWEEN} -o found.patch -- ./test.sh"));
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("found.patch\n"), "{shown}");
    let patch = env.read("found.patch");
    assert!(patch.starts_with("diff --git a/a.txt") && patch.contains("+boom"), "{patch}");
    assert!(!env.path("old..new.cause.patch").exists());
    let shown = env.run(&format!("{BETWEEN} -o - -- ./test.sh"));
    assert_eq!((shown.code, &shown.stdout), (0, &patch), "{shown}");
    assert!(shown.stderr.contains("a.txt: line 20 replaced by line 20\n"), "{shown}");
    env.file("mine.patch", "mine");
    let shown = env.run(&format!("{BETWEEN} -o mine.patch -- ./test.sh"));
    assert_eq!((shown.code, env.read("mine.patch").as_str()), (2, "mine"), "{shown}");
    let shown = env.run(&format!("{BETWEEN} -o - --message-format json -- ./test.sh"));
    assert_eq!(shown.code, 2, "{shown}");
}

#[test]
fn programs_are_told_the_cause_as_soon_as_it_is_known() {
    let env = versions(&[(20, "left")], &[(30, "right"), (50, "other")]);
    env.script("test.sh", "! { grep -q left a.txt && grep -q right b.txt; }");
    let shown = env.run(&format!("{BETWEEN} --message-format json -- ./test.sh"));
    let records = shown.messages();
    let kinds: Vec<&str> = records.iter().map(|record| record["type"].as_str().unwrap()).collect();
    let cause = kinds.iter().position(|kind| *kind == "cause").unwrap();
    assert!(kinds[cause..].contains(&"tested"), "{kinds:?}");
    let (early, last) = (&records[cause]["data"], &records.last().unwrap()["data"]);
    assert_eq!(early["cause"], last["cause"]);
    assert_eq!(early["cause_minimal_by"], "edit");
    assert_eq!(last["introduction_minimal_by"], "edit");
}
