//! The space of some nodes of a tree.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::config::Choice;
use crate::space::Space;
use crate::tree::{NodeId, Piece, Tree};
use crate::{Candidate, Config, Id, Outcome, Text};
use dwindle_core::span_hash::SpanHash;

use super::change::{Change, With};
use super::gone::{Edit, Gone, STRIDE};
use super::sites::{Group, Site, Sites};

/// Some nodes of a tree as units.
///
/// A dropped unit goes with what belongs to it: an element of a list with its separator (the one before it, or
/// after it at the front), an optional part with the blanks before it. A node that is needed, and the last element
/// of a list that must have one, is replaced by the shortest text that its place can have; so is a list all of
/// whose elements go. [`Choice::Alternative`] is one of the replacements that were given for the unit. Where the
/// grammar's spacing asks for it, blanks keep words apart that come to stand side by side.
#[derive(Clone, Debug)]
pub struct TreeSpace {
    pub(super) tree: Arc<Tree>,
    pub(super) sites: Sites,
    pub(super) shrinking: bool,
    /// Made when many units are first asked to go.
    pub(super) gone: OnceLock<Gone>,
    pub(super) stride: u32,
}

impl TreeSpace {
    /// The space of `sites`, in the order of the tree, none of them within another.
    ///
    /// # Panics
    /// When a site comes before or lies within the one before it.
    pub fn new(tree: Arc<Tree>, sites: Vec<Site>) -> Self {
        let sites = Sites::new(&tree, sites);
        Self { tree, sites, shrinking: false, gone: OnceLock::new(), stride: STRIDE }
    }

    /// The space in which each of `nodes`, in any order, can go.
    ///
    /// # Panics
    /// When a node lies within another.
    pub fn removals(tree: Arc<Tree>, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let mut nodes: Vec<NodeId> = nodes.into_iter().collect();
        nodes.sort_unstable();
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

    /// What `config` changes in the text, in order.
    ///
    /// Costs time in the number of runs of `config` and of the groups that go.
    pub(crate) fn changes(&self, config: &Config) -> Vec<Change> {
        let drop = &mut |units, changes: &mut Vec<Change>| self.sites.drop_units(units, config, changes);
        self.settled(self.changes_of_runs(config, drop))
    }

    /// What the runs of `config` change, each for itself, where `drop` notes what units that go change.
    pub(super) fn changes_of_runs(
        &self,
        config: &Config,
        drop: &mut dyn FnMut(Range<u32>, &mut Vec<Change>),
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut at = 0;
        for run in config.runs() {
            drop(at..run.start, &mut changes);
            if let Choice::Alternative(number) = run.choice {
                changes.extend((run.start..run.end).map(|unit| {
                    Change::new(self.tree.node(self.node(unit)).span(), With::Alternative(unit, number))
                }));
            }
            at = run.end;
        }
        drop(at..self.sites.units(), &mut changes);
        changes
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
    pub(super) fn loses_protected(&self, config: &Config) -> bool {
        self.tree.has_protected()
            && self.edits(config).iter().any(|edit| match edit {
                Edit::Change(change) => self.change_loses_protected(change),
                Edit::Gone(_, _, loses) => *loses,
            })
    }

    /// The text that `config` makes.
    pub(crate) fn render(&self, config: &Config) -> Text {
        let mut bytes = Vec::with_capacity(usize::try_from(self.size(config)).unwrap_or(0));
        self.pieces(config, &mut |piece| bytes.extend_from_slice(piece));
        Text::new(bytes).expect("replacements that outgrow 4 GiB are never asked for")
    }

    /// Tells `take` the pieces of the candidate, in order.
    pub(super) fn pieces<'a>(&'a self, config: &Config, take: &mut dyn FnMut(&'a [u8])) {
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

impl Space for TreeSpace {
    fn units(&self) -> usize {
        self.sites.units() as usize
    }

    fn id(&self, config: &Config) -> Id {
        let text = self.tree.text();
        let mut hash = SpanHash::EMPTY;
        let mut at = 0;
        for edit in self.edits(config) {
            let span = edit.span();
            hash = hash.then(text.span_hash(at..span.start));
            hash = match &edit {
                Edit::Change(change) => self.replaced(change, hash),
                Edit::Gone(_, left, _) => hash.then(*left),
            };
            at = span.end;
        }
        hash.then(text.span_hash(at..text.bytes().len())).id()
    }

    fn size(&self, config: &Config) -> u64 {
        let mut size = self.tree.text().bytes().len() as u64;
        for edit in self.edits(config) {
            size -= edit.span().len() as u64;
            size += match &edit {
                Edit::Change(change) => self.replacement_len(change) as u64,
                Edit::Gone(_, left, _) => left.len(),
            };
        }
        size
    }

    /// The bytes of each node, as they stand.
    fn weights(&self, config: &Config) -> Vec<u64> {
        config.units().map(|unit| self.tree.node(self.node(unit)).len() as u64).collect()
    }

    /// What stands in for a node can be as long as another node: no gain. What is protected must not go.
    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let no_gain = self.shrinking && self.size(config) >= self.size(best);
        (no_gain || self.loses_protected(config)).then_some(Outcome::Pass)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let mut pieces = Vec::new();
        self.pieces(&config, &mut |piece| pieces.push(Cow::Borrowed(piece)));
        Ok(Candidate::Text(pieces))
    }
}
