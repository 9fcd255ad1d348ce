//! A part of a text that may be free: the places that vary together, and the classes that it may vary in.

use std::collections::BTreeSet;
use std::ops::Range;

use super::class::Class;

/// A part with its ladder of classes, and how far down that it was driven.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Where it stands, ascending; the same bytes at each place.
    pub(super) places: Vec<Range<usize>>,
    ladder: Vec<Class>,
    rung: usize,
    /// The values of its class with which the text failed.
    pub(super) values: BTreeSet<Vec<u8>>,
}

impl Part {
    /// A part that may vary in the first of these classes, as far as is known.
    pub(super) fn new(places: Vec<Range<usize>>, ladder: Vec<Class>) -> Self {
        Self { places, ladder, rung: 0, values: BTreeSet::new() }
    }

    /// The class that it varies in; none where it is not free.
    pub(super) fn class(&self) -> Option<&Class> {
        self.ladder.get(self.rung)
    }

    /// The narrowest class of its ladder.
    pub(super) fn narrowest(&self) -> Option<&Class> {
        self.ladder.last()
    }

    /// How far down the ladder it is.
    pub(super) const fn rung(&self) -> usize {
        self.rung
    }

    /// Goes on to the next class. Values that were tested count for it if it has them.
    pub(super) fn narrow(&mut self) {
        self.rung += 1;
        let class = self.ladder.get(self.rung);
        self.values.retain(|value| class.is_some_and(|class| class.contains(value)));
    }

    /// It is not free.
    pub(super) fn fix(&mut self) {
        self.rung = self.ladder.len();
        self.values.clear();
    }

    /// Whether nothing stands there.
    pub(super) fn is_empty(&self) -> bool {
        self.places[0].is_empty()
    }

    /// Where it stands first.
    pub(super) fn first(&self) -> usize {
        self.places[0].start
    }
}
