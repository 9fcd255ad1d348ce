//! The shortest text of every symbol, by least fixed point.

use super::rule::{Definition, Rule, Spacing, Symbol};

/// The shortest text of each symbol; none where no text is derived, or only ones that are not known.
///
/// Rounds over all rules until none gets shorter. A text is taken over only if it is strictly shorter, and built
/// of texts known before, so it always has a finite derivation (Knuth 1977 generalises Dijkstra's algorithm to
/// this; rounds are simpler and grammars are small).
pub(super) fn of(definitions: &[Definition], spacing: Spacing) -> Vec<Option<Box<[u8]>>> {
    let mut known: Vec<Option<Box<[u8]>>> = vec![None; definitions.len()];
    loop {
        let mut changed = false;
        for (at, definition) in definitions.iter().enumerate() {
            let Some(text) = by_rule(&definition.rule, spacing, &known) else { continue };
            let slot = &mut known[at];
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

/// The shortest text that `rule` makes of what is known.
fn by_rule(rule: &Rule, spacing: Spacing, known: &[Option<Box<[u8]>>]) -> Option<Vec<u8>> {
    let of = |symbol: &Symbol| known[symbol.index()].as_deref();
    match rule {
        Rule::Regular(alternatives) => {
            let texts = alternatives.iter().filter_map(|sequence| {
                let parts: Option<Vec<&[u8]>> = sequence.iter().map(of).collect();
                Some(spacing.join(parts?))
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
