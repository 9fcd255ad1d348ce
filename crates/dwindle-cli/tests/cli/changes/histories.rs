//! Histories that do not bisect, versions that are not committed, and fixes.

use insta::assert_snapshot;

use super::{Repository, line_of_commits, text};
use crate::env::TestEnv;

#[test]
fn two_commits_that_only_fail_together_are_both_found() {
    let env = TestEnv::new();
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", &text(60, &[])), ("b.txt", &text(60, &[]))]);
    repository.git(&["tag", "good"]);
    repository.commit("One", &[("a.txt", &text(60, &[(7, "other"), (30, "left")]))]);
    repository.commit("Between", &[("c.txt", b"new\n")]);
    repository.commit("Two", &[("b.txt", &text(60, &[(20, "right"), (50, "other")]))]);
    repository.commit("After", &[("d.txt", b"new\n")]);
    env.script("test.sh", "! { grep -q left a.txt && grep -q right b.txt; }");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"");
    let failing = env.read(".git/dwindle/good..HEAD.failing.patch");
    assert!(failing.contains("+left") && failing.contains("+right"), "{failing}");
    assert!(!failing.contains("other") && !failing.contains("new"), "{failing}");
}

#[test]
fn commits_that_cannot_be_built_in_the_middle_are_no_obstacle() {
    let env = TestEnv::new();
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", &text(60, &[])), ("build.txt", b"works\n")]);
    repository.git(&["tag", "good"]);
    repository.commit("Break the build", &[("build.txt", b"broken\n")]);
    repository.commit("Break the program", &[("a.txt", &text(60, &[(30, "boom"), (50, "other")]))]);
    repository.commit("Go on", &[("c.txt", b"new\n")]);
    repository.commit("Mend the build", &[("build.txt", b"works again\n")]);
    env.script("test.sh", "test -e built || exit 3; ! grep -q boom a.txt");
    let line = ["changes", "--jobs", "1", "--good", "good", "--bad", "HEAD"];
    let build = ["--build", "rm -f built; grep -q works build.txt && touch built", "--", "./test.sh"];
    assert_snapshot!(env.run_words(line.iter().chain(&build)), @"");
}

#[test]
fn a_merge_stands_for_what_it_brought() {
    let env = TestEnv::new();
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", &text(60, &[])), ("b.txt", &text(60, &[]))]);
    repository.git(&["tag", "good"]);
    repository.git(&["checkout", "--quiet", "-b", "side"]);
    repository.commit("Side one", &[("b.txt", &text(60, &[(10, "other")]))]);
    repository.commit("Side two", &[("b.txt", &text(60, &[(10, "other"), (40, "boom")]))]);
    repository.git(&["checkout", "--quiet", "main"]);
    repository.commit("Main one", &[("a.txt", &text(60, &[(10, "other")]))]);
    repository.git(&["merge", "--quiet", "--no-ff", "-m", "Merge side", "side"]);
    repository.commit("Main two", &[("a.txt", &text(60, &[(10, "other"), (40, "other")]))]);
    env.script("test.sh", "! grep -q boom b.txt");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.contains("Ada: Side two"), "{shown}");
    assert!(shown.stderr.contains("first bad of 3 commits") && shown.stderr.contains("Merge side"), "{shown}");
}

#[test]
fn what_is_not_committed_is_the_bad_version_where_there_is_any() {
    let env = TestEnv::new();
    let Some(repository) = line_of_commits(&env) else { return };
    let mended = text(100, &[(64, "mended")]);
    repository.commit("Mend", &[("src/a.txt", &mended)]);
    let edited = text(100, &[(20, "other"), (64, "mended"), (90, "boom")]);
    env.file("src/a.txt", edited).file("new.txt", "new\n");
    let before = (repository.git(&["status", "--short"]), repository.git(&["rev-parse", "HEAD"]));
    let shown = env.run("changes --jobs 1 --good HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.starts_with("src/a.txt: line 90 replaced by line 90\n  from uncommitted changes\n"), "{shown}");
    assert!(shown.stderr.starts_with("HEAD..uncommitted: 1 of 4 changes, in 1 file, breaks it;"), "{shown}");
    assert_eq!((repository.git(&["status", "--short"]), repository.git(&["rev-parse", "HEAD"])), before);
}

#[test]
fn a_fix_is_the_least_of_a_newer_version_with_which_the_older_passes() {
    let env = TestEnv::new();
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", &text(60, &[(30, "boom"), (44, "boom")]))]);
    repository.git(&["tag", "bad"]);
    repository.commit("Half", &[("a.txt", &text(60, &[(10, "other"), (44, "boom")]))]);
    repository.commit("Other", &[("b.txt", b"new\n")]);
    repository.commit("Whole", &[("a.txt", &text(60, &[(10, "other"), (50, "other")]))]);
    env.script("test.sh", "! grep -q boom a.txt");
    assert_snapshot!(env.run("changes --jobs 1 --fix --good HEAD --bad bad -- ./test.sh"), @"");
    repository.git(&["checkout", "--quiet", "bad"]);
    repository.git(&["apply", ".git/dwindle/HEAD..bad.fix.patch"]);
    assert_eq!(env.read("a.txt").as_bytes(), text(60, &[]));
}
