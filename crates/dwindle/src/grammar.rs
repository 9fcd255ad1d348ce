//! Grammars in normal form: what can be removed, what can replace what, and how short a symbol can be.
//!
//! Every symbol has one [`Rule`]: alternatives of symbols, an optional symbol, a list, or a token. Readers of
//! grammar files and of the descriptions that parsers ship with bring their grammars into this form (Perses,
//! C. Sun and others, ICSE 2018, section 3, has much the same: regular, optional, star and plus rules; ours adds
//! separators to lists). Reducers on trees ask nothing but a grammar, so they work for every language alike.

mod check;
mod derives;
mod rule;
mod shortest;

pub use check::Flaw;
pub use rule::{Class, Definition, List, Rule, Spacing, Symbol, Token, would_merge};

use derives::Derives;

/// A grammar in normal form, with what follows from it. Immutable.
#[derive(Clone, Debug)]
pub struct Grammar {
    name: Box<str>,
    definitions: Vec<Definition>,
    start: Symbol,
    spacing: Spacing,
    shortest: Vec<Option<Box<[u8]>>>,
    derives: Derives,
}

impl Grammar {
    /// What it is called: a language, or the name of the file that it was read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The symbol that a whole input is.
    pub const fn start(&self) -> Symbol {
        self.start
    }

    /// How texts are put together.
    pub const fn spacing(&self) -> Spacing {
        self.spacing
    }

    /// All symbols, in their order.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.definitions.len()).map(Symbol::new)
    }

    /// The symbol that the grammar's author called so.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        let found =
            self.definitions.iter().position(|definition| definition.named && &*definition.name == name);
        found.map(Symbol::new)
    }

    /// Names and rules of all symbols, in their order.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Name and rule of a symbol.
    pub fn definition(&self, symbol: Symbol) -> &Definition {
        &self.definitions[symbol.index()]
    }

    /// What a symbol stands for.
    pub fn rule(&self, symbol: Symbol) -> &Rule {
        &self.definition(symbol).rule
    }

    /// A symbol's shortest text; none if it derives no text at all, or none that is known.
    ///
    /// Among equally short ones the first in rule order. By least fixed point, so never in circles.
    pub fn shortest(&self, symbol: Symbol) -> Option<&[u8]> {
        self.shortest[symbol.index()].as_deref()
    }

    /// Whether a symbol can derive no bytes at all.
    pub fn nullable(&self, symbol: Symbol) -> bool {
        self.shortest(symbol).is_some_and(<[u8]>::is_empty)
    }

    /// Whether `place` can become `symbol` with nothing beside it: itself, by a chain of rules, or as the one
    /// element of a list. (Perses: `symbol` is a subtype of `place`.) A subtree of `symbol` may then stand
    /// wherever the grammar asks for `place`.
    pub fn accepts(&self, place: Symbol, symbol: Symbol) -> bool {
        self.derives.has(place, symbol)
    }

    /// Puts texts together as the grammar's spacing asks for.
    pub fn join(&self, texts: impl IntoIterator<Item: AsRef<[u8]>>) -> Vec<u8> {
        self.spacing.join(texts)
    }
}

/// Makes a [`Grammar`]: symbols first, rules then, in any order.
#[derive(Clone, Debug, Default)]
pub struct GrammarBuilder {
    definitions: Vec<Definition>,
}

/// A grammar has more than 65,536 symbols in its normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the grammar needs more than 65,536 symbols")]
pub struct TooManySymbols;

impl GrammarBuilder {
    /// A new symbol without a rule yet, by its author's name or (`named` false) by a description.
    ///
    /// # Errors
    /// [`TooManySymbols`].
    pub fn declare(&mut self, name: impl Into<Box<str>>, named: bool) -> Result<Symbol, TooManySymbols> {
        if self.definitions.len() > usize::from(u16::MAX) {
            return Err(TooManySymbols);
        }
        // As long as it has no rule.
        let rule = Rule::Token(Token { pattern: None, shortest: None });
        self.definitions.push(Definition { name: name.into(), rule, named });
        Ok(Symbol::new(self.definitions.len() - 1))
    }

    /// Gives `symbol` its rule.
    pub fn define(&mut self, symbol: Symbol, rule: Rule) {
        self.definitions[symbol.index()].rule = rule;
    }

    /// The grammar. A symbol that got no rule is a token of which nothing is known.
    pub fn finish(self, name: impl Into<Box<str>>, start: Symbol, spacing: Spacing) -> Grammar {
        let Self { definitions } = self;
        let shortest = shortest::of(&definitions, spacing);
        let derives = Derives::of(&definitions, &shortest);
        Grammar { name: name.into(), derives, shortest, definitions, start, spacing }
    }
}
