//! The first derivation by brute force: slow, short, and made from the definition alone.

use dwindle::grammar::{Grammar, List, Rule, Symbol};
use dwindle::tree::{NodeId, Tree};

/// A derivation: a symbol, where its bytes are, and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Derivation {
    pub(crate) symbol: Symbol,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) parts: Vec<Derivation>,
}

impl Derivation {
    /// What a tree says, read from it for comparing. The depth of small trees only.
    pub(crate) fn of(tree: &Tree, id: NodeId) -> Self {
        let span = tree.node(id).span();
        let parts = tree.children(id).map(|child| Self::of(tree, child)).collect();
        Self { symbol: tree.node(id).symbol(), from: span.start, to: span.end, parts }
    }
}

type Parts = Vec<(Symbol, usize, usize)>;

/// Everything that any symbol derives within a short text.
pub(crate) struct Reference<'g> {
    grammar: &'g Grammar,
    text: &'g [u8],
    /// By symbol, start and end.
    derives: Vec<bool>,
}

impl<'g> Reference<'g> {
    /// By least fixed point.
    pub(crate) fn new(grammar: &'g Grammar, text: &'g [u8]) -> Self {
        let size = grammar.symbols().count() * (text.len() + 1) * (text.len() + 1);
        let mut reference = Self { grammar, text, derives: vec![false; size] };
        let mut changed = true;
        while changed {
            changed = false;
            for symbol in grammar.symbols() {
                for from in 0..=text.len() {
                    for to in from..=text.len() {
                        if !reference.has(symbol, from, to) && reference.follows(symbol, from, to) {
                            let at = reference.at(symbol, from, to);
                            reference.derives[at] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        reference
    }

    /// Whether a symbol derives the bytes between two places.
    pub(crate) fn has(&self, symbol: Symbol, from: usize, to: usize) -> bool {
        self.derives[self.at(symbol, from, to)]
    }

    /// The first derivation of the whole text.
    pub(crate) fn first(&self) -> Option<Derivation> {
        let (start, end) = (self.grammar.start(), self.text.len());
        self.has(start, 0, end)
            .then(|| self.derive(start, 0, end, &[]).expect("there is one without circles"))
    }

    fn at(&self, symbol: Symbol, from: usize, to: usize) -> usize {
        let places = self.text.len() + 1;
        (symbol.index() * places + from) * places + to
    }

    /// Whether the rule of `symbol` derives these bytes by what is known already.
    fn follows(&self, symbol: Symbol, from: usize, to: usize) -> bool {
        let bytes = &self.text[from..to];
        match self.grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                alternatives.iter().any(|sequence| self.sequence_follows(sequence, from, to))
            }
            Rule::Optional(part) => bytes.is_empty() || self.has(*part, from, to),
            Rule::List(list) => {
                let two: Vec<Symbol> =
                    [Some(symbol), list.separator, Some(list.element)].into_iter().flatten().collect();
                // An empty star has no elements: nothing may follow it without one.
                let longer = if list.at_least_one || list.separator.is_none() {
                    self.sequence_follows(&two, from, to)
                } else {
                    self.longer_list_follows(*list, from, to)
                };
                (bytes.is_empty() && !list.at_least_one) || self.has(list.element, from, to) || longer
            }
            Rule::Text(text) => **text == *bytes,
            Rule::Class(class) => {
                let mut characters = std::str::from_utf8(bytes).unwrap_or("").chars();
                characters.next().is_some_and(|c| class.contains(c)) && characters.next().is_none()
            }
            Rule::Token(token) => token.pattern.as_ref().is_some_and(|pattern| {
                // The patterns of random grammars, without the engine that the parser has.
                match &**pattern {
                    "a*b?" => bytes.strip_suffix(b"b").unwrap_or(bytes).iter().all(|byte| *byte == b'a'),
                    "b+|bca" => {
                        bytes == b"bca" || (!bytes.is_empty() && bytes.iter().all(|byte| *byte == b'b'))
                    }
                    _ => unreachable!("random grammars have two patterns"),
                }
            }),
        }
    }

    fn sequence_follows(&self, sequence: &[Symbol], from: usize, to: usize) -> bool {
        match sequence {
            [] => from == to,
            [first, rest @ ..] => {
                (from..=to).any(|cut| self.has(*first, from, cut) && self.sequence_follows(rest, cut, to))
            }
        }
    }

    /// Elements from `from` on, and a separator before each but the first.
    fn longer_list_follows(&self, list: List, from: usize, to: usize) -> bool {
        let separator = list.separator.unwrap();
        let places = self.text.len() + 1;
        let mut ends: Vec<bool> =
            (0..places).map(|end| end >= from && self.has(list.element, from, end)).collect();
        for _ in 0..places {
            for here in from..places {
                for next in here..places {
                    ends[next] |= ends[here] && self.sequence_follows(&[separator, list.element], here, next);
                }
            }
        }
        ends[to]
    }

    /// The first derivation in which no symbol of `above`, which have the same bytes, comes again.
    fn derive(&self, symbol: Symbol, from: usize, to: usize, above: &[Symbol]) -> Option<Derivation> {
        let done = |parts| Some(Derivation { symbol, from, to, parts });
        if from == to {
            return done(Vec::new());
        }
        if above.contains(&symbol) {
            return None;
        }
        let above = [above, &[symbol]].concat();
        let finish = |parts: &Parts| self.derive_all(parts, (from, to), &above).and_then(done);
        match self.grammar.rule(symbol) {
            Rule::Regular(alternatives) => alternatives
                .iter()
                .find_map(|sequence| self.try_cuts(sequence, (from, to), &mut Vec::new(), &finish)),
            Rule::Optional(part) => self.try_cuts(&[*part], (from, to), &mut Vec::new(), &finish),
            Rule::List(list) => self.try_elements(*list, (from, to), &mut Vec::new(), &finish),
            Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => done(Vec::new()),
        }
    }

    fn derive_all(&self, parts: &Parts, whole: (usize, usize), above: &[Symbol]) -> Option<Vec<Derivation>> {
        let each = parts.iter().map(|&(symbol, from, to)| {
            let above = if (from, to) == whole { above } else { &[] };
            self.derive(symbol, from, to, above)
        });
        each.collect()
    }

    /// Each part as long as it can be, from the left.
    fn try_cuts(
        &self,
        sequence: &[Symbol],
        (from, to): (usize, usize),
        parts: &mut Parts,
        finish: &dyn Fn(&Parts) -> Option<Derivation>,
    ) -> Option<Derivation> {
        let [first, rest @ ..] = sequence else {
            return if from == to { finish(parts) } else { None };
        };
        (from..=to).rev().filter(|cut| self.has(*first, from, *cut)).find_map(|cut| {
            parts.push((*first, from, cut));
            let found = self.try_cuts(rest, (cut, to), parts, finish);
            parts.pop();
            found
        })
    }

    /// Each element and separator as long as it can be, from the left; never both of them empty.
    fn try_elements(
        &self,
        list: List,
        (from, to): (usize, usize),
        parts: &mut Parts,
        finish: &dyn Fn(&Parts) -> Option<Derivation>,
    ) -> Option<Derivation> {
        if !parts.is_empty() && from == to {
            return finish(parts);
        }
        let separator = list.separator.filter(|_| !parts.is_empty());
        let first = parts.is_empty();
        let cuts = (from..=to).rev().filter(|cut| match separator {
            Some(separator) => self.has(separator, from, *cut),
            None => *cut == from,
        });
        cuts.into_iter().find_map(|cut| {
            if let Some(separator) = separator {
                parts.push((separator, from, cut));
            }
            let ends = (cut..=to).rev().filter(|end| first || *end > from);
            let found = ends.into_iter().filter(|end| self.has(list.element, cut, *end)).find_map(|end| {
                parts.push((list.element, cut, end));
                let found = self.try_elements(list, (end, to), parts, finish);
                parts.pop();
                found
            });
            if separator.is_some() {
                parts.pop();
            }
            found
        })
    }
}
