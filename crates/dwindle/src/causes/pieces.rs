//! Parts of the input that can be left out: nodes of its tree, or lines or tokens where there is none.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::edited::touches;
use crate::space::{Space, TextSpace, TreeSpace, Unit};
use crate::tree::{NodeId, Parse, Role, Shape, Tree};
use crate::{Config, Text};

/// Pieces that are left out together, by their numbers.
pub(super) type Set = BTreeSet<u32>;

/// A text of fewer lines is cut into tokens.
const FEW_LINES: usize = 8;

/// The parts of a text that can be left out, some of them within others.
#[derive(Debug)]
pub(super) struct Pieces {
    text: Text,
    cut: Cut,
    /// Those that can be left out, ascending.
    all: Vec<u32>,
}

#[derive(Debug)]
enum Cut {
    Nodes(Arc<Tree>),
    Units(TextSpace),
}

impl Pieces {
    /// The pieces of `text`, without those that touch a match of `protect`.
    pub(super) fn new(text: &Text, parse: Option<&dyn Parse>, protect: Option<&Regex>) -> Self {
        let tree = parse.and_then(|parse| parse.parse(text));
        let tree = tree.filter(|tree| tree.node(NodeId::ROOT).shape() != Shape::Unparsed);
        let (cut, all) = if let Some(tree) = tree {
            let tree = tree.squeezed();
            let all = tree.ids().filter(|id| can_go(&tree, *id)).map(NodeId::number).collect();
            (Cut::Nodes(Arc::new(tree)), all)
        } else {
            let lines = text.cut(Unit::Lines);
            let space = if lines.units() < FEW_LINES { text.cut(Unit::Tokens) } else { lines };
            let units = u32::try_from(space.units()).expect("fewer units than bytes");
            (Cut::Units(space), (0..units).collect())
        };
        let mut pieces = Self { text: text.clone(), cut, all };
        let fixed: Vec<Range<usize>> =
            protect.into_iter().flat_map(|it| it.find_iter(text.bytes())).map(|it| it.range()).collect();
        let all = std::mem::take(&mut pieces.all);
        pieces.all = all.into_iter().filter(|piece| !touches(&fixed, &pieces.span(*piece))).collect();
        pieces
    }

    /// Where a piece stands.
    pub(super) fn span(&self, piece: u32) -> Range<usize> {
        match &self.cut {
            Cut::Nodes(tree) => tree.node(NodeId::numbered(piece)).span(),
            Cut::Units(space) => space.span(piece..piece + 1),
        }
    }

    /// How many bytes some pieces have.
    pub(super) fn weight(&self, set: &Set) -> usize {
        set.iter().map(|piece| self.span(*piece).len()).sum()
    }

    /// The pieces that hold one of `places` (ascending), the smallest first.
    pub(super) fn holding(&self, places: &[Range<usize>]) -> Vec<u32> {
        let mut held: Vec<u32> =
            self.all.iter().copied().filter(|piece| touches(places, &self.span(*piece))).collect();
        held.sort_by_key(|piece| (self.span(*piece).len(), *piece));
        held
    }

    /// Of the pieces that hold `places`, those that hold no smaller one.
    pub(super) fn innermost(&self, held: &[u32]) -> Set {
        let mut sorted: Vec<(Range<usize>, u32)> =
            held.iter().map(|piece| (self.span(*piece), *piece)).collect();
        sorted.sort_by_key(|(span, piece)| (span.start, std::cmp::Reverse(span.end), *piece));
        let next = sorted.iter().skip(1).map(|(span, _)| Some(span)).chain([None]);
        let is_innermost = |(span, next): (&Range<usize>, Option<&Range<usize>>)| {
            next.is_none_or(|next| next.start >= span.end)
        };
        let found = sorted.iter().zip(next).filter(|((span, _), next)| is_innermost((span, *next)));
        found.map(|((_, piece), _)| *piece).collect()
    }

    /// The text without these pieces.
    pub(super) fn without(&self, set: &Set) -> Text {
        match &self.cut {
            Cut::Nodes(tree) => removals(tree, set).render(&Config::empty()),
            Cut::Units(space) => space.render(&space.full().minus(&Config::of_units(set.iter().copied()))),
        }
    }

    /// What goes with these pieces: they and what belongs to them, such as the separator of an element.
    pub(super) fn gone(&self, set: &Set) -> Vec<Range<usize>> {
        match &self.cut {
            Cut::Nodes(tree) => {
                removals(tree, set).changes(&Config::empty()).into_iter().map(|change| change.span).collect()
            }
            Cut::Units(_) => set.iter().map(|piece| self.span(*piece)).collect(),
        }
    }

    /// All pieces that look like this one: of the same kind, with other names, numbers and strings at most.
    pub(super) fn alike(&self, piece: u32) -> Set {
        let kind = |piece: u32| match &self.cut {
            Cut::Nodes(tree) => Some(tree.node(NodeId::numbered(piece)).symbol()),
            Cut::Units(_) => None,
        };
        let (wanted, shape) = (kind(piece), self.shape(piece));
        let most = 4 * self.span(piece).len();
        let is_like = |other: &u32| {
            kind(*other) == wanted && self.span(*other).len() <= most && self.shape(*other) == shape
        };
        self.all.iter().copied().filter(is_like).collect()
    }

    /// The tokens of a piece, with the same sign for all names, all numbers and all strings.
    pub(super) fn shape(&self, piece: u32) -> Vec<u8> {
        let bytes = &self.text.bytes()[self.span(piece)];
        let Ok(text) = Text::new(bytes) else { return bytes.to_vec() };
        let tokens = text.cut(Unit::Tokens);
        let mut shape = Vec::new();
        for unit in (0..).take(tokens.units()) {
            match tokens.unit_bytes(unit) {
                [b'0'..=b'9', ..] => shape.push(b'0'),
                [b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., ..] => shape.push(b'a'),
                [b'"' | b'\'' | b'`', _, ..] => shape.push(b'"'),
                token => shape.extend_from_slice(token.trim_ascii()),
            }
        }
        shape
    }
}

/// The space of the outermost of these nodes.
fn removals(tree: &Arc<Tree>, set: &Set) -> TreeSpace {
    let mut apart: Vec<NodeId> = Vec::new();
    for id in set.iter().copied().map(NodeId::numbered) {
        if apart.last().is_none_or(|&outer| !tree.is_within(id, outer)) {
            apart.push(id);
        }
    }
    TreeSpace::removals(Arc::clone(tree), apart)
}

/// Whether a tree may be without this node.
fn can_go(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    let is_free = matches!(node.role(), Role::Optional | Role::Element | Role::Extra | Role::Loose);
    is_free && id != NodeId::ROOT && !node.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_pieces_of_a_text_without_a_tree() {
        let lines: Vec<String> = (0..10).map(|n| format!("call f{n}(\"{n}\")\n")).collect();
        let text = Text::new((lines.concat() + "end\n").into_bytes()).unwrap();
        let pieces = Pieces::new(&text, None, Some(&Regex::new("f9").unwrap()));
        assert_eq!(pieces.holding(&[0..4, 16..17]), [0, 1]);
        assert_eq!(pieces.alike(1).len(), 9, "one is protected, and one is another kind of line");
        assert!(pieces.without(&pieces.alike(1)).bytes().starts_with(b"call f9"));
    }
}
