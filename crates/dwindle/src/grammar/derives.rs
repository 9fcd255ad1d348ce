//! Which symbols can derive which other symbols with nothing beside them, as a bit matrix.

use super::rule::{Definition, Rule, Symbol};

/// The reflexive, transitive relation "can become, with nothing beside it".
#[derive(Clone, Debug, Default)]
pub(super) struct Derives {
    /// Words in each row.
    width: usize,
    bits: Vec<u64>,
}

impl Derives {
    pub(super) fn of(definitions: &[Definition], shortest: &[Option<Box<[u8]>>]) -> Self {
        let count = definitions.len();
        let width = count.div_ceil(64);
        let mut derives = Self { width, bits: vec![0; width * count] };
        let nullable = |symbol: Symbol| shortest[symbol.index()].as_deref().is_some_and(<[u8]>::is_empty);
        let steps: Vec<Vec<Symbol>> =
            definitions.iter().map(|definition| steps(&definition.rule, &nullable)).collect();
        let mut stack = Vec::new();
        for place in (0..count).map(Symbol::new) {
            derives.set(place, place);
            stack.push(place);
            while let Some(symbol) = stack.pop() {
                for &next in &steps[symbol.index()] {
                    if derives.set(place, next) {
                        stack.push(next);
                    }
                }
            }
        }
        derives
    }

    pub(super) fn has(&self, place: Symbol, symbol: Symbol) -> bool {
        self.bits[place.index() * self.width + symbol.index() / 64] >> (symbol.index() % 64) & 1 == 1
    }

    /// Whether that was news.
    fn set(&mut self, place: Symbol, symbol: Symbol) -> bool {
        let word = &mut self.bits[place.index() * self.width + symbol.index() / 64];
        let before = *word;
        *word |= 1 << (symbol.index() % 64);
        *word != before
    }
}

/// What a symbol can become in one step with nothing beside it.
fn steps(rule: &Rule, nullable: &dyn Fn(Symbol) -> bool) -> Vec<Symbol> {
    match rule {
        Rule::Regular(alternatives) => {
            let mut found = Vec::new();
            for sequence in alternatives {
                let needed: Vec<Symbol> = sequence.iter().copied().filter(|part| !nullable(*part)).collect();
                match needed.as_slice() {
                    [] => found.extend(sequence),
                    [only] => found.push(*only),
                    _ => {}
                }
            }
            found
        }
        Rule::Optional(part) => vec![*part],
        Rule::List(list) => vec![list.element],
        Rule::Text(_) | Rule::Class(_) | Rule::Token(_) => Vec::new(),
    }
}
