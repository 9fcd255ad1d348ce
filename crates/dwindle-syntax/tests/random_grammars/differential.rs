//! The parser against another one: the crate `earlgrey`.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, Rule, Symbol};
use dwindle_syntax::earley::Earley;
use proptest::prelude::*;

use super::grammars::{grammars, texts};

/// The same language for the other parser.
fn translate(grammar: &Grammar) -> Result<earlgrey::Grammar, String> {
    let name = |symbol: Symbol| format!("s{}", symbol.index());
    let mut other = earlgrey::GrammarBuilder::default();
    for symbol in grammar.symbols() {
        match grammar.rule(symbol) {
            Rule::Text(text) if text.len() == 1 => {
                let text = String::from_utf8(text.to_vec()).unwrap();
                other = other.terminal(&name(symbol), move |input| input == text);
            }
            Rule::Text(text) => {
                // Words of several characters are made of them: here only `ab`, and nothing.
                let spec: &[&str] = if text.is_empty() { &[] } else { &["s5", "s6"] };
                other = other.nonterm(&name(symbol));
                other.rule_try(&name(symbol), spec);
            }
            Rule::Class(class) => {
                let class = class.clone();
                other = other.terminal(&name(symbol), move |input| input.chars().all(|c| class.contains(c)));
            }
            Rule::List(_) => {
                other = other.nonterm(&name(symbol)).nonterm(&format!("{}-body", name(symbol)));
            }
            _ => other = other.nonterm(&name(symbol)),
        }
    }
    for symbol in grammar.symbols() {
        let own = name(symbol);
        let mut add = |head: &str, parts: &[String]| {
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            other.rule_try(head, &parts);
        };
        match grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                for sequence in alternatives {
                    add(&own, &sequence.iter().copied().map(name).collect::<Vec<_>>());
                }
            }
            Rule::Optional(part) => {
                add(&own, &[]);
                add(&own, &[name(*part)]);
            }
            Rule::List(list) => {
                let body = format!("{own}-body");
                if !list.at_least_one {
                    add(&own, &[]);
                }
                add(&own, std::slice::from_ref(&body));
                add(&body, &[name(list.element)]);
                let longer = [Some(body.clone()), list.separator.map(name), Some(name(list.element))];
                add(&body, &longer.into_iter().flatten().collect::<Vec<_>>());
            }
            _ => {}
        }
    }
    other.into_grammar(&name(grammar.start()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn another_parser_finds_the_same_language(grammar in grammars(false)) {
        let Ok(other) = translate(&grammar) else { return Err(TestCaseError::reject("not translated")) };
        let other = earlgrey::EarleyParser::new(other);
        let parser = Earley::new(Arc::new(grammar), None).unwrap();
        for bytes in texts(4) {
            let text = Text::new(bytes.clone()).unwrap();
            let characters = bytes.iter().map(|byte| char::from(*byte).to_string());
            let (ours, theirs) = (parser.parse(&text).is_ok(), other.parse(characters).is_ok());
            prop_assert_eq!(ours, theirs, "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
