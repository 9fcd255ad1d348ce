//! Histories that do not bisect, versions that are not committed, and fixes.

use insta::assert_snapshot;

use super::{Repository, line_of_commits, text};
use crate::env::TestEnv;

#[test]
fn two_commits_that_only_fail_together_are_both_found() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", &text(60, &[])), ("b.txt", &text(60, &[]))]);
    repository.git(&["tag", "good"]);
    repository.commit("One", &[("a.txt", &text(60, &[(7, "other"), (30, "left")]))]);
    repository.commit("Between", &[("c.txt", b"new\n")]);
    repository.commit("Two", &[("b.txt", &text(60, &[(20, "right"), (50, "other")]))]);
    repository.commit("After", &[("d.txt", b"new\n")]);
    env.script("test.sh", "! { grep -q left a.txt && grep -q right b.txt; }");
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"
    b.txt: line 20 replaced by line 20
      from c86fc5deb6 2001-09-09 Ada: Two
    diff --git a/b.txt b/b.txt
    index 62801742d39f4ff54fbc61154d8326a086f8d3ce..7cd1d64971036e648d2b0ef066c4f079c89ba9c8 100644
    --- a/b.txt
    +++ b/b.txt
    @@ -17,7 +17,7 @@
     line 17
     line 18
     line 19
    -line 20
    +right
     line 21
     line 22
     line 23
    the cause is known after 5 tests; next: which changes make the good version fail (Ctrl-C keeps the cause; --cause-only skips this step)
    asked about 14 candidates: 4 fail, 10 pass, 0 unresolved
    ran 19 tests: 14 for these, 5 to confirm results
    the bad version passes without this change (tested again in an empty directory)
    the good version fails with 2 changes (the failing patch):
      a.txt: line 30 replaced by line 30 (from 4e48c47133)
      b.txt: line 20 replaced by line 20 (from c86fc5deb6)
    1-minimal: none of these changes can be left out
    first bad commit of 4: c86fc5deb6 2001-09-09 Ada: Two
    git bisect would stop there after about 2 tests
    result: .git/dwindle/good..HEAD.failing.patch, .git/dwindle/good..HEAD.cause.patch
    good..HEAD: 1 of 6 changes, in 1 file, breaks it; found in 5 tests, [TIME]
    => 0
    ");
    let failing = env.read(".git/dwindle/good..HEAD.failing.patch");
    assert!(failing.contains("+left") && failing.contains("+right"), "{failing}");
    assert!(!failing.contains("other") && !failing.contains("new"), "{failing}");
}

#[test]
fn commits_that_cannot_be_built_in_the_middle_are_no_obstacle() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", &text(60, &[])), ("build.txt", b"works\n")]);
    repository.git(&["tag", "good"]);
    repository.commit("Break the build", &[("build.txt", b"broken\n")]);
    repository.commit("Break the program", &[("a.txt", &text(60, &[(30, "boom"), (50, "other")]))]);
    repository.commit("Go on", &[("c.txt", b"new\n")]);
    repository.commit("Mend the build", &[("build.txt", b"works again\n")]);
    env.script("test.sh", "test -e built || exit 3; ! grep -q boom a.txt");
    let line = ["changes", "--jobs", "1", "--good", "good", "--bad", "HEAD"];
    let build = ["--build", "rm -f built; grep -q works build.txt && touch built", "--", "./test.sh"];
    assert_snapshot!(env.run_words(line.iter().chain(&build)), @"
    a.txt: line 30 replaced by line 30
      from 6a72d1b40a 2001-09-09 Ada: Break the program
    diff --git a/a.txt b/a.txt
    index 62801742d39f4ff54fbc61154d8326a086f8d3ce..2f5f6b08e08dd4f6ebb402761f2f5a269d281177 100644
    --- a/a.txt
    +++ b/a.txt
    @@ -27,7 +27,7 @@
     line 27
     line 28
     line 29
    -line 30
    +boom
     line 31
     line 32
     line 33
    the cause is known after 6 tests; next: which changes make the good version fail (Ctrl-C keeps the cause; --cause-only skips this step)
    asked about 7 candidates: 3 fail, 1 passes, 3 unresolved (the build failed: exit code 1: 3)
    ran 12 tests: 7 for these, 5 to confirm results
    the bad version passes without this change (tested again in an empty directory)
    the good version fails with this change alone
    bisection of 4 commits stops with 4 left: the versions between them could not be tested
    git bisect would stop there after about 2 tests
    result: .git/dwindle/good..HEAD.failing.patch, .git/dwindle/good..HEAD.cause.patch
    good..HEAD: 1 of 4 changes, in 1 file, breaks it; found in 6 tests, [TIME]
    => 0
    ");
}

