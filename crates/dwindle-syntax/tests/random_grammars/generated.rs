//! What is generated against the parser and the bounds.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{GrammarBuilder, List, Rule, Spacing, Token};
use dwindle::tree::{NodeId, Tree};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use dwindle_syntax::notation::Notation;
use proptest::prelude::*;

use super::grammars::{grammars, starting_with};

use crate::derivation::is_derivation;

fn depth(tree: &Tree) -> usize {
    let above = |id: NodeId| std::iter::successors(Some(id), |id| tree.parent(*id)).count();
    tree.ids().map(above).max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_generated_is_a_derivation_and_parses(grammar in grammars(true), seed: u64) {
        let bounds = Bounds { bytes: 60, depth: 20, expansions: 100 };
        for symbol in grammar.symbols() {
            let grammar = starting_with(&grammar, symbol);
            let mut generator = Generator::new(Arc::clone(&grammar), bounds, seed);
            let Ok(generated) = generator.generate() else { continue };
            prop_assert_eq!(is_derivation(&generated.tree, false), Ok(()));
            let tree = Earley::new(grammar, None).unwrap().parse(generated.text());
            let tree = tree.map_err(|error| TestCaseError::fail(format!("{error}\n{:?}", generated.tree)))?;
            prop_assert_eq!(is_derivation(&tree, false), Ok(()));
            prop_assert_eq!(tree.text().bytes(), generated.text().bytes());
        }
    }

    #[test]
    fn bounds_hold_unless_the_cheapest_text_is_over_them(
        grammar in grammars(true),
        seed: u64,
        bytes in 0usize..20,
        levels in 1usize..10,
        expansions in 1usize..20,
    ) {
        let grammar = Arc::new(grammar);
        let nothing = Bounds { bytes: 0, depth: 0, expansions: 0 };
        let bounds = Bounds { bytes, depth: levels, expansions };
        let Ok(cheapest) = Generator::new(Arc::clone(&grammar), nothing, 0).generate() else { return Ok(()) };
        let fits = cheapest.text().bytes().len() <= bytes
            && cheapest.depth <= levels
            && cheapest.expansions <= expansions;
        let mut generator = Generator::new(grammar, bounds, seed);
        for _ in 0..10 {
            let generated = generator.generate().unwrap();
            prop_assert!(depth(&generated.tree) <= generated.depth);
            if fits {
                prop_assert!(generated.text().bytes().len() <= bytes);
                prop_assert!(generated.depth <= levels);
                prop_assert!(generated.expansions <= expansions);
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_texts(grammar in grammars(true), seed: u64) {
        let grammar = Arc::new(grammar);
        let texts = |seed| -> Vec<Vec<u8>> {
            let mut generator = Generator::new(Arc::clone(&grammar), Bounds::default(), seed);
            (0..5).filter_map(|_| Some(generator.generate().ok()?.text().bytes().to_vec())).collect()
        };
        prop_assert_eq!(texts(seed), texts(seed));
    }

    #[test]
    fn shortest_texts_parse_as_their_symbols(grammar in grammars(true)) {
        for symbol in grammar.symbols() {
            if let Some(shortest) = grammar.shortest(symbol) {
                let text = Text::new(shortest.to_vec()).unwrap();
                let parser = Earley::new(starting_with(&grammar, symbol), None).unwrap();
                prop_assert!(parser.parse(&text).is_ok(), "{symbol:?} {shortest:?}");
            }
        }
    }
}

#[test]
fn every_expansion_is_taken_before_any_is_taken_again() {
    let notation =
        Notation::from_ebnf("s ::= d s | d  d ::= x | y | z  x ::= [a]  y ::= [b]  z ::= [c]", "s", None);
    let grammar = notation.unwrap().grammar;
    for seed in 0..50 {
        let mut generator = Generator::new(Arc::clone(&grammar), Bounds::default(), seed);
        let texts: Vec<Vec<u8>> =
            (0..3).map(|_| generator.generate().unwrap().text().bytes().to_vec()).collect();
        assert!(b"abc".iter().all(|letter| texts.concat().contains(letter)), "{texts:?}");
    }
}

#[test]
fn words_are_kept_apart_and_nodes_begin_behind_the_blanks() {
    let mut builder = GrammarBuilder::default();
    let [list, name, maybe, sign] =
        ["list", "name", "maybe", "sign"].map(|name| builder.declare(name, true).unwrap());
    let pair = builder.declare("pair", true).unwrap();
    builder.define(list, Rule::List(List { element: pair, separator: None, at_least_one: true }));
    builder.define(pair, Rule::Regular(vec![vec![maybe, name, maybe]]));
    builder.define(maybe, Rule::Optional(sign));
    builder.define(sign, Rule::Text(b"-".as_slice().into()));
    builder.define(name, Rule::Token(Token { pattern: Some("[a-z]{2,4}|[0-9]+".into()), shortest: None }));
    let grammar = Arc::new(builder.finish("test", list, Spacing::Words));
    let mut generator = Generator::new(grammar, Bounds::default(), 1);
    let mut blanks = 0;
    for _ in 0..100 {
        let generated = generator.generate().unwrap();
        let tree = &generated.tree;
        blanks += tree.text().bytes().split(|byte| *byte == b' ').count() - 1;
        assert_eq!(is_derivation(tree, true), Ok(()));
        for id in tree.ids().filter(|id| tree.children(*id).next().is_none()) {
            assert!(!tree.bytes(id).contains(&b' '), "{tree:?}");
        }
    }
    assert!(blanks > 10);
}

#[test]
fn patterns_are_matched_whole_whatever_they_look_at() {
    let mut builder = GrammarBuilder::default();
    let word = builder.declare("word", true).unwrap();
    let pattern = r#"\$[a-z]+(?-u:\b)|"([^"\\]|\\.)*"|0x[0-9A-F]{1,8}|é?x"#;
    builder.define(word, Rule::Token(Token { pattern: Some(pattern.into()), shortest: None }));
    let grammar = Arc::new(builder.finish("test", word, Spacing::Exact));
    let parser = Earley::new(Arc::clone(&grammar), None).unwrap();
    let mut generator = Generator::new(grammar, Bounds::default(), 7);
    let texts: std::collections::BTreeSet<Vec<u8>> = (0..200)
        .map(|_| {
            let generated = generator.generate().unwrap();
            assert!(parser.parse(generated.text()).is_ok(), "{:?}", generated.tree);
            generated.text().bytes().to_vec()
        })
        .collect();
    assert!(texts.len() > 50);
}
