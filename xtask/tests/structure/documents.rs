//! What ARCHITECTURE.md and the pages in `docs/dev` name is there: tests, packages, and the examples in registries. That files
//! and links are is checked for all documents, with the command line program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{LAYERS, root};

const MAP: &str = "ARCHITECTURE.md";
const PAGES: &str = "docs/dev";

/// Lines that the map may have, and a page for developers.
const MOST_OF_MAP: usize = 200;
const MOST_OF_PAGE: usize = 120;

/// Of each recipe the example that it cites, and the registry in which that stands.
const CITED: [(&str, &str, &str); 9] = [
    ("add-a-language.md", "crates/dwindle-syntax/src/language/known.rs", "own!(\"dimacs\")"),
    ("add-a-language.md", "crates/dwindle-syntax/Cargo.toml", "dimacs"),
    ("add-a-pass.md", "crates/dwindle/src/passes/registry.rs", "Arc::new(Comments)"),
    ("add-a-format.md", "crates/dwindle/src/binary/format.rs", "Format { name: \"RIFF\", read: riff::read }"),
    ("add-a-subject.md", "crates/dwindle-cli/src/args/words.rs", "Path(Box<Invocation<Elements>>)"),
    ("add-a-subject.md", "crates/dwindle-cli/src/subjects/search_path.rs", "impl Invocation for Elements {"),
    ("add-a-setting.md", "crates/dwindle-cli/src/args/command.rs", "pub target_size: Option<String>,"),
    (
        "add-a-strategy.md",
        "crates/dwindle-core/src/strategy.rs",
        "fn ask(&self, nth: usize) -> Option<Question>;",
    ),
    ("add-a-setting.md", "crates/dwindle-cli/src/settings_file/read.rs", "OF_THE_FILE"),
];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The map and the pages for developers, by their paths from the root.
fn pages() -> Vec<String> {
    let folder = fs::read_dir(root().join(PAGES)).expect("there are pages for developers");
    let names = folder.map(|entry| entry.expect("it can be read").file_name());
    let mut pages: Vec<String> = names.map(|name| format!("{PAGES}/{}", name.display())).collect();
    pages.sort();
    [vec![MAP.to_owned()], pages].concat()
}

/// What stands between single backquotes in the prose of a page; with `blocks`, what stands in its blocks of code.
fn quoted(text: &str) -> Vec<String> {
    let mut is_code = false;
    let prose = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code
    });
    let prose: Vec<&str> = prose.collect();
    prose.join("\n").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether this is the name of a test: words with underlines, four or more.
fn is_test_name(word: &str) -> bool {
    word.split('_').count() >= 4
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// All Rust files below `folder`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).expect("a folder can be read").map(|entry| entry.expect("it can be read"))
    {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The functions that are tests: those marked so, and those in the folders of tests, where some are rows of a table.
fn tests() -> BTreeSet<String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        sources(&root().join(folder), &mut files);
    }
    let mut names = BTreeSet::new();
    for file in files {
        let is_of_tests = file.iter().any(|part| part == "tests");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut is_marked = false;
        for line in text.lines().map(str::trim) {
            let name = line.strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next());
            if let Some(name) = name.filter(|_| is_of_tests || is_marked) {
                names.insert(name.to_owned());
            }
            is_marked = line == "#[test]" || is_marked && line.starts_with("#[");
        }
    }
    names
}

#[test]
fn pages_for_developers_are_short_and_the_map_lists_each() {
    let map = read(MAP);
    for page in pages() {
        let most = if page == MAP { MOST_OF_MAP } else { MOST_OF_PAGE };
        let lines = read(&page).lines().count();
        assert!(lines <= most, "{page} has {lines} lines, more than {most}");
        assert!(page == MAP || map.contains(&format!("]({page})")), "{MAP} does not list {page}");
    }
}

#[test]
fn tests_that_pages_for_developers_name_are_there() {
    let tests = tests();
    let mut missing = Vec::new();
    for page in pages() {
        let named = quoted(&read(&page)).into_iter().filter(|word| is_test_name(word));
        missing.extend(named.filter(|name| !tests.contains(name)).map(|name| format!("{page}: {name}")));
    }
    assert!(missing.is_empty(), "no such test:\n{}", missing.join("\n"));
}

#[test]
fn each_of_the_ten_invariants_names_a_test() {
    let map = read(MAP);
    let section = map.split("\n## Invariants\n").nth(1).expect("there is a section");
    let section = section.split("\n## ").next().expect("it has a beginning");
    let tests = tests();
    let mut items: Vec<String> = Vec::new();
    for line in section.lines() {
        let is_begin = line.split_once(". **").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        match items.last_mut() {
            _ if is_begin => items.push(line.to_owned()),
            Some(item) => item.extend([" ", line]),
            None => {}
        }
    }
    assert_eq!(items.len(), 10);
    for (item, number) in items.iter().zip(1..) {
        assert!(item.starts_with(&format!("{number}. ")), "{item}");
        let names = quoted(item.rsplit_once("Test").map_or("", |(_, names)| names));
        let mut names = names.into_iter().filter(|word| !word.contains('/')).peekable();
        assert!(names.peek().is_some(), "no test: {item}");
        names.for_each(|name| assert!(tests.contains(&name), "invariant {number}: no test is called {name}"));
    }
}