#[test]
fn a_merge_stands_for_what_it_brought() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
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
    assert!(shown.stderr.contains("first bad commit of 3") && shown.stderr.contains("Merge side"), "{shown}");
}

#[test]
fn what_is_not_committed_is_the_bad_version_where_there_is_any() {
    let env = TestEnv::new();
    let repository = line_of_commits(&env);
    let mended = text(100, &[(64, "mended")]);
    repository.commit("Mend", &[("src/a.txt", &mended)]);
    let edited = text(100, &[(20, "other"), (64, "mended"), (90, "boom")]);
    env.file("src/a.txt", edited).file("new.txt", "new\n");
    let before = (repository.git(&["status", "--short"]), repository.git(&["rev-parse", "HEAD"]));
    let shown = env.run("changes --jobs 1 --good HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(
        shown.stdout.starts_with("src/a.txt: line 90 replaced by line 90\n  from uncommitted changes\n"),
        "{shown}"
    );
    assert!(shown.stderr.contains("\nHEAD..uncommitted: 1 of 3 changes, in 1 file, breaks it;"), "{shown}");
    assert_eq!((repository.git(&["status", "--short"]), repository.git(&["rev-parse", "HEAD"])), before);
}

#[test]
fn a_fix_is_the_least_of_a_newer_version_with_which_the_older_passes() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", &text(60, &[(30, "boom"), (44, "boom")]))]);
    repository.git(&["tag", "bad"]);
    repository.commit("Half", &[("a.txt", &text(60, &[(10, "other"), (44, "boom")]))]);
    repository.commit("Other", &[("b.txt", b"new\n")]);
    repository.commit("Whole", &[("a.txt", &text(60, &[(10, "other"), (50, "other")]))]);
    env.script("test.sh", "! grep -q boom a.txt");
    assert_snapshot!(env.run("changes --jobs 1 --fix --good HEAD --bad bad -- ./test.sh"), @"
    a.txt: line 30 replaced by line 30
    a.txt: line 44 replaced by line 44
      from 5cd3f62b9b 2001-09-09 Ada: Half
      from 1fe44e37a4 2001-09-09 Ada: Whole
    diff --git a/a.txt b/a.txt
    index 66e342151e1b7decca1702125a34f661d56ebbf7..8b2034dd771e26f49fb7300df97c17840651afed 100644
    --- a/a.txt
    +++ b/a.txt
    @@ -27,7 +27,7 @@
     line 27
     line 28
     line 29
    -boom
    +line 30
     line 31
     line 32
     line 33
    @@ -41,7 +41,7 @@
     line 41
     line 42
     line 43
    -boom
    +line 44
     line 45
     line 46
     line 47
    the cause is known after 11 tests; next: which changes make the good version fail again (Ctrl-C keeps the cause; --cause-only skips this step)
    asked about 16 candidates: 12 fail, 4 pass, 0 unresolved
    ran 21 tests: 16 for these, 5 to confirm results
    the bad version passes with these changes (tested again in an empty directory)
    1-minimal: none of these changes can be left out
    the good version fails without 1 change (the failing patch):
      a.txt: line 30 replaced by line 30 (from 5cd3f62b9b)
    first good commit of 3: 1fe44e37a4 2001-09-09 Ada: Whole
    that commit alone does not decide the outcome, so all changes were searched
    git bisect would stop there after about 2 tests
    result: .git/dwindle/HEAD..bad.failing.patch, .git/dwindle/HEAD..bad.fix.patch
    HEAD..bad: 2 of 5 changes, in 1 file, fix it; found in 11 tests, [TIME]
    => 0
    ");
    repository.git(&["checkout", "--quiet", "bad"]);
    repository.git(&["apply", ".git/dwindle/HEAD..bad.fix.patch"]);
    assert_eq!(env.read("a.txt").as_bytes(), text(60, &[]));
}

