//! Lines that came after the good version and were written again, and lines of several commits beside each other: what is
//! said of them is so, and every patch that is written does what is said of it.

use super::Repository;
use crate::env::TestEnv;

/// Commits of one file each, the first of them good; what is said of the last, and the failing patch.
fn check(env: &TestEnv, commits: &[(&str, &str)], test: &str) -> (String, String) {
    let repository = Repository::new(env);
    for (nth, (subject, text)) in commits.iter().enumerate() {
        repository.commit(subject, &[("area.sh", text.as_bytes())]);
        if nth == 0 {
            repository.git(&["tag", "good"]);
        }
    }
    env.script("test.sh", test);
    let shown = env.run("changes --jobs 1 --good good --bad HEAD -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    repository.check_patches();
    (shown.to_string(), env.read(".git/dwindle/good..HEAD.failing.patch"))
}

const AREA: &str = "area=$(sh ./area.sh 2>&1) || exit 125\ntest \"$area\" -ge 4 || exit 1";
const BEGIN: &str = "H=4\n\necho $H\n";

#[test]
fn a_line_that_came_later_and_was_changed_is_asked_about_in_the_bad_version() {
    let env = TestEnv::new();
    let commits = [
        ("Begin", BEGIN),
        ("Widths", "H=4\nset -u\nW=9\n\necho $(($H * $W / 4))\n"),
        ("Narrower", "H=4\nset -u\nW=2\n\necho $(($H * $W / 4))\n"),
        ("More", "H=4\nset -u\nW=2\n\necho $(($H * $W / 4))\n# more\n"),
    ];
    let (shown, failing) = check(&env, &commits, AREA);
    assert!(shown.contains("\n-W=9\n+W=2\n"), "{shown}");
    assert!(shown.contains("\nthe bad version passes without this change (tested again"), "{shown}");
    assert!(shown.contains("\nthe good version fails with 2 changes (the failing patch):\n"), "{shown}");
    assert!(
        shown.contains("\n  area.sh: lines 2 to 3 replaced by lines 2 to 5, in 2 places (from "),
        "{shown}"
    );
    for never in ["that version", "depend on", "taken back from the bad version alone"] {
        assert!(!shown.contains(never), "{shown}");
    }
    assert!(failing.contains("\n+W=2\n") && !failing.contains("more"), "{failing}");
}

#[test]
fn a_line_that_was_changed_again_after_it_broke_becomes_what_it_was_before() {
    let env = TestEnv::new();
    let commits = [
        ("Begin", BEGIN),
        ("Widths", "H=4\nset -u\nW=9\n\necho $(($H * $W / 4))\n"),
        ("Narrower", "H=4\nset -u\nW=2\n\necho $(($H * $W / 4))\n"),
        ("Again", "H=4\nset -u\nW=3\n\necho $(($H * $W / 4))\n"),
    ];
    let (shown, _) = check(&env, &commits, AREA);
    assert!(shown.contains("\n-W=9\n+W=3\n") && shown.contains("Ada: Narrower\n"), "{shown}");
    assert!(shown.contains("\nthe bad version passes without this change (tested again"), "{shown}");
}

#[test]
fn of_a_change_whose_lines_were_changed_again_the_line_is_taken_back_that_is_the_cause() {
    let env = TestEnv::new();
    let commits = [
        ("Begin", "H=9\nD=1\n\necho $(($H + 0 * $D))\n"),
        ("Narrower", "H=2\nD=3\n\necho $(($H + 0 * $D))\n"),
        ("Rename", "H=2\nDEPTH=3\nset -u\n\necho $(($H + 0 * $DEPTH))\n"),
    ];
    let (shown, _) = check(&env, &commits, AREA);
    assert!(shown.contains("\n-H=9\n+H=2\n") && shown.contains("Ada: Narrower\n"), "{shown}");
    assert!(shown.contains("\nthe bad version passes without this change (tested again"), "{shown}");
}

#[test]
fn neighbouring_lines_of_two_commits_are_two_changes() {
    let env = TestEnv::new();
    let text = |base: u32, depth: u32| {
        format!("# sizes\nBASE={base}\nDEPTH={depth}\n\necho $(($BASE + 0 * $DEPTH))\n")
    };
    let commits =
        [("Begin", text(8, 3)), ("Deeper", text(8, 5)), ("Smaller", text(2, 5)), ("Deepest", text(2, 6))];
    let commits: Vec<(&str, &str)> =
        commits.iter().map(|(subject, text)| (*subject, text.as_str())).collect();
    let (shown, failing) = check(&env, &commits, AREA);
    assert!(shown.starts_with("area.sh: line 2 replaced by line 2\n  from "), "{shown}");
    assert!(shown.contains("\n-BASE=8\n+BASE=2\n") && !shown.contains("Deep"), "{shown}");
    assert!(!failing.contains("+DEPTH"), "{failing}");
}

#[test]
fn a_renaming_that_is_not_needed_is_in_no_patch() {
    let env = TestEnv::new();
    // A name and its use are changed by one commit, between them stands what breaks it.
    let text = |name: &str, width: u32| format!("{name}=4\nW={width}\nset -u\necho $((${name} * $W / 4))\n");
    let commits = [("Begin", text("H", 9)), ("Rename", text("HEIGHT", 9)), ("Narrower", text("HEIGHT", 2))];
    let commits: Vec<(&str, &str)> =
        commits.iter().map(|(subject, text)| (*subject, text.as_str())).collect();
    let (shown, failing) = check(&env, &commits, AREA);
    assert!(shown.contains("\n-W=9\n+W=2\n") && !shown.contains("Ada: Rename"), "{shown}");
    assert!(!failing.contains("+HEIGHT"), "{failing}");
}

#[test]
fn what_only_works_in_pairs_is_left_out_in_pairs_where_no_history_tells() {
    let env = TestEnv::new();
    let text = |name: &str, width: u32, depth: u32| {
        format!("{name}=4\n:\nW={width}\n:\nD={depth}\n:\nset -u\necho $((${name} * $W * $D / 4))\n")
    };
    for (dir, text) in [("old", text("H", 9, 9)), ("new", text("HEIGHT", 2, 1))] {
        env.file(format!("{dir}/area.sh"), text);
    }
    // It fails where the width and the depth are changed; the name and its use keep each other.
    env.script("test.sh", AREA);
    let shown = env.run("changes --jobs 1 --good-dir old --bad-dir new -- ./test.sh");
    assert_eq!(shown.code, 0, "{shown}");
    let failing = env.read("old..new.failing.patch");
    assert!(failing.contains("+W=2") && failing.contains("+D=1"), "{shown}{failing}");
    assert!(!failing.contains("+HEIGHT"), "{shown}{failing}");
}
