//! `kill -9` while a directory is reduced: its result is a whole tree that fails at every moment, nothing of the
//! input is touched, and the next run ends as if the first was undisturbed.

#![expect(clippy::unwrap_used, reason = "a test that cannot be laid out is a failed test")]

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use dwindle::Id;
use dwindle::files::{self, Entry, Files};

/// Each run leaves something beside the tree and changes the tree itself, as builds do.
const TEST: &str = r"#!/bin/sh
echo built >proj/product; echo changed >>proj/f03.txt
grep -q '^needed 7$' proj/sub/f07.txt && grep -q '^needed 13$' proj/sub/f13.txt
";

struct Run {
    dir: tempfile::TempDir,
    input: Id,
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

fn read(path: &Path) -> Files {
    files::read(path, |_| false).unwrap()
}

impl Run {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let proj = dir.path().join("proj");
        fs::create_dir_all(proj.join("sub")).unwrap();
        for number in 0..16 {
            let lines: Vec<String> = (0..20).map(|line| format!("filler {line}\n")).collect();
            let folder = if number < 5 { proj.clone() } else { proj.join("sub") };
            write(&folder.join(format!("f{number:02}.txt")), &format!("{}needed {number}\n", lines.concat()));
        }
        write(&dir.path().join("test.sh"), TEST);
        fs::set_permissions(dir.path().join("test.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        Self { input: read(&proj).id(), dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A run, and what it tells line by line.
    #[expect(clippy::disallowed_methods, reason = "tests run programs")]
    fn start(&self) -> (Child, Lines<BufReader<ChildStdout>>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dwindle"))
            .args([
                "reduce",
                "--jobs",
                "2",
                "--unit",
                "lines",
                "--message-format",
                "json",
                "./test.sh",
                "proj",
            ])
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let told = BufReader::new(child.stdout.take().unwrap()).lines();
        (child, told)
    }

    /// Runs it to its end; says how many lines it told.
    fn finish(&self) -> usize {
        let (mut child, told) = self.start();
        let lines = told.count();
        assert!(child.wait().unwrap().success(), "it does not end well");
        lines
    }

    /// Checks what has to hold at every moment: the input is as it was, and the result is a whole tree that fails.
    fn check(&self, when: &str) {
        assert_eq!(read(&self.path("proj")).id(), self.input, "{when}: the input was touched");
        if !self.path("proj.min").exists() {
            return;
        }
        let files = read(&self.path("proj.min"));
        for (path, entry) in files.iter() {
            let Entry::File { text, .. } = entry else { continue };
            let text = String::from_utf8(text.bytes().to_vec()).unwrap();
            let known = |line: &str| line.starts_with("filler ") || line.starts_with("needed ");
            assert!(text.lines().all(known), "{when}: {} is not whole", path.display());
        }
        for (name, line) in [("sub/f07.txt", &b"needed 7\n"[..]), ("sub/f13.txt", b"needed 13\n")] {
            let Some(Entry::File { text, .. }) = files.get(Path::new(name)) else {
                panic!("{when}: the result lost {name}")
            };
            assert!(text.bytes().ends_with(line), "{when}: the result does not fail");
        }
    }

    fn drafts(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with('.')).collect()
    }
}

#[test]
fn a_directory_whose_reduction_is_killed_at_any_moment_loses_nothing() {
    let undisturbed = Run::new();
    let lines = undisturbed.finish();
    undisturbed.check("undisturbed");
    let result = read(&undisturbed.path("proj.min"));
    assert_eq!(result.iter().filter(|(_, entry)| !entry.is_folder()).count(), 2);
    for number in 1..=8 {
        let run = Run::new();
        let (mut child, told) = run.start();
        // Spread over the run, and looked at on the way.
        for _told in told.take(lines * number / 9).step_by(8) {
            run.check("at work");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        run.check("killed");
        run.finish();
        run.check("gone on");
        assert_eq!(read(&run.path("proj.min")), result, "run {number}");
        assert_eq!(run.drafts(), Vec::<String>::new(), "run {number}");
    }
}
