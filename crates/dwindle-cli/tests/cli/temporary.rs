//! What is left of a run's temporary files: nothing, however it ended, when the next one has begun.

use std::fs;
use std::path::Path;
use std::process::Output;

use rustix::process::Signal;

use crate::env::{TestEnv, signal};

/// A compiler as far as its temporary files go: it leaves one when it is killed, and another when it crashes.
const COMPILER: &str = "test -d \"$TMPDIR\" && test -z \"$(ls -A \"$TMPDIR\")\" || exit 9\n\
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
        let [hangs, hung, log] = ["hangs", "hung", "log"].map(|name| env.path(name).display().to_string());
        let compiler =
            COMPILER.replace("HANGS", &hangs).replace("HUNG", &hung).replace(">>log", &format!(">>{log}"));
        env.script("cc", &compiler);
        Self { env, temp: tempfile::tempdir().unwrap() }
    }

    fn run(&self, line: &str) -> Output {
        self.env.command().env("TMPDIR", self.temp.path()).args(line.split_whitespace()).output().unwrap()
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
fn what_a_killed_run_left_is_gone_when_the_next_has_begun() {
    let desk = Desk::new();
    desk.env.file("hangs", "");
    let mut command = desk.env.command();
    command.env("TMPDIR", desk.temp.path()).args([
        "reduce",
        "--sandbox",
        "off",
        "--unit",
        "lines",
        "--timeout",
        "1000s",
        "input.txt",
    ]);
    let child = command.args(["--", "./cc"]).stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !desk.env.path("hung").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
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
