//! A directory of one's own, files in it, and the program run there.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use regex::Regex;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// A directory in which the program runs; it goes with this value.
pub struct TestEnv {
    dir: TempDir,
}

/// What a run of the program showed.
pub struct Shown {
    /// The exit code; 128 and the signal's number when a signal ended it.
    pub code: i32,
    /// Standard output, whatever changes from run to run replaced.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
}

/// Whether slow tests are wanted: by default each tries only some of what it tries in all.
#[expect(clippy::disallowed_methods, reason = "whether slow runs are wanted is for whoever runs the test")]
pub fn is_slow_wanted() -> bool {
    std::env::var_os("DWINDLE_SLOW").is_some()
}

impl TestEnv {
    /// An empty directory.
    pub fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    /// One with `input.txt`, twelve lines, and `test.sh`, for which lines 3 and 11 make the failure.
    pub fn with_lines() -> Self {
        let env = Self::new();
        env.lines("input.txt", 12);
        env.script("test.sh", "grep -qx 'line 3' input.txt && grep -qx 'line 11' input.txt");
        env
    }

    /// The path of something here.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, and makes the folders that it lies in.
    #[expect(clippy::disallowed_methods, reason = "tests lay out files")]
    pub fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Writes a file of so many numbered lines.
    pub fn lines(&self, name: &str, count: u32) -> &Self {
        let lines: Vec<String> = (1..=count).map(|line| format!("line {line}\n")).collect();
        self.file(name, lines.concat())
    }

    /// Writes a shell script that can be run.
    ///
    /// Another process writes it. A descriptor of this one would be left, for a moment, to each process that another test starts
    /// meanwhile, and a file that is open for writing cannot be executed.
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    pub fn script(&self, name: impl AsRef<Path>, body: &str) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let write = "printf '#!/bin/sh\\n%s\\n' \"$2\" >\"$1\" && chmod 755 \"$1\"";
        let mut shell = Command::new("/bin/sh");
        let done = shell.args(["-c", write, "sh"]).arg(path).arg(body).status().unwrap();
        assert!(done.success());
        self
    }

    /// The text of a file.
    pub fn read(&self, name: impl AsRef<Path>) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The names of all that lies here, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The program, ready to run here.
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dwindle"));
        command
            .current_dir(self.dir.path())
            .env("LC_ALL", "C")
            .env("DWINDLE_CLANG_DELTA", "none")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with the words of `line`, which has no quotes.
    pub fn run(&self, line: &str) -> Shown {
        self.run_words(line.split_whitespace())
    }

    /// Runs the program with these words.
    pub fn run_words(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Shown {
        let output = self.command().args(words).output().unwrap();
        self.shown(&output)
    }

    /// Runs the program with these words; those behind the last are split at blanks.
    pub fn run_with(&self, words: &[&str], rest: &str) -> Shown {
        self.run_words(words.iter().copied().chain(rest.split_whitespace()))
    }

    /// What such a run found: the lines on standard output.
    pub fn answer(&self, words: &[&str], rest: &str) -> String {
        let shown = self.run_with(words, rest);
        assert_eq!(shown.code, 0, "{shown}");
        shown.stdout
    }

    /// Starts the program with the words of `line`.
    pub fn start(&self, line: &str) -> Child {
        let mut command = self.command();
        command.args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Starts a run that hangs in a test as soon as one leaves line 3 out, and waits until it does.
    pub fn start_hanging(&self) -> Child {
        let hangs = self.path("hangs");
        let hang = format!("{{ echo >> {}; sleep 600; }}", hangs.display());
        self.script(
            "test.sh",
            &format!("test -s input.txt || exit 1; grep -qx 'line 3' input.txt || {hang}"),
        );
        let child = self.start("reduce --sandbox off --unit lines --timeout 1000s ./test.sh input.txt");
        while !hangs.exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        child
    }

    /// What `output` shows, whatever changes from run to run replaced.
    pub fn shown(&self, output: &Output) -> Shown {
        use std::os::unix::process::ExitStatusExt;
        let code = output.status.code().or_else(|| Some(128 + output.status.signal()?));
        Shown {
            code: code.unwrap(),
            stdout: self.redacted(&output.stdout),
            stderr: self.redacted(&output.stderr),
        }
    }

    fn redacted(&self, bytes: &[u8]) -> String {
        let dir = self.dir.path().to_str().unwrap();
        let mut text = String::from_utf8_lossy(bytes).replace(dir, "[DIR]");
        for (pattern, with) in [
            (r"(/dev/shm|/tmp)/dwindle-[0-9]+-\w+(/slot[0-9]+)?", "[SCRATCH]"),
            (r"\b[0-9]+(\.[0-9])? s\b", "[TIME]"),
            // What a run tells that took long, on a machine with much else to do.
            (r"(?m)^after \[TIME\]: .*\n", ""),
            // Where the kernel or a container allows less than here.
            (r"(?m)^warning: .*the sandbox has gaps: .*\n", ""),
            (r"(?m)^slots busy: .*\n", ""),
            (r"\b[0-9]+\.[0-9]{2}\n", "[SECONDS]\n"),
            (r"\.dwindle/[0-9a-f]{16,}", ".dwindle/[RUN]"),
            (r"\bprocess [0-9]+", "process [PID]"),
            (r"temporary directories of killed runs: .*\n", ""),
        ] {
            text = Regex::new(pattern).unwrap().replace_all(&text, with).into_owned();
        }
        text
    }
}

impl Shown {
    /// The messages for programs.
    pub fn messages(&self) -> Vec<Value> {
        let lines = self.stdout.lines();
        lines.map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
    }

    /// The last of them.
    pub fn last(&self) -> Value {
        self.messages().pop().unwrap_or_else(|| panic!("no messages: {self}"))
    }

    /// The last of them, of a run that ran tests, without what a clock tells.
    pub fn steady(&self) -> Value {
        let mut last = self.last();
        last["data"]["seconds"] = Value::Null;
        assert!(last["data"].as_object_mut().unwrap().remove("slots").is_some());
        last
    }
}

/// Sends a signal to a run.
pub fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}=> {}", self.stdout, self.stderr, self.code)
    }
}