#[test]
fn where_later_commits_build_on_the_first_bad_one_its_own_changes_are_searched() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    let both = |version: &str, lines: &[(u32, &str)]| {
        let lines = [&[(1, version)], lines].concat();
        (text(60, &lines), format!("{version}\n").into_bytes())
    };
    let commit = |message: &str, (a, b): (Vec<u8>, Vec<u8>)| {
        repository.commit(message, &[("a.txt", &a), ("b.txt", &b)]);
    };
    commit("Begin", both("one", &[]));
    repository.git(&["tag", "good"]);
    commit("Add more", both("one", &[(10, "more")]));
    commit("Break", both("one", &[(10, "more"), (30, "boom"), (50, "other")]));
    // The line is another one since then, and no later version works without it.
    commit("Go on", both("two", &[(10, "more"), (30, "boom two"), (50, "other")]));
    commit("End", both("three", &[(10, "more"), (30, "boom three"), (50, "other")]));
    let body = "version=$(head -1 a.txt)\ntest \"$version\" = \"$(cat b.txt)\" || exit 125\n\
                case \"$version:$(sed -n 30p a.txt)\" in\n\
                one:'line 30') exit 0;;\none:boom|two:'boom two'|three:'boom three') exit 1;;\nesac\nexit 125";
    env.script("test.sh", body);
    assert_snapshot!(env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh"), @"
    a.txt: line 30 replaced by line 30
      from 56cc83a087 2001-09-09 Ada: Break
    diff --git a/a.txt b/a.txt
    index 1dd173edfb7250f4e7eaf01e0678e094bc288abd..c005765a9cb93b20b4066c5ef502666b64e8e02c 100644
    --- a/a.txt
    +++ b/a.txt
    @@ -27,7 +27,7 @@
     line 27
     line 28
     line 29
    -line 30
    +boom
     line 31
     line 32
     line 33
    the cause is known after 9 tests; next: which changes make the good version fail (Ctrl-C keeps the cause; --cause-only skips this step)
    asked about 24 candidates: 4 fail, 3 pass, 17 unresolved (exit code 125: 17)
    ran 29 tests: 24 for these, 5 to confirm results
    first bad commit of 4: 56cc83a087 2001-09-09 Ada: Break
    neither that commit nor the cause found in it can be taken back from the bad version alone: the patch of the cause applies to 56cc83a087 (git apply --reverse)
    git bisect would stop there after about 2 tests
    that version passes without this change (tested again in an empty directory)
    the good version fails with 3 changes (the failing patch):
      a.txt: line 1 replaced by line 1 (from 926cc08509, 3fb77cde06)
      a.txt: line 30 replaced by line 30 (from 56cc83a087, 926cc08509, 3fb77cde06)
      b.txt: line 1 replaced by line 1 (from 926cc08509, 3fb77cde06)
    1-minimal: none of these changes can be left out
    result: .git/dwindle/good..HEAD.failing.patch, .git/dwindle/good..HEAD.cause.patch
    good..HEAD: within 56cc83a087, 1 of 2 changes, in 1 file, breaks it; found in 9 tests, [TIME]
    => 0
    ");
    repository.git(&["checkout", "--quiet", "HEAD~2"]);
    repository.git(&["apply", "--reverse", ".git/dwindle/good..HEAD.cause.patch"]);
    assert_eq!(env.read("a.txt").as_bytes(), text(60, &[(1, "one"), (10, "more"), (50, "other")]));
}

#[test]
fn a_commit_that_all_changes_came_from_accounts_for_them() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    let commit =
        |message: &str, lines: &[(u32, &str)]| repository.commit(message, &[("a.txt", &text(60, lines))]);
    commit("Begin", &[]);
    repository.git(&["tag", "good"]);
    commit("Try", &[(5, "tried")]);
    commit("Take back", &[]);
    commit("Break", &[(10, "more"), (30, "boom")]);
    env.script("test.sh", "! grep -q boom a.txt");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh").to_string();
    assert!(
        shown.contains("a.txt: line 30 replaced by line 30\n") && shown.contains("Ada: Break"),
        "{shown}"
    );
    assert!(!shown.contains("does not account for it"), "{shown}");
}
