//! `changes` with builds whose products lie on.

use libtest_mimic::Trial;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

pub(super) fn trials() -> Vec<Trial> {
    let name = "objects_that_make_did_not_build_again_do_not_lead_astray";
    let test = objects_that_make_did_not_build_again_do_not_lead_astray;
    vec![trial(name, &[Need::Program("gcc"), Need::Program("make")], test)]
}

/// A library of which the parts agree on a record by a header, in two versions. The
/// Makefile does not know of the header, so what was built with the old one stays.
fn versions_without_dependencies() -> TestEnv {
    let env = TestEnv::new();
    for (dir, size, letters, depth) in [("old", 8, "abc", 3), ("new", 2, "abcd", 4)] {
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
    env
}

fn objects_that_make_did_not_build_again_do_not_lead_astray() {
    let env = versions_without_dependencies();
    let found = |more: &[&str]| {
        let words = ["changes", "--good-dir", "old", "--bad-dir", "new", "--build", "make -s", "--fresh"];
        let shown = env.run_words(words.iter().chain(more).chain(&["--", "./prog"]));
        assert_eq!(shown.code, 0, "{more:?}: {shown}");
        assert!(shown.stdout.starts_with("src/room.h: line 1 replaced by line 1\n"), "{more:?}: {shown}");
        (
            shown.stderr.contains("files left by earlier builds changed the results"),
            env.read("old..new.cause.patch"),
        )
    };
    let (was_misled, alone) = found(&["--jobs", "1"]);
    assert!(was_misled, "with products of the bad version the good one fails, too");
    assert_eq!(found(&["--jobs", "4"]).1, alone);
    assert_eq!(found(&["--jobs", "1", "--clean"]), (false, alone));
}
