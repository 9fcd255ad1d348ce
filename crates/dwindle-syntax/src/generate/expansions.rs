//! What each symbol can be expanded to, and what that costs at least.

use dwindle::grammar::{Grammar, Rule, Spacing, Symbol};

use super::terminals::Terminal;

/// One way to expand a symbol.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    pub(super) parts: Vec<Symbol>,
    /// What may be added again and again: a separator, if there is one, and an element.
    pub(super) more: Vec<Symbol>,
}

/// What the cheapest expansions of a symbol, down to its terminals, come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) expansions: usize,
    pub(super) bytes: usize,
    pub(super) depth: usize,
}

impl Cost {
    /// Of something that has no end.
    pub(super) const ENDLESS: Self = Self { expansions: usize::MAX, bytes: usize::MAX, depth: usize::MAX };

    const NOTHING: Self = Self { expansions: 0, bytes: 0, depth: 0 };

    pub(super) const fn is_endless(self) -> bool {
        self.expansions == usize::MAX
    }

    /// Of parts beside each other.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            expansions: self.expansions.saturating_add(other.expansions),
            bytes: self.bytes.saturating_add(other.bytes),
            depth: self.depth.max(other.depth),
        }
    }

    /// Of a symbol whose parts cost this.
    const fn above(self) -> Self {
        Self {
            expansions: self.expansions.saturating_add(1),
            bytes: self.bytes,
            depth: self.depth.saturating_add(1),
        }
    }
}

/// The expansions of all symbols, by symbol.
pub(super) fn expansions(grammar: &Grammar) -> Vec<Vec<Expansion>> {
    let only = |parts: Vec<Symbol>| Expansion { parts, more: Vec::new() };
    let of = |symbol| match grammar.rule(symbol) {
        Rule::Regular(alternatives) => alternatives.iter().cloned().map(only).collect(),
        Rule::Optional(part) => vec![only(Vec::new()), only(vec![*part])],
        Rule::List(list) => {
            let more: Vec<Symbol> = list.separator.into_iter().chain([list.element]).collect();
            let several = Expansion { parts: [&[list.element], more.as_slice()].concat(), more };
            let none = (!list.at_least_one).then(|| only(Vec::new()));
            none.into_iter().chain([only(vec![list.element]), several]).collect()
        }
        Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Vec::new(),
    };
    grammar.symbols().map(of).collect()
}

/// The cheapest cost of each symbol, and the number of the expansion that begins it.
///
/// By least fixed point over the number of expansions, so every symbol's cheapest expansion has cheaper parts only,
/// and always taking the cheapest ends.
pub(super) fn costs(
    grammar: &Grammar,
    expansions: &[Vec<Expansion>],
    terminals: &[Option<Terminal>],
) -> Vec<(Cost, usize)> {
    let blank = usize::from(grammar.spacing() == Spacing::Words);
    let of_terminal =
        |terminal: &Terminal| Cost { expansions: 0, bytes: terminal.shortest().len() + blank, depth: 1 };
    let mut costs: Vec<(Cost, usize)> =
        terminals.iter().map(|terminal| (terminal.as_ref().map_or(Cost::ENDLESS, of_terminal), 0)).collect();
    loop {
        let mut changed = false;
        for (symbol, all) in expansions.iter().enumerate() {
            let each =
                all.iter().enumerate().map(|(nth, expansion)| (of_parts(&costs, &expansion.parts), nth));
            let Some((cost, nth)) = each.min_by_key(|(cost, nth)| (cost.expansions, cost.bytes, *nth)) else {
                continue;
            };
            let (before, cost) = (costs[symbol].0, cost.above());
            if cost.expansions < before.expansions || (cost.expansions == before.expansions && cost != before)
            {
                costs[symbol] = (cost, nth);
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

/// The cheapest cost of these symbols beside each other.
pub(super) fn of_parts(costs: &[(Cost, usize)], parts: &[Symbol]) -> Cost {
    parts.iter().fold(Cost::NOTHING, |sum, part| sum.and(costs[part.index()].0))
}
