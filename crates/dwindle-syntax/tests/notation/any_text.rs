//! Any text as a grammar, to every reader: none may panic, and what is read can be printed.

use dwindle_syntax::notation::Notation;
use proptest::prelude::*;

use super::print::to_ebnf;

/// Reads a text in every form. What is read has a shortest text that is short.
fn read_all(source: &str) {
    for name in ["x.json", "x.ebnf", "x.g4", "x"] {
        match Notation::read(name, source, None) {
            Ok(notation) => {
                let grammar = &notation.grammar;
                let printed = to_ebnf(grammar);
                assert!(printed.contains("::="));
                assert!(grammar.shortest(grammar.start()).is_none_or(|text| text.len() <= 1 << 20));
            }
            Err(error) => {
                assert!(error.place.line >= 1 && error.place.column >= 1);
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(source in ".{0,200}") {
        read_all(&source);
    }

    #[test]
    fn no_mixture_of_words_makes_a_reader_panic(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40), antlr in any::<bool>()
    ) {
        let head = if antlr { "grammar G; s : 'x' ; " } else { "" };
        read_all(&format!("{head}{}", words.concat()));
    }
}

const WORDS: &[&str] = &[
    "a",
    "b",
    "A",
    "B",
    "<a>",
    " ::= ",
    " = ",
    " : ",
    "|",
    ";",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "?",
    "*",
    "+",
    "'x'",
    "\"y\"",
    "'",
    "\"",
    "\\",
    "[a-z]",
    "[^\"]",
    "#x41",
    "#",
    "(*",
    "*)",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    ",",
    "-",
    "..",
    "~",
    "->",
    "skip",
    "fragment ",
    "mode X;",
    "options{a=b;}",
    "import L;",
    "EOF",
    "@x{}",
    "é",
    "\u{feff}",
    "*?",
    "\\u0041",
    "\\p{L}",
    "\"<a>\":",
    "{\"<a>\": [\"x<a>\", \"\"]}",
    "ε",
    "\r",
    "caseInsensitive",
    "tokens{T}",
];
