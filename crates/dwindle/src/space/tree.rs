//! Some nodes of a syntax tree as units: each can stay, go, or be replaced.
//!
//! A candidate costs time in the number of runs of its configuration and of the lists that they cross, whatever
//! the size of the text: what lies between two changes is hashed from stored prefixes.

mod sites;
#[cfg(test)]
mod tests;

use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::config::Choice;
use crate::grammar::{Spacing, would_merge};
use crate::space::{Make, Space, Text, TextPlace};
use crate::span_hash::SpanHash;
use crate::tree::{Moved, NodeId, Piece, Stretch, Tree};
use crate::{Config, Id, Outcome};

pub use sites::Site;
use sites::{Group, Sites};

/// Some nodes of a tree as units.
///
/// A dropped unit goes with what belongs to it: an element of a list with its separator (the one before it, or
/// after it at the front), an optional part with the blanks before it. A node that is needed, and the last element
/// of a list that must have one, is replaced by the shortest text that its place can have; so is a list all of
/// whose elements go. [`Choice::Alternative`] is one of the replacements that were given for the unit. Where the
/// grammar's spacing asks for it, blanks keep words apart that come to stand side by side.
#[derive(Clone, Debug)]
pub struct TreeSpace {
    tree: Arc<Tree>,
    sites: Sites,
    shrinking: bool,
}

/// A stretch of the text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) span: Range<usize>,
    pub(crate) with: With,
    /// Whether a blank keeps what is put in apart from what stands before it.
    pub(crate) blank_before: bool,
    /// And from what stands after it.
    pub(crate) blank_after: bool,
}

impl Change {
    const fn new(span: Range<usize>, with: With) -> Self {
        Self { span, with, blank_before: false, blank_after: false }
    }
}

/// What a stretch is replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    /// Nothing at all: others of this group's list stay.
    Nothing(usize),
    /// What stands where all of this group's units went.
    Empty(usize),
    /// This unit's replacement of this number.
    Alternative(u32, u32),
}

impl TreeSpace {
    /// The space of `sites`, in the order of the tree, none of them within another.
    ///
    /// # Panics
    /// When a site comes before or lies within the one before it.
    pub fn new(tree: Arc<Tree>, sites: Vec<Site>) -> Self {
        let sites = Sites::new(&tree, sites);
        Self { tree, sites, shrinking: false }
    }

    /// The space in which each of `nodes` can go.
    ///
    /// # Panics
    /// As [`TreeSpace::new`].
    pub fn removals(tree: Arc<Tree>, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        Self::new(tree, nodes.into_iter().map(|node| Site { node, alternatives: Vec::new() }).collect())
    }

    /// The same space in which only what makes the text shorter is tested.
    #[must_use]
    pub const fn shrinking(mut self) -> Self {
        self.shrinking = true;
        self
    }

    /// The tree as it stands.
    pub const fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The node that a unit is.
    pub fn node(&self, unit: u32) -> NodeId {
        self.sites.node(unit)
    }

    /// The tree that `config` makes, and where its nodes come from.
    ///
    /// Costs time in the size of the tree.
    pub fn apply(&self, config: &Config) -> (Tree, Moved) {
        let mut bytes = Vec::with_capacity(usize::try_from(self.size(config)).unwrap_or(0));
        self.pieces(config, &mut |piece| bytes.extend_from_slice(piece));
        self.tree.changed(self, config, Text::new(bytes))
    }

