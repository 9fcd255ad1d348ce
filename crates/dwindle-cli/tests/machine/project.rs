//! A C project of 20 files, reduced with its build as the test: files first, then contents; killed in the middle.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use dwindle::files::{self, Entry, Files};
use libtest_mimic::Trial;

use crate::needs::{Need, command, trial};

/// How far a run has to be before it is killed, in bytes of the result.
const MIDDLE: u64 = 6_000;

fn read(path: &Path) -> Files {
    files::read(path, |_| false).unwrap()
}

fn plain(files: &Files) -> Vec<&str> {
    let plain = files.iter().filter(|(_, entry)| !entry.is_folder());
    plain.map(|(path, _)| path.to_str().unwrap()).collect()
}

/// What the project's build says in a copy of the tree.
fn build(files: &Files) -> String {
    let dir = tempfile::tempdir().unwrap();
    lay(files, dir.path());
    let output = command("make").args(["-s", "check"]).current_dir(dir.path()).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn lay(files: &Files, dir: &Path) {
    for (path, entry) in files.iter() {
        match entry {
            Entry::File { text, .. } => fs::write(dir.join(path), text.bytes()).unwrap(),
            _ => fs::create_dir(dir.join(path)).unwrap(),
        }
    }
}

/// The journal's records of this kind, in order.
fn records(home: &Path, kind: &str) -> Vec<String> {
    let runs = fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path().join("journal.jsonl"));
    let journal = runs.into_iter().find(|journal| journal.exists()).unwrap();
    let text = fs::read_to_string(journal).unwrap();
    let kind = format!("{{\"type\":\"{kind}\"");
    text.lines().filter(|line| line.starts_with(&kind)).map(str::to_owned).collect()
}

const FAILURE: &str = "heap_pop: Assertion `heap->used > 0' failed.";

pub(super) fn trials() -> Vec<Trial> {
    let name = "a_project_is_reduced_with_its_build_as_the_test_and_loses_nothing_when_killed";
    vec![trial(name, &[Need::Slow, Need::Program("gcc"), Need::Program("make")], project)]
}

fn project() {
    let project = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/c-project/shelf"));
    assert_eq!(plain(&project).len(), 20);
    assert!(build(&project).contains(FAILURE));
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| -> PathBuf { dir.path().join(name) };
    fs::create_dir(at("shelf")).unwrap();
    lay(&project, &at("shelf"));
    let start = || {
        let words = ["reduce", "--unit", "lines", "--message-format", "json", "shelf"];
        let test = ["--", "make", "-s", "-C", "{}", "check"];
        let mut dwindle = command(env!("CARGO_BIN_EXE_dwindle"));
        dwindle.args(words).args(test).current_dir(dir.path()).env("LC_ALL", "C").stdin(Stdio::null());
        dwindle
    };
    let mut child = start().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // What it tells says when it is worth looking.
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let in_the_middle = |_: &_| at("shelf.min").exists() && read(&at("shelf.min")).size() <= MIDDLE;
    assert!(told.any(|line| in_the_middle(&line)), "the run ended before its middle");
    child.kill().unwrap();
    child.wait().unwrap();
    let middle = read(&at("shelf.min"));
    assert!(build(&middle).contains(FAILURE), "the result fails at every moment");
    let before = records(&at("shelf.dwindle"), "test").len();
    let again = start().output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(read(&at("shelf")).id(), project.id(), "the input is not touched");
    let end = read(&at("shelf.min"));
    assert!(build(&end).contains(FAILURE));
    // The heap, who empties it, who asks for that, and what they include; which lines that takes is the compiler's.
    let left = plain(&end);
    for needed in ["Makefile", "src/heap.c", "src/main.c", "src/sort.c"] {
        assert!(left.contains(&needed), "{needed} is gone: {left:?}");
    }
    assert!(left.len() <= 10 && end.size() < 1_500, "{} bytes in {left:?}", end.size());
    let stages = records(&at("shelf.dwindle"), "stage");
    assert!(stages[0].contains("\"unit\":\"files\""), "files go first: {}", stages[0]);
    assert!(stages.iter().any(|stage| stage.contains("\"unit\":\"lines\"")));
    let last = records(&at("shelf.dwindle"), "end").pop().unwrap();
    assert!(last.contains("\"how\":\"finished\""), "{last}");
    assert!(records(&at("shelf.dwindle"), "test").len() > before + 10, "the second run goes on");
}