#[test]
fn the_picture_of_the_packages_is_that_of_their_manifests() {
    let map = read(MAP);
    let picture = map.split("\npackage ").nth(1).expect("there is a picture");
    let rows = picture.split("\n```").next().expect("it has an end").lines().skip(1);
    let short = |name: &str| name.trim_start_matches("dwindle-").to_owned();
    let mut drawn = BTreeMap::new();
    let mut order = Vec::new();
    for row in rows {
        let mut cells = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        let (name, uses) = (cells.next().expect("a package"), cells.next().expect("what it uses"));
        order.push(name);
        drawn.insert(name, uses.split(' ').filter(|word| *word != "-").map(short).collect::<BTreeSet<_>>());
    }
    let rank = |name: &&str| LAYERS.iter().position(|layer| layer == name);
    assert_eq!(order.len(), LAYERS.len(), "each package has a row");
    for name in &order {
        let below = root().join("crates").join(name).join("Cargo.toml");
        let file = if below.exists() { below } else { root().join(name).join("Cargo.toml") };
        let manifest = fs::read_to_string(file).expect("a package has a manifest");
        let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let named = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let used: BTreeSet<String> = named.filter(|word| LAYERS.contains(word)).map(short).collect();
        assert_eq!(drawn[name], used, "{name}");
        let lower = LAYERS.iter().filter(|layer| used.contains(&short(layer)));
        assert!(lower.map(rank).all(|of| of < rank(name)), "{name} uses what is above it");
    }
}

#[test]
fn recipes_have_steps_and_cite_what_stands_in_registries() {
    for page in pages().iter().filter(|page| page.contains("/add-a-")) {
        let text = read(page);
        assert!(text.contains("\n1. ") && text.contains("\n3. "), "{page} has no steps");
        assert!(text.matches("```").count() <= 2, "{page} has more than one block of code");
    }
    for (page, registry, cited) in CITED {
        assert!(read(&format!("{PAGES}/{page}")).contains(cited), "{page} does not cite {cited}");
        assert!(read(registry).contains(cited), "{registry} does not have {cited}, which {page} cites");
    }
}

#[test]
fn every_binary_format_has_a_sample_and_a_row() {
    let [registry, samples, rows] =
        ["crates/dwindle/src/binary/format.rs", "crates/dwindle/tests/binary/samples.rs", "docs/binary.md"]
            .map(read);
    let names = registry.split("Format { name: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let names: Vec<&str> = names.collect();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        assert!(samples.contains(&format!("(\"{name}\", ")), "{name} has no sample");
        assert!(samples.contains(&format!("\"{name}\" => ")), "{name} has no strict reader");
        assert!(rows.contains(&format!("\n| {name}")), "docs/binary.md has no row of {name}");
    }
}

#[test]
fn every_language_has_its_files() {
    let registry = read("crates/dwindle-syntax/src/language/known.rs");
    let registry = registry.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_named = |folder: &str, name: &str| {
        let before = format!("; {folder} ");
        let queries = registry.split(&before).skip(1);
        let mut lists = queries.filter_map(|rest| rest.split([';', ')']).next());
        let languages =
            ["own!(".to_owned(), "::LANGUAGE, ".to_owned(), format!("_{}, ", name.to_uppercase())];
        let name = format!("\"{name}\"");
        if folder == "grammars" {
            languages.iter().any(|before| registry.contains(&(before.clone() + &name)))
        } else {
            lists.any(|list| list.contains(&name))
        }
    };
    let mut unused = Vec::new();
    for folder in ["grammars", "marks", "rewrites", "flows"] {
        for file in fs::read_dir(root().join("crates/dwindle-syntax").join(folder)).expect("a folder of data")
        {
            let file = file.expect("it can be read").path();
            let name = file.file_stem().and_then(|name| name.to_str()).expect("files have names in UTF-8");
            if file.is_file() && !is_named(folder, name) {
                unused.push(format!("{folder}/{name}"));
            }
        }
    }
    assert!(unused.is_empty(), "no language names {unused:?}");
}

#[test]
fn the_lints_forbid_what_the_library_may_not_do() {
    let [clippy, workspace] = ["clippy.toml", "Cargo.toml"].map(read);
    for method in ["std::env::var", "std::env::var_os", "std::env::vars_os", "std::process::Command::new"] {
        assert!(clippy.contains(&format!("path = \"{method}\"")), "clippy.toml allows {method}");
    }
    for lint in ["print_stdout", "print_stderr", "exit"] {
        assert!(workspace.contains(&format!("\n{lint} = \"warn\"")), "the workspace has no lint {lint}");
    }
    // What installs handlers of signals is the program's alone.
    for name in LAYERS.iter().filter(|name| **name != "dwindle-cli") {
        let below = root().join("crates").join(name);
        let folder = if below.exists() { below } else { root().join(name) };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a package has a manifest");
        assert!(!manifest.contains("signal-hook"), "{name} can install handlers of signals");
    }
}
