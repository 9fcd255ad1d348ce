//! Estimates how likely a set of units can go: how many units are needed, and how often neighbours are needed
//! together.
//!
//! Units are seen, from the last to the first, as a two-state Markov chain: a unit is needed with `rate`
//! where the one after it is not, and with `beside` where it is. Both are learned as units are decided. All
//! this only chooses what to ask and in what size; a wrong belief costs tests, never the result.

use std::f64::consts::{LN_2, LOG2_E};

use crate::prices::power;

/// How likely a set of units is free of needed ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// Probability that a unit away from all known needed ones is needed.
    pub(super) rate: f64,
    /// Probability that the neighbour of a needed unit is needed.
    pub(super) beside: f64,
    /// How many needed units there are at least.
    pub(super) known: usize,
}

/// What was learned since the last opening.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// Units that could go.
    pub(super) clean: usize,
    /// Needed units found whose later neighbour is not needed.
    pub(super) starts: usize,
    /// Needed units found whose later neighbour is needed too.
    pub(super) joined: usize,
    /// Units that could go though the one after them is needed.
    pub(super) apart: usize,
}

/// How much of a set known to hold something needed counts as looked at.
const DIRTY_EXPOSURE: f64 = 0.5;

/// The rate from which on units are better swept than searched.
const DENSE: f64 = 0.25;

impl Evidence {
    /// The belief, with `groups` sets of `units` units in all known to hold something needed.
    ///
    /// With d needed units among D looked at and no prior preference for any order of magnitude, the rate is
    /// distributed as Gamma(d, D), so g units are free of needed ones with probability (1 + g/D)^-d. That is
    /// one half at g = D (2^(1/d) - 1), here by its expansion in 1/d.
    pub(super) fn belief(&self, groups: usize, units: usize) -> Belief {
        let known = self.starts + groups;
        let found = count(known.max(1));
        let seen = (count(self.clean + self.starts) + DIRTY_EXPOSURE * count(units)).max(1.0);
        let half = seen / (LOG2_E * found - 0.5 + 0.0575 / found);
        Belief {
            known,
            rate: (LN_2 / half).min(0.9),
            beside: (count(self.joined) + 0.2) / (count(self.joined + self.apart) + 2.0),
        }
    }
}

impl Belief {
    /// Whether the search is at its wits' end: so much seems needed that pools are of no use.
    pub(super) fn is_dense(&self) -> bool {
        self.known >= 4 && self.rate > DENSE
    }

    /// The chance that `units` units, of which `beside` stand next to a needed one, can go.
    pub(super) fn clean(&self, units: usize, beside: usize) -> f64 {
        let near = beside.min(units);
        power(1.0 - self.rate, units - near) * power(1.0 - self.rate.max(self.beside), near)
    }

    /// The most units up to `limit` that can go with a chance of at least `chance`; maybe none.
    pub(super) fn units_at(&self, chance: f64, limit: usize) -> usize {
        let (mut low, mut high) = (0, limit);
        while low < high {
            let middle = high - (high - low) / 2;
            if self.clean(middle, 0) >= chance {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// How far from a needed unit the units between are all needed with a chance of one half; 0 if less
    /// likely than that for the very next one.
    pub(super) fn reach(&self) -> usize {
        let (mut far, mut chance) = (0, self.beside);
        while chance >= 0.5 && far < 1 << 20 {
            far += 1;
            chance *= self.beside;
        }
        far
    }
}

/// How folds went so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Folds {
    held: usize,
    failed: usize,
}

impl Folds {
    pub(super) fn held(&mut self) {
        self.held += 1;
    }

    pub(super) fn failed(&mut self) {
        self.failed += 1;
    }

    /// How likely the next one holds; at first as likely as that all of one window's questions are wasted once
    /// in 64 folds.
    pub(super) fn chance(&self) -> f64 {
        (count(self.held) + 1.0 - 1.0 / 64.0) / (count(self.held + self.failed) + 1.0)
    }

    /// Whether it is cheaper to ask for the fold than to risk a window of `width` questions on it.
    pub(super) fn ask_first(&self, width: usize) -> bool {
        (1.0 - self.chance()) * count(width) > 1.0
    }
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "an estimate does not need the last digit of a count")]
pub(super) fn count(units: usize) -> f64 {
    units as f64
}
