//! Texts of terminals.

use dwindle::grammar::{Class, Grammar, Rule, Symbol};
use regex_syntax::hir::{self, Hir, HirKind};

use super::Numbers;
use crate::shortest_match::shortest_match;

/// A terminal that has texts.
#[derive(Clone, Debug)]
pub(super) struct Terminal {
    shortest: Box<[u8]>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Nothing but its shortest text.
    One,
    /// A character.
    Class(Class),
    /// What a regular expression matches.
    Pattern(Hir),
}

impl Terminal {
    /// None if no text of it is known.
    pub(super) fn new(grammar: &Grammar, symbol: Symbol) -> Option<Self> {
        match grammar.rule(symbol) {
            Rule::Text(text) => Some(Self { shortest: text.clone(), kind: Kind::One }),
            Rule::Class(class) => {
                let shortest = grammar.shortest(symbol)?.into();
                Some(Self { shortest, kind: Kind::Class(class.clone()) })
            }
            Rule::Token(token) => {
                let pattern = token.pattern.as_deref().and_then(|pattern| {
                    let parsed =
                        regex_syntax::ParserBuilder::new().utf8(false).build().parse(pattern).ok()?;
                    let shortest = || shortest_match(pattern).filter(|text| is_match(&parsed, text));
                    let shortest = token.shortest.clone().or_else(|| shortest().map(Into::into))?;
                    Some(Self { shortest, kind: Kind::Pattern(parsed) })
                });
                let alone = |shortest| Self { shortest, kind: Kind::One };
                pattern.or_else(|| token.shortest.clone().map(alone))
            }
            Rule::Regular(_) | Rule::Optional(_) | Rule::List(_) => None,
        }
    }

    pub(super) fn shortest(&self) -> &[u8] {
        &self.shortest
    }

    /// A text of at most `room` bytes; the shortest if no other was found.
    pub(super) fn text(&self, numbers: &mut Numbers, room: usize) -> Vec<u8> {
        let text = match &self.kind {
            Kind::One => None,
            Kind::Class(class) => {
                let ranges: Vec<(u32, u32)> =
                    class.ranges().iter().map(|(low, high)| (u32::from(*low), u32::from(*high))).collect();
                character(&ranges, numbers).map(|character| character.to_string().into_bytes())
            }
            Kind::Pattern(pattern) => matching(pattern, numbers, room),
        };
        text.filter(|text| text.len() <= room).unwrap_or_else(|| self.shortest.to_vec())
    }
}

/// A character out of ranges: mostly one that can be seen, where there is one.
fn character(ranges: &[(u32, u32)], numbers: &mut Numbers) -> Option<char> {
    let seen: Vec<(u32, u32)> = ranges
        .iter()
        .map(|(low, high)| (*low.max(&0x20), *high.min(&0x7e)))
        .filter(|(low, high)| low <= high)
        .collect();
    // Out of all characters once in a while.
    let rare = numbers.below(16) == 0;
    let ranges = if seen.is_empty() || rare { ranges } else { &seen };
    // A range of a handful counts as much as one of thousands.
    let (low, high) = *ranges.get(numbers.below(ranges.len().max(1)))?;
    let span = (high - low + 1) as usize;
    let picked = low + u32::try_from(numbers.below(span)).expect("it is below a range of characters");
    char::from_u32(picked).or_else(|| char::from_u32(low))
}

/// A text that the expression matches, if one of at most `room` bytes was found. Conditions on what lies around
/// (`^`, `\b`) are checked afterwards.
fn matching(pattern: &Hir, numbers: &mut Numbers, room: usize) -> Option<Vec<u8>> {
    /// Repetitions without an upper limit get so many more than they must at most.
    const MORE: u32 = 8;
    let mut out = Vec::new();
    let mut left = vec![pattern];
    while let Some(here) = left.pop() {
        match here.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => out.extend_from_slice(&literal.0),
            HirKind::Class(class) => out.extend(of_class(class, numbers)?),
            HirKind::Capture(capture) => left.push(&capture.sub),
            HirKind::Concat(parts) => left.extend(parts.iter().rev()),
            HirKind::Alternation(parts) => left.push(&parts[numbers.below(parts.len())]),
            HirKind::Repetition(repetition) => {
                let most = repetition.max.unwrap_or(u32::MAX).min(repetition.min.saturating_add(MORE));
                let more = numbers.below((most - repetition.min) as usize + 1);
                let times = repetition.min as usize + more;
                if times > room + 1 {
                    return None;
                }
                left.extend(std::iter::repeat_n(&*repetition.sub, times));
            }
        }
        if out.len() > room {
            return None;
        }
    }
    is_match(pattern, &out).then_some(out)
}

fn of_class(class: &hir::Class, numbers: &mut Numbers) -> Option<Vec<u8>> {
    match class {
        hir::Class::Unicode(class) => {
            let ranges: Vec<(u32, u32)> =
                class.iter().map(|range| (range.start().into(), range.end().into())).collect();
            character(&ranges, numbers).map(|character| character.to_string().into_bytes())
        }
        hir::Class::Bytes(class) => {
            let all: Vec<u8> = class.iter().flat_map(|range| range.start()..=range.end()).collect();
            let byte = *all.get(numbers.below(all.len().max(1)))?;
            Some(vec![byte])
        }
    }
}

/// Whether the expression matches all of `text`. Without conditions it does, by the way that `text` was made.
fn is_match(pattern: &Hir, text: &[u8]) -> bool {
    if pattern.properties().look_set().is_empty() {
        return true;
    }
    let whole = [Hir::look(hir::Look::Start), pattern.clone(), Hir::look(hir::Look::End)];
    let built = regex_automata::meta::Builder::new().build_from_hir(&Hir::concat(whole.to_vec()));
    built.is_ok_and(|regex| regex.is_match(text))
}
