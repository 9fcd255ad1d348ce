//! Checks for errors in a grammar.

use super::{Grammar, Rule, Symbol};

/// A flaw of a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// Nothing leads from the start to it.
    #[error("`{0}` is never used from `{1}`")]
    Unreachable(Box<str>, Box<str>),
    /// Every way to expand it goes on for ever.
    #[error("`{0}` never terminates: each of its alternatives needs `{0}` again")]
    Endless(Box<str>),
    /// It can become itself with nothing beside it, so an input has infinitely many trees.
    #[error("`{0}` can become itself with nothing beside it: infinitely many trees for one input")]
    Circular(Box<str>),
}

impl Flaw {
    /// Whether the grammar cannot be worked with; the others are worth a warning.
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::Endless(_))
    }
}

impl Grammar {
    /// All flaws, in the order of the symbols. Only symbols that their author named are spoken of.
    pub fn flaws(&self) -> Vec<Flaw> {
        let reached = self.reached();
        let mut flaws = Vec::new();
        for symbol in self.symbols() {
            let definition = self.definition(symbol);
            if !definition.named {
                continue;
            }
            let name = || definition.name.clone();
            if !reached[symbol.index()] {
                flaws.push(Flaw::Unreachable(name(), self.definition(self.start()).name.clone()));
            }
            let token = matches!(definition.rule, Rule::Token(_));
            if self.shortest(symbol).is_none() && !token {
                flaws.push(Flaw::Endless(name()));
            }
            if self.parts(symbol).any(|part| part != symbol && self.loops(symbol, part))
                || self.becomes_itself(symbol)
            {
                flaws.push(Flaw::Circular(name()));
            }
        }
        flaws
    }

    /// Whether `symbol` becomes `part` and `part` becomes `symbol`, with nothing beside them.
    fn loops(&self, symbol: Symbol, part: Symbol) -> bool {
        self.accepts(symbol, part) && self.accepts(part, symbol)
    }

    /// Whether an alternative of `symbol` is `symbol` itself with nothing needed beside it.
    fn becomes_itself(&self, symbol: Symbol) -> bool {
        let Rule::Regular(alternatives) = self.rule(symbol) else { return false };
        alternatives.iter().any(|sequence| {
            let mut others = sequence.iter().enumerate().filter(|(_, part)| **part == symbol);
            others.any(|(at, _)| sequence.iter().enumerate().all(|(i, part)| i == at || self.nullable(*part)))
        })
    }

    /// The symbols in the rule of `symbol`.
    pub fn parts(&self, symbol: Symbol) -> impl Iterator<Item = Symbol> + '_ {
        self.rule(symbol).parts()
    }

    /// Which symbols can be reached from the start.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.definitions.len()];
        let mut stack = vec![self.start()];
        while let Some(symbol) = stack.pop() {
            if !std::mem::replace(&mut reached[symbol.index()], true) {
                stack.extend(self.parts(symbol));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GrammarBuilder, Spacing};
    use super::*;

    #[test]
    fn circles_ends_and_islands_are_found() {
        let mut builder = GrammarBuilder::default();
        let [start, round, endless, island, x] =
            ["start", "round", "endless", "island", "x"].map(|name| builder.declare(name, true).unwrap());
        builder.define(start, Rule::Regular(vec![vec![round], vec![x, endless]]));
        builder.define(round, Rule::Regular(vec![vec![round], vec![x]]));
        builder.define(endless, Rule::Regular(vec![vec![x, endless]]));
        builder.define(island, Rule::Regular(vec![vec![]]));
        builder.define(x, Rule::Text(b"x".as_slice().into()));
        let flaws = builder.finish("test", start, Spacing::Exact).flaws();
        assert_eq!(
            flaws,
            [
                Flaw::Circular("round".into()),
                Flaw::Endless("endless".into()),
                Flaw::Unreachable("island".into(), "start".into()),
            ]
        );
    }
}
