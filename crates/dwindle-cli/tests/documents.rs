//! What the documents say is so: codes, options, paths and formats are those of the program, examples run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "documents/algorithms.rs"]
mod algorithms;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use dwindle_store::journal::Reader;
use regex::Regex;

const COMMANDS: &str = "reduce isolate maximize changes events trace check compare options env path languages \
    passes parse generate fuzz triage report replay diff clean completions man";
/// Documents that are about other programs or about mistakes, and name what is no option or command here.
const OF_PEERS: [&str; 2] = ["COMPARE.md", "docs/messages.md"];
/// What the names of documents for users of other programs begin with.
const FROM_PEERS: &str = "docs/from-";
/// What the names of documents for developers begin with; ARCHITECTURE.md lists them.
const FOR_DEVELOPERS: &str = "docs/dev/";
/// What stands for a name in the paths of recipes.
const ANY_NAME: [&str; 2] = ["NAME", "ENDING"];
/// The document whose options are those that tracers have.
const OF_TRACERS: &str = "docs/tracers.md";
/// Options in the documents that are those of other programs.
const OF_OTHERS: &str = "--check --ignore-missing --url --formula --repo --version --help \
    --target --ntasks --time --cpus-per-task --maxfail --tb --cap --only --peers --dwindle --json --plot \
    --oneline --git --locked --root --features --open --write --parentheses --beaten --release \
    --workspace --no-deps --test --bin --edition --crate-type --emit --path --param --fix --reverse --strict --offline \
    --run-all-exports --build --user --scope";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents at the root, in `docs` and in `docs/dev`, by their paths from the root.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "docs/", "docs/dev/"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if Path::new(&name).extension().is_some_and(|end| end == "md") {
                found.push(format!("{folder}{name}"));
            }
        }
    }
    found.sort();
    found
}

/// Whether a document names options and commands of other programs.
fn is_of_peers(name: &str) -> bool {
    OF_PEERS.contains(&name) || name.starts_with(FROM_PEERS)
}

/// The text of a document.
fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
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
fn the_exit_codes_in_the_documents_are_those_of_the_program() {
    let table = document("docs/exit-codes.md");
    let rows = Regex::new(r"(?m)^\| (\d+) \| (.*) \|$").unwrap();
    let written: Vec<_> =
        rows.captures_iter(&table).map(|row| format!("{:>5}  {}", &row[1], &row[2])).collect();
    assert!(help("reduce").contains(&format!("Exit codes:\n{}\n", written.join("\n"))), "{written:#?}");
}

