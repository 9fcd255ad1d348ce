//! What can grow in a grammar: which symbols reach which, and which of them have no end.

use dwindle::grammar::{Grammar, Rule, Symbol};

/// What follows from a grammar for growing.
#[derive(Debug)]
pub(super) struct Reach {
    endless: Vec<bool>,
    rich: Vec<bool>,
    cost: Vec<usize>,
}

impl Reach {
    pub(super) fn of(grammar: &Grammar) -> Self {
        let parts = |symbol| grammar.parts(symbol).map(Symbol::index).collect();
        let parts: Vec<Vec<usize>> = grammar.symbols().map(parts).collect();
        let reached: Vec<Vec<bool>> = (0..parts.len()).map(|from| reached(&parts, from)).collect();
        let list = |symbol: usize| matches!(grammar.definitions()[symbol].rule, Rule::List(_));
        let repeats: Vec<usize> = (0..parts.len()).filter(|at| list(*at) || reached[*at][*at]).collect();
        let from = |symbol: usize| {
            let reached = &reached[symbol];
            repeats.iter().copied().filter(move |below| *below == symbol || reached[*below])
        };
        // Something that repeats and has in it something else that repeats.
        let outer =
            |symbol: usize| repeats.iter().any(|below| reached[symbol][*below] && !reached[*below][symbol]);
        let all = 0..parts.len();
        Self {
            endless: all.clone().map(|symbol| from(symbol).next().is_some()).collect(),
            rich: all.map(|symbol| from(symbol).any(outer)).collect(),
            cost: costs(grammar),
        }
    }

    /// Whether its texts can be as long as one likes.
    pub(super) fn is_endless(&self, symbol: Symbol) -> bool {
        self.endless[symbol.index()]
    }

    /// Whether that is so in more than one way: lists of words, not a word alone.
    pub(super) fn is_rich(&self, symbol: Symbol) -> bool {
        self.rich[symbol.index()]
    }

    /// How deep the flattest derivation of a sequence is.
    pub(super) fn cost_of(&self, sequence: &[Symbol]) -> usize {
        sequence.iter().map(|part| self.cost[part.index()]).max().unwrap_or(0)
    }
}

/// What lies below a symbol; the symbol itself if it lies below itself.
fn reached(parts: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; parts.len()];
    let mut waiting = parts[from].clone();
    while let Some(here) = waiting.pop() {
        if !std::mem::replace(&mut seen[here], true) {
            waiting.extend(&parts[here]);
        }
    }
    seen
}

/// By least fixed point.
fn costs(grammar: &Grammar) -> Vec<usize> {
    const NEVER: usize = usize::MAX / 2;
    let mut costs = vec![NEVER; grammar.definitions().len()];
    loop {
        let mut changed = false;
        for symbol in grammar.symbols() {
            let of = |sequence: &[Symbol]| sequence.iter().map(|part| costs[part.index()]).max().unwrap_or(0);
            let least = match grammar.rule(symbol) {
                Rule::Regular(all) => all.iter().map(|sequence| of(sequence)).min().unwrap_or(NEVER),
                Rule::List(list) if list.at_least_one => costs[list.element.index()],
                _ => 0,
            };
            if least < NEVER && least + 1 < costs[symbol.index()] {
                costs[symbol.index()] = least + 1;
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::*;
    use dwindle::tree::Parse;

    #[test]
    fn expressions_are_rich_numbers_only_endless_and_digits_neither() {
        let language = Language::named("arithmetic").unwrap();
        let grammar = language.parser.grammar();
        let reach = Reach::of(grammar);
        let kind = |name: &str| {
            let symbol = grammar.symbol(name).unwrap();
            (reach.is_rich(symbol), reach.is_endless(symbol))
        };
        assert_eq!(
            ["<expr>", "<integer>", "<digit>"].map(kind),
            [(true, true), (false, true), (false, false)]
        );
    }
}
