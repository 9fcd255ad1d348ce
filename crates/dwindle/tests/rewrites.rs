//! What the pass on rewrites promises, for arbitrary texts of a toy language, rules of many edits, and arbitrary tests.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dwindle::grammar::Grammar;
use dwindle::passes::Rewrites;
use dwindle::rewrite::{Edit, Rewrite};
use dwindle::space::{RewriteSpace, text_of};
use dwindle::test::on_texts;
use dwindle::tree::{Parse, Tree};
use dwindle::{Config, Engine, Outcome, Plan, Text};
use proptest::prelude::*;
use regex::bytes::Regex;

use crate::toy::Toy;

/// The toy with two rules: a bracket goes with its partner, and a word becomes its first letter in all its places.
struct WithRules(Toy);

impl Parse for WithRules {
    fn parse(&self, text: &Text) -> Option<Tree> {
        self.0.parse(text)
    }

    fn grammar(&self) -> &Arc<Grammar> {
        self.0.grammar()
    }

    fn rewrites(&self, text: &Text) -> Vec<Rewrite> {
        let bytes = text.bytes();
        let edit = |span: Range<usize>, with: &[u8]| Edit { span, with: with.into() };
        let (mut open, mut brackets) = (Vec::new(), Vec::new());
        let mut words: BTreeMap<&[u8], Vec<Edit>> = BTreeMap::new();
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'(' => open.push(at),
                b')' => brackets
                    .extend(open.pop().map(|from| vec![edit(from..from + 1, b""), edit(at..at + 1, b"")])),
                _ => {}
            }
        }
        for found in Regex::new("[a-z]+").expect("a pattern").find_iter(bytes) {
            words.entry(found.as_bytes()).or_default().push(edit(found.range(), &found.as_bytes()[..1]));
        }
        let brackets = brackets.into_iter().filter_map(|edits| Rewrite::new("brackets", text, edits));
        brackets.chain(words.into_values().filter_map(|edits| Rewrite::new("words", text, edits))).collect()
    }
}

fn text(source: &str) -> Text {
    Text::new(source.as_bytes()).expect("a short text")
}

fn source() -> impl Strategy<Value = String> {
    let word = prop_oneof![Just("alpha"), Just("beta"), Just("a"), Just("gamma")];
    word.prop_map(str::to_owned).prop_recursive(4, 30, 5, |value| {
        prop_oneof![
            proptest::collection::vec(value.clone(), 0..5).prop_map(|all| format!("({})", all.join(" "))),
            proptest::collection::vec(value.clone(), 1..5).prop_map(|all| format!("[{}]", all.join(", "))),
            (value.clone(), value).prop_map(|(a, b)| format!("({a} + {b})")),
        ]
    })
}

/// Fails for the source, and for every text with a hash that the mood likes.
fn verdict(source: &str, candidate: &str, mood: u64) -> Outcome {
    let hash =
        candidate.bytes().fold(mood, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    match (hash >> 16) % 4 {
        _ if candidate == source => Outcome::Fail,
        0 | 1 => Outcome::Fail,
        2 => Outcome::Pass,
        _ => Outcome::Unresolved,
    }
}

fn reduce(source: &str, mood: u64, jobs: usize, protect: Option<Regex>) -> String {
    let test = on_texts(|bytes: &[u8]| verdict(source, &String::from_utf8_lossy(bytes), mood));
    let plan = Plan::of([Rewrites]).parsed_by(Arc::new(WithRules(Toy::new()))).protect(protect);
    let planned = Engine::new().jobs(jobs).run(&test, |search| plan.run(search, text(source)));
    String::from_utf8_lossy(planned.expect("no limits").text.bytes()).into_owned()
}

proptest! {
    #[test]
    fn nothing_is_left_to_rewrite_and_jobs_change_nothing(source in source(), mood in any::<u64>()) {
        let left = reduce(&source, mood, 1, None);
        prop_assert!(left == source || left.len() < source.len());
        prop_assert_eq!(verdict(&source, &left, mood), Outcome::Fail);
        let toy = WithRules(Toy::new());
        if toy.parse(&text(&left)).is_some() {
            for rewrite in toy.rewrites(&text(&left)) {
                let space = RewriteSpace::new(text(&left), [rewrite]);
                let made = text_of(&space, &Config::empty()).expect("a text");
                let made = String::from_utf8_lossy(made.bytes()).into_owned();
                prop_assert_ne!(verdict(&source, &made, mood), Outcome::Fail, "{}", made);
            }
        }
        for jobs in [2, 8] {
            prop_assert_eq!(&reduce(&source, mood, jobs, None), &left);
        }
    }

    #[test]
    fn what_is_protected_stays(source in source(), mood in any::<u64>()) {
        let left = reduce(&source, mood, 1, Some(Regex::new("alpha").expect("a pattern")));
        prop_assert_eq!(left.matches("alpha").count(), source.matches("alpha").count());
    }
}

#[test]
fn all_that_can_be_rewritten_takes_few_tests() {
    let words: Vec<String> =
        (0..300).map(|at| format!("({}{})", "abcdefghij".split_at(at % 10).1, "z".repeat(at / 10))).collect();
    let source = format!("[{}]", words.join(","));
    let test = on_texts(|bytes: &[u8]| bytes.starts_with(b"["));
    let plan = Plan::of([Rewrites]).parsed_by(Arc::new(WithRules(Toy::new())));
    let (planned, tests) = Engine::new()
        .run(&test, |search| {
            let planned = plan.run(search, text(&source))?;
            Ok::<_, dwindle::Stop>((planned, search.count().tests))
        })
        .expect("no limits");
    assert!(planned.text.bytes().iter().all(|byte| *byte != b'(') && planned.text.bytes().len() == 601);
    assert!(tests < 40, "{tests} tests");
}