#[test]
fn every_option_in_the_documents_is_one() {
    let helps: String = COMMANDS.split_whitespace().map(help).collect();
    let plugin = document("crates/dwindle-py/python/dwindle/pytest_plugin.py");
    let mut known = matches("--[a-z][a-z-]+", &helps);
    known.extend(matches(r#""(--[a-z][a-z-]+)""#, &plugin));
    let ours = |name: &&String| !is_of_peers(name) && name.as_str() != OF_TRACERS;
    for name in documents().iter().filter(ours) {
        for option in matches("--[a-z][a-z-]+", &document(name)) {
            let known = known.contains(&option) || OF_OTHERS.split_whitespace().any(|other| other == option);
            assert!(known, "{name} names {option}, which is no option");
        }
    }
}

#[test]
fn every_command_in_the_documents_is_one() {
    for name in documents().iter().filter(|name| !is_of_peers(name)) {
        for command in matches(r"(?m)(?:`|^\$ )dwindle ([a-z]+)(?:[ `]|$)", &document(name)) {
            assert!(
                COMMANDS.split_whitespace().any(|known| known == command),
                "{name} names {command}, which is no command"
            );
        }
    }
}

#[test]
fn every_path_in_the_documents_is_there() {
    let code = Regex::new(r"(?ms)^```.*?^```$").unwrap();
    let places = r"`((?:crates|docs|testdata|xtask|research|fuzz|\.ci|\.cargo)/[\w./-]*)`";
    for name in documents() {
        let text = document(&name);
        // Of a file that is to be written, its folder is there.
        let is_named = |part: &&str| ANY_NAME.iter().all(|any| !part.contains(any));
        let named = |path: String| path.split('/').take_while(is_named).collect::<PathBuf>();
        let from_root = matches(places, &text).into_iter().map(|path| root().join(named(path)));
        let here = root().join(&name);
        let folder = here.parent().unwrap();
        let prose = code.replace_all(&text, "");
        let links = matches(r"\]\(([^)#:]+)\)", &prose).into_iter().map(|path| folder.join(path));
        for path in from_root.chain(links) {
            assert!(path.exists(), "{name} names {}, which is not there", path.display());
        }
    }
}

#[test]
fn the_index_of_the_documents_lists_each_of_them_once() {
    let index = document("docs/README.md");
    let pattern = Regex::new(r"(?m)^\| \[([\w-]+\.md)\]\(([\w-]+\.md)\) \| ").unwrap();
    let mut listed = Vec::new();
    for row in pattern.captures_iter(&index) {
        assert_eq!(row[1], row[2], "a document is listed by its name");
        listed.push(format!("docs/{}", &row[1]));
    }
    listed.sort();
    let mut there = documents();
    there.retain(|name| name.starts_with("docs/") && !name.starts_with(FOR_DEVELOPERS));
    there.retain(|name| name != "docs/README.md");
    assert_eq!(listed, there, "add a line for each document to docs/README.md");
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
    for name in documents() {
        let named = matches(r"`([\w./-]+\.rs)`", &document(&name));
        for source in named.into_iter().filter(|path| ANY_NAME.iter().all(|any| !path.contains(any))) {
            let found = all.iter().any(|path| path.ends_with(&source)) || root().join(&source).is_file();
            assert!(found, "{name} names {source}, which is not there");
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

/// The manifest at `path` from the root.
fn manifest(path: &str) -> toml::Table {
    document(path).parse().unwrap()
}

#[test]
fn the_document_on_installing_names_the_version_of_rust_that_is_needed() {
    let needed = manifest("Cargo.toml")["workspace"]["package"]["rust-version"].as_str().unwrap().to_owned();
    assert!(document("docs/install.md").contains(&format!("Rust {needed} or later")), "{needed}");
}

#[test]
fn what_the_document_on_installing_says_of_the_manual_and_of_completions_works() {
    let dir = tempfile::tempdir().unwrap();
    let mut run = 0;
    for block in blocks(&document("docs/install.md"), "console") {
        for line in block.lines().filter_map(|line| line.strip_prefix("$ dwindle ")) {
            let line = line.replace("~/", &format!("{}/", dir.path().display()));
            let words: Vec<&str> = line.split(' ').take_while(|word| *word != ">").collect();
            let output = program(env!("CARGO_BIN_EXE_dwindle")).args(&words).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
            assert_eq!(output.stdout.is_empty(), words[0] == "man", "{line}");
            run += 1;
        }
    }
    assert_eq!(run, 4);
    assert!(dir.path().join(".local/share/man/man1/dwindle-reduce.1").is_file());
}

#[test]
fn every_package_that_can_be_published_has_a_description_keywords_and_categories() {
    for name in ["dwindle", "dwindle-syntax", "dwindle-changes", "dwindle-trace", "dwindle-cli"] {
        let package = manifest(&format!("crates/{name}/Cargo.toml"))["package"].clone();
        assert!(package["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        let list = |key: &str| package[key].as_array().unwrap().clone();
        assert!(
            (1..=5).contains(&list("keywords").len()) && (1..=5).contains(&list("categories").len()),
            "{name}"
        );
        assert!(list("keywords").iter().all(|word| word.as_str().unwrap().len() <= 20), "{name}");
    }
}
