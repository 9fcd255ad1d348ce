//! What smaller means, where that is not the size.
//!
//! An objective (`reduce --objective`) changes which failing candidates are kept. A failing candidate that is
//! larger by the objective is told to the strategy as `Pass`. Both are decided when an answer is counted, so in
//! serial order. No space and no strategy knows of it.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io;
use std::sync::Arc;

use crate::space::Space;
use crate::test::Bar;
use crate::{Config, Id};

/// What of a candidate is to be as small as possible, where that is not its [size](Space::size): how many tokens it has,
/// or what a program makes of it costs.
///
/// A failing candidate is kept if its measure is smaller than that of the best, or equal, and its size is smaller. One whose
/// measure is larger than that of an earlier failing candidate counts as one that passes. Which candidates are asked
/// about, and in which order, does not depend on it otherwise.
pub trait Objective: Debug + Send + Sync {
    /// The measure of `candidate`, which is what a user would keep; `least` is that of what is kept already, if anything is. It must
    /// always be the same for the same bytes, or depend on `least` and the bytes alone.
    ///
    /// # Errors
    /// When it cannot be measured; the run then ends.
    fn measure(&self, candidate: &[u8], least: Option<u64>) -> io::Result<u64>;
}

/// The least that failing candidates came to, in serial order.
#[derive(Debug, Default)]
pub(super) struct Least {
    measure: Option<u64>,
    /// Those that fail and were larger than another one before them.
    larger: BTreeSet<Id>,
}

/// The measure of a candidate; the same of all where only the size counts.
pub(super) fn measure(
    objective: Option<&Arc<dyn Objective>>,
    least: &Least,
    space: &dyn Space,
    config: &Config,
) -> io::Result<u64> {
    let Some(objective) = objective else { return Ok(0) };
    let mut bytes = Vec::new();
    space.write(config, &mut bytes)?;
    objective.measure(&bytes, least.measure)
}

impl Objective for Bar {
    fn measure(&self, candidate: &[u8], least: Option<u64>) -> io::Result<u64> {
        Ok(self.rate(Id::of_bytes(candidate), least))
    }
}

impl Least {
    /// Takes a candidate that fails and is asked about for the first time; says whether it counts as failing.
    pub(super) fn admits(&mut self, id: Id, measure: u64) -> bool {
        if self.measure.is_some_and(|least| measure > least) {
            self.larger.insert(id);
            return false;
        }
        self.larger.remove(&id);
        self.measure = Some(measure);
        true
    }

    /// Takes the measure of what the search begins or goes on with.
    pub(super) fn begin(&mut self, measure: u64) {
        self.measure = Some(self.measure.map_or(measure, |least| least.min(measure)));
    }

    /// Whether this candidate fails, and does not count as failing.
    pub(super) fn is_larger(&self, id: Id) -> bool {
        self.larger.contains(&id)
    }
}
