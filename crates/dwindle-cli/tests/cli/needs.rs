//! `--deps`: files and lines that need others.

use insta::assert_snapshot;

use crate::directories::{listing, project};
use crate::env::TestEnv;

#[test]
fn needs_are_met_and_circles_are_said() {
    let env = project();
    env.file(
        "deps",
        "a.txt: run # reads it\nsrc/deep/c.txt: a.txt\nrun: ./src/deep/d.txt\nsrc/deep/d.txt: run\n",
    );
    env.script(
        "test.sh",
        "if test -e proj/a.txt && test ! -e proj/run; then echo >> \"$LOG\"; fi; test -e proj/src/deep/c.txt",
    );
    let words = ["reduce", "-j", "1", "--deps", "deps", "./test.sh", "proj"];
    let output = env.command().args(words).env("LOG", env.path("log")).output().unwrap();
    assert_snapshot!(env.shown(&output), @"
    circular needs, so these are kept or removed together: run, src/deep/d.txt
    asked about 27 candidates: 16 still fail (kept), 11 pass, 0 unresolved
    ran 37 tests: 26 for these, 11 to confirm results; 1 answered from memory
    result: proj.min
    255 → 47 bytes (6 of 9 files and directories, names included) in 27 tests, [TIME]; none of the 5 files can be removed
    => 0
    ");
    assert!(!env.path("log").exists(), "a need was not met");
    assert_snapshot!(listing(&env.path("proj.min")).join("\n"), @r#"
    a.txt 644 ""
    run 755 ""
    src 755 ""
    src/deep 755 ""
    src/deep/c.txt 644 ""
    src/deep/d.txt 644 ""
    "#);
}

#[test]
fn lines_may_need_lines() {
    let env = TestEnv::with_lines();
    env.file("deps", "11: 7\n7: 1 2\n5: 3\n");
    assert_snapshot!(env.run("reduce -j 1 --unit lines --deps deps ./test.sh input.txt"), @"
    asked about 12 candidates: 3 still fail (kept), 9 pass, 0 unresolved
    ran 22 tests: 11 for these, 11 to confirm results; 1 answered from memory
    result: input.min.txt
    87 → 36 bytes (10 tokens) in 12 tests, [TIME]; none of the 5 lines can be removed
    => 0
    ");
    assert_eq!(env.read("input.min.txt"), "line 1\nline 2\nline 3\nline 7\nline 11\n");
    assert_snapshot!(env.run("reduce --deps deps ./test.sh input.txt"), @"
    error: --deps applies to lines of a text or files of a directory, not to smaller units
      hint: add --unit lines and omit --algorithm
    => 2
    ");
}

#[test]
fn lists_of_needs_that_make_no_sense_are_refused() {
    let env = project();
    let told = |deps: &str| {
        env.file("deps", deps);
        env.run("reduce -j 1 --deps deps ./test.sh proj").stderr
    };
    assert_snapshot!(told("a.txt: run\nb.txt: run\n"), @"
    error: --deps deps: line 2: there is no unit `b.txt`
      hint: each line is `unit: needed units ...`, where a unit is a path in the input
    ");
    assert_snapshot!(told("a.txt run\n"), @"
    error: --deps deps: line 1: `:` is missing: write `unit: what it needs`
      hint: each line is `unit: needed units ...`, where a unit is a path in the input
    ");
    assert_snapshot!(told("\na.txt: a.txt\n"), @"
    error: --deps deps: line 2: `a.txt` needs itself
      hint: each line is `unit: needed units ...`, where a unit is a path in the input
    ");
    assert_snapshot!(env.run("reduce -j 1 --deps nowhere ./test.sh proj"), @"
    error: --deps nowhere: No such file or directory (os error 2)
      hint: name a text file with a line `unit: what it needs ...` for each unit that needs others
    => 2
    ");
}
