//! Trees as no parser would make them, with every shape in every role, and what holds of all trees.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};

use crate::choices::Choices;

const NAMES: [&str; 7] = ["item", "word", "comma", "star", "plus", "optional", "sum"];

fn grammar(spacing: Spacing) -> (Arc<Grammar>, [Symbol; 7]) {
    let mut builder = GrammarBuilder::default();
    let all = NAMES.map(|name| builder.declare(name, true).expect("few symbols"));
    let [item, word, comma, star, plus, optional, sum] = all;
    let inner = [word, star, plus, sum, optional].map(|symbol| vec![symbol]);
    builder.define(item, Rule::Regular(inner.to_vec()));
    builder.define(word, Rule::Token(Token { pattern: None, shortest: Some((*b"w").into()) }));
    builder.define(comma, Rule::Text((*b",").into()));
    builder.define(star, Rule::List(List { element: item, separator: Some(comma), at_least_one: false }));
    builder.define(plus, Rule::List(List { element: item, separator: None, at_least_one: true }));
    builder.define(optional, Rule::Optional(word));
    builder.define(sum, Rule::Regular(vec![vec![item, item], vec![item, word, item]]));
    (Arc::new(builder.finish("odd", item, spacing)), all)
}

enum Step {
    Open(Symbol, Role, usize),
    Text(&'static str),
    Leaf(Symbol, Role),
    Close,
}

enum Event {
    Open(Symbol, Shape, Role, usize),
    Close(usize),
}

/// A tree of at most some hundred nodes, with bytes between them here and there.
pub fn odd_tree(choices: &mut Choices<'_>) -> Tree {
    let spacing = if choices.roll(2) == 0 { Spacing::Exact } else { Spacing::Words };
    let (grammar, symbols) = grammar(spacing);
    let [item, word, comma, star, plus, optional, sum] = symbols;
    let mut budget = choices.roll(120);
    let (mut bytes, mut events) = (Vec::new(), Vec::new());
    let mut steps = vec![Step::Open(item, Role::Needed, 0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => bytes.extend_from_slice(text.as_bytes()),
            Step::Close => events.push(Event::Close(bytes.len())),
            Step::Leaf(symbol, role) => {
                events.push(Event::Open(symbol, Shape::Token, role, bytes.len()));
                let words: [&[u8]; 6] = [b"a", b"foo", b"b ", b"", b"(long)", "é".as_bytes()];
                bytes.extend_from_slice(if symbol == comma { b"," } else { choices.pick(&words) });
                events.push(Event::Close(bytes.len()));
            }
            Step::Open(symbol, role, depth) => {
                let shape = match symbol {
                    s if s == star => Shape::Star,
                    s if s == plus => Shape::Plus,
                    _ => Shape::Regular,
                };
                events.push(Event::Open(symbol, shape, role, bytes.len()));
                let mut parts = Vec::new();
                let count = if depth > 8 || budget == 0 { 1 } else { choices.roll(6) };
                for number in 0..count {
                    budget = budget.saturating_sub(1);
                    if number > 0 && symbol == star && choices.roll(5) > 0 {
                        parts.push(Step::Leaf(comma, Role::Separator));
                    }
                    parts.push(Step::Text(choices.pick(&["", "", " ", "\n", ";"])));
                    let role = match symbol {
                        s if s == star || s == plus => {
                            choices.pick(&[Role::Element, Role::Element, Role::Extra])
                        }
                        s if s == optional => Role::Optional,
                        _ => choices.pick(&[
                            Role::Needed,
                            Role::Needed,
                            Role::Optional,
                            Role::Loose,
                            Role::Extra,
                        ]),
                    };
                    if depth > 8 || budget == 0 || choices.roll(3) == 0 {
                        parts.push(Step::Leaf(word, role));
                    } else {
                        let symbol = choices.pick(&[item, star, plus, optional, sum]);
                        parts.push(Step::Open(symbol, role, depth + 1));
                    }
                }
                parts.push(Step::Text(choices.pick(&["", "", " ", "}"])));
                steps.push(Step::Close);
                steps.extend(parts.into_iter().rev());
            }
        }
    }
    let mut builder = TreeBuilder::new(Text::new(bytes).expect("a small text"), grammar);
    for event in events {
        match event {
            Event::Open(symbol, shape, role, start) => {
                builder.open(symbol, symbol, shape, role, start);
            }
            Event::Close(stop) => builder.close(stop),
        }
    }
    builder.finish()
}

/// Checks that nodes lie within their parents, in order and apart, and that ends and parents agree.
pub fn check(tree: &Tree) {
    let length = tree.text().bytes().len();
    for id in tree.ids() {
        let node = tree.node(id);
        assert!(node.span().start <= node.span().end && node.span().end <= length, "{id:?} {tree:?}");
        let (mut at, mut below) = (node.span().start, 0);
        for child in tree.children(id) {
            let span = tree.node(child).span();
            assert_eq!(tree.parent(child), Some(id), "{child:?} {tree:?}");
            assert!(at <= span.start && span.end <= node.span().end, "{child:?} in {id:?} {tree:?}");
            at = span.end;
            below += tree.subtree_len(child);
        }
        assert_eq!(tree.subtree_len(id), below + 1, "{id:?} {tree:?}");
        assert!(node.shape() != Shape::Token || below == 0, "{id:?} {tree:?}");
    }
}
