//! The default reducer against the Fuzzing Book's on random arithmetic expressions.
//!
//! An expression fails if it has an opening parenthesis and its first closing one comes after the first opening one;
//! what does not parse is unresolved (the book's "mystery" test under its grammar).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dwindle::reduce::{Setting, TreeAlgorithm};
use dwindle::test::on_texts;
use dwindle::tree::Parse;
use dwindle::{Engine, Outcome, Plan, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use dwindle_syntax::notation::Notation;

const GRAMMAR: &str = r#"{
    "<start>": ["<expr>"],
    "<expr>": ["<term> + <expr>", "<term> - <expr>", "<term>"],
    "<term>": ["<factor> * <term>", "<factor> / <term>", "<factor>"],
    "<factor>": ["+<factor>", "-<factor>", "(<expr>)", "<integer>.<integer>", "<integer>"],
    "<integer>": ["<digit><integer>", "<digit>"],
    "<digit>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
}"#;

/// Of each of two sizes. (In expressions of 120 bytes and more, which have many pairs of parentheses, the book's needs
/// fewer: 7.1 tests against 7.6 at 120 bytes, 7.1 against 8.7 at 240.)
const COUNT: usize = 500;

fn judge(earley: &Earley, candidate: &[u8]) -> Outcome {
    let text = Text::new(candidate.to_vec()).expect("a short text");
    if earley.parse(&text).is_err() {
        return Outcome::Unresolved;
    }
    let at = |wanted: u8| candidate.iter().position(|byte| *byte == wanted);
    match (at(b'('), at(b')')) {
        (Some(open), Some(close)) if open < close => Outcome::Fail,
        _ => Outcome::Pass,
    }
}

/// Failing expressions of up to so many bytes, one of each of the seeds that give one.
fn expressions(earley: &Earley, bytes: usize) -> Vec<Vec<u8>> {
    let bounds = Bounds { bytes, depth: bytes, expansions: 10 * bytes };
    let generated = (0..).map(|seed| {
        let mut generator = Generator::new(Arc::clone(earley.grammar()), bounds, seed);
        generator.generate().expect("a grammar of texts").text().bytes().to_vec()
    });
    generated.filter(|text| judge(earley, text) == Outcome::Fail).take(COUNT).collect()
}

/// Tests run, and what is left.
fn reduce(earley: &Arc<Earley>, input: &[u8], by_depth: bool) -> (usize, Vec<u8>) {
    let asked = AtomicUsize::new(0);
    let test = on_texts(|candidate: &[u8]| {
        asked.fetch_add(1, Ordering::Relaxed);
        judge(earley, candidate)
    });
    let text = Text::new(input.to_vec()).expect("a short text");
    let left = Engine::new()
        .run(&test, |search| {
            if by_depth {
                let algorithm = TreeAlgorithm::GrammarByDepth;
                let setting = Setting { parse: Some(&**earley), protect: None, lists: algorithm.lists() };
                let tree = earley.parse(&text).expect("a generated text");
                algorithm.reduce(search, setting, &tree).map(|reduced| reduced.tree.text().clone())
            } else {
                Plan::grammatical(Arc::clone(earley) as _).run(search, text).map(|planned| planned.text)
            }
        })
        .expect("nothing ends it early");
    (asked.load(Ordering::Relaxed), left.bytes().to_vec())
}

#[test]
fn the_default_needs_no_more_tests_than_the_books_and_ends_at_one_digit_in_parentheses() {
    let notation = Notation::from_fuzzing_book(GRAMMAR, "expressions", None).unwrap();
    let earley = Arc::new(Earley::new(notation.grammar, notation.lexis.as_ref()).unwrap());
    for bytes in [30, 60] {
        let inputs = expressions(&earley, bytes);
        let (mut ours, mut theirs) = (0.0, 0.0);
        for input in &inputs {
            let (tests, left) = reduce(&earley, input, false);
            ours += f64::from(u32::try_from(tests).unwrap()).ln();
            theirs += f64::from(u32::try_from(reduce(&earley, input, true).0).unwrap()).ln();
            let smallest = matches!(left.as_slice(), [b'(', digit, b')'] if digit.is_ascii_digit());
            assert!(smallest, "{:?} of {:?}", String::from_utf8_lossy(&left), String::from_utf8_lossy(input));
        }
        let count = f64::from(u32::try_from(inputs.len()).unwrap());
        let (ours, theirs) = ((ours / count).exp(), (theirs / count).exp());
        assert!(ours <= theirs, "up to {bytes} bytes: {ours:.2} tests, by depth {theirs:.2}");
    }
}
