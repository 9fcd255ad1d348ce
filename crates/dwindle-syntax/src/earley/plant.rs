//! The tree of the first derivation.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, Rule, Symbol};
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};

use super::chart::Chart;
use super::derive::Deriver;
use super::numbers::number;
use super::rules::Rules;
use super::source::Source;
use super::ways::Part;

enum Task {
    Visit(Part, Role, usize),
    Close(usize),
}

/// The tree of `text`, which `chart` says is of the grammar.
pub(super) fn plant(
    rules: &Rules,
    chart: &Chart,
    source: &Source<'_>,
    text: &Text,
    grammar: &Arc<Grammar>,
) -> Tree {
    let mut builder = TreeBuilder::new(text.clone(), Arc::clone(grammar));
    let mut deriver = Deriver::new(rules, chart, source);
    let root = Part { symbol: number(grammar.start()), from: 0, to: source.len() };
    let mut tasks = vec![Task::Visit(root, Role::Needed, source.start_byte(0))];
    while let Some(task) = tasks.pop() {
        let (node, role, at) = match task {
            Task::Close(stop) => {
                builder.close(stop);
                continue;
            }
            Task::Visit(node, role, at) => (node, role, at),
        };
        let symbol = Symbol::new(node.symbol as usize);
        let shape = Shape::of(grammar.rule(symbol));
        builder.open(symbol, symbol, shape, role, at);
        if node.from == node.to {
            builder.close(at);
            continue;
        }
        tasks.push(Task::Close(source.stop_byte(node.to)));
        if shape == Shape::Token {
            continue;
        }
        let separator = match grammar.rule(symbol) {
            Rule::List(list) => Some(list.separator),
            _ => None,
        };
        for (nth, part) in deriver.parts(node).into_iter().enumerate().rev() {
            // Every second part of a list with separators is one.
            let role = match separator {
                None => Role::Needed,
                Some(Some(_)) if nth % 2 == 1 => Role::Separator,
                Some(_) => Role::Element,
            };
            let empty = part.from == part.to;
            let at = if empty && part.from > node.from {
                source.stop_byte(part.from)
            } else {
                source.start_byte(part.from)
            };
            tasks.push(Task::Visit(part, role, at));
        }
    }
    builder.finish()
}
