//! Counts for each kind of change to a tree how many questions were asked and how many could be made.

use std::collections::BTreeMap;

use super::in_use::NamesInUse;
use crate::grammar::Symbol;
use crate::tree::{NodeId, Role, Tree};

/// Of a kind that nothing is known of, so many questions are asked before it may be called poor.
const FEW: u32 = 8;

/// A kind is poor when fewer than one question in so many was answered by yes.
const POOR: u32 = 8;

/// Of so many questions, and of all before them, only half count from then on.
const MEMORY: u32 = 32;

/// A kind of change to a tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeKind {
    /// What goes defines a name that is used elsewhere.
    Undefining,
    /// A node of this symbol goes.
    Removal { symbol: Symbol },
    /// A needed node becomes this text, the shortest of its place: a compiler takes `0` for many, and for none a name that
    /// nothing defines.
    Shortest(Box<[u8]>),
    /// A node of one symbol comes in the place of one of another.
    Replacement { symbol: Symbol, by: Symbol },
}

impl ChangeKind {
    /// That a node goes, or becomes the shortest text of its place.
    pub(super) fn removal(tree: &Tree, id: NodeId, names: &NamesInUse) -> Self {
        let node = tree.node(id);
        if names.lose(&node.span(), None) {
            return Self::Undefining;
        }
        let shortest = (node.role() == Role::Needed).then(|| tree.grammar().shortest(node.place())).flatten();
        shortest.map_or(Self::Removal { symbol: node.symbol() }, |text| Self::Shortest(text.into()))
    }

    /// That one node comes in the place of another around it.
    pub(super) fn replacement(tree: &Tree, id: NodeId, by: NodeId, names: &NamesInUse) -> Self {
        let (node, by) = (tree.node(id), tree.node(by));
        if names.lose(&node.span(), Some(&by.span())) {
            return Self::Undefining;
        }
        Self::Replacement { symbol: node.symbol(), by: by.symbol() }
    }
}

/// For each kind of change how many were asked for, and how many were made.
///
/// A kind counts as poor from the beginning if it takes the definition from a name that is used: what uses it goes first.
#[derive(Clone, Debug)]
pub(super) struct Record {
    kinds: BTreeMap<ChangeKind, Tally>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    asked: u32,
    made: u32,
}

impl Record {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Self { kinds: BTreeMap::from([(ChangeKind::Undefining, Tally { asked: FEW, made: 0 })]) }
    }

    /// Whether changes of this kind are worth their tests as far as is known.
    pub(super) fn is_worth(&self, kind: &ChangeKind) -> bool {
        self.kinds.get(kind).is_none_or(|tally| tally.asked < FEW + POOR * tally.made)
    }

    /// Notes what came of a question of this kind.
    pub(super) fn note(&mut self, kind: ChangeKind, is_made: bool) {
        let tally = self.kinds.entry(kind).or_default();
        tally.asked += 1;
        tally.made += u32::from(is_made);
        if tally.asked >= MEMORY {
            (tally.asked, tally.made) = (tally.asked / 2, tally.made.div_ceil(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_poor_after_eight_questions_in_vain_until_one_in_eight_is_made() {
        let kind = ChangeKind::Removal { symbol: Symbol::new(3) };
        let mut record = Record::new();
        for _ in 0..8 {
            assert!(record.is_worth(&kind));
            record.note(kind.clone(), false);
        }
        assert!(!record.is_worth(&kind));
        record.note(kind.clone(), true);
        assert!(record.is_worth(&kind));
        for _ in 0..7 {
            record.note(kind.clone(), false);
        }
        assert!(!record.is_worth(&kind));
    }

    #[test]
    fn what_is_long_ago_counts_less() {
        let kind = ChangeKind::Removal { symbol: Symbol::new(3) };
        let mut record = Record::new();
        (0..1000).for_each(|_| record.note(kind.clone(), false));
        (0..4).for_each(|_| record.note(kind.clone(), true));
        assert!(record.is_worth(&kind));
    }

    #[test]
    fn definitions_of_names_in_use_come_last() {
        assert!(!Record::new().is_worth(&ChangeKind::Undefining));
    }
}
