//! `changes` with builds whose products lie on, and with what a test itself needs.

use std::process::Command;

use super::{Repository, line_of_commits};
use crate::env::TestEnv;

/// A library of which the parts agree on a record by a header, in two versions; none without make or gcc, which is
/// said. The Makefile does not know of the header, so what was built with the old one stays.
#[expect(clippy::disallowed_methods, reason = "whether make and gcc are there")]
#[expect(clippy::print_stderr, reason = "who runs the tests should know what was left out")]
fn versions_without_dependencies() -> Option<TestEnv> {
    for program in ["make", "gcc"] {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("skipped: there is no {program}");
            return None;
        }
    }
    let env = TestEnv::new();
    for (dir, size, letters, depth) in [("old", 8, "abc", 3), ("new", 2, "abcd", 4)] {
        for folder in [dir.to_owned(), format!("{dir}/src")] {
            std::fs::create_dir(env.path(folder)).unwrap();
        }
        let file = |name: &str, text: String| {
            env.file(format!("{dir}/{name}"), text);
        };
        file("src/room.h", format!("enum {{ ROOM = {size} }};\nint room(void);\n"));
        file("src/room.c", "#include \"room.h\"\nint room(void) { return ROOM; }\n".to_owned());
        file("src/words.c", format!("const char *letters = \"{letters}\";\n\n\nint depth = {depth};\n"));
        let main = "#include \"room.h\"\nint main(void) { return room() < 4; }\n";
        file("src/main.c", format!("/* of the version called {dir} */\n{main}"));
        let rule = "%.o: %.c\n\tgcc -c -o $@ $<\n";
        let link = "prog: src/main.o src/room.o src/words.o\n\tgcc -o $@ $^\n";
        file("Makefile", format!("{link}{rule}"));
    }
    Some(env)
}

#[test]
fn objects_that_make_did_not_build_again_do_not_lead_astray() {
    let Some(env) = versions_without_dependencies() else { return };
    let found = |more: &[&str]| {
        let words = ["changes", "--good-dir", "old", "--bad-dir", "new", "--build", "make -s", "--fresh"];
        let shown = env.run_words(words.iter().chain(more).chain(&["--", "./prog"]));
        assert_eq!(shown.code, 0, "{more:?}: {shown}");
        assert!(shown.stdout.starts_with("src/room.h: line 1 replaced by line 1\n"), "{more:?}: {shown}");
        (shown.stderr.contains("led astray"), env.read("old..new.cause.patch"))
    };
    let (was_misled, alone) = found(&["--jobs", "1"]);
    assert!(was_misled, "with products of the bad version the good one fails, too");
    assert_eq!(found(&["--jobs", "4"]).1, alone);
    assert_eq!(found(&["--jobs", "1", "--clean"]), (false, alone));
}

#[test]
fn what_the_test_needs_is_laid_in_each_candidate() {
    let env = TestEnv::new();
    let Some(_repository) = line_of_commits(&env) else { return };
    std::fs::create_dir(env.path("own")).unwrap();
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
    assert!(shown.stderr.contains("a version has something called src itself"), "{shown}");
}

#[test]
fn a_bare_repository_has_nothing_that_is_not_committed() {
    let env = TestEnv::new();
    let Some(repository) = line_of_commits(&env) else { return };
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
    let Some(repository) = Repository::new(&env) else { return };
    repository.commit("Begin", &[("a.txt", b"1\n")]);
    env.file("a.txt", "boom\n");
    let shown = env.run("changes --jobs 1 --good HEAD -- sh -c 'exit 3'");
    assert_eq!(shown.code, 3, "{shown}");
    let shown = env.run_words(["changes", "--jobs", "1", "--good", "HEAD", "--", "grep", "-q", "1", "a.txt"]);
    assert!(shown.stderr.contains("1 of 1 change, in 1 file, breaks it; found in 0 tests"), "{shown}");
}
