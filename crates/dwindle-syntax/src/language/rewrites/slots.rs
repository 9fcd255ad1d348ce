//! Elements of one number in all lists of one name: a parameter with its arguments.

use std::collections::BTreeMap;
use std::ops::Range;

use dwindle::rewrite::Edit;
use tree_sitter::Node;

use super::within::{around, with_separator};
use super::{Finder, Found};

/// An element of a list.
pub(super) struct Slot<'f> {
    pub(super) found: &'f Found<'f>,
    /// The bytes of its list.
    pub(super) list: Range<usize>,
    /// Which element it is.
    number: usize,
    /// Whether it is the only one.
    is_only: bool,
    node: Node<'f>,
}

impl Slot<'_> {
    /// Its bytes.
    pub(super) fn span(&self) -> Range<usize> {
        self.node.byte_range()
    }

    /// What goes with it: the separator, or the whole list if there is nothing else in it.
    fn going(&self) -> Range<usize> {
        let list = self.found.span("list").filter(|_| self.is_only);
        list.unwrap_or_else(|| with_separator(self.node))
    }
}

impl<'f> Finder<'f> {
    /// The elements that this rule knows, by the name that their list belongs to.
    pub(super) fn slots_of(&'f self, rule: &str) -> BTreeMap<&'f [u8], Vec<Slot<'f>>> {
        let mut lists: BTreeMap<(usize, usize), Vec<(Node<'f>, &'f Found<'f>)>> = BTreeMap::new();
        for found in self.found.iter().filter(|one| one.rule == rule && !one.says("together")) {
            let Some(node) = found.node("slot") else { continue };
            let list = match found.texts("in").next() {
                Some(kinds) => around(node, kinds),
                None => node.parent(),
            };
            let Some(list) = list else { continue };
            lists.entry((list.start_byte(), list.end_byte())).or_default().push((node, found));
        }
        let mut slots: BTreeMap<&[u8], Vec<Slot<'f>>> = BTreeMap::new();
        for ((start, end), mut elements) in lists {
            elements.sort_by_key(|(node, _)| node.start_byte());
            elements.dedup_by_key(|(node, _)| node.id());
            let is_only = elements.len() == 1;
            for (number, (node, found)) in elements.into_iter().enumerate() {
                let Some(of) = found.of() else { continue };
                let slot = Slot { found, list: start..end, number, is_only, node };
                slots.entry(&self.text.bytes()[of]).or_default().push(slot);
            }
        }
        slots
    }

    /// All elements of one number of the lists of one name go, and their names become what stands for them; none where
    /// all are arguments of what is not defined here.
    pub(super) fn slots(&self, rule: &str) -> Vec<Vec<Edit>> {
        let mut rewrites = Vec::new();
        for mut slots in self.slots_of(rule).into_values() {
            if slots.iter().all(|slot| slot.found.says("argument")) {
                continue;
            }
            slots.sort_by_key(|slot| (slot.number, slot.list.start));
            for group in slots.chunk_by(|a, b| a.number == b.number) {
                let uses = group.iter().map(|slot| slot.found.texts("use").count()).max().unwrap_or_default();
                rewrites.extend((0..uses.max(1)).map(|nth| self.without(group, nth)));
            }
        }
        rewrites
    }

    /// Without these elements, with the `nth` text in the places of their names.
    fn without(&self, group: &[Slot<'_>], nth: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for slot in group {
            let span = slot.going();
            if let Some(with) = slot.found.texts("use").nth(nth) {
                edits.extend(self.uses(slot.found, with, &span));
            }
            edits.push(Edit { span, with: Box::default() });
        }
        edits
    }
}
