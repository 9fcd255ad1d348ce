//! What `changes` says where it cannot begin.

use insta::assert_snapshot;

use super::{Repository, line_of_commits};
use crate::env::TestEnv;

#[test]
fn what_is_no_repository_or_revision_is_said() {
    let env = TestEnv::new();
    let bare = env.command().args(["changes", "--good", "a", "--", "true"]).env("GIT_CEILING_DIRECTORIES", "/").output();
    let shown = env.shown(&bare.unwrap());
    if shown.stderr.contains("install git") {
        return;
    }
    assert_snapshot!(shown, @"");
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", b"1\n")]);
    assert_snapshot!(env.run("changes --good v9 -- true"), @"");
    assert_snapshot!(env.run("changes --good HEAD --bad HEAD -- true"), @"");
    assert_snapshot!(env.run("changes --good-dir here --bad-dir there -- true"), @"");
}

#[test]
fn a_good_version_that_fails_and_a_bad_one_that_passes_are_said() {
    let env = TestEnv::new();
    let Some(_repository) = line_of_commits(&env) else { return };
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- false"), @"");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- true"), @"");
    let shown = env.run_words(["changes", "--jobs", "1", "--good", "good", "--bad", "HEAD", "--", "sh", "-c", "exit 125"]);
    assert_snapshot!(shown, @"");
    env.script("test.sh", "grep -q boom src/a.txt && exit 1; exit 125");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"");
}

#[test]
fn a_code_above_127_ends_the_run_at_any_number_of_jobs() {
    let env = TestEnv::new();
    let Some(_repository) = line_of_commits(&env) else { return };
    env.script("test.sh", "test $(grep -c -e changed -e boom src/a.txt) = 6 && exit 200; ! grep -q boom src/a.txt");
    for jobs in ["1", "4", "1"] {
        let shown = env.run(&format!("changes --jobs {jobs} --good good --bad HEAD -- ./test.sh"));
        assert_eq!(shown.code, 5, "{shown}");
        assert!(shown.stderr.contains("error: the test ended the run: exit code 200\n"), "{shown}");
    }
}
