//! Two configurations of one space, and the steps from one to the other.

use std::ops::Range;

use crate::Config;

/// Two configurations of one space, by what they share and what leads from one to the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Units that stand on both sides and never go.
    pub fixed: Config,
    /// Units that stand on both sides.
    pub common: Config,
    /// What leads from the passing to the failing side; disjoint, in order.
    pub edits: Vec<Edit>,
}

impl Sides {
    /// Nothing but `fixed` on the passing side, and all of `failing` on the other: an edit each unit.
    pub fn from_nothing(fixed: Config, failing: &Config) -> Self {
        let edits = failing.minus(&fixed);
        let edit = |unit: u32| Edit { passing: unit..unit, failing: unit..unit + 1 };
        Self { common: Config::empty(), edits: edits.units().map(edit).collect(), fixed }
    }

    /// The passing side.
    pub fn passing(&self) -> Config {
        self.shared().union(&Config::of_ranges(self.edits.iter().map(|edit| edit.passing.clone())))
    }

    /// The failing side.
    pub fn failing(&self) -> Config {
        self.shared().union(&Config::of_ranges(self.edits.iter().map(|edit| edit.failing.clone())))
    }

    pub(crate) fn shared(&self) -> Config {
        self.fixed.union(&self.common)
    }

    /// The sides after some edits were made on both (those that `on_both` keeps), and others on neither (those that
    /// `on_one` does not keep).
    pub(crate) fn narrowed(&self, on_both: &Config, on_one: &Config) -> Self {
        let (mut settled, mut left) = (Vec::new(), Vec::new());
        for (edit, number) in self.edits.iter().zip(0..) {
            if on_both.contains(number) {
                settled.push(edit.failing.clone());
            } else if on_one.contains(number) {
                left.push(edit.clone());
            } else {
                settled.push(edit.passing.clone());
            }
        }
        Self {
            fixed: self.fixed.clone(),
            common: self.common.union(&Config::of_ranges(settled)),
            edits: left,
        }
    }
}

/// One step from a passing to a failing side: some units that go, and some that come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The units that only the passing side has.
    pub passing: Range<u32>,
    /// The units that only the failing side has.
    pub failing: Range<u32>,
}
