//! A directory in which commands are typed, with few programs at hand, so that what is shown is the same everywhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use regex::Regex;
use tempfile::TempDir;

use crate::needs::command;

/// The programs at hand; no formatter is, so that what one does is not recorded.
const PROGRAMS: [&str; 21] = [
    "as", "cat", "chmod", "cp", "dirname", "env", "false", "g++", "gcc", "git", "grep", "ls", "mkdir",
    "mktemp", "rm", "sed", "sh", "sleep", "tail", "touch", "true",
];

/// A directory and the programs at hand in it; both go with this value.
pub(super) struct Desk {
    dir: TempDir,
    here: PathBuf,
}

/// What a command showed, and the exit code.
pub(super) struct Shown {
    /// Standard output and standard error as they came.
    pub(super) text: String,
    pub(super) code: i32,
}

impl Desk {
    /// An empty one.
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (bin, here) = (dir.path().join("bin"), dir.path().join("here"));
        for folder in [&bin, &here, &dir.path().join("scratch")] {
            fs::create_dir(folder).unwrap();
        }
        symlink(env!("CARGO_BIN_EXE_dwindle"), bin.join("dwindle")).unwrap();
        for program in PROGRAMS {
            // What a shell has built in, it calls by its name alone.
            let path = said(&format!("command -v {program}"));
            let path = if path.is_absolute() { path } else { Path::new("/bin").join(program) };
            symlink(path, bin.join(program)).unwrap();
        }
        // The interpreter itself, where what is called so only looks for it.
        symlink(said("python3 -c 'import sys; print(sys.executable)'"), bin.join("python3")).unwrap();
        Self { dir, here }
    }

    /// Copies the files in `folder` here.
    pub(super) fn copy(&self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, self.here.join(path.file_name().unwrap())).unwrap();
            }
        }
    }

    /// Types a line; `cd` moves to a folder for the next ones.
    pub(super) fn types(&mut self, line: &str) -> Shown {
        if let Some(folder) = line.strip_prefix("cd ") {
            self.here = self.here.join(folder);
            return Shown { text: String::new(), code: 0 };
        }
        let mut shell = command("sh");
        shell.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(&self.here).stdin(Stdio::null());
        shell.env("PATH", self.dir.path().join("bin")).env("HOME", self.dir.path());
        shell.env("TMPDIR", self.dir.path().join("scratch"));
        shell.env("LC_ALL", "C.UTF-8").env_remove("PYTHONPATH").env_remove("COLUMNS");
        // Where it is installed, it asks questions of its own: the pages are of a machine without it.
        shell.env("DWINDLE_CLANG_DELTA", "none");
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        Shown { text: self.without_places(&text), code: output.status.code().unwrap() }
    }

    /// `text` with what the commands in its sessions show now, and how many commands there are.
    pub(super) fn types_again(&mut self, text: &str) -> (String, usize) {
        let (mut now, mut in_session, mut commands) = (String::new(), false, 0);
        for line in text.lines() {
            match line.strip_prefix("$ ") {
                Some(typed) if in_session => {
                    let text = self.types(typed).text;
                    // A file may end within a line.
                    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
                    now.extend([line, "\n", &text, end]);
                    commands += 1;
                }
                _ if in_session && line != "```" => {}
                _ => {
                    in_session = line == "```console";
                    now.extend([line, "\n"]);
                }
            }
        }
        if !text.ends_with('\n') {
            now.pop();
        }
        (now, commands)
    }

    /// `text` without the names of temporary directories.
    fn without_places(&self, text: &str) -> String {
        let dir = self.dir.path().to_str().unwrap();
        let text = text
            .replace(&format!("{dir}/here"), "/home/you")
            .replace(&format!("{dir}/bin"), "/usr/bin")
            .replace(&format!("{dir}/scratch"), "/tmp")
            .replace(dir, "/home");
        let scratch = Regex::new(r"(/dev/shm|/tmp)/dwindle-[0-9]+-\w+(/slot[0-9]+)?").unwrap();
        scratch.replace_all(&text, "/tmp/dwindle").into_owned()
    }
}

/// The path that a line of the shell says.
fn said(line: &str) -> PathBuf {
    let output = command("sh").args(["-c", line]).output().unwrap();
    PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end())
}

/// `shown` without what differs from run to run: times, and what ran ahead of the search.
pub(super) fn steady(shown: &str) -> String {
    let changing = [
        (r"\d+ min \d+ s\b|\d+(\.\d+)? (s|ms|min)\b", "[TIME]"),
        (r"(?m)^ran [\d,]+ tests: .*$", "[RAN]"),
        // Tests that ran ahead find some, too.
        (r"(?m)^other failures found: [\d,]+", "other failures found: [N]"),
        (r"[0-9a-f]{16,}", "[RUN]"),
        // Told once a minute, and when much is gained.
        (r"(?m)^after .*\n", ""),
        // What the system ended may be another test's, which asks for that.
        (r"(?m)^warning: the system ended processes for lack of memory: .*\n", ""),
        // Told of what took long.
        (r"(?m)^warning: .*the sandbox has gaps: .*\n", ""),
        (r"(?m)^slots busy: .*\n", ""),
        (r"(?m)[ \t]+$", ""),
    ];
    changing.iter().fold(shown.to_owned(), |text, (pattern, with)| {
        Regex::new(pattern).unwrap().replace_all(&text, *with).into_owned()
    })
}
