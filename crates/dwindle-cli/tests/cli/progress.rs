//! The live line on a terminal.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::env::TestEnv;

/// What the program writes to a terminal of so many columns that is its standard error.
fn on_terminal(env: &TestEnv, line: &str, columns: u16) -> String {
    let (shown, code) = typed_on_terminal(env, line, columns, &[]);
    assert_eq!(code, Some(0));
    shown
}

/// The same, and the exit code, where each of these keys is pressed when the text before it was shown after the last one.
fn typed_on_terminal(
    env: &TestEnv,
    line: &str,
    columns: u16,
    keys: &[(&str, &str)],
) -> (String, Option<i32>) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = OpenOptions::new()
        .read(true)
        .write(true)
        .open(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())))
        .unwrap();
    tcsetwinsize(&theirs, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let mut command = env.command();
    command.env("TERM", "xterm").env("NO_COLOR", "1").env("PAGER", "./pager.sh 'read it'");
    command.args(line.split_whitespace()).stdout(Stdio::null());
    if !keys.is_empty() {
        command.stdin(theirs.try_clone().unwrap());
    }
    command.stderr(theirs);
    let mut child = command.spawn().unwrap();
    drop(command);
    let (mut shown, mut buffer, mut ours) = (Vec::new(), [0; 4096], File::from(ours));
    let (mut keys, mut from) = (keys.iter().peekable(), 0);
    // When the last process with the terminal is gone, reading fails.
    while let Ok(read @ 1..) = ours.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..read]);
        if let Some((before, key)) = keys.peek()
            && String::from_utf8_lossy(&shown[from..]).contains(before)
        {
            ours.write_all(key.as_bytes()).unwrap();
            from = shown.len();
            keys.next();
        }
    }
    let code = child.wait().unwrap().code();
    (String::from_utf8(shown).unwrap(), code)
}

