//! `--sandbox`: no candidate does harm, and the level is one under which the input fails in the same way.
//!
//! Where the kernel or a container does not allow a sandbox, the tests say so and look at nothing.

mod commands;
mod harm;

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use crate::env::TestEnv;
use crate::kernel::allows_sandbox;

const LOOKS: &str = "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt";

/// Reduces by `script`; gives what was printed.
#[track_caller]
fn reduce(env: &TestEnv, options: &str, script: &str) -> String {
    env.script("test.sh", &format!("{script}\n{LOOKS}"));
    let shown = env.run(&format!("reduce --unit lines --jobs 2 {options} ./test.sh input.txt"));
    assert_eq!(shown.code, 0, "{shown}");
    assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n", "{shown}");
    shown.stderr
}

/// Whether sandboxes of this level can be had here without gaps.
#[expect(clippy::print_stderr, reason = "that a promise could not be tested has to be seen")]
fn is_possible(level: &str) -> bool {
    let env = TestEnv::with_lines();
    let line = format!("reduce --sandbox {level} ./test.sh input.txt");
    let said = String::from_utf8(env.command().args(line.split(' ')).output().unwrap().stderr).unwrap();
    let gaps = said.lines().find(|line| line.contains("the sandbox has gaps"));
    if let Some(gaps) = gaps {
        assert!(!allows_sandbox(level == "full"), "the kernel allows it: {gaps}");
        eprintln!("NOT TESTED: {gaps}");
    }
    gaps.is_none()
}

fn possible() -> impl Iterator<Item = &'static str> {
    ["files", "full"].into_iter().filter(|level| is_possible(level))
}

#[test]
fn a_sandbox_that_may_hinder_a_test_is_named() {
    let env = TestEnv::with_lines();
    let log = env.path("log").display().to_string();
    env.script("test.sh", &format!("echo x 2>/dev/null >{log} || exit 3; {LOOKS}"));
    let other = "dwindle check --sandbox auto ./test.sh input.txt";
    for level in possible() {
        let shown = env.run(&format!("check --sandbox {level} ./test.sh input.txt"));
        assert_eq!(shown.code, 3, "{shown}");
        assert!(shown.stderr.contains(&format!("hint: if the sandbox ({level}) is in the way, ")), "{shown}");
        assert!(shown.stderr.contains(other), "{shown}");
    }
    assert_eq!(env.run(&other["dwindle ".len()..]).code, 0);
}

#[test]
fn auto_is_the_strictest_level_under_which_the_input_fails_in_the_same_way() {
    if !is_possible("full") || !is_possible("files") {
        return;
    }
    let env = TestEnv::with_lines();
    env.file("home/thesis", "");
    let home = env.path("home");
    // Nothing in its way.
    let said = reduce(&env, "--sandbox auto", "test \"$(cat /proc/1/comm)\" = keeper || touch unsandboxed");
    assert!(!said.contains("--sandbox"), "{said}");
    // It leaves a mark elsewhere, which it may not, and looks away.
    let script = format!("{{ echo x >>{}/log; }} 2>/dev/null", home.display());
    let said = reduce(&env, "--sandbox auto", &script);
    let expected = "tests run with --sandbox off: with full, the test may not change ";
    assert!(said.contains(expected) && said.contains("/home/log (allow that with --allow-write "), "{said}");
    assert!(env.read("home/log").lines().count() > 5);
    // It changes permissions elsewhere, which is not seen, but it says so.
    let said = reduce(&env, "--sandbox auto", &format!("chmod 700 {}", home.display()));
    assert!(said.contains("tests run with --sandbox files: with full, the test says:"), "{said}");
    assert!(said.contains("Read-only file system"), "{said}");
    // It needs a process that is not its own, and no file.
    let script = format!("test -e /proc/{}/stat || exit 1", std::process::id());
    let said = reduce(&env, "--sandbox auto", &script);
    assert!(said.contains("tests run with --sandbox files: with full, the test does not fail"), "{said}");
}

#[test]
fn a_failure_that_a_command_shows_decides_about_the_level_too() {
    if !is_possible("full") {
        return;
    }
    let env = TestEnv::with_lines();
    let log = env.path("log");
    let command = "grep -qx 'line 3' \"$1\" && { echo \"$1: error: bad line\" >&2; exit 1; }; exit 0";
    env.script("cc", command);
    let shown = env.run("reduce --unit lines --sandbox auto input.txt -- ./cc {}");
    assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\n"), "{shown}");
    assert!(!shown.stderr.contains("--sandbox"), "{shown}");
    env.script("cc", &format!("echo x >>{}\n{command}", log.display()));
    let shown = env.run("reduce --unit lines --sandbox auto input.txt -- ./cc {}");
    assert_eq!(shown.code, 0, "{shown}");
    assert!(shown.stderr.contains("tests run with --sandbox off"), "{shown}");
    assert!(env.read("log").lines().count() > 3);
    let shown =
        env.run("reduce --unit lines --fresh --sandbox auto --message-format json input.txt -- ./cc {}");
    let second =
        shown.stdout.lines().filter(|line| line.contains("\"checking\"") && line.contains("\"run\":2,"));
    assert_eq!((shown.code, second.count()), (0, 1), "{shown}");
}

