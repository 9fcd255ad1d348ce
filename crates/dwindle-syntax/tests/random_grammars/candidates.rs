//! Reducers against the parser: whatever they ask about follows the grammar.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dwindle::grammar::{Grammar, List, Rule, Symbol};
use dwindle::reduce::{Setting, TreeAlgorithm};
use dwindle::test::on_texts;
use dwindle::{Engine, Outcome, Stop, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::generate::{Bounds, Generator};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use super::grammars::{grammar, grammars};

/// Fails as long as a part of the input is there; is now and then not sure.
fn outcome(candidate: &[u8], part: &[u8], mood: u64) -> Outcome {
    let noise =
        candidate.iter().fold(mood, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    if !candidate.windows(part.len()).any(|window| window == part) {
        Outcome::Pass
    } else if mood > 0 && (noise >> 33).is_multiple_of(4) {
        Outcome::Unresolved
    } else {
        Outcome::Fail
    }
}

/// Reduces a text that is generated from a seed, and parses all candidates; `false` when there is none to reduce.
fn check(grammar: &Arc<Grammar>, parser: &Earley, seed: u64) -> Result<bool, TestCaseError> {
    let bounds = Bounds { bytes: 40, depth: 30, expansions: 150 };
    let Ok(generated) = Generator::new(Arc::clone(grammar), bounds, seed).generate() else {
        return Ok(false);
    };
    let input = generated.text().bytes();
    let middle = input.len() / 2;
    let part = &input[middle..(middle + 1 + usize::from(seed.is_multiple_of(3))).min(input.len())];
    let mood = seed % 2 * seed;
    if part.is_empty() || outcome(input, part, mood) != Outcome::Fail {
        return Ok(false);
    }
    let parsed = parser.parse(generated.text()).map_err(|error| TestCaseError::fail(error.to_string()))?;
    for &algorithm in TreeAlgorithm::ALL {
        for tree in [&parsed, &generated.tree, &parsed.squeezed()] {
            let asked = Mutex::new(BTreeSet::new());
            let test = on_texts(|candidate: &[u8]| {
                asked.lock().expect("nobody panics here").insert(candidate.to_vec());
                outcome(candidate, part, mood)
            });
            let setting = Setting { parse: Some(parser), protect: None, lists: algorithm.lists() };
            let done =
                Engine::new().budget(Some(100)).run(&test, |search| algorithm.reduce(search, setting, tree));
            match done {
                Ok(done) => {
                    prop_assert_eq!(outcome(done.tree.text().bytes(), part, mood), Outcome::Fail);
                }
                Err(stop) => prop_assert!(matches!(stop, Stop::Budget)),
            }
            drop(test);
            for candidate in asked.into_inner().expect("nobody panics here") {
                let text = Text::new(candidate.as_slice()).expect("a short text");
                let shown = String::from_utf8_lossy(&candidate);
                prop_assert!(parser.parse(&text).is_ok(), "{algorithm} asks {shown:?} of {tree:?}");
            }
        }
    }
    Ok(true)
}

#[test]
fn every_candidate_of_every_reducer_follows_a_random_grammar() {
    let reduced = AtomicUsize::new(0);
    let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
    // The same grammars in each run.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let done = runner.run(&(grammars(true), any::<[u64; 3]>()), |(grammar, seeds)| {
        let grammar = Arc::new(grammar);
        let parser = Earley::new(Arc::clone(&grammar), None).unwrap();
        for seed in seeds {
            reduced.fetch_add(usize::from(check(&grammar, &parser, seed)?), Ordering::Relaxed);
        }
        Ok(())
    });
    if let Err(found) = done {
        panic!("{found}");
    }
    assert!(reduced.into_inner() > 160, "most random grammars have texts to reduce");
}

/// Found by some hundred thousand cases more: what was left of a flattened recursion went by its symbol still.
#[test]
fn what_is_left_of_a_recursion_does_not_stand_where_a_whole_one_is_asked_for() {
    let [s0, s1, s3, s4, a, b] = [0, 1, 3, 4, 5, 6].map(Symbol::new);
    let any = |element| Rule::List(List { element, separator: None, at_least_one: false });
    let one_of = |sequences: &[&[Symbol]]| Rule::Regular(sequences.iter().map(|one| one.to_vec()).collect());
    let pairs = vec![any(s4), any(b), one_of(&[]), one_of(&[&[s4, s1]]), one_of(&[&[a], &[s3, s3]])];
    let triples =
        vec![one_of(&[&[s4; 3]]), one_of(&[&[s0], &[s0]]), one_of(&[]), one_of(&[]), one_of(&[&[a], &[s1]])];
    for (rules, seed) in [(pairs, 6_084_595_787_210_134_935), (triples, 11_319_442_413_177_179_457)] {
        let grammar = Arc::new(grammar(rules));
        let parser = Earley::new(Arc::clone(&grammar), None).unwrap();
        assert!(check(&grammar, &parser, seed).unwrap());
    }
}
