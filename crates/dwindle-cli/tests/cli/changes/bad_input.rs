//! What `changes` says where it cannot begin.

use insta::assert_snapshot;

use super::{Repository, line_of_commits};
use crate::env::TestEnv;

#[test]
fn what_is_no_repository_or_revision_is_said() {
    let env = TestEnv::new();
    let bare = env
        .command()
        .args(["changes", "--good", "a", "--", "true"])
        .env("GIT_CEILING_DIRECTORIES", "/")
        .output();
    let shown = env.shown(&bare.unwrap());
    assert_snapshot!(shown, @r#"
    error: failed to find a git repository at "." or above it
      hint: run it inside a repository, or compare two directories: --good-dir DIR --bad-dir DIR
    => 2
    "#);
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", b"1\n")]);
    assert_snapshot!(env.run("changes --good v9 -- true"), @"
    error: failed to find the revision `v9`: the repository has no such commit
      hint: `git log --oneline` and `git tag` list the revisions
    => 2
    ");
    assert_snapshot!(env.run("changes --good HEAD --bad HEAD -- true"), @"
    error: the good and the bad version are the same: HEAD..HEAD
      hint: give two versions that differ
    => 2
    ");
    assert_snapshot!(env.run("changes --good-dir here --bad-dir there -- true"), @"
    error: --good-dir here: no such directory
      hint: name two directories, each with one version: --good-dir DIR --bad-dir DIR
    => 2
    ");
}

#[test]
fn a_good_version_that_fails_and_a_bad_one_that_passes_are_said() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    env.script("fails.sh", "exit 1");
    env.script("passes.sh", "exit 0");
    env.script("cannot.sh", "exit 125");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./fails.sh"), @"
    error: the good version fails too: good..HEAD
      ran:     [DIR]/fails.sh
      in:      [SCRATCH]/work
      ended:   exit code 1
      hint: if the test needs a file that this version does not have, copy it into each candidate: --with PATH
      hint: if it fails for another reason there, let the test exit with 125 in that case, or describe the failure: --bad-matches REGEX
      hint: if it is the same failure, name an older good version
    => 3
    ");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./passes.sh"), @"
    error: the bad version passes: good..HEAD
      ran:     [DIR]/passes.sh
      in:      [SCRATCH]/work
      ended:   exit code 0
      hint: a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0
    => 3
    ");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./cannot.sh"), @"
    error: the bad version cannot be tested: good..HEAD
      ran:     [DIR]/cannot.sh
      in:      [SCRATCH]/work
      ended:   exit code 125
      reason:  exit code 125
      hint: a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0
    => 3
    ");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD --build false -- ./passes.sh"), @"
    error: the bad version cannot be tested: good..HEAD
      ran:     false
      in:      [SCRATCH]/work
      ended:   exit code 1
      reason:  the build failed: exit code 1
      hint: a version is bad if its test exits with a code from 1 to 124, and good if it exits with 0
    => 3
    ");
    env.script("test.sh", "grep -q boom src/a.txt && exit 1; exit 125");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"
    error: the good version cannot be tested: good..HEAD
      ran:     [DIR]/test.sh
      in:      [SCRATCH]/work
      ended:   exit code 125
      reason:  exit code 125
      hint: if the test needs a file that this version does not have, copy it into each candidate: --with PATH
    => 3
    ");
}

#[test]
fn a_code_above_127_ends_the_run_at_any_number_of_jobs() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    env.script(
        "test.sh",
        "test $(grep -c -e changed -e boom src/a.txt) = 6 && exit 200; ! grep -q boom src/a.txt",
    );
    for jobs in ["1", "4", "1"] {
        let shown = env.run(&format!("changes --jobs {jobs} --good good --bad HEAD -- ./test.sh"));
        assert_eq!(shown.code, 5, "{shown}");
        assert!(shown.stderr.contains("error: the test ended the run: exit code 200\n"), "{shown}");
    }
}
