//! What `dwindle clean` removes, and what works after it.

use std::fs;

use insta::assert_snapshot;

use crate::env::TestEnv;

#[test]
fn clean_removes_what_runs_left_and_nothing_else() {
    let env = TestEnv::with_lines();
    assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 0);
    env.file(".input.min.txt.dwindle-4711-x1Y2z3", "torn");
    let shown = env.run("clean --dry-run input.txt");
    assert!(shown.stdout.starts_with("input.txt: would remove 1 run, "), "{shown}");
    assert!(env.path("input.txt.dwindle").exists());
    let shown = env.run("clean input.txt");
    assert!(shown.stdout.starts_with("input.txt: removed 1 run, "), "{shown}");
    assert_eq!(env.names(), ["input.min.txt", "input.txt", "input.txt.dwindle", "test.sh"]);
    assert_snapshot!(env.run("clean input.txt nowhere.txt"), @"
    input.txt: nothing to remove
      input.txt.dwindle stays: it records which results are Dwindle's
    nowhere.txt: nothing to remove
    => 0
    ");
    fs::remove_file(env.path("input.min.txt")).unwrap();
    assert_eq!(env.run("clean input.txt").code, 0);
    assert_eq!(env.names(), ["input.txt", "test.sh"]);
}

#[test]
fn the_same_command_works_after_clean() {
    let env = TestEnv::with_lines();
    for _ in 0..2 {
        assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 0);
        assert_eq!(env.run("clean input.txt").code, 0);
    }
    env.file("input.min.txt", "mine");
    assert_eq!(env.run("reduce -q --unit lines ./test.sh input.txt").code, 2, "what the user wrote stays");
    assert_eq!(env.read("input.min.txt"), "mine");
}

#[test]
fn clean_takes_a_directory_with_all_below() {
    let env = TestEnv::with_lines();
    env.file("deep/notes.dwindle/mine", "mine");
    for name in ["deep/input.txt", "deep/down/input.txt"] {
        env.lines(name, 12);
        assert_eq!(env.run(&format!("reduce -q --unit lines ./test.sh {name}")).code, 0);
        let result = name.replace("input", "input.min");
        fs::remove_file(env.path(result)).unwrap();
    }
    for dir in ["deep", "."] {
        let shown = env.run(&format!("clean {dir}"));
        let said = if dir == "deep" { "deep: removed 2 runs, " } else { ".: nothing to remove\n" };
        assert!(shown.stdout.starts_with(said), "{shown}");
    }
    assert_eq!(env.read("deep/notes.dwindle/mine"), "mine");
    assert_eq!(fs::read_dir(env.path("deep/down")).unwrap().count(), 1);
}
