//! Changes of every kind: renamed and edited, no text, other line ends; lines alone, and dd as it was published.

use super::{Repository, line_of_commits, text};
use crate::env::TestEnv;

#[test]
fn an_edit_of_a_renamed_file_is_a_change_of_its_own() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("old.txt", &text(60, &[])), ("c.txt", b"1\n")]);
    repository.git(&["tag", "good"]);
    repository.git(&["mv", "old.txt", "new.txt"]);
    repository.commit("Rename", &[("new.txt", &text(60, &[(10, "other"), (40, "boom")])), ("c.txt", b"2\n")]);
    env.script("test.sh", "! cat new.txt old.txt 2> /dev/null | grep -q boom");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.starts_with("new.txt: line 40 replaced by line 40\n"), "{shown}");
    env.script("test.sh", "! test -e new.txt");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert!(shown.stdout.starts_with("new.txt: renamed from old.txt\n"), "{shown}");
    assert!(shown.stdout.contains("rename to new.txt"), "{shown}");
}

#[test]
fn what_is_no_text_is_one_change_and_a_patch_has_it() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("data.bin", b"\0good\0"), ("a.txt", b"1\n")]);
    repository.git(&["tag", "good"]);
    repository.commit("Change", &[("data.bin", b"\0boom\0"), ("a.txt", b"2\n")]);
    env.script("test.sh", "! grep -q boom data.bin");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert!(shown.stdout.starts_with("data.bin: new contents\n"), "{shown}");
    repository.git(&["apply", "--reverse", ".git/dwindle/good..HEAD.cause.patch"]);
    assert_eq!(env.read("data.bin"), "\0good\0");
}

#[test]
fn line_ends_are_changes_and_a_patch_has_them() {
    let env = TestEnv::new();
    let repository = Repository::new(&env);
    repository.commit("Begin", &[("a.txt", b"1\r\n2\r\n3\r\n4\r\n5")]);
    repository.git(&["tag", "good"]);
    repository.commit("Change", &[("a.txt", b"other\r\n2\r\n3\n4\r\n5\n")]);
    env.script("test.sh", "test $(tr -cd '\\r' < a.txt | wc -c) = 4");
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert!(shown.stdout.starts_with("a.txt: line endings of 2 lines\n"), "{shown}");
    repository.git(&["apply", "--reverse", ".git/dwindle/good..HEAD.cause.patch"]);
    assert_eq!(env.read("a.txt"), "other\r\n2\r\n3\r\n4\r\n5");
}

#[test]
fn a_large_change_is_cut_into_lines_when_asked_for() {
    let env = TestEnv::new();
    for (dir, added) in [("old", ""), ("new", "one\ntwo\nboom\nthree\n")] {
        env.file(format!("{dir}/a.txt"), format!("begin\n{added}end\n"));
    }
    env.script("test.sh", "! grep -q boom a.txt");
    let line = "changes --jobs 1 --by file,hunk,line --good-dir old --bad-dir new -- ./test.sh";
    let shown = env.run(line);
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.ends_with("@@ -1,5 +1,6 @@\n begin\n one\n two\n+boom\n three\n end\n"), "{shown}");
    assert_eq!(env.read("old..new.cause.patch").matches("\n+").count(), 2);
}

#[test]
fn plain_dd_ends_between_two_versions_that_differ_in_little() {
    let env = TestEnv::new();
    let _repository = line_of_commits(&env);
    let shown = env.run("changes --jobs 1 --plain --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.contains("\n+boom\n"), "{shown}");
    assert!(shown.stderr.contains("a passing and a failing version differ only in this change"), "{shown}");
}

#[test]
fn products_of_builds_that_lead_astray_are_noticed() {
    let env = TestEnv::new();
    for (dir, lines) in
        [("old", text(40, &[])), ("new", text(40, &[(5, "other"), (20, "boom"), (35, "other")]))]
    {
        env.file(format!("{dir}/a.txt"), lines);
    }
    // A build that never takes back what it made once.
    let line = ["changes", "--jobs", "1", "--good-dir", "old", "--bad-dir", "new"];
    let build = ["--build", "if grep -q boom a.txt; then touch made; fi", "--"];
    let test = ["sh", "-c", "! test -e made"];
    let shown = env.run_words(line.iter().chain(&build).chain(&test));
    assert!(
        shown.stderr.contains("the good version fails too")
            || shown.stderr.contains("files left by earlier builds"),
        "{shown}"
    );
    let clean = env.run_words(line.iter().chain(&["--clean"]).chain(&build).chain(&test));
    assert_eq!(clean.code, 0, "{clean}");
    assert!(clean.stdout.starts_with("a.txt: line 20 replaced by line 20\n"), "{clean}");
}
