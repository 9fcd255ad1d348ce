//! Programs of `research/faults`, one of each language: the faulty line is marked as one that matters or decides.

use std::path::Path;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::env::TestEnv;
use crate::needs::{Need, trial};

/// A program, the compiler or interpreter that it needs, and the mark of its faulty line.
const CASES: [(&str, &str, &str); 5] = [
    ("c-calendar", "cc", "decides"),
    ("cpp-routes", "c++", "matters"),
    ("rust-stock", "rustc", "matters"),
    ("python-loan", "python3", "matters"),
    ("perl-orders", "perl", "matters"),
];

pub(super) fn trials() -> Vec<Trial> {
    let marked = |(name, program, mark): (&'static str, &'static str, &'static str)| {
        let needs = [Need::Program(program), Need::Holds("not x86-64 Linux", crate::traces::NATIVE)];
        trial(&format!("the_faulty_line_of_{}_is_in_the_slice", name.replace('-', "_")), &needs, move || {
            is_marked(name, mark);
        })
    };
    CASES.map(marked).into()
}

fn is_marked(name: &str, mark: &str) {
    let env = TestEnv::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../research/faults").join(name);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, env.path(path.file_name().unwrap())).unwrap();
    }
    let fault: Value = serde_json::from_str(&env.read("fault.json")).unwrap();
    if let Some(build) = fault["build"].as_str() {
        #[expect(clippy::disallowed_methods, reason = "tests run programs")]
        let mut shell = std::process::Command::new("sh");
        assert!(shell.args(["-c", build]).current_dir(env.path("")).status().unwrap().success());
    }
    let options = fault["options"].as_array().into_iter().flatten().map(|word| word.as_str().unwrap());
    let command = fault["command"].as_str().unwrap().split(' ');
    let words = ["trace", "--message-format", "json"].into_iter().chain(options).chain(["--"]).chain(command);
    let shown = env.run_words(words);
    let end = shown.last();
    let lines = end["data"]["lines"].as_array().unwrap_or_else(|| panic!("{shown}"));
    let line = lines.iter().find(|line| line["line"] == fault["line"]).unwrap();
    assert_eq!(line["mark"], mark, "{shown}");
}
