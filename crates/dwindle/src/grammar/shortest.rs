//! The shortest text of every symbol, by least fixed point.

use super::{Grammar, Rule, Symbol};

/// The shortest text of each symbol; none where no text is derived, or only ones that are not known.
///
/// Rounds over all rules until none gets shorter. A text is taken over only if it is strictly shorter, and built
/// of texts known before, so it always has a finite derivation (Knuth 1977 generalises Dijkstra's algorithm to
/// this; rounds are simpler and grammars are small).
pub(super) fn of(grammar: &Grammar) -> Vec<Option<Box<[u8]>>> {
    let mut known: Vec<Option<Box<[u8]>>> = vec![None; grammar.definitions.len()];
    loop {
        let mut changed = false;
        for symbol in grammar.symbols() {
            let Some(text) = by_rule(grammar, symbol, &known) else { continue };
            let slot = &mut known[symbol.index()];
            if slot.as_ref().is_none_or(|before| text.len() < before.len()) {
                *slot = Some(text.into());
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

/// The shortest text that the rule of `symbol` makes of what is known.
fn by_rule(grammar: &Grammar, symbol: Symbol, known: &[Option<Box<[u8]>>]) -> Option<Vec<u8>> {
    let of = |symbol: &Symbol| known[symbol.index()].as_deref();
    match grammar.rule(symbol) {
        Rule::Regular(alternatives) => {
            let texts = alternatives.iter().filter_map(|sequence| {
                let parts: Option<Vec<&[u8]>> = sequence.iter().map(of).collect();
                Some(grammar.join(parts?))
            });
            texts.reduce(|best, text| if text.len() < best.len() { text } else { best })
        }
        Rule::Optional(_) => Some(Vec::new()),
        Rule::List(list) if !list.at_least_one => Some(Vec::new()),
        Rule::List(list) => of(&list.element).map(<[u8]>::to_vec),
        Rule::Text(text) => Some(text.to_vec()),
        Rule::Class(class) => {
            let pick =
                |&(low, high): &(char, char)| ['0', 'a'].into_iter().find(|c| (low..=high).contains(c));
            let character =
                class.ranges().iter().find_map(pick).or(class.ranges().first().map(|range| range.0))?;
            Some(character.to_string().into_bytes())
        }
        Rule::Token(token) => token.shortest.as_deref().map(<[u8]>::to_vec),
    }
}
