//! Grammars in normal form: what can be removed, what can replace what, and how short a symbol can be.
//!
//! Every symbol has one [`Rule`]: alternatives of symbols, an optional symbol, a list, or a token. Readers of
//! grammar files and of the descriptions that parsers ship with bring their grammars into this form (Perses,
//! C. Sun and others, ICSE 2018, section 3, has much the same: regular, optional, star and plus rules; ours adds
//! separators to lists). Reducers on trees ask nothing but a grammar, so they work for every language alike.

mod check;
mod derives;
mod shortest;

pub use check::Flaw;

use std::fmt;

use derives::Derives;

/// A symbol of a grammar: a number that is its own only there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u16);

impl Symbol {
    /// The symbol of this number.
    ///
    /// # Panics
    /// From 65,536 on; [`GrammarBuilder`] never gives such a symbol.
    pub fn new(number: usize) -> Self {
        Self(u16::try_from(number).expect("a grammar has at most 65,536 symbols"))
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One of these sequences, which may be empty. In the order of the grammar: the first is preferred.
    Regular(Vec<Vec<Symbol>>),
    /// The symbol or nothing.
    Optional(Symbol),
    /// The element again and again.
    List(List),
    /// Exactly these bytes.
    Text(Box<[u8]>),
    /// One character out of ranges.
    Class(Class),
    /// A token that a regular expression or a scanner finds.
    Token(Token),
}

/// A list of elements, with a separator between any two where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List {
    /// What each element is.
    pub element: Symbol,
    /// What stands between two elements.
    pub separator: Option<Symbol>,
    /// Whether there is at least one element (a plus instead of a star).
    pub at_least_one: bool,
}

/// A set of characters: sorted, disjoint, inclusive ranges of code points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Class(Vec<(char, char)>);

impl Class {
    /// The characters of `ranges`, in any order and overlapping or not.
    pub fn new(ranges: impl IntoIterator<Item = (char, char)>) -> Self {
        let mut ranges: Vec<(char, char)> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if u32::from(low) <= u32::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self(merged)
    }

    /// Its ranges, ascending and disjoint.
    pub fn ranges(&self) -> &[(char, char)] {
        &self.0
    }

    /// Whether `character` is one of them.
    pub fn contains(&self, character: char) -> bool {
        let after = self.0.partition_point(|range| range.1 < character);
        self.0.get(after).is_some_and(|range| range.0 <= character)
    }

    /// All characters that are not in it.
    #[must_use]
    pub fn negated(&self) -> Self {
        let mut out = Vec::new();
        let mut next = Some('\0');
        for &(low, high) in &self.0 {
            if let (Some(from), Some(to)) = (next, before(low))
                && from <= to
            {
                out.push((from, to));
            }
            next = after(high);
        }
        if let Some(from) = next {
            out.push((from, char::MAX));
        }
        Self(out)
    }
}

fn before(character: char) -> Option<char> {
    match character {
        '\0' => None,
        '\u{e000}' => Some('\u{d7ff}'),
        other => char::from_u32(u32::from(other) - 1),
    }
}

fn after(character: char) -> Option<char> {
    match character {
        '\u{d7ff}' => Some('\u{e000}'),
        char::MAX => None,
        other => char::from_u32(u32::from(other) + 1),
    }
}

/// A token whose texts are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The regular expression that it matches as a whole (syntax of the `regex` crate), where there is one: a
    /// scanner written by hand has none.
    pub pattern: Option<Box<str>>,
    /// Its shortest text, where one is known.
    pub shortest: Option<Box<[u8]>>,
}

/// How the texts of neighbouring symbols are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// As they are: every blank is in the grammar.
    #[default]
    Exact,
    /// With a blank where two of them would be read as one word.
    Words,
}

/// A symbol's name and rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// As the grammar's author calls it; for symbols that the normal form needed, a description.
    pub name: Box<str>,
    /// What it stands for.
    pub rule: Rule,
    /// Whether its author named it; the others are parts of named rules.
    pub named: bool,
}

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
        let mut out = Vec::new();
        for text in texts {
            let text = text.as_ref();
            if self.spacing == Spacing::Words && would_merge(&out, text) {
                out.push(b' ');
            }
            out.extend_from_slice(text);
        }
        out
    }
}

/// Whether the last byte of one text and the first of the next would be read as one word.
pub fn would_merge(before: &[u8], after: &[u8]) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
    before.last().is_some_and(word) && after.first().is_some_and(word)
}

/// Makes a [`Grammar`]: symbols first, rules then, in any order.
#[derive(Clone, Debug, Default)]
pub struct GrammarBuilder {
    definitions: Vec<(Box<str>, Option<Rule>, bool)>,
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
        self.definitions.push((name.into(), None, named));
        Ok(Symbol::new(self.definitions.len() - 1))
    }

    /// Gives `symbol` its rule.
    pub fn define(&mut self, symbol: Symbol, rule: Rule) {
        self.definitions[symbol.index()].1 = Some(rule);
    }

    /// The grammar. A symbol that got no rule is a token of which nothing is known.
    pub fn finish(self, name: impl Into<Box<str>>, start: Symbol, spacing: Spacing) -> Grammar {
        let unknown = || Rule::Token(Token { pattern: None, shortest: None });
        let definitions: Vec<Definition> = self
            .definitions
            .into_iter()
            .map(|(name, rule, named)| Definition { name, rule: rule.unwrap_or_else(unknown), named })
            .collect();
        let mut grammar = Grammar {
            name: name.into(),
            shortest: vec![None; definitions.len()],
            derives: Derives::default(),
            definitions,
            start,
            spacing,
        };
        grammar.shortest = shortest::of(&grammar);
        grammar.derives = Derives::of(&grammar);
        grammar
    }
}
