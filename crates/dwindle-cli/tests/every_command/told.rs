//! A directory in which a kind of command runs again and again, and what a run there told and left.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::env::{Shown, TestEnv};
use crate::kinds::Kind;

/// Messages about single tests and about the time: the rest are in serial order.
const ABOUT_TESTS: [&str; 5] = ["start", "checking", "started", "tested", "stopped"];
/// What the last message says about them, and what was met by tests that ran ahead, too.
const OF_TESTS: [&str; 5] = ["seconds", "slots", "tests", "flakiness", "other_failures"];

/// The directory.
pub(super) struct Place<'k> {
    kind: &'k Kind,
    env: TestEnv,
    /// What is there before a run.
    laid: BTreeSet<PathBuf>,
}

/// What a run told and left.
#[derive(Clone)]
pub(super) struct Told {
    pub(super) code: i32,
    /// The messages in serial order.
    pub(super) messages: Vec<Value>,
    /// What the journal has of it in serial order.
    pub(super) journal: Vec<Value>,
    /// The results.
    pub(super) files: BTreeMap<PathBuf, Vec<u8>>,
    /// How many tests the search ran.
    pub(super) searched: usize,
}

impl Told {
    /// How many questions were asked.
    pub(super) fn questions(&self) -> usize {
        self.messages.iter().filter(|message| message["type"] == "asked").count()
    }

    /// The same, without what tells of bests.
    pub(super) fn without_bests(mut self) -> Self {
        self.messages.retain(|message| message["type"] != "best");
        self.journal.retain(|record| record["type"] != "best");
        self
    }
}

impl<'k> Place<'k> {
    pub(super) fn new(kind: &'k Kind) -> Self {
        let env = TestEnv::new();
        (kind.lay)(&env);
        let laid = all(&env.path("")).into_iter().collect();
        Self { kind, env, laid }
    }

    /// Removes all that runs left.
    pub(super) fn clear(&self) {
        // What is deepest comes last.
        for path in all(&self.env.path("")).iter().rev().filter(|path| !self.laid.contains(*path)) {
            let is_folder = path.is_dir() && !path.is_symlink();
            (if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) }).unwrap();
        }
    }

    /// The one journal that the last run left.
    pub(super) fn journal(&self) -> PathBuf {
        let journals = self.journals();
        let [journal] = &journals[..] else { panic!("{}: {journals:?}", self.kind.name) };
        journal.clone()
    }

    fn journals(&self) -> Vec<PathBuf> {
        let mut paths = all(&self.env.path(""));
        paths.retain(|path| path.file_name().is_some_and(|name| name == "journal.jsonl"));
        paths
    }

    /// Writes a file.
    pub(super) fn write(&self, path: &Path, text: &str) {
        self.env.file(path, text);
    }

    /// Runs the command with so many jobs and these words more.
    #[expect(clippy::disallowed_methods, reason = "programs are found as the user finds them")]
    pub(super) fn run(&self, jobs: usize, more: &str) -> Told {
        // No clock decides, however busy the machine is.
        let options = format!("--jobs {jobs} --timeout 100s --message-format json {more}");
        let line = self.kind.line.replacen("OPTIONS", &options, 1);
        let line = line.replace("[DIR]", self.env.path("").to_str().unwrap().trim_end_matches('/'));
        let mut command = self.env.command();
        let path = std::env::var_os("PATH").unwrap();
        command.env_clear().env("PATH", path).env("LC_ALL", "C");
        let clang_delta = self.env.path("clang_delta");
        let clang_delta = if clang_delta.exists() { clang_delta } else { "none".into() };
        command.env("DWINDLE_CLANG_DELTA", clang_delta);
        command.envs(self.kind.variables.iter().copied());
        let output = command.args(line.split_whitespace()).output().unwrap();
        let shown = self.env.shown(&output);
        let parsed = shown.stdout.lines().map(serde_json::from_str);
        let all: Vec<Value> =
            parsed.collect::<Result<_, _>>().unwrap_or_else(|_| panic!("{line}: {}", end(&shown)));
        assert!(shown.stderr.is_empty() && [0, 6, 7].contains(&shown.code), "{line}: {}", end(&shown));
        let is_of_search = |it: &&Value| it["type"] == "tested" && it["data"]["purpose"] == "search";
        let searched = all.iter().filter(is_of_search).count();
        let mut messages = all;
        messages.retain(|message| !ABOUT_TESTS.iter().any(|about| message["type"] == *about));
        for message in &mut messages {
            without_tests(message);
        }
        let journal = self.journals().iter().flat_map(|path| serial(path)).collect();
        Told { code: shown.code, messages, journal, files: self.results(), searched }
    }

    /// The files that are there beside what was laid and the data of runs.
    fn results(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let home = self.env.path("");
        let is_result = |path: &PathBuf| {
            let mut parts = path.strip_prefix(&home).unwrap().components();
            path.is_file() && !parts.any(|part| part.as_os_str().to_string_lossy().ends_with(".dwindle"))
        };
        let new = all(&home).into_iter().filter(|path| !self.laid.contains(path)).filter(is_result);
        new.map(|path| (path.strip_prefix(&home).unwrap().to_owned(), fs::read(&path).unwrap())).collect()
    }
}

/// The last that a run showed.
fn end(shown: &Shown) -> String {
    let text = shown.to_string();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(4)..].join("\n")
}

/// All that lies in a directory, what is in a folder after it.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        found.push(path.clone());
        if path.is_dir() && !path.is_symlink() {
            found.extend(all(&path));
        }
    }
    found
}

/// Takes out what depends on which tests ran, and how long they took.
fn without_tests(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !OF_TESTS.contains(&name.as_str()));
            fields.values_mut().for_each(without_tests);
        }
        Value::Array(values) => values.iter_mut().for_each(without_tests),
        _ => {}
    }
}

/// The records of the last run of a journal that are in serial order.
fn serial(journal: &Path) -> Vec<Value> {
    let text = fs::read_to_string(journal).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let began = records.iter().rposition(|record| record["type"] == "run").unwrap();
    let serial = records[began..]
        .iter()
        .filter(|it| ["asked", "best", "stage"].iter().any(|kind| it["type"] == *kind));
    serial
        .cloned()
        .map(|mut record| {
            record.as_object_mut().unwrap().remove("crc");
            record
        })
        .collect()
}
