//! Random small grammars, with everything that makes parsers stumble.

use std::sync::Arc;

use dwindle::grammar::{Class, Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use dwindle_syntax::shortest_match::shortest_match;
use proptest::prelude::*;

/// How many symbols have rules of their own.
const CHOICES: usize = 5;

/// Grammars over `a`, `b` and `c`: empty symbols, recursion on all sides and hidden, circles, lists, optional
/// symbols. With `long` terminals there are texts of two characters and patterns too.
pub(crate) fn grammars(long: bool) -> impl Strategy<Value = Grammar> {
    let terminals = if long { 7 } else { 3 };
    let symbol = (0..CHOICES + terminals).prop_map(Symbol::new);
    let sequence = prop::collection::vec(symbol.clone(), 0..4);
    let list = (symbol.clone(), prop::option::of(symbol.clone()), any::<bool>());
    let rule = prop_oneof![
        6 => prop::collection::vec(sequence, 0..4).prop_map(Rule::Regular),
        1 => symbol.prop_map(Rule::Optional),
        2 => list.prop_map(|(element, separator, at_least_one)| {
            Rule::List(List { element, separator, at_least_one })
        }),
    ];
    prop::collection::vec(rule, CHOICES).prop_map(grammar)
}

/// The grammar of these rules, the first symbols', with the terminals behind them.
pub(crate) fn grammar(rules: Vec<Rule>) -> Grammar {
    let mut builder = GrammarBuilder::default();
    let text = |text: &str| Rule::Text(text.as_bytes().into());
    let token = |pattern: &str| {
        let shortest = shortest_match(pattern).map(Into::into);
        Rule::Token(Token { pattern: Some(pattern.into()), shortest })
    };
    let class = Rule::Class(Class::new([('b', 'c')]));
    let terminals = [text("a"), text("b"), class, text("ab"), text(""), token("a*b?"), token("b+|bca")];
    for (nth, rule) in rules.into_iter().chain(terminals).enumerate() {
        let symbol = builder.declare(format!("s{nth}"), true).unwrap();
        builder.define(symbol, rule);
    }
    builder.finish("random", Symbol::new(0), Spacing::Exact)
}

/// The same grammar with another start.
pub(crate) fn starting_with(grammar: &Grammar, start: Symbol) -> Arc<Grammar> {
    let mut builder = GrammarBuilder::default();
    for symbol in grammar.symbols() {
        let own = builder.declare(&*grammar.definition(symbol).name, true).unwrap();
        builder.define(own, grammar.rule(symbol).clone());
    }
    Arc::new(builder.finish("random", start, Spacing::Exact))
}

/// All texts over `abc` up to a length.
pub(crate) fn texts(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for before in from..to {
            all.extend(b"abc".map(|byte| [all[before].as_slice(), &[byte]].concat()));
        }
        from = to;
    }
    all
}