#[test]
fn a_run_that_is_resumed_has_the_level_of_the_first() {
    if !is_possible("full") {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    // What becomes of it is not looked at.
    let connect = format!(
        "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 2)' >/dev/null 2>&1"
    );
    let connected = || std::iter::from_fn(|| listener.accept().ok()).count();
    for asked in ["", "--sandbox auto"] {
        let env = TestEnv::with_lines();
        // The first run is without a sandbox, to see what the failure is.
        for (options, expected) in [("", 1), ("", 0), ("--fresh", 1)] {
            reduce(&env, &format!("{asked} {options}"), &connect);
            assert_eq!(connected(), expected, "{asked} {options}");
        }
    }
}

#[test]
fn a_sandbox_is_the_default_and_does_not_say_so_where_it_hinders_nothing() {
    if !is_possible("full") {
        return;
    }
    let env = TestEnv::with_lines();
    env.file("home/thesis", "years of work");
    let alone = "test \"$(cat /proc/1/comm)\" = keeper";
    // Candidates that have lost a line remove whatever they can.
    let harm = format!(
        "[ $(wc -l <input.txt) = 12 ] || ! {alone} || chmod -R 0 {} 2>/dev/null",
        env.path("home").display()
    );
    let said = reduce(&env, "", &harm);
    assert!(!said.contains("warning"), "{said}");
    assert_eq!(env.read("home/thesis"), "years of work");
    // Without one nothing is harmed by this script, as it looks.
    let ran = format!("{alone} || [ $(wc -l <input.txt) = 12 ]");
    reduce(&env, "--fresh", &ran);
}

#[test]
fn what_a_candidate_is_refused_is_told_and_its_outcome_is_unresolved() {
    if !is_possible("full") || !is_possible("files") {
        return;
    }
    for options in ["", "--sandbox files", "--sandbox full"] {
        let env = TestEnv::with_lines();
        env.file("found/none", "");
        let found = env.path("found");
        // It keeps the small ones, but for the empty one, and passes in silence if it cannot.
        let keep = format!("cp input.txt {}/$$ 2>/dev/null || exit 1", found.display());
        let keep = format!("[ ! -s input.txt ] || [ $(wc -l <input.txt) -ge 6 ] || {keep}");
        env.script("test.sh", &format!("{keep}; {LOOKS}"));
        let line = format!("reduce --jobs 1 --unit lines {options} ./test.sh input.txt");
        let shown = env.run(&line);
        assert_eq!((shown.code, env.read("input.min.txt").lines().count()), (0, 6), "{shown}");
        let warning = "warning: the sandbox did not let a test change [DIR]/found/";
        assert!(shown.stderr.contains(warning), "{shown}");
        assert!(
            shown.stderr.contains("unresolved (the sandbox did not let it write in [DIR]/found: "),
            "{shown}"
        );
        assert!(shown.stderr.contains("; in the sandbox none of the 6 lines can be removed"), "{shown}");
        // The words of the warning mend it.
        let at = shown.stderr.find("--allow-write ").unwrap();
        assert!(shown.stderr[at..].starts_with("--allow-write [DIR]/found,"), "{shown}");
        reduce(&env, &format!("{options} --allow-write {}", found.display()), &keep);
        assert!(fs::read_dir(&found).unwrap().count() > 1);
    }
}

#[test]
fn there_is_no_sandbox_by_default_where_it_would_hinder_a_test_of_the_empty_input() {
    if !is_possible("full") {
        return;
    }
    for jobs in [1, 2] {
        let env = TestEnv::with_lines();
        env.file("cache/none", "");
        // A cache by the contents: the first run has filled it with the whole input before there is a sandbox.
        let cache = env.path("cache").display().to_string();
        let fill =
            format!("at={cache}/$(md5sum <input.txt | cut -c1-32); [ -f $at ] || cp input.txt $at || exit 1");
        env.script("test.sh", &format!("{fill}; {LOOKS}"));
        let shown = env.run(&format!("reduce --unit lines --jobs {jobs} ./test.sh input.txt"));
        assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n", "{shown}");
        let warning =
            "warning: tests run with --sandbox off: with full, the test may not change [DIR]/cache/";
        assert!(shown.stderr.contains(warning) && shown.stderr.contains(" 0 unresolved"), "{shown}");
        assert_eq!(shown.stderr.matches("warning: ").count(), 1, "{shown}");
        // A run that goes on has none from the beginning.
        let again = env.run(&format!("reduce --unit lines --jobs {jobs} ./test.sh input.txt"));
        assert!(!again.stderr.contains("warning: "), "{again}");
        assert_eq!(env.read("input.min.txt"), "line 3\nline 11\n", "{again}");
    }
}

#[test]
fn one_line_names_all_that_has_to_be_allowed() {
    // With one job nothing is looked at once more.
    if !is_possible("full") || std::thread::available_parallelism().map_or(1, usize::from) == 1 {
        return;
    }
    let env = TestEnv::with_lines();
    env.file("project/main.o", "");
    env.file("logs/old", "");
    let at = |name: &str| env.path(name).display().to_string();
    // Each of these ends it where it is not allowed.
    let builds = format!(
        "set -e; rm -f {0}/main.o; mkdir -p {0}/made; cp input.txt {0}/made/$$; echo x >{0}/main.o; echo x >>{1}/old; set +e",
        at("project"),
        at("logs"),
    );
    env.script("test.sh", &format!("{builds}\n{LOOKS}"));
    let said = env.run("reduce --unit lines ./test.sh input.txt").stderr;
    let options = "--allow-write [DIR]/logs/old --allow-write [DIR]/project";
    let expected =
        format!("the test may not change [DIR]/project/main.o (allow all that it changes with {options})");
    assert!(said.contains(&expected), "{said}");
    let options = format!("--allow-write {}/old --allow-write {}", at("logs"), at("project"));
    let shown = env.run(&format!("reduce --unit lines --fresh {options} ./test.sh input.txt"));
    assert!(!shown.stderr.contains("tests run with --sandbox"), "{shown}");
    assert_eq!((shown.code, &*env.read("input.min.txt")), (0, "line 3\nline 11\n"), "{shown}");
}

#[test]
fn a_test_that_makes_a_terminal_is_told_what_to_allow() {
    let has_program = Path::new("/usr/bin/script").exists();
    if !has_program {
        eprintln!("NOT TESTED: no program `script` here");
    }
    if !has_program || !is_possible("full") {
        return;
    }
    let env = TestEnv::with_lines();
    let test = "script -qec true /dev/null >/dev/null </dev/null || exit 1";
    let said = reduce(&env, "", test);
    let options = "--allow-write /dev/ptmx --allow-write /dev/pts";
    assert!(
        said.contains(&format!("may not change /dev/ptmx (allow all that it changes with {options})")),
        "{said}"
    );
    let said = reduce(&env, &format!("--fresh {options}"), test);
    assert!(!said.contains("warning: "), "{said}");
}

#[test]
fn where_the_whole_input_is_refused_something_outcomes_stay_as_they_are() {
    for level in possible() {
        let env = TestEnv::with_lines();
        let log = format!("{{ echo x >>{}; }} 2>/dev/null", env.path("log").display());
        let said = reduce(&env, &format!("--sandbox {level}"), &log);
        assert!(said.contains("warning: the sandbox did not let a test change [DIR]/log: "), "{said}");
        assert!(said.contains(" 0 unresolved"), "{said}");
    }
}

#[test]
fn the_level_that_is_asked_for_is_part_of_what_identifies_a_run() {
    let env = TestEnv::with_lines();
    for (number, options) in
        ["", "--sandbox off", "--sandbox files", "--sandbox files --allow-net"].iter().enumerate()
    {
        reduce(&env, options, "true");
        let is_run = |name: &String| name.chars().all(|c| c.is_ascii_hexdigit()) && name.len() >= 16;
        let entries =
            fs::read_dir(env.path("input.txt.dwindle")).unwrap().map(|entry| entry.unwrap().file_name());
        let runs = entries.filter_map(|name| name.into_string().ok()).filter(is_run).count();
        assert_eq!(runs, number + 1, "{options}");
    }
}

#[test]
fn a_place_that_is_not_there_cannot_be_allowed() {
    let env = TestEnv::with_lines();
    let shown = env.run("reduce --sandbox full --allow-write nowhere ./test.sh input.txt");
    assert_eq!(shown.code, 2, "{shown}");
    assert!(shown.stderr.contains("--allow-write nowhere"), "{shown}");
    let below = env.path("gone/since").display().to_string();
    let shown = env.run(&format!("reduce --allow-write {below} ./test.sh input.txt"));
    assert!(shown.code == 2 && shown.stderr.contains(", such as --allow-write [DIR]: tests may"), "{shown}");
    let shown = env.run("reduce --allow-write /proc/self ./test.sh input.txt");
    assert!(shown.code == 2 && shown.stderr.contains("has no sandbox: --sandbox off"), "{shown}");
}
