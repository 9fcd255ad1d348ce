//! `changes` with builds whose products lie on, and with what a test itself needs.

use super::{Repository, line_of_commits};
use crate::env::TestEnv;

#[test]
fn what_the_test_needs_is_laid_in_each_candidate() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    env.file("own/pattern", "boom\n");
    // What it needs is gone after each test.
    env.script("test.sh", "grep -q -f own/pattern src/a.txt; was=$?; rm -r own; test $was = 1");
    for clean in ["", "--clean"] {
        let line = format!("changes --jobs 2 {clean} --with own --good good --bad HEAD -- ./test.sh");
        let shown = env.run(&line);
        assert_eq!(shown.code, 0, "{shown}");
        assert!(shown.stdout.starts_with("src/a.txt: line 64 replaced by line 64\n"), "{shown}");
    }
    let shown = env.run("changes --with src --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 2, "{shown}");
    assert!(shown.stderr.contains("a version already contains a file or directory named src"), "{shown}");
}

#[test]
fn a_bare_repository_has_nothing_that_is_not_committed() {
    let env = TestEnv::new();
    let repository = line_of_commits(&env);
    repository.git(&["config", "core.bare", "true"]);
    let shown = env.run("changes --jobs 1 --good good -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(
        shown.stderr.contains("\ngood..HEAD: 1 of 24 changes")
            || shown.stderr.starts_with("good..HEAD: 1 of 24"),
        "{shown}"
    );
}

#[test]
fn a_single_change_is_found_without_a_test() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", b"1\n")]);
    env.file("a.txt", "boom\n");
    let shown = env.run("changes --jobs 1 --good HEAD -- sh -c 'exit 3'");
    assert_eq!(shown.code, 3, "{shown}");
    let shown = env.run_words(["changes", "--jobs", "1", "--good", "HEAD", "--", "grep", "-q", "1", "a.txt"]);
    assert!(shown.stderr.contains("1 of 1 change, in 1 file, breaks it; found in 0 tests"), "{shown}");
}
