//! The commands besides `reduce`.

use super::*;

#[test]
fn every_command_that_runs_tests_runs_them_in_the_sandbox() {
    if !is_possible("full") {
        return;
    }
    let env = TestEnv::with_lines();
    let (inside, outside) = (env.path("inside"), env.path("outside"));
    for dir in [&inside, &outside] {
        fs::create_dir(dir).unwrap();
    }
    let note = format!("touch {}/ran; touch {}/ran 2>/dev/null", inside.display(), outside.display());
    env.script("cc", &format!("{note}\ngrep -q 'line 3' \"${{1:-input.txt}}\" && {{ echo 'x: error: bad' >&2; exit 1; }}; exit 0"));
    env.script(
        "needs",
        &format!(
            "{note}\ntest \"$*\" != '' || exit 0; case \"$*\" in *-b*) echo 'x: error: b' >&2; exit 1;; esac"
        ),
    );
    env.script("var", &format!("{note}\ntest -z \"$BAD\" || {{ echo 'x: error: bad' >&2; exit 1; }}"));
    env.script("path", &format!("{note}\ncase $LIBS in *d2*) echo 'x: error: bad' >&2; exit 3;; esac"));
    env.script("builds", &format!("{note}\ngrep -q 'line 3' input.txt && exit 3; exit 0"));
    env.file("seeds/input.txt", "line 3\n").file("passing.txt", "line 4\n");
    env.file("log", "line 2\nline 3\nline 4\n");
    env.file("good/input.txt", "line 4\n").file("bad/input.txt", "line 3\nline 5\n");
    env.file("prog.py", format!("import os\nos.system({note:?})\nx = 1\nprint(x)\nraise ValueError(x)\n"));
    fs::create_dir_all(env.path("d1")).unwrap();
    fs::create_dir_all(env.path("d2")).unwrap();
    let lines = [
        "reduce --unit lines input.txt -- ./cc {}",
        "isolate --unit lines --passing passing.txt input.txt -- ./cc {}",
        "check input.txt -- ./cc {}",
        "compare --unit lines --algorithms ddmin input.txt -- ./cc {}",
        "triage --name input.txt seeds -- ./cc",
        "fuzz --seeds seeds --name input.txt --budget 5 -- ./cc",
        "options -- ./needs -a -b -c",
        "env -- ./var",
        "path LIBS -- ./path",
        "events log -- ./cc {}",
        "changes --good-dir good --bad-dir bad -- ./builds",
        "trace -- python3 prog.py",
    ];
    for line in lines {
        let (command, rest) = line.split_once(' ').unwrap();
        let line = format!("{command} --sandbox full --allow-write {} {rest}", inside.display());
        let output = env
            .command()
            .env("BAD", "1")
            .env("LIBS", "d1:d2")
            .args(line.split_whitespace())
            .output()
            .unwrap();
        let shown = env.shown(&output);
        assert!(inside.join("ran").exists(), "{line}: {shown}");
        assert!(!outside.join("ran").exists(), "{line}: {shown}");
        fs::remove_file(inside.join("ran")).unwrap();
    }
}

/// Two failures, by `line 3` and by `line 5`; what else a test does is `also`.
fn many(also: &str) -> TestEnv {
    let env = TestEnv::new();
    env.script(
        "cc",
        &format!(
            "{also}\nfails() {{ grep -q \"line $1\" \"$3\" && echo \"x: $2 line is bad\" >&2 && kill -SEGV $$; }}\n\
             fails 3 third \"$1\"; fails 5 fifth \"$1\"; exit 0"
        ),
    );
    env.file("in/a", "line 1\nline 3\nline 9\n").file("in/b", "line 2\nline 5\nline 8\n");
    env.file("in/c", "line 7\nline 6\n");
    env
}

#[test]
fn many_inputs_have_a_sandbox_by_default_in_which_each_fails_as_without() {
    if !is_possible("full") {
        return;
    }
    for line in ["triage in -- ./cc {}", "fuzz --seeds in --name x.txt --budget 150 -- ./cc {}"] {
        let (env, outside) = (many(""), tempfile::tempdir().unwrap());
        let harm =
            format!("[ $(wc -l <\"$1\") -gt 1 ] || touch {}/harm 2>/dev/null", outside.path().display());
        let all = env.run(&line.replace("triage", "triage --allow-net").replace("fuzz", "fuzz --allow-net"));
        assert!(all.stderr.contains("2 distinct failures") && !all.stderr.contains("sandbox"), "{all}");
        // What smaller inputs do elsewhere is refused, and what that came to is told.
        let env = many(&format!("[ -s \"$1\" ] || exit 0; {harm}"));
        let shown = env.run(line);
        assert!(shown.stderr.contains("2 distinct failures"), "{line}: {shown}");
        assert!(!outside.path().join("harm").exists(), "{line}: {shown}");
        assert_eq!(
            shown.stderr.matches("warning: the sandbox did not let a test change").count(),
            1,
            "{line}: {shown}"
        );
    }
}

