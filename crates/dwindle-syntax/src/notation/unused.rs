//! Leaves out the parts that no rule uses: what a list was before it was recognised as one.

use dwindle::grammar::{List, Rule, Symbol};

/// Keeps the first `named` rules and the parts that they need, in their order, with their descriptions.
pub(super) fn without_unused(
    rules: Vec<Rule>,
    descriptions: Vec<Box<str>>,
    named: usize,
) -> Vec<(Rule, Box<str>)> {
    let mut used = vec![false; rules.len()];
    let mut stack: Vec<usize> = (0..named).collect();
    while let Some(number) = stack.pop() {
        if !std::mem::replace(&mut used[number], true) {
            stack.extend(rules[number].parts().map(Symbol::index));
        }
    }
    let mut next = 0;
    let numbers: Vec<usize> = used
        .iter()
        .map(|used| {
            next += usize::from(*used);
            next.saturating_sub(1)
        })
        .collect();
    let kept = rules.into_iter().zip(descriptions).zip(used).filter(|(_, used)| *used);
    kept.map(|((rule, description), _)| (renumbered(rule, &numbers), description)).collect()
}

fn renumbered(rule: Rule, numbers: &[usize]) -> Rule {
    let new = |symbol: Symbol| Symbol::new(numbers[symbol.index()]);
    match rule {
        Rule::Regular(mut sequences) => {
            sequences.iter_mut().flatten().for_each(|symbol| *symbol = new(*symbol));
            Rule::Regular(sequences)
        }
        Rule::Optional(part) => Rule::Optional(new(part)),
        Rule::List(list) => {
            Rule::List(List { element: new(list.element), separator: list.separator.map(new), ..list })
        }
        terminal @ (Rule::Text(_) | Rule::Class(_) | Rule::Token(_)) => terminal,
    }
}
