//! The examples of `docs/grammars.md`: each grammar can be read, and the text below it is in its language.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use dwindle::Text;
use dwindle_syntax::earley::Earley;
use dwindle_syntax::notation::Notation;

use crate::derivation::is_derivation;

/// The fenced blocks of a document: the language each is marked with, and its lines.
fn blocks(document: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in document.lines() {
        match (open, line.strip_prefix("```")) {
            (false, Some(language)) => {
                blocks.push((language.to_owned(), String::new()));
                open = true;
            }
            (true, Some(_)) => open = false,
            (true, None) => {
                let (_, content) = blocks.last_mut().unwrap();
                content.push_str(line);
                content.push('\n');
            }
            (false, None) => {}
        }
    }
    blocks
}

#[test]
fn the_examples_are_read_and_their_texts_parse() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/grammars.md");
    let blocks = blocks(&fs::read_to_string(path).unwrap());
    let forms: Vec<&str> = blocks.iter().step_by(2).map(|(form, _)| form.as_str()).collect();
    assert_eq!(forms, ["ebnf", "json", "antlr"]);
    for pair in blocks.chunks(2) {
        let [(form, grammar), (kind, text)] = pair else { panic!("a text below each grammar") };
        assert_eq!(kind, "text");
        let name = if form == "antlr" { "example.g4".to_owned() } else { format!("example.{form}") };
        let notation = Notation::read(&name, grammar, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(notation.warnings, [], "{form}");
        let parser = Earley::new(Arc::clone(&notation.grammar), notation.lexis.as_ref()).unwrap();
        // Lines end with a line break only where the grammar says so.
        let text = if form == "json" { text.trim_end() } else { text };
        let tree = parser
            .parse(&Text::new(text.as_bytes()).unwrap())
            .unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(is_derivation(&tree, notation.lexis.is_some()), Ok(()));
    }
}

#[test]
fn what_is_said_to_be_refused_is() {
    for grammar in ["s ::= [a-z] - \"x\"", "s ::= 3 * \"x\"", "s ::= ? anything ?"] {
        assert!(Notation::from_ebnf(grammar, "g", None).is_err(), "{grammar}");
    }
}
