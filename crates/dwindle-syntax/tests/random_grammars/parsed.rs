//! The parser against the definition, on random grammars.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::Grammar;
use dwindle::tree::NodeId;
use dwindle_syntax::earley::Earley;
use proptest::prelude::*;

use super::grammars::{grammars, texts};
use super::reference::{Derivation, Reference};

use crate::derivation::is_derivation;

fn check(grammar: Grammar, longest: usize) -> Result<(), TestCaseError> {
    let grammar = Arc::new(grammar);
    let parser = Earley::new(Arc::clone(&grammar), None).unwrap();
    for bytes in texts(longest) {
        let text = Text::new(bytes.clone()).unwrap();
        let expected = Reference::new(&grammar, &bytes).first();
        let tree = parser.parse(&text);
        let shown = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(tree.is_ok(), expected.is_some(), "{}", shown);
        if let Ok(tree) = tree {
            prop_assert_eq!(is_derivation(&tree, false), Ok(()));
            prop_assert_eq!(Some(Derivation::of(&tree, NodeId::ROOT)), expected, "{}", shown);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn exactly_the_language_is_parsed_and_by_its_first_derivation(grammar in grammars(false)) {
        check(grammar, 4)?;
    }

    #[test]
    fn so_it_is_with_terminals_of_several_lengths(grammar in grammars(true)) {
        check(grammar, 3)?;
    }

    #[test]
    fn an_error_is_never_before_what_a_longer_or_other_text_shares(grammar in grammars(false)) {
        let parser = Earley::new(Arc::new(grammar), None).unwrap();
        let all = texts(4);
        let results: Vec<_> =
            all.iter().map(|bytes| parser.parse(&Text::new(bytes.clone()).unwrap())).collect();
        for (bytes, result) in all.iter().zip(&results) {
            let Err(error) = result else { continue };
            prop_assert!(error.offset <= bytes.len());
            for (other, _) in all.iter().zip(&results).filter(|(_, result)| result.is_ok()) {
                let shared = bytes.iter().zip(other).take_while(|(a, b)| a == b).count();
                prop_assert!(error.offset >= shared);
                if shared == error.offset && shared < other.len() {
                    prop_assert!(!error.expected.is_empty());
                }
            }
        }
    }
}
