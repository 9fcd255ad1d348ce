//! Any text as a grammar, to every reader: none may panic, hang or fill the memory.
#![no_main]

use dwindle_syntax::notation::{Notation, to_ebnf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for name in ["x.json", "x.ebnf", "x.g4", "x"] {
        match Notation::read(name, text, None) {
            // What is read can be printed, and what is printed without tokens can be read.
            Ok(notation) => {
                let printed = to_ebnf(&notation.grammar);
                if notation.lexis.is_none() && !printed.contains('?') {
                    Notation::from_ebnf(&printed, "printed", None).expect("a printed grammar can be read");
                }
            }
            Err(error) => assert!(error.place.line >= 1, "{error}"),
        }
    }
});