    /// What `config` changes in the text, in order.
    pub(crate) fn changes(&self, config: &Config) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut at = 0;
        for run in config.runs() {
            self.sites.drop_units(at..run.start, &mut changes);
            if let Choice::Alternative(number) = run.choice {
                changes.extend((run.start..run.end).map(|unit| {
                    Change::new(self.tree.node(self.node(unit)).span(), With::Alternative(unit, number))
                }));
            }
            at = run.end;
        }
        self.sites.drop_units(at..self.sites.units(), &mut changes);
        let mut changes = disjoint(changes);
        if self.tree.grammar().spacing() == Spacing::Words {
            self.keep_apart(&mut changes);
        }
        changes
    }

    /// Notes where blanks are needed around changes, so that no two words become one.
    fn keep_apart(&self, changes: &mut [Change]) {
        let bytes = self.tree.text().bytes();
        // Where the change before ended, and the last byte put by it if it put any.
        let (mut end, mut last) = (0, None);
        for at in 0..changes.len() {
            let next = changes.get(at + 1).map_or(bytes.len(), |next| next.span.start);
            let change = &changes[at];
            let span = change.span.clone();
            let before = if end < span.start { Some(bytes[span.start - 1]) } else { last };
            // What comes directly before another change is that one's concern.
            let after = if span.end < next { &bytes[span.end..=span.end] } else { &[] };
            let put = self.replacement(change);
            let (mut blank_before, mut blank_after) = (false, false);
            if let (Some(first), Some(end)) = (put.first(), put.last()) {
                let (first, end) = (first.bytes(&self.tree), end.bytes(&self.tree));
                blank_before = would_merge(before.as_slice(), first);
                blank_after = would_merge(end, after);
                last = if blank_after { Some(b' ') } else { end.last().copied() };
            } else if !span.is_empty() {
                blank_before = would_merge(before.as_slice(), after);
                last = if blank_before { Some(b' ') } else { before };
            } else {
                last = before;
            }
            end = span.end;
            (changes[at].blank_before, changes[at].blank_after) = (blank_before, blank_after);
        }
    }

    /// The stretches that a change is replaced by.
    fn replacement(&self, change: &Change) -> Vec<Stretch<'_>> {
        let mut out: Vec<Stretch<'_>> = Vec::new();
        if change.blank_before {
            out.push(Stretch::New(b" "));
        }
        match change.with {
            With::Nothing(_) => {}
            With::Empty(group) => {
                let text = &*self.sites.group(group).empty;
                out.extend(Some(Stretch::New(text)).filter(|_| !text.is_empty()));
            }
            With::Alternative(unit, number) => self.alternative(unit, number).render(&self.tree, &mut out),
        }
        if change.blank_after {
            out.push(Stretch::New(b" "));
        }
        out
    }

    /// How many bytes a change puts in.
    pub(crate) fn replacement_len(&self, change: &Change) -> usize {
        self.replacement(change).iter().map(|stretch| stretch.bytes(&self.tree).len()).sum()
    }

    pub(crate) fn unit_count(&self) -> u32 {
        self.sites.units()
    }

    pub(crate) fn alternatives(&self, unit: u32) -> &[Piece] {
        self.sites.alternatives(unit)
    }

    pub(crate) fn alternative(&self, unit: u32, number: u32) -> &Piece {
        self.sites.alternative(unit, number)
    }

    pub(crate) fn group(&self, number: usize) -> &Group {
        self.sites.group(number)
    }

    /// Whether protected bytes go, which they do not when they are a part of what stands in.
    fn loses_protected(&self, config: &Config) -> bool {
        self.changes(config).iter().any(|change| {
            let fixed = self.tree.protected_in(&change.span);
            let kept = |fixed: &Range<usize>, stretch: &Stretch<'_>| {
                matches!(stretch, Stretch::Old(span) if span.start <= fixed.start && fixed.end <= span.end)
            };
            !fixed.is_empty() && {
                let stretches = self.replacement(change);
                !fixed.iter().all(|fixed| stretches.iter().any(|stretch| kept(fixed, stretch)))
            }
        })
    }

    /// Tells `take` the pieces of the candidate, in order.
    fn pieces<'a>(&'a self, config: &Config, take: &mut dyn FnMut(&'a [u8])) {
        let bytes = self.tree.text().bytes();
        let mut at = 0;
        for change in self.changes(config) {
            take(&bytes[at..change.span.start]);
            self.replacement(&change).iter().for_each(|stretch| take(stretch.bytes(&self.tree)));
            at = change.span.end;
        }
        take(&bytes[at..]);
    }
}

/// The same changes without those that lie within another.
///
/// An element takes with it what lies between it and its neighbour, and a list that goes all that is in it: a
/// comment for example, that may be or have a unit too.
fn disjoint(changes: Vec<Change>) -> Vec<Change> {
    let mut apart: Vec<Change> = Vec::with_capacity(changes.len());
    for mut change in changes {
        while apart
            .pop_if(|last| change.span.start <= last.span.start && last.span.start < change.span.end)
            .is_some()
        {}
        let end = apart.last().map_or(0, |last| last.span.end);
        if change.span.start < end && change.span.end <= end {
            continue;
        }
        change.span.start = change.span.start.max(end);
        apart.push(change);
    }
    apart
}

impl Space for TreeSpace {
    fn units(&self) -> usize {
        self.sites.units() as usize
    }

    fn id(&self, config: &Config) -> Id {
        let text = self.tree.text();
        let mut hash = SpanHash::EMPTY;
        let mut at = 0;
        for change in self.changes(config) {
            hash = hash.then(text.span_hash(at..change.span.start));
            for stretch in self.replacement(&change) {
                hash = hash.then(match stretch {
                    Stretch::Old(span) => text.span_hash(span),
                    Stretch::New(bytes) => SpanHash::of(bytes),
                });
            }
            at = change.span.end;
        }
        hash.then(text.span_hash(at..text.bytes().len())).id()
    }

    fn size(&self, config: &Config) -> u64 {
        let mut size = self.tree.text().bytes().len();
        for change in self.changes(config) {
            size -= change.span.len();
            size += self.replacement_len(&change);
        }
        size as u64
    }

    /// The bytes of each node, as they stand.
    fn weights(&self, config: &Config) -> Vec<u64> {
        config.units().map(|unit| self.tree.node(self.node(unit)).len() as u64).collect()
    }

    /// What stands in for a node can be as long as another node: no gain. What is protected must not go.
    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let no_gain = self.shrinking && self.size(config) >= self.size(best);
        (no_gain || self.loses_protected(config)).then_some(Outcome::Pass)
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        let mut written = Ok(());
        self.pieces(config, &mut |piece| {
            if written.is_ok() {
                written = out.write_all(piece);
            }
        });
        written
    }
}

impl<P: TextPlace> Make<P> for TreeSpace {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        let mut pieces: Vec<&[u8]> = Vec::new();
        self.pieces(config, &mut |piece| pieces.push(piece));
        place.put(&mut pieces.into_iter())
    }
}
