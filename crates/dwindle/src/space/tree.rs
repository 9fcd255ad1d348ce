//! Some nodes of a syntax tree as units: each can stay, go, or be replaced.
//!
//! A candidate costs time in the number of runs of its configuration and of the lists that they cross, whatever
//! the size of the text: what lies between two changes is hashed from stored prefixes.

mod sites;

use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::config::Choice;
use crate::space::{Make, Space, Text, TextPlace};
use crate::span_hash::SpanHash;
use crate::tree::{Moved, NodeId, Piece, Tree};
use crate::{Config, Id, Outcome};

pub use sites::Site;
use sites::{Group, Sites};

/// Some nodes of a tree as units.
///
/// A dropped unit goes with what belongs to it: an element of a list with its separator (the one before it, or
/// after it at the front), an optional part with the blanks before it. A node that is needed, and the last element
/// of a list that must have one, is replaced by the shortest text that its place can have; so is a list all of
/// whose elements go. [`Choice::Alternative`] is one of the replacements that were given for the unit.
#[derive(Clone, Debug)]
pub struct TreeSpace {
    tree: Arc<Tree>,
    sites: Sites,
}

/// A stretch of the text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) span: Range<usize>,
    pub(crate) with: With,
}

/// What a stretch is replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    /// Nothing at all.
    Nothing,
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
        Self { tree, sites }
    }

    /// The space in which each of `nodes` can go.
    ///
    /// # Panics
    /// As [`TreeSpace::new`].
    pub fn removals(tree: Arc<Tree>, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        Self::new(tree, nodes.into_iter().map(|node| Site { node, alternatives: Vec::new() }).collect())
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

    /// The text that `config` makes.
    pub fn bake(&self, config: &Config) -> Text {
        self.apply(config).0.text().clone()
    }

    /// What `config` changes in the text, in order.
    pub(crate) fn changes(&self, config: &Config) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut at = 0;
        for run in config.runs() {
            self.sites.drop_units(at..run.start, &mut changes);
            if let Choice::Alternative(number) = run.choice {
                changes.extend((run.start..run.end).map(|unit| Change {
                    span: self.tree.node(self.node(unit)).span(),
                    with: With::Alternative(unit, number),
                }));
            }
            at = run.end;
        }
        self.sites.drop_units(at..self.sites.units(), &mut changes);
        changes
    }

    /// The stretches that a change is replaced by.
    fn replacement(&self, with: With) -> Vec<&[u8]> {
        match with {
            With::Nothing => Vec::new(),
            With::Empty(group) => vec![&self.sites.group(group).empty],
            With::Alternative(unit, number) => {
                let mut out = Vec::new();
                self.alternative(unit, number).render(&self.tree, &mut out);
                out
            }
        }
    }

    /// How many bytes a change puts in.
    pub(crate) fn replacement_len(&self, with: With) -> usize {
        self.replacement(with).iter().map(|piece| piece.len()).sum()
    }

    pub(crate) fn unit_count(&self) -> u32 {
        self.sites.units()
    }

    pub(crate) fn alternative(&self, unit: u32, number: u32) -> &Piece {
        self.sites.alternative(unit, number)
    }

    pub(crate) fn group(&self, number: usize) -> &Group {
        self.sites.group(number)
    }

    /// Tells `take` the pieces of the candidate, in order.
    fn pieces<'a>(&'a self, config: &Config, take: &mut dyn FnMut(&'a [u8])) {
        let bytes = self.tree.text().bytes();
        let mut at = 0;
        for change in self.changes(config) {
            take(&bytes[at..change.span.start]);
            self.replacement(change.with).into_iter().for_each(&mut *take);
            at = change.span.end;
        }
        take(&bytes[at..]);
    }
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
            for piece in self.replacement(change.with) {
                hash = hash.then(SpanHash::of(piece));
            }
            at = change.span.end;
        }
        hash.then(text.span_hash(at..text.bytes().len())).id()
    }

    fn size(&self, config: &Config) -> u64 {
        let mut size = self.tree.text().bytes().len();
        for change in self.changes(config) {
            size -= change.span.len();
            size += self.replacement(change.with).iter().map(|piece| piece.len()).sum::<usize>();
        }
        size as u64
    }

    /// What stands in for a node can be as long as another node: no gain.
    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        (self.size(config) >= self.size(best)).then_some(Outcome::Pass)
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
