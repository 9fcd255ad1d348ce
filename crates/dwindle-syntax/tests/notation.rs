//! Grammars in files: what is read of each, and what is said of broken ones.
//!
//! Beside `testdata/notation/x.ebnf` lies `x.ebnf.read`, what is made of it: its rules as EBNF, its tokens, its
//! warnings. Beside `broken/x.ebnf` lies `x.ebnf.message`.

mod any_text;
mod print;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dwindle_syntax::notation::Notation;

use print::to_ebnf;

/// Checks each grammar in a folder against the file beside it.
fn check(folder: &str, beside: &str, shown: impl Fn(&str, &str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/notation").join(folder);
    let mut grammars: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    grammars.retain(|path| {
        path.extension().is_some_and(|e| e == "ebnf" || e == "bnf" || e == "json" || e == "g4")
    });
    grammars.sort();
    assert!(grammars.len() >= 10, "the grammars are in {}", folder.display());
    let mut wrong = String::new();
    for path in grammars {
        let name = path.file_name().unwrap().to_str().unwrap();
        let source = fs::read_to_string(&path).unwrap();
        let shown = shown(name, &source);
        let expected = fs::read_to_string(folder.join(format!("{name}.{beside}"))).unwrap_or_default();
        if shown != expected {
            writeln!(wrong, "==== {name}.{beside} should be\n{shown}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn grammars_are_read_as_written_down() {
    check(".", "read", |name, source| {
        let notation = Notation::read(name, source, None).unwrap_or_else(|error| panic!("{error}"));
        let grammar = &notation.grammar;
        let mut out = to_ebnf(grammar);
        for rule in notation.lexis.iter().flat_map(|lexis| &lexis.rules) {
            let name = rule.symbol.map_or("left out", |symbol| &grammar.definition(symbol).name);
            writeln!(out, "token {name}: {}", rule.pattern.escape_debug()).unwrap();
        }
        let shortest = String::from_utf8_lossy(grammar.shortest(grammar.start()).unwrap()).into_owned();
        writeln!(out, "shortest: {shortest:?}").unwrap();
        for warning in &notation.warnings {
            writeln!(out, "warning: {warning}").unwrap();
        }
        out
    });
}

#[test]
fn broken_grammars_get_the_messages_written_down() {
    check("broken", "message", |name, source| match Notation::read(name, source, None) {
        Ok(_) => "read without an error\n".to_owned(),
        Err(error) => format!("{error}\n"),
    });
}
