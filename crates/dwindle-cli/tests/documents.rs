//! What the documents say is so: codes, options, paths and formats are those of the program, examples run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dwindle::journal::Reader;
use regex::Regex;

const DOCUMENTS: [&str; 11] = [
    "README.md",
    "COMPARE.md",
    "ARCHITECTURE.md",
    "docs/changes.md",
    "docs/directories.md",
    "docs/events.md",
    "docs/isolate.md",
    "docs/journal.md",
    "docs/options.md",
    "docs/triage.md",
    "docs/worker.md",
];
const COMMANDS: [&str; 17] = [
    "reduce",
    "isolate",
    "maximize",
    "changes",
    "events",
    "check",
    "compare",
    "options",
    "env",
    "languages",
    "parse",
    "generate",
    "fuzz",
    "triage",
    "clean",
    "completions",
    "man",
];
/// Options in the documents that are those of other programs.
const OF_OTHERS: [&str; 9] = [
    "--release",
    "--workspace",
    "--edition",
    "--crate-type",
    "--emit",
    "--path",
    "--param",
    "--fix",
    "--reverse",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a document; empty when there is none.
fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "tests run programs")]
fn program(name: &str) -> Command {
    Command::new(name)
}

/// Writes a file that may be run.
#[expect(clippy::disallowed_methods, reason = "tests lay out files")]
fn lay(path: &Path, content: &str) {
    fs::write(path, content).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn help(command: &str) -> String {
    let output = program(env!("CARGO_BIN_EXE_dwindle")).args([command, "--help"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The blocks of code in `text` that are marked as `language`.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let pattern = format!(r"(?ms)^```{language}\n(.*?)^```$");
    Regex::new(&pattern).unwrap().captures_iter(text).map(|block| block[1].to_owned()).collect()
}

/// All matches of `pattern` in `text`: its group, or the whole.
fn matches(pattern: &str, text: &str) -> BTreeSet<String> {
    let found = Regex::new(pattern).unwrap();
    found.captures_iter(text).map(|m| m.get(1).or_else(|| m.get(0)).unwrap().as_str().to_owned()).collect()
}

#[test]
fn the_exit_codes_in_the_readme_are_those_of_the_program() {
    let readme = document("README.md");
    let table = readme.split_once("## Exit codes").unwrap().1.split_once("\n## ").unwrap().0;
    let rows = Regex::new(r"(?m)^\| (\d+) \| (.*) \|$").unwrap();
    let written: Vec<_> =
        rows.captures_iter(table).map(|row| format!("{:>5}  {}", &row[1], &row[2])).collect();
    assert!(help("reduce").contains(&format!("Exit codes:\n{}\n", written.join("\n"))), "{written:#?}");
}

#[test]
fn every_option_in_the_documents_is_one() {
    let helps: String = COMMANDS.map(help).concat();
    let known = matches("--[a-z][a-z-]+", &helps);
    for name in DOCUMENTS.iter().filter(|name| **name != "COMPARE.md") {
        for option in matches("--[a-z][a-z-]+", &document(name)) {
            let known = known.contains(&option) || OF_OTHERS.contains(&option.as_str());
            assert!(known, "{name} names {option}, which is no option");
        }
    }
}

#[test]
fn every_command_in_the_readme_is_one() {
    for command in matches(r"`dwindle ([a-z]+)", &document("README.md")) {
        assert!(COMMANDS.contains(&command.as_str()), "{command}");
    }
}

#[test]
fn every_path_in_the_documents_is_there() {
    let places = r"`((?:crates|docs|testdata|xtask|\.ci|\.cargo)/[\w./-]*)`";
    for name in DOCUMENTS {
        let text = document(name);
        let from_root = matches(places, &text).into_iter().map(|path| root().join(path));
        let here = root().join(name);
        let folder = here.parent().unwrap();
        let links = matches(r"\]\(([^)#:]+)\)", &text).into_iter().map(|path| folder.join(path));
        for path in from_root.chain(links) {
            assert!(path.exists(), "{name} names {}, which is not there", path.display());
        }
    }
}

/// All files below `folder`.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            files(&entry.path(), all);
        } else {
            all.push(entry.path());
        }
    }
}

#[test]
fn every_source_file_in_the_documents_is_there() {
    let mut all = Vec::new();
    files(&root().join("crates"), &mut all);
    for name in DOCUMENTS {
        for source in matches(r"`([\w./-]+\.rs)`", &document(name)) {
            let found = all.iter().any(|path| path.ends_with(&source)) || root().join(&source).is_file();
            assert!(found, "{name} names {source}, which is not there");
        }
    }
}

#[test]
fn the_workers_in_the_documents_work() {
    let text = document("docs/worker.md");
    let dir = tempfile::tempdir().unwrap();
    lay(&dir.path().join("page.html"), "<html>\n<p>one</p>\n<SELECT NAME=\"priority\">\n</html>\n");
    for (language, interpreter, name) in [("python", "python3", "worker.py"), ("sh", "sh", "worker.sh")] {
        let [worker] = &blocks(&text, language)[..] else { panic!("one worker in {language}") };
        assert!(document("README.md").contains(worker.as_str()), "the README shows the same worker");
        if program(interpreter).arg("-c").arg("exit").stdin(Stdio::null()).output().is_err() {
            eprintln!("{interpreter} is not there: {name} is passed over");
            continue;
        }
        lay(&dir.path().join(name), worker);
        for words in [
            ["--worker", &format!("./{name}"), "page.html", "-o", "-"].map(str::to_owned).to_vec(),
            ["--worker", "page.html", "-o", "-", "--", &format!("./{name}")].map(str::to_owned).to_vec(),
        ] {
            let mut dwindle = program(env!("CARGO_BIN_EXE_dwindle"));
            let output =
                dwindle.current_dir(dir.path()).args(["reduce", "--fresh"]).args(&words).output().unwrap();
            let shown = String::from_utf8_lossy(&output.stderr);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "<SELECT", "{words:?}\n{shown}");
        }
    }
}

#[test]
fn the_lines_of_the_journal_in_its_document_are_a_journal() {
    let lines = blocks(&document("docs/journal.md"), "json").concat();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.jsonl");
    lay(&path, &lines);
    let mut reader = Reader::open(&path).unwrap();
    let records: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(reader.damage(), None);
    assert!(reader.header().is_some());
    assert_eq!(records.len() + 1, lines.lines().count());
    let kinds: BTreeSet<_> =
        records.iter().map(std::mem::discriminant).map(|kind| format!("{kind:?}")).collect();
    assert_eq!(kinds.len(), 6, "one of each");
    // Every field that a line has stands in the table below it.
    for line in lines.lines() {
        let Ok(serde_json::Value::Object(fields)) = serde_json::from_str(line) else { panic!("{line}") };
        for field in fields.keys().filter(|field| !["type", "crc"].contains(&field.as_str())) {
            let names = document("docs/journal.md");
            assert!(
                names.lines().any(|l| l.starts_with('|') && l.contains(&format!("`{field}`"))),
                "{field}"
            );
        }
    }
}
