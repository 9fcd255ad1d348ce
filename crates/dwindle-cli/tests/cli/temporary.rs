//! What is left of a run's temporary files: nothing, however it ended, when the next one has begun.

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::env::{TestEnv, signal};

/// A compiler as far as its temporary files go: the home directory is the user's, and it leaves one when it is killed, and another when it crashes.
const COMPILER: &str = "test \"$HOME\" = USERS || exit 9; test -d \"$TMPDIR\" && test -z \"$(ls -A \"$TMPDIR\")\" || exit 9\n\
    echo \"$TMPDIR\" >>log; echo >\"$TMPDIR/cc$$.s\"; mkdir \"$TMPDIR/pch\"; echo >\"$TMPDIR/pch/x\"\n\
    grep -q 'line 3$' input.txt || exit 0\n\
    grep -q 'line 11' input.txt || { test ! -e HANGS || { echo >>HUNG; sleep 600; }; }\n\
    echo 'internal compiler error: in f' >&2; kill -ABRT $$";

/// What the directory for temporary files holds while the tests of a command run in it.
struct Desk {
    env: TestEnv,
    temp: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let env = TestEnv::with_lines();
        let users = std::env::home_dir().unwrap().display().to_string();
        let [hangs, hung, log] = ["hangs", "hung", "log"].map(|name| env.path(name).display().to_string());
        let compiler = COMPILER
            .replace("USERS", &users)
            .replace("HANGS", &hangs)
            .replace("HUNG", &hung)
            .replace(">>log", &format!(">>{log}"));
        env.script("cc", &compiler);
        Self { env, temp: tempfile::tempdir().unwrap() }
    }

    fn run(&self, line: &str) -> Output {
        self.env.command().env("TMPDIR", self.temp.path()).args(line.split_whitespace()).output().unwrap()
    }

    /// A run in which a test hangs.
    fn hanging(&self) -> Child {
        self.env.file("hangs", "");
        let mut command = self.env.command();
        let line = "reduce --sandbox off --unit lines --timeout 1000s input.txt -- ./cc";
        command.env("TMPDIR", self.temp.path()).args(line.split(' '));
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        while !self.env.path("hung").exists() {
            thread::sleep(Duration::from_millis(10));
        }
        child
    }

    fn left(&self) -> Vec<String> {
        names(self.temp.path())
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// What the process of this number has in memory.
fn in_memory(pid: u32) -> Vec<String> {
    let of_process = |name: &String| name.starts_with(&format!("dwindle-{pid}-"));
    names(Path::new("/dev/shm")).into_iter().filter(of_process).collect()
}

#[test]
fn each_test_has_an_empty_directory_for_temporary_files_and_none_is_left() {
    for line in [
        "reduce --jobs 2 input.txt -- ./cc",
        "triage --jobs 2 --name input.txt crashes -- ./cc",
        "fuzz --jobs 2 --seeds crashes --name input.txt --budget 20 -- ./cc",
        "isolate --jobs 2 input.txt -- ./cc",
        "check input.txt -- ./cc",
    ] {
        let desk = Desk::new();
        fs::create_dir(desk.env.path("crashes")).unwrap();
        desk.env.lines("crashes/a", 12);
        let output = desk.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let log = desk.env.read("log");
        let is_ours = |line: &str| line.starts_with(desk.temp.path().to_str().unwrap());
        assert!(log.lines().count() > 1 && log.lines().all(is_ours), "{line}: {log}");
        assert_eq!(desk.left(), [""; 0], "{line}");
    }
}

#[test]
fn nothing_is_left_of_a_run_that_is_interrupted_once_or_twice() {
    for signals in [vec![Signal::INT], vec![Signal::TERM], vec![Signal::INT, Signal::INT]] {
        let desk = Desk::new();
        let child = desk.hanging();
        for &name in &signals {
            signal(&child, name);
            thread::sleep(Duration::from_millis(200));
        }
        let pid = child.id();
        let output = child.wait_with_output().unwrap();
        assert!(matches!(output.status.code(), Some(130 | 143)), "{signals:?}: {output:?}");
        assert_eq!((desk.left(), in_memory(pid)), (vec![], vec![]), "{signals:?}");
    }
}

#[test]
fn nothing_is_left_of_a_run_that_ends_early_or_does_not_begin() {
    for (code, line) in [
        (6, "reduce --unit lines --budget 3 input.txt -- ./cc"),
        (3, "reduce --unit lines passes.txt -- ./cc"),
        (5, "reduce --unit lines input.txt -- ./none"),
    ] {
        let desk = Desk::new();
        desk.env.file("passes.txt", "line 4\n");
        let child = desk.env.command().env("TMPDIR", desk.temp.path()).args(line.split(' ')).spawn().unwrap();
        let pid = child.id();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(code), "{line}");
        assert_eq!((desk.left(), in_memory(pid)), (vec![], vec![]), "{line}");
    }
}

#[test]
fn what_a_killed_run_left_is_gone_when_the_next_has_begun() {
    let desk = Desk::new();
    let child = desk.hanging();
    assert!(!desk.left().is_empty());
    signal(&child, Signal::KILL);
    let pid = child.id();
    child.wait_with_output().unwrap();
    fs::remove_file(desk.env.path("hangs")).unwrap();
    let output = desk.run("reduce --unit lines --timeout 1000s input.txt -- ./cc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((desk.left(), in_memory(pid)), (vec![], vec![]));
}

#[test]
fn where_temporary_files_go_is_no_part_of_a_run_unless_that_is_what_is_asked_about() {
    let desk = Desk::new();
    assert!(desk.run("reduce --jobs 1 input.txt -- ./cc").status.success());
    let elsewhere = Desk { temp: tempfile::tempdir().unwrap(), ..desk };
    let output = elsewhere.run("reduce --jobs 1 input.txt -- ./cc");
    assert!(String::from_utf8_lossy(&output.stderr).contains("continuing: "), "{output:?}");
    // A variable of the environment that is reduced is as it was given.
    elsewhere.env.script("fails", "test -n \"$TMPDIR\" && test \"$TMPDIR\" = \"$WANTED\" && exit 3; exit 0");
    let mut command = elsewhere.env.command();
    command.env("TMPDIR", elsewhere.temp.path()).env("WANTED", elsewhere.temp.path());
    let output = command.args(["env", "--jobs=1", "--", "./fails"]).output().unwrap();
    let shown = elsewhere.env.shown(&output);
    assert!(shown.code == 0 && shown.stdout.contains("TMPDIR"), "{shown}");
}