/// A test that takes its time.
fn slow() -> TestEnv {
    let env = TestEnv::with_lines();
    env.script("test.sh", "sleep 0.05; grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
    env
}

#[test]
fn a_slow_run_shows_one_line_that_is_gone_at_the_end() {
    let shown =
        on_terminal(&slow(), "reduce --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt", 100);
    let (live, summary) = shown.rsplit_once("\r\x1b[K").unwrap();
    assert!(!live.contains('\n'), "one line: {live:?}");
    for part in ["lines (ddmin)  ", " of 87 bytes (", " tests  ", " per test  1 job"] {
        assert!(live.contains(part), "{part:?} in {live:?}");
    }
    assert!(summary.contains("\n87 → 15 bytes (4 tokens) in 22 tests, "), "{summary:?}");
    assert!(live.split("\r\x1b[K").count() >= 3, "it moves: {live:?}");
}

#[test]
fn the_line_never_wraps() {
    let shown =
        on_terminal(&slow(), "reduce --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt", 30);
    let (live, _) = shown.rsplit_once("\r\x1b[K").unwrap();
    let lines = live.split("\r\x1b[K").map(|line| line.replace("\x1b[?7l", "").replace("\x1b[?7h", ""));
    assert!(lines.into_iter().all(|line| line.chars().count() < 30), "{live:?}");
}

#[test]
fn lines_that_are_told_meanwhile_stand_above_the_live_line() {
    let line = "reduce --verbose --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt";
    let shown = on_terminal(&slow(), line, 100);
    let told: Vec<&str> = shown.split("\r\n").filter(|line| line.contains(" after ")).collect();
    assert!(told.len() >= 3, "{shown:?}");
    for line in told {
        let line = line.rsplit_once("\x1b[K").map_or(line, |(_, line)| line);
        assert!(line.ends_with(" by lines") || line.ends_with(" after 0 tests"), "{line:?}");
    }
}

#[test]
fn quiet_runs_show_nothing_on_a_terminal() {
    assert_eq!(on_terminal(&slow(), "reduce --quiet --unit lines ./test.sh input.txt", 100), "");
}

#[test]
fn programs_that_read_json_leave_the_terminal_alone() {
    let line = "reduce --message-format json --unit lines ./test.sh input.txt";
    assert_eq!(on_terminal(&slow(), line, 100), "");
}

#[test]
fn colours_are_there_where_they_are_wanted() {
    let line = "reduce --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt";
    assert!(!on_terminal(&slow(), line, 100).contains("\x1b[1m"), "NO_COLOR is set");
    let always = line.replace("reduce", "reduce --color always");
    assert!(on_terminal(&slow(), &always, 100).contains("\x1b[36mlines (ddmin)\x1b[0m"));
    let shown = TestEnv::with_lines().run("reduce --color always ./test.sh nowhere.txt");
    assert!(shown.stderr.starts_with("\x1b[1;31merror:\x1b[0m "), "{shown}");
    let shown = TestEnv::with_lines().run("reduce --colour ./test.sh nowhere.txt");
    assert_eq!(shown.code, 2, "{shown}");
}

#[test]
fn a_terminal_that_can_do_nothing_gets_no_live_line() {
    let env = slow();
    let output =
        env.command().env("TERM", "dumb").args(["reduce", "./test.sh", "input.txt"]).output().unwrap();
    assert!(!String::from_utf8(output.stderr).unwrap().contains('\x1b'));
}

#[test]
fn a_view_of_the_whole_terminal_takes_keys_and_gives_the_terminal_back() {
    let line = "reduce --tui --jobs 1 --unit chars --algorithm ddmin ./test.sh input.txt";
    let keys = [("Passes:", "d"), ("went", "p"), ("PAUSED,", "p"), ("tests", "q")];
    let (shown, code) = typed_on_terminal(&slow(), line, 100, &keys);
    assert_eq!(code, Some(130));
    let (view, rest) = shown.rsplit_once("\x1b[?1049l").unwrap();
    assert!(view.starts_with("\x1b[?1049h"), "{view:?}");
    assert!(rest.contains("stopped: interrupted, the same command continues from here"), "{rest:?}");
}

#[test]
fn the_view_opens_the_best_and_the_candidate_under_test_in_a_pager() {
    let env = TestEnv::with_lines();
    // The first candidate is under test for as long as keys are pressed.
    env.script("test.sh", "grep -qx 'line 12' input.txt && grep -qx 'line 1' input.txt || exec sleep 600");
    env.script("pager.sh", "cat \"$2\" > \"${2##*/}.$1\"; echo pager was here");
    let line = "reduce --tui --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt";
    let keys = [("line 11", "o"), ("was here", ""), ("line 11", "c"), ("was here", ""), ("line 11", "q")];
    let (shown, code) = typed_on_terminal(&env, line, 100, &keys);
    assert_eq!(code, Some(130), "{shown:?}");
    let read = |what: &str| {
        let is_of = |name: &String| name.starts_with(what) && name.ends_with("-input.txt.read it");
        env.read(env.names().iter().find(|name| is_of(name)).unwrap())
    };
    assert_eq!(read("best"), env.read("input.txt"));
    assert!(read("candidate").len() < read("best").len());
}

#[test]
fn the_view_changes_nothing_of_a_run() {
    let came_to = |line: &str| {
        let env = TestEnv::with_lines();
        env.script("test.sh", "sleep 0.02; grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
        let (shown, code) = typed_on_terminal(&env, line, 100, &[("Passes", "?")]);
        assert_eq!(code, Some(0));
        let runs = fs::read_dir(env.path("input.txt.dwindle")).unwrap();
        let journal =
            runs.map(|run| run.unwrap().path().join("journal.jsonl")).find(|path| path.exists()).unwrap();
        let journal = env.read(journal);
        let kinds = ["asked", "best", "stage"].map(|kind| format!("{{\"type\":\"{kind}\""));
        let is_serial = |line: &&str| kinds.iter().any(|kind| line.starts_with(kind));
        let records: Vec<String> = journal.lines().filter(is_serial).map(str::to_owned).collect();
        (shown.contains("Passes:"), env.read("input.min.txt"), records)
    };
    let (without, with) = (
        came_to("reduce --jobs 2 ./test.sh input.txt"),
        came_to("reduce --tui --jobs 2 ./test.sh input.txt"),
    );
    assert!(!without.0 && with.0 && without.2.len() > 20);
    assert_eq!((without.1, without.2), (with.1, with.2));
}

#[test]
fn without_a_terminal_lines_are_shown_instead_of_the_view() {
    let env = TestEnv::with_lines();
    let shown = env.run("reduce --tui --jobs 1 --unit lines ./test.sh input.txt");
    assert_eq!(shown.code, 0);
    assert!(shown.stderr.starts_with("note: --tui has no effect: it needs a terminal"), "{shown}");
}

#[test]
fn what_is_told_while_the_view_is_shown_stands_there_when_it_ends() {
    let line = "reduce --tui --verbose --jobs 1 --unit lines --algorithm ddmin ./test.sh input.txt";
    let (shown, code) = typed_on_terminal(&slow(), line, 100, &[("Passes", "h")]);
    let (_, rest) = shown.rsplit_once("\x1b[?1049l").unwrap();
    assert!(code == Some(0) && rest.contains(" bytes after "), "{rest:?}");
    assert!(rest.contains("87 → 15 bytes (4 tokens) in 22 tests"), "{rest:?}");
}
