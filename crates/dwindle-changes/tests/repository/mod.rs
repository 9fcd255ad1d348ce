//! Real repositories for tests.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests lay files and call git")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dwindle::files::{Entry, Files};

use crate::trees::git;

/// A commit to be made: the positions of its parents, what it holds, and its subject.
pub(crate) struct Made<'a> {
    pub(crate) parents: &'a [usize],
    pub(crate) files: Files,
    pub(crate) subject: &'a str,
}

/// A repository in a directory that goes with it.
pub(crate) struct Real {
    dir: tempfile::TempDir,
    /// The names of its commits.
    pub(crate) commits: Vec<String>,
}

impl Real {
    /// A repository with these commits, the last of them checked out on `main`.
    pub(crate) fn new(commits: &[Made<'_>]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let real = Self { dir, commits: Vec::new() };
        fs::create_dir(real.root()).unwrap();
        assert!(git(&real.root(), &["init", "--quiet"], None).is_some(), "these tests need git");
        let (stream, marks) = (real.dir.path().join("stream"), real.dir.path().join("marks"));
        fs::write(&stream, stream_of(commits)).unwrap();
        let export = format!("--export-marks={}", marks.display());
        let output = git(&real.root(), &["fast-import", "--quiet", &export], Some(&stream)).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let marks = fs::read_to_string(marks).unwrap();
        let names: BTreeMap<usize, String> = marks
            .lines()
            .map(|line| line.trim_start_matches(':').split_once(' ').unwrap())
            .map(|(mark, name)| (mark.parse().unwrap(), name.to_owned()))
            .collect();
        real.git(&["reset", "--quiet", "--hard"]);
        Self { commits: names.into_values().collect(), ..real }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("tree")
    }

    /// Calls git there, which must succeed, and gives what it wrote.
    pub(crate) fn git(&self, words: &[&str]) -> String {
        let output = git(&self.root(), words, None).unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let at = self.root().join(path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, bytes).unwrap();
    }

    /// All that is in the repository and its working tree, with its times; of objects without, since git renews
    /// that of an object which it was to write and found.
    pub(crate) fn everything(&self) -> Vec<(PathBuf, Vec<u8>, std::time::SystemTime)> {
        let mut found = Vec::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let about = fs::symlink_metadata(&path).unwrap();
                if about.is_dir() {
                    folders.push(path.clone());
                }
                let bytes = if about.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
                let is_object = about.is_file() && path.starts_with(self.root().join(".git/objects"));
                let time = if is_object { std::time::UNIX_EPOCH } else { about.modified().unwrap() };
                found.push((path, bytes, time));
            }
        }
        found.sort();
        found
    }
}

/// The commits as `git fast-import` reads them.
fn stream_of(commits: &[Made<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    for (nth, commit) in commits.iter().enumerate() {
        let mark = nth + 1;
        out.extend(format!("commit refs/heads/main\nmark :{mark}\n").bytes());
        let who = format!("Author {nth} <author{nth}@example.org> {} +0000\n", 1_000_000_000 + nth);
        out.extend(format!("author {who}committer {who}").bytes());
        out.extend(format!("data {}\n{}\n", commit.subject.len(), commit.subject).bytes());
        for (at, parent) in commit.parents.iter().enumerate() {
            let word = if at == 0 { "from" } else { "merge" };
            out.extend(format!("{word} :{}\n", parent + 1).bytes());
        }
        out.extend(b"deleteall\n");
        for (path, entry) in commit.files.iter() {
            write_entry(&mut out, path, entry);
        }
        out.push(b'\n');
    }
    out
}

fn write_entry(out: &mut Vec<u8>, path: &Path, entry: &Entry) {
    let (mode, bytes) = match entry {
        Entry::File { text, mode } => (if mode & 0o100 == 0 { "100644" } else { "100755" }, text.bytes()),
        Entry::Link { target } => ("120000", target.as_os_str().as_encoded_bytes()),
        Entry::Folder { .. } => return,
    };
    out.extend(format!("M {mode} inline {}\ndata {}\n", path.display(), bytes.len()).bytes());
    out.extend(bytes);
    out.push(b'\n');
}
