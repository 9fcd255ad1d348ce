//! A space whose unit is a set of changes to another space that are made together.

use std::sync::Arc;

use crate::space::{Answered, Mapped, Mapping, Rule, Space};
use crate::{Config, Outcome};

/// A space seen by what can be changed in it: a unit stands for a change, and to drop the unit is to make the change.
///
/// So list algorithms, which look for what can go, find which changes can be made together. A candidate is no
/// smaller than the best where the changes make nothing smaller: of such the outcome is [`Outcome::Pass`]
/// without a test.
pub type EditSpace<S> = Answered<Mapped<S, Choices>, MustShrink>;

/// Edits of a space: units with the choices that they get.
#[derive(Clone, Debug)]
pub struct Choices {
    full: Config,
    edits: Vec<Config>,
}

/// Only what is smaller than the best is worth a test.
#[derive(Clone, Copy, Debug)]
pub struct MustShrink;

impl Choices {
    /// Each of `edits` is some units of `base` with the choices that they get; no two concern the same unit.
    pub fn of<S: Space>(base: Arc<S>, edits: Vec<Config>) -> EditSpace<S> {
        let edits = Self { full: base.full(), edits };
        Answered::by(Arc::new(Mapped::by(base, edits)), MustShrink)
    }
}

impl Mapping for Choices {
    fn units(&self) -> usize {
        self.edits.len()
    }

    /// Costs time in the number of changes made, times the runs of the outcome.
    fn to_base(&self, config: &Config) -> Config {
        let made = Config::full(self.edits.len()).minus(config);
        let edits = made.units().map(|unit| &self.edits[unit as usize]);
        edits.fold(self.full.clone(), |all, edit| edit.union(&all))
    }
}

impl Rule for MustShrink {
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, best: &Config) -> Option<Outcome> {
        (space.size(config) >= space.size(best)).then_some(Outcome::Pass)
    }
}
