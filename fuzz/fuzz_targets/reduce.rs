//! Any text in any language, parsed, marked and reduced while two pieces of it are left: none of the parsers and passes may
//! panic or hang, trees give their text back, and the result has both pieces and is no larger.
#![no_main]

use std::sync::Arc;

use dwindle::tree::Parse;
use dwindle::{Engine, Plan, Text, test};
use dwindle_syntax::language::Language;
use libfuzzer_sys::fuzz_target;

/// Of the largest text that is reduced.
const MOST: usize = 2000;
/// A hang would be one of a pass, not of a search that has much to ask.
const TESTS: u64 = 1000;

fuzz_target!(|bytes: &[u8]| {
    let [language, a, b, bytes @ ..] = bytes else { return };
    if bytes.len() > MOST {
        return;
    }
    let text = Text::new(bytes).expect("it is small");
    let nth = usize::from(*language) % (Language::all().len() + 1);
    let plan = match Language::all().nth(nth) {
        Some(language) => {
            let parser = language.parser();
            look(&parser, &text);
            Plan::syntactic(Arc::new(parser))
        }
        None => Plan::suited_to(&text),
    };
    let pieces = [a, b].map(|at| piece(bytes, usize::from(*at)).to_vec());
    let has_both = |bytes: &[u8]| pieces.iter().all(|piece| contains(bytes, piece));
    let fails = test::on_texts(has_both);
    // The budget may end it.
    if let Ok(small) = Engine::new().budget(Some(TESTS)).run(&fails, |search| plan.run(search, text.clone())) {
        let small = small.text.bytes().to_vec();
        assert!(has_both(&small) && small.len() <= bytes.len());
    }
});

/// What passes and explanations ask a parser.
fn look(parser: &dyn Parse, text: &Text) {
    if let Some(tree) = parser.parse(text) {
        assert_eq!(tree.text().bytes(), text.bytes());
        assert_eq!(tree.squeezed().text().bytes(), text.bytes());
    }
    parser.errors(text);
    parser.marks(text);
    parser.names_for_numbers(text);
    parser.misfits(text);
}

/// Up to four bytes of a text, from this 256th part of it on.
fn piece(bytes: &[u8], at: usize) -> &[u8] {
    let start = bytes.len() * at / 256;
    &bytes[start..bytes.len().min(start + 1 + at % 4)]
}

fn contains(bytes: &[u8], piece: &[u8]) -> bool {
    piece.is_empty() || bytes.windows(piece.len()).any(|window| window == piece)
}
