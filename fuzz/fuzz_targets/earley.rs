//! Small grammars and texts: parsing never panics or hangs, its trees are derivations and give the text back, and
//! what was generated parses.
#![no_main]

#[path = "../../crates/dwindle-syntax/tests/derivation/mod.rs"]
mod derivation;

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::Spacing;
use dwindle_fuzz::choices::Choices;
use dwindle_fuzz::{grammars, trees};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use libfuzzer_sys::fuzz_target;

use derivation::is_derivation;

fuzz_target!(|bytes: &[u8]| {
    let choices = &mut Choices::new(bytes);
    let grammar = Arc::new(grammars::grammar(choices));
    let cut = choices.roll(3) == 1;
    let lexis = cut.then(|| grammars::lexis(choices, &grammar));
    let parser = Earley::new(Arc::clone(&grammar), lexis.as_ref()).expect("patterns that are fine");
    let seed = choices.roll(256) as u64;
    let text = Text::new(grammars::text(choices, 300)).expect("a small text");
    parse(&parser, &text, cut);
    let bounds = Bounds { bytes: 100, depth: 30, expansions: 100 };
    let generated = Generator::new(Arc::clone(&grammar), bounds, seed).generate();
    if let Ok(made) = generated
        && grammar.spacing() == Spacing::Exact
        && !cut
    {
        trees::check(&made.tree);
        assert!(parse(&parser, made.tree.text(), cut), "{:?} {grammar:?}", made.tree);
    }
});

/// Checks the tree of a text, and says whether there is one.
fn parse(parser: &Earley, text: &Text, cut: bool) -> bool {
    match parser.parse(text) {
        Ok(tree) => {
            trees::check(&tree);
            assert_eq!(is_derivation(&tree, cut), Ok(()));
            assert_eq!(tree.text().bytes(), text.bytes());
            assert_eq!(tree.squeezed().text().bytes(), text.bytes());
            trees::check(&tree.squeezed());
            true
        }
        Err(error) => {
            assert!(error.offset <= text.bytes().len() && !error.to_string().is_empty(), "{error}");
            false
        }
    }
}
