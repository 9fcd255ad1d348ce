//! Symbols and their rules.

use std::fmt;

/// A symbol of a grammar: a number that is its own only there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u16);

impl Symbol {
    /// The symbol of this number.
    ///
    /// # Panics
    /// From 65,536 on; [`GrammarBuilder`](super::GrammarBuilder) never gives such a symbol.
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

impl Rule {
    /// The symbols in it.
    pub fn parts(&self) -> impl Iterator<Item = Symbol> + '_ {
        let (several, one, separator) = match self {
            Self::Regular(alternatives) => (alternatives.as_slice(), None, None),
            Self::Optional(part) => (&[][..], Some(*part), None),
            Self::List(list) => (&[][..], Some(list.element), list.separator),
            Self::Text(_) | Self::Class(_) | Self::Token(_) => (&[][..], None, None),
        };
        several.iter().flatten().copied().chain(one).chain(separator)
    }
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

impl Spacing {
    /// Puts texts together as it asks for.
    pub(super) fn join(self, texts: impl IntoIterator<Item: AsRef<[u8]>>) -> Vec<u8> {
        let mut out = Vec::new();
        for text in texts {
            let text = text.as_ref();
            if self == Self::Words && would_merge(&out, text) {
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
