//! The shortest texts of every symbol, a few of each.

use std::sync::Arc;

use crate::grammar::{Class, Grammar, Rule, Symbol};

/// The shortest texts of every symbol of a grammar, shortest first.
///
/// Among equally short texts those with the flattest derivation come first, then those whose rule stands first.
/// Tokens that are not spelt out have the one text that is known, if any. Where different derivations of
/// a sequence give the same text, a few longer texts may be found in place of shorter ones.
#[derive(Clone, Debug)]
pub struct Derivations {
    texts: Vec<Vec<Arc<[u8]>>>,
}

impl Derivations {
    /// How many texts each symbol has at most.
    pub const MOST: usize = 16;

    /// Those of `grammar`: rounds over its rules until nothing new is short enough.
    ///
    /// A text replaces only longer ones, so there is an end to it, left recursion or not.
    pub fn of(grammar: &Grammar) -> Self {
        let count = grammar.symbols().count();
        let mut all = Self { texts: vec![Vec::new(); count] };
        let mut changed = vec![true; count];
        while changed.contains(&true) {
            let mut now = vec![false; count];
            for symbol in grammar.symbols() {
                let first = all.texts[symbol.index()].is_empty();
                let parts_changed =
                    grammar.parts(symbol).any(|part| changed[part.index()] || now[part.index()]);
                if first || parts_changed || changed[symbol.index()] {
                    for text in all.by_rule(grammar, symbol) {
                        now[symbol.index()] |= all.insert(symbol, &text);
                    }
                }
            }
            changed = now;
        }
        all
    }

    /// The texts of a symbol.
    pub fn texts(&self, symbol: Symbol) -> impl Iterator<Item = &[u8]> {
        self.texts[symbol.index()].iter().map(|text| &**text)
    }

    /// The texts of a symbol, to share.
    pub(super) fn shared(&self, symbol: Symbol) -> &[Arc<[u8]>] {
        &self.texts[symbol.index()]
    }

    /// Takes a text if it is new and short enough.
    fn insert(&mut self, symbol: Symbol, text: &[u8]) -> bool {
        let texts = &mut self.texts[symbol.index()];
        let at = texts.partition_point(|other| other.len() <= text.len());
        if at == Self::MOST || texts[..at].iter().any(|other| **other == *text) {
            return false;
        }
        texts.insert(at, text.into());
        texts.truncate(Self::MOST);
        true
    }

    fn by_rule(&self, grammar: &Grammar, symbol: Symbol) -> Vec<Vec<u8>> {
        match grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                alternatives.iter().flat_map(|parts| self.sequence(grammar, parts)).collect()
            }
            Rule::Optional(part) => {
                std::iter::once(Vec::new()).chain(self.texts(*part).map(<[u8]>::to_vec)).collect()
            }
            Rule::List(list) => {
                let empty = (!list.at_least_one).then(Vec::new);
                let one = self.sequence(grammar, &[list.element]);
                let several = match list.separator {
                    None => self.sequence(grammar, &[symbol, list.element]),
                    Some(separator) if list.at_least_one => {
                        self.sequence(grammar, &[symbol, separator, list.element])
                    }
                    // Nothing stands before a separator: of such lists, those of two elements have to do.
                    Some(separator) => self.sequence(grammar, &[list.element, separator, list.element]),
                };
                empty.into_iter().chain(one).chain(several).collect()
            }
            Rule::Text(text) => vec![text.to_vec()],
            Rule::Class(class) => characters(class),
            Rule::Token(token) => token.shortest.iter().map(|text| text.to_vec()).collect(),
        }
    }

    /// The shortest texts of a sequence, by the shortest of its parts.
    fn sequence(&self, grammar: &Grammar, parts: &[Symbol]) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for part in parts {
            let mut longer = Vec::new();
            for (i, text) in all.iter().enumerate() {
                // Of two lists in order the `MOST` shortest pairs have `(i + 1) (j + 1)` of at most `MOST`.
                for more in self.texts(*part).take(Self::MOST / (i + 1)) {
                    longer.push(grammar.join([text.as_slice(), more]));
                }
            }
            longer.sort_by_key(Vec::len);
            longer.truncate(Self::MOST);
            all = longer;
        }
        all
    }
}

/// Some characters of a class: `0` and `a` if it has them, then what can be seen, then others.
fn characters(class: &Class) -> Vec<Vec<u8>> {
    let seen = ['0', 'a'].into_iter().chain('!'..='~').chain([' ']);
    let others = class.ranges().iter().flat_map(|&(low, high)| (low..=high).take(Derivations::MOST));
    let all = seen.filter(|character| class.contains(*character)).chain(others);
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for character in all.take(4 * Derivations::MOST) {
        let text = character.to_string().into_bytes();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{GrammarBuilder, List, Spacing};

    #[test]
    fn the_shortest_texts_come_first_with_left_recursion_too() {
        let mut builder = GrammarBuilder::default();
        let names = ["sum", "number", "+", "digit", "numbers", "none", "maybe", "endless"];
        let [sum, number, plus, digit, numbers, none, maybe, endless] =
            names.map(|name| builder.declare(name, true).unwrap());
        builder.define(sum, Rule::Regular(vec![vec![sum, plus, number], vec![number]]));
        builder.define(number, Rule::Regular(vec![vec![digit, number], vec![digit]]));
        builder.define(plus, Rule::Text((*b"+").into()));
        builder.define(digit, Rule::Class(Class::new([('7', '9')])));
        let list = List { element: digit, separator: Some(plus), at_least_one: true };
        builder.define(numbers, Rule::List(list));
        builder.define(none, Rule::List(List { at_least_one: false, ..list }));
        builder.define(maybe, Rule::Optional(plus));
        builder.define(endless, Rule::Regular(vec![vec![endless, plus]]));
        let grammar = builder.finish("test", sum, Spacing::Exact);
        let all = Derivations::of(&grammar);
        let texts = |symbol| {
            let texts: Vec<String> =
                all.texts(symbol).map(|text| String::from_utf8_lossy(text).into()).collect();
            texts.join(" ")
        };
        assert!(texts(sum).starts_with("7 8 9 77 78 79 87 88 89 97 98 99 7+7 "), "{}", texts(sum));
        assert_eq!(texts(numbers), "7 8 9 7+7 7+8 7+9 8+7 8+8 8+9 9+7 9+8 9+9 7+7+7 7+7+8 7+7+9 7+8+7");
        assert_eq!(texts(none), " 7 8 9 7+7 7+8 7+9 8+7 8+8 8+9 9+7 9+8 9+9");
        assert_eq!((texts(maybe), texts(endless)), (" +".into(), String::new()));
    }
}
