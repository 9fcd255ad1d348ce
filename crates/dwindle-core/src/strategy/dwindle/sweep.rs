//! Sweeps: every chunk of one size is asked to go, from the end to the beginning.
//!
//! A sweep of single units that removes nothing is the proof of 1-minimality. A *round* is a sweep of half of
//! all units, then of a quarter, and so on down to single units; it trusts no conclusion but its own answers.
//! What a single unit leaves behind when it goes is tried at once in blocks that grow while they can go and
//! are halved when they cannot, so that a chain of dependencies costs a few tests a unit at the worst.

use super::belief::count;
use super::ranks;
use super::window::{Kind, Side, Trial, WIDTH};
use crate::{Config, Prices};

/// The state of the sweeps.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// The size of the chunks.
    size: usize,
    /// Everything from this rank on was asked in this sweep.
    cursor: u32,
    /// The same before the window that is being asked.
    resume: u32,
    /// Blocks to ask before the sweep goes on.
    probes: Vec<(Config, Side)>,
    /// Whether anything could go since the round, or the single sweep after the search, began.
    gone: bool,
    /// How many chunks a window has: fewer after a fold of theirs did not hold, for then much of what goes one
    /// by one does not go together; more when folds hold or there was nothing to fold.
    width: usize,
    /// How many chunks of this size were asked, and how many could go.
    asked: usize,
    went: usize,
    /// How many units of this sweep are asked after the window.
    left: usize,
    /// By what chunks are divided from one sweep to the next.
    part: usize,
}

/// The fewest chunks in a window.
const NARROW: usize = 2;

impl Default for Sweep {
    fn default() -> Self {
        Self {
            size: 1,
            cursor: u32::MAX,
            resume: u32::MAX,
            probes: Vec::new(),
            gone: false,
            width: WIDTH,
            asked: 0,
            went: 0,
            left: 0,
            part: 2,
        }
    }
}

impl Sweep {
    /// Begins a round over `units` units.
    pub(super) fn round(&mut self, units: usize) {
        self.gone = false;
        self.begin(units.div_ceil(self.part).max(1));
    }

    /// Skips sizes where tests that pass are dear, since the large ones mostly do.
    pub(super) fn weigh(&mut self, prices: Prices) {
        self.part = 1 << prices.halvings();
    }

    /// What went together was none or one, or is known to go together.
    pub(super) fn widen(&mut self) {
        self.width = (self.width * 2).min(WIDTH);
    }

    fn begin(&mut self, size: usize) {
        (self.size, self.cursor, self.asked, self.went) = (size, u32::MAX, 0, 0);
    }

    /// The next window; empty at the end of all sweeps.
    pub(super) fn trials(&mut self, ground: &Config) -> Vec<Trial> {
        if !self.probes.is_empty() {
            return self.probe(ground);
        }
        loop {
            if self.cursor == u32::MAX {
                self.size = self.size.min(ground.len().div_ceil(2)).max(1);
            }
            let left = ground.minus(&Config::of_range(self.cursor..u32::MAX));
            if !left.is_empty() {
                return self.chunks(left);
            }
            match self.size {
                // The ground may still turn out to be a fold that does not hold: this is no state of its own.
                1 if !self.gone || ground.is_empty() => return Vec::new(),
                1 => self.round(ground.len()),
                size => self.begin(size.div_ceil(self.part)),
            }
        }
    }

    fn chunks(&mut self, mut left: Config) -> Vec<Trial> {
        let chance = (count(self.went) + 0.05) / (count(self.asked) + 1.0);
        let mut trials = Vec::new();
        self.resume = self.cursor;
        self.left = left.len();
        // Cut off in one go what a window can need: cutting costs the runs of what is cut.
        left = ranks::cut(&left, self.size.saturating_mul(self.width)).0;
        while trials.len() < self.width && !left.is_empty() {
            let (remove, rest) = ranks::cut(&left, self.size);
            left = rest;
            self.cursor = remove.runs()[0].start;
            self.left -= remove.len();
            trials.push(Trial { remove, rest: Config::empty(), kind: Kind::Sweep(Side::Chunk), chance });
        }
        trials
    }

    fn probe(&mut self, ground: &Config) -> Vec<Trial> {
        let mut trials = Vec::new();
        let mut taken = Config::empty();
        let mut later = Vec::new();
        for (set, side) in std::mem::take(&mut self.probes) {
            if trials.len() == WIDTH {
                later.push((set, side));
            } else if set.is_subset(ground) && set.minus(&taken).len() == set.len() {
                taken = taken.union(&set);
                trials.push(Trial {
                    remove: set,
                    rest: Config::empty(),
                    kind: Kind::Sweep(side),
                    chance: 0.3,
                });
            }
        }
        self.probes = later;
        if trials.is_empty() { self.trials(ground) } else { trials }
    }

    /// How many questions are left after the window in a sweep of single units that removed nothing yet.
    pub(super) fn rest(&self) -> Option<usize> {
        (self.size == 1 && !self.gone && self.probes.is_empty()).then_some(self.left)
    }

    /// Takes the answer for one trial of a window asked against `ground`.
    pub(super) fn told(&mut self, set: &Config, side: Side, held: bool, ground: &Config) {
        let Some(first) = set.runs().first().map(|run| run.start) else {
            return;
        };
        if side == Side::Chunk {
            self.asked += 1;
            self.went += usize::from(held);
        }
        if held {
            self.gone = true;
            if self.size > 1 || self.went * 16 > self.asked + 16 {
                return;
            }
            let size = if side == Side::Chunk { 1 } else { set.len() * 2 };
            if side != Side::After {
                let before = ground.minus(&Config::of_range(first..u32::MAX));
                self.probes.push((ranks::cut(&before, size).0, Side::Before));
            }
            if side != Side::Before {
                let after = ground.minus(&Config::of_range(0..set.end()));
                self.probes.push((after.slice(0..size), Side::After));
            }
            self.probes.retain(|(set, _)| !set.is_empty());
        } else if side != Side::Chunk && set.len() > 1 {
            let half = set.len() / 2;
            let near = if side == Side::Before { ranks::cut(set, half).0 } else { set.slice(0..half) };
            self.probes.push((near, side));
        }
    }

    /// A fold did not hold, and `units` units are left: what comes next, or had just begun, is a whole round.
    pub(super) fn refute(&mut self, units: usize) {
        if !self.gone && self.cursor == u32::MAX {
            self.round(units);
        }
    }

    /// Takes back a window that was asked in vain.
    pub(super) fn void(&mut self, window: &[Trial]) {
        self.width = (self.width / 4).max(NARROW);
        for trial in window {
            match trial.kind {
                Kind::Sweep(Side::Chunk) => self.cursor = self.resume,
                Kind::Sweep(side) => self.probes.push((trial.remove.clone(), side)),
                Kind::Search | Kind::Reach => {}
            }
        }
    }
}
