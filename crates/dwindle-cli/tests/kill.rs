//! `kill -9` at random moments: nothing is lost, nothing is left over, and the run ends as if undisturbed.
//!
//! Moments are counted in what the run tells on its standard output, and that nothing is left over shows in a pipe that
//! all of its processes hold open: a busy machine changes neither.
//!
//! 20 times by default; `cargo xtask kill` does it 1,000 times.

#![expect(clippy::unwrap_used, reason = "a test that cannot be laid out is a failed test")]

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// Each run of the test leaves a daemon that ignores SIGTERM, and fails while three lines are there.
const TEST: &str = r#"#!/bin/sh
echo run >>"$DWINDLE_TEST_LOG"
(setsid sh -c 'trap "" TERM HUP INT; sleep 1000; sleep 1000' </dev/null >/dev/null 2>&1 &)
grep -q '^needed 17$' input.txt && grep -q '^needed 203$' input.txt && grep -q '^needed 204$' input.txt
"#;

struct Run {
    dir: tempfile::TempDir,
    /// Stands in the environment of every process of the run.
    mark: String,
}

#[expect(clippy::disallowed_methods, reason = "tests run programs")]
fn command(program: &Path) -> Command {
    Command::new(program)
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

/// A run of the program in flight.
struct Flight {
    child: Child,
    told: Lines<BufReader<ChildStdout>>,
    /// The end of a pipe whose other one every process of the run has.
    alive: OwnedFd,
}

impl Run {
    fn new(number: u64) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let input: Vec<String> = (0..300)
            .map(|line| {
                let word = if [17, 203, 204].contains(&line) { "needed" } else { "filler" };
                format!("{word} {line}\n")
            })
            .collect();
        write(&dir.path().join("input.txt"), &input.concat());
        write(&dir.path().join("test.sh"), TEST);
        fs::set_permissions(dir.path().join("test.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        Self { mark: format!("{}-{number}", std::process::id()), dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn start(&self) -> Flight {
        // Not closed on exec, so that it is handed down.
        let (alive, handed_down) = pipe_with(PipeFlags::empty()).unwrap();
        rustix::io::fcntl_setfd(&alive, rustix::io::FdFlags::CLOEXEC).unwrap();
        let mut child = command(Path::new(env!("CARGO_BIN_EXE_dwindle")))
            .args(["reduce", "--jobs", "2", "--unit", "lines", "--message-format", "json"])
            .args(["./test.sh", "input.txt"])
            .current_dir(self.dir.path())
            .env("DWINDLE_KILL_MARK", &self.mark)
            .env("DWINDLE_TEST_LOG", self.path("log"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(handed_down);
        let told = BufReader::new(child.stdout.take().unwrap()).lines();
        Flight { child, told, alive }
    }

    /// Whether the result, if it is there, is whole and fails.
    fn result_fails(&self) -> bool {
        let result = self.path("input.min.txt");
        let Ok(bytes) = fs::read(&result) else { return true };
        let text = String::from_utf8(bytes).unwrap();
        ["needed 17\n", "needed 203\n", "needed 204\n"].iter().all(|line| text.contains(line))
            && text.lines().all(|line| line.starts_with("needed ") || line.starts_with("filler "))
    }

    fn tests_run(&self) -> usize {
        fs::read_to_string(self.path("log")).map_or(0, |log| log.lines().count())
    }

    /// The processes of this run that are alive.
    fn alive(&self) -> Vec<String> {
        let mark = format!("DWINDLE_KILL_MARK={}", self.mark);
        let processes = fs::read_dir("/proc").unwrap().flatten();
        processes
            .filter(|process| {
                let environment = fs::read(process.path().join("environ")).unwrap_or_default();
                environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
            })
            .map(|process| {
                let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
                format!("{}: {}", process.file_name().display(), String::from_utf8_lossy(&words))
            })
            .collect()
    }

    /// Waits until no process of this run is left, for two seconds at most.
    fn assert_nothing_is_left(&self, alive: &OwnedFd) {
        let mut ends = [PollFd::new(alive, PollFlags::IN)];
        let two_seconds = Timespec { tv_sec: 2, tv_nsec: 0 };
        let ended = rustix::io::retry_on_intr(|| poll(&mut ends, Some(&two_seconds))).unwrap();
        assert_eq!(ended, 1, "two seconds later these are alive: {:#?}", self.alive());
        assert_eq!(self.alive(), Vec::<String>::new(), "they closed what was handed down");
    }

    /// Runs it to its end; says how many lines it told.
    fn finish(&self) -> usize {
        let Flight { mut child, told, alive } = self.start();
        let lines = told.count();
        assert!(child.wait().unwrap().success(), "it does not end well");
        self.assert_nothing_is_left(&alive);
        lines
    }
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[test]
fn a_run_killed_at_any_moment_loses_nothing_and_leaves_nothing() {
    #[expect(clippy::disallowed_methods, reason = "how often is for whoever runs the test to say")]
    let times = std::env::var("DWINDLE_KILLS").map_or(20, |times| times.parse().expect("a number"));
    let undisturbed = Run::new(0);
    let lines = undisturbed.finish() as u64;
    let result = fs::read(undisturbed.path("input.min.txt")).unwrap();
    assert_eq!(result, b"needed 17\nneeded 203\nneeded 204\n");
    let (mut early, mut late) = (0, 0);
    for number in 1..=times {
        let run = Run::new(number);
        let Flight { mut child, told, alive } = run.start();
        let moment = usize::try_from(mix(number) % lines).unwrap();
        let ended_before = told.take(moment).count() < moment;
        child.kill().unwrap();
        child.wait().unwrap();
        run.assert_nothing_is_left(&alive);
        assert!(run.result_fails(), "run {number}: a result that is not whole or does not fail");
        let before = run.tests_run();
        run.finish();
        assert_eq!(fs::read(run.path("input.min.txt")).unwrap(), result, "run {number}");
        // At most what was in flight, the checks, and the re-judged ones come on top: the best, three passes, three of the last that did not fail.
        let (all, alone) = (run.tests_run(), undisturbed.tests_run());
        assert!(all <= alone + 32, "run {number}: {before} tests, then {} (alone: {alone})", all - before);
        early += u32::from(!ended_before);
        late += u32::from(ended_before);
    }
    assert!(early > late, "most runs were to be killed before their end");
}
