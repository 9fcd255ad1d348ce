//! The final pass.

use crate::Config;
use super::window::{Kind, Trial, WIDTH};
use super::ranks;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side { Here, Before, After }

/// The final pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    swept: Config,
    cursor: u32,
    probes: Vec<(Config, Side)>,
    gone: usize,
}

impl Sweep {
    pub(super) fn moved(&mut self, units: usize) {
        if units > 0 { self.swept = Config::empty(); }
    }
    pub(super) fn rebased(&mut self) { self.swept = Config::empty(); }

    pub(super) fn reopens(&mut self, kept: usize) -> bool {
        let reopens = self.gone > 0 && self.gone * 8 >= kept && kept > 1;
        self.gone = 0;
        reopens
    }

    pub(super) fn trials(&mut self, kept: &Config) -> Vec<Trial> {
        let mut trials = Vec::new();
        let mut taken = Config::empty();
        for (set, side) in std::mem::take(&mut self.probes) {
            let set = set.minus(&taken);
            if set.is_empty() || !set.is_subset(kept) { continue; }
            if trials.len() == WIDTH { self.probes.push((set, side)); continue; }
            taken = taken.union(&set);
            trials.push(Trial { remove: set, rest: Config::empty(), kind: Kind::Sweep(side), chance: 0.5 });
        }
        let left = kept.minus(&self.swept).minus(&taken);
        let below = left.minus(&Config::of_ranges([self.cursor..u32::MAX]));
        let above = left.minus(&below);
        for set in [below, above] {
            let room = (WIDTH - trials.len()).min(set.len());
            let (last, _) = ranks::cut(&set, room);
            let mut units: Vec<u32> = last.units().collect();
            units.reverse();
            for unit in units {
                self.cursor = unit;
                trials.push(Trial { remove: Config::of_units([unit]), rest: Config::empty(), kind: Kind::Sweep(Side::Here), chance: 0.02 });
            }
        }
        trials
    }

    pub(super) fn told(&mut self, set: &Config, side: Side, held: bool, kept: &Config) {
        let (first, end) = (set.runs()[0].start, set.runs()[set.runs().len() - 1].end);
        if held {
            self.gone += set.len();
            let size = if side == Side::Here { 1 } else { set.len() * 2 };
            if side != Side::After {
                let before = kept.minus(&Config::of_ranges([first..u32::MAX]));
                self.probes.push((ranks::cut(&before, size.min(before.len())).0, Side::Before));
            }
            if side != Side::Before {
                let after = kept.minus(&Config::of_ranges([0..end]));
                self.probes.push((after.slice(0..size), Side::After));
            }
        } else if set.len() == 1 {
            self.swept = self.swept.union(set);
        } else {
            let half = set.len() / 2;
            let near = if side == Side::Before { ranks::cut(set, half).0 } else { set.slice(0..half) };
            self.probes.push((near, side));
        }
    }
}
