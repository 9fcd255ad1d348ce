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
