//! Versions whose files differ in line ends or other blanks.

use insta::assert_snapshot;

use crate::env::TestEnv;

/// So many files in `good` and `bad`, in `bad` with CR LF throughout; in one of them a line is another.
fn with_other_line_ends(files: u32) -> TestEnv {
    let env = TestEnv::new();
    for (dir, end) in [("good", "\n"), ("bad", "\r\n")] {
        for nth in 0..files {
            let folder = format!("{dir}/part{}", nth % 20);
            let line = |at: u32| match (dir, nth == files / 2 && at == 21) {
                ("bad", true) => format!("boom{end}"),
                _ => format!("file {nth} line {at}{end}"),
            };
            env.file(format!("{folder}/file{nth}.txt"), (0..40).map(line).collect::<String>());
        }
    }
    env.script("test.sh", "! grep -rq boom .");
    env
}

#[test]
fn one_line_among_eight_hundred_files_with_other_line_ends_is_found() {
    let env = with_other_line_ends(800);
    let shown = env.run("changes --good-dir good --bad-dir bad --cause-only -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stdout.starts_with("part0/file400.txt: line 22 replaced by line 22\n"), "{shown}");
    assert!(
        shown.stderr.starts_with("warning: 31,999 lines in 800 files differ only in line endings; "),
        "{shown}"
    );
    let patch = env.read("good..bad.cause.patch");
    let changed = patch.lines().filter(|line| line.starts_with(['+', '-'])).count();
    // Two of them name the file.
    assert_eq!(changed, 4, "{patch}");
}

#[test]
fn blanks_can_be_left_out_of_the_question() {
    let env = with_other_line_ends(3);
    let shown = env.run("changes --jobs 1 --ignore-blanks --good-dir good --bad-dir bad -- ./test.sh");
    assert_snapshot!(shown, @"
    part1/file1.txt: line 22 replaced by line 22
    diff --git a/part1/file1.txt b/part1/file1.txt
    index afaebe555fe60c89e9c6725cf81d9df67968a9c8..117a4e3434d431c7bcd3cf343d5b2f4947519deb 100644
    --- a/part1/file1.txt
    +++ b/part1/file1.txt
    @@ -19,7 +19,7 @@
     file 1 line 18
     file 1 line 19
     file 1 line 20
    -file 1 line 21
    +boom
     file 1 line 22
     file 1 line 23
     file 1 line 24
    note: 119 lines in 3 files differ only in line endings; they stay as in the bad version
    ran 5 tests: 5 to confirm results
    the bad version passes without this change (tested again in an empty directory)
    the good version fails with this change alone
    result: good..bad.failing.patch, good..bad.cause.patch
    good..bad: 1 of 1 change, in 1 file, breaks it; found in 0 tests, [TIME]
    => 0
    ");
    env.script("ends.sh", "! grep -rq $(printf '\\r') .");
    let line = "changes --jobs 1 --good-dir good --bad-dir bad";
    let found = env.run(&format!("{line} --cause-only -- ./ends.sh"));
    assert_eq!(found.code, 0, "{found}");
    assert!(found.stdout.starts_with("part0/file0.txt: line endings of 40 lines\n"), "{found}");
    assert!(found.stderr.contains("1-minimal: none of these changes can be left out"), "{found}");
    let shown = env.run(&format!("{line} --ignore-blanks -- ./ends.sh"));
    assert_eq!(shown.code, 3, "{shown}");
    assert!(shown.stderr.contains("error: the good version fails too: good..bad\n"), "{shown}");
}

#[test]
fn versions_that_differ_in_blanks_only_have_nothing_else_to_ask_about() {
    let env = TestEnv::new();
    for (dir, blank) in [("old", "\t"), ("new", "    ")] {
        env.file(format!("{dir}/a.py"), format!("def f():\n{blank}return 1\n{blank}# end\n"));
    }
    let line = "changes --jobs 1 --good-dir old --bad-dir new";
    assert_snapshot!(env.run_words(line.split(' ').chain(["--", "grep", "-q", "\t", "a.py"])), @"
    a.py: whitespace in 2 lines
    diff --git a/a.py b/a.py
    index cc7b792bb467a6258a0ce560bf80669008004eb7..48ec6c498c4459bf04f45559e8f452f77b50f418 100644
    --- a/a.py
    +++ b/a.py
    @@ -1,3 +1,3 @@
     def f():
    -	return 1
    -	# end
    +    return 1
    +    # end
    warning: 2 lines in 1 file differ only in line endings or other whitespace; in each file they count as one change (--ignore-blanks ignores them)
    ran 5 tests: 5 to confirm results
    the bad version passes without this change (tested again in an empty directory)
    the good version fails with this change alone
    result: old..new.failing.patch, old..new.cause.patch
    old..new: 1 of 1 change, in 1 file, breaks it; found in 0 tests, [TIME]
    => 0
    ");
    let shown = env.run(&format!("{line} --ignore-blanks -- true"));
    assert_snapshot!(shown, @"
    error: the good and the bad version differ only in line endings or other whitespace: old..new
      hint: omit --ignore-blanks to search these changes
    => 2
    ");
}

#[test]
fn lines_with_other_blanks_are_told_apart_when_asked_for() {
    let env = TestEnv::new();
    let text = (0..40).map(|line| format!("line {line}\n")).collect::<Vec<_>>().concat();
    for (dir, text) in [("old", &text), ("new", &text.replace(" 1", "  1"))] {
        env.file(format!("{dir}/a.txt"), text);
    }
    env.script("test.sh", "! grep -qx 'line  17' a.txt");
    let shown =
        env.run("changes --jobs 1 --by hunk,line --good-dir old --bad-dir new --cause-only -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    let patch = env.read("old..new.cause.patch");
    assert!(patch.contains("\n-line 17\n+line  17\n line"), "{patch}");
    assert_eq!(patch.matches("\n+").count(), 2, "{patch}");
}
