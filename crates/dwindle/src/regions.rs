//! Regions: where text comes from is structure.
//!
//! A text that a tool put together of several sources (a preprocessor, a bundler) has regions, one in another, and most of
//! them were not written by whoever has the failure. What is the user's own is small and worth reducing first; what is
//! foreign can often go as a whole.

mod folded;
mod markers;
mod region;

pub use folded::Folded;
pub use region::{Region, Whose};

use crate::Text;
use markers::LineMarkers;
use region::Provider;

/// What says where the text of a region comes from, one a file.
const PROVIDERS: [&dyn Provider; 1] = [&LineMarkers];

/// The regions of a text: a forest. What is in none of them is the user's own.
#[derive(Clone, Debug)]
pub struct Regions {
    /// Outer ones before what is in them, in order.
    regions: Vec<Region>,
    /// For each of them, the innermost one around it.
    parents: Vec<Option<usize>>,
}

impl Regions {
    /// What the first provider finds that finds anything.
    ///
    /// Costs time in the size of the text.
    pub fn of(text: &Text) -> Self {
        let found = PROVIDERS.iter().map(|provider| provider.regions(text.bytes()));
        Self::new(found.into_iter().find(|regions| !regions.is_empty()).unwrap_or_default())
    }

    /// These regions, outer ones before what is in them, in order.
    fn new(regions: Vec<Region>) -> Self {
        let (mut parents, mut open) = (Vec::with_capacity(regions.len()), Vec::<usize>::new());
        for (at, region) in regions.iter().enumerate() {
            while open.pop_if(|above| regions[*above].span.end <= region.span.start).is_some() {}
            parents.push(open.last().copied());
            open.push(at);
        }
        Self { regions, parents }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether all of the text is the user's own.
    pub const fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The region of this number.
    pub fn region(&self, at: usize) -> &Region {
        &self.regions[at]
    }

    /// The outermost regions that are at least as far from the user as `whose`, in order.
    pub fn outermost(&self, whose: Whose) -> Vec<&Region> {
        let is_in = |at: usize| self.regions[at].whose >= whose;
        // A region in one that is far enough is as far.
        let found = (0..self.len()).filter(|at| is_in(*at) && !self.parents[*at].is_some_and(is_in));
        found.map(|at| &self.regions[at]).collect()
    }

    /// How many regions are around this one.
    pub fn depth(&self, at: usize) -> usize {
        std::iter::successors(self.parents[at], |above| self.parents[*above]).count()
    }

    /// The regions directly in this one, or in none; in order.
    pub fn directly_in(&self, above: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(move |at| self.parents[*at] == above)
    }
}
