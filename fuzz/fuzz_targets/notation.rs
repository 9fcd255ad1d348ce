//! Any text as a grammar, to every reader: none may panic, hang or fill the memory, and what is printed of a grammar
//! is the same grammar.
#![no_main]

use std::sync::Arc;

use dwindle::grammar::{Grammar, Rule};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use dwindle_syntax::notation::Notation;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/dwindle-syntax/tests/notation/print.rs"]
mod print;

use print::to_ebnf;

fuzz_target!(|text: &str| {
    for name in ["x.json", "x.ebnf", "x.g4", "x"] {
        match Notation::read(name, text, None) {
            Ok(notation) => check(&notation),
            Err(error) => assert!(error.place.line >= 1 && !error.to_string().is_empty(), "{error}"),
        }
    }
});

fn check(notation: &Notation) {
    let grammar = &notation.grammar;
    let printed = to_ebnf(grammar);
    if !can_be_printed(grammar) {
        return;
    }
    let read = Notation::from_ebnf(&printed, "printed", None)
        .unwrap_or_else(|error| panic!("{error}\nin what was printed:\n{printed}"));
    let shortest = |grammar: &Grammar| grammar.shortest(grammar.start()).map(<[u8]>::len);
    assert_eq!(shortest(grammar), shortest(&read.grammar), "{printed}");
    if grammar.symbols().count() > 200 || notation.lexis.is_some() {
        return;
    }
    // Texts of the one are texts of the other.
    let bounds = Bounds { bytes: 60, depth: 20, expansions: 60 };
    let Ok(made) = Generator::new(Arc::clone(grammar), bounds, 1).generate() else { return };
    let text = made.tree.text();
    if text.bytes().len() <= 200 {
        let parser = Earley::new(Arc::clone(&read.grammar), None).expect("a grammar without patterns");
        parser
            .parse(text)
            .unwrap_or_else(|error| panic!("{text:?}: {error}\nin what was printed:\n{printed}"));
    }
}

/// Whether EBNF can say all of it: it has no patterns, and no symbols without texts.
fn can_be_printed(grammar: &Grammar) -> bool {
    grammar.symbols().all(|symbol| match grammar.rule(symbol) {
        Rule::Regular(alternatives) => !alternatives.is_empty(),
        Rule::Class(class) => !class.ranges().is_empty(),
        Rule::Token(_) => false,
        Rule::Optional(_) | Rule::List(_) | Rule::Text(_) => true,
    })
}