#[test]
fn many_inputs_have_no_sandbox_by_default_where_one_would_hinder_them() {
    if !is_possible("full") {
        return;
    }
    for line in ["triage in -- ./cc {}", "fuzz --seeds in --name x.txt --budget 150 -- ./cc {}"] {
        let log = tempfile::tempdir().unwrap();
        let env = many(&format!("echo >>{0}/log; echo >{0}/$$", log.path().display()));
        let shown = env.run(line);
        assert!(shown.stderr.contains("2 distinct failures"), "{line}: {shown}");
        let said = "warning: tests run with --sandbox off: with full, the test may not change";
        assert_eq!(shown.stderr.matches(said).count(), 1, "{line}: {shown}");
    }
}

/// A worker in which `line 3` fails, and which does what `also` says for each candidate before.
fn worker(env: &TestEnv, also: &str) {
    let answer = "if grep -q 'line 3' \"$path\"; then echo fail; else echo pass; fi";
    env.script("worker.sh", &format!("while IFS= read -r path; do {also}; {answer}; done"));
}

#[test]
fn a_worker_has_a_sandbox_by_default_in_which_it_answers_as_without() {
    if !is_possible("full") {
        return;
    }
    let (env, outside) = (TestEnv::with_lines(), tempfile::tempdir().unwrap());
    let outside = outside.path().display();
    worker(&env, &format!("[ $(wc -l <\"$path\") -gt 9 ] || touch {outside}/harm 2>/dev/null"));
    // Where nothing of the input is left it would write, which says that it has to.
    let shown = env.run("reduce --unit lines --worker ./worker.sh input.txt");
    let is_told =
        shown.stderr.contains("warning: tests run with --sandbox off: with full, the test may not change");
    assert!(is_told && shown.stderr.contains("where nothing of the input is left"), "{shown}");
    worker(&env, &format!("[ $(wc -l <\"$path\") != 5 ] || touch {outside}/harm-of-5 2>/dev/null"));
    let shown = env.run("reduce --unit lines --fresh --worker ./worker.sh input.txt");
    assert!(shown.code == 0 && !shown.stderr.contains("tests run with --sandbox off"), "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\n");
    assert!(!env.path(format!("{outside}/harm-of-5")).exists(), "{shown}");
}

#[test]
fn a_worker_that_writes_elsewhere_has_no_sandbox_by_default_and_keeps_one_that_is_named() {
    if !is_possible("full") {
        return;
    }
    let (env, outside) = (TestEnv::with_lines(), tempfile::tempdir().unwrap());
    let log = outside.path().join("log");
    worker(&env, &format!("echo \"$path\" >>{} || :", log.display()));
    for (option, warning, is_written) in [
        ("--sandbox full", "warning: the sandbox did not let a test change", false),
        ("--sandbox auto", "warning: tests run with --sandbox off: with full, the test may not change", true),
        ("", "warning: tests run with --sandbox off: with full, the test may not change", true),
    ] {
        let shown = env.run(&format!("reduce --unit lines {option} --worker ./worker.sh input.txt"));
        assert!(shown.code == 0 && shown.stderr.matches(warning).count() == 1, "{option}: {shown}");
        assert_eq!(env.read("input.min.txt"), "line 3\n", "{option}");
        assert_eq!(log.exists(), is_written, "{option}");
    }
}

#[test]
fn a_program_that_is_traced_has_a_sandbox_by_default_in_which_it_does_the_same() {
    if !is_possible("full") {
        return;
    }
    let (env, outside) = (TestEnv::new(), tempfile::tempdir().unwrap());
    let harm = outside.path().join("harm");
    let program = |also: &str| {
        format!("target = {harm:?}\ntarget = '/dev/null'\nopen(target, 'w').close()\n{also}\nprint('boom')\n")
    };
    env.file("prog.py", program("x = 1"));
    let shown = env.run("trace -- python3 prog.py");
    assert!(shown.code == 0 && !shown.stderr.contains("tests run with --sandbox off"), "{shown}");
    assert!(!harm.exists(), "{shown}");
    // A file with a name out of storage that was not initialised.
    assert!(shown.stderr.contains("warning: the sandbox did not let a test change"), "{shown}");
    let log = outside.path().join("log");
    env.file("prog.py", program(&format!("open({log:?}, 'a').close()")));
    let shown = env.run("trace -- python3 prog.py");
    let said = "warning: tests run with --sandbox off: with full, the test may not change";
    assert!(shown.code == 0 && shown.stderr.contains(said), "{shown}");
    assert!(log.exists(), "{shown}");
}
