//! The windows of the default strategy: up to 64 independent questions against one configuration, what is known of
//! the units, and what the answers let it conclude.

use super::belief::{Belief, Evidence};
use super::ranks;
use crate::Config;
use crate::config::Run;

/// How many independent questions are asked against one ground at most.
///
/// Part of the algorithm: the same on every machine, at any number of workers.
pub(super) const WIDTH: usize = 64;

/// A pool of unknown units waits for more of them while it can go with a chance above this.
const TOO_SURE: f64 = 0.8;

/// One question of a window: whether `remove` can go.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) remove: Config,
    /// What else the answer tells of.
    pub(super) rest: Config,
    pub(super) kind: Kind,
    pub(super) chance: f64,
}

/// Where a block lies that was found beside something that could go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// Nowhere near: a chunk of the sweep.
    Chunk,
    /// Before it.
    Before,
    /// After it.
    After,
}

/// What follows from the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// If `remove` can go, `rest` is dirty (or empty: a pool), else `remove` is dirty and `rest` unknown.
    Search,
    /// A unit some way from a needed one, with `rest` between: if it cannot go, all of them are needed.
    Reach,
    /// A chunk of a sweep.
    Sweep(Side),
}

/// What the search takes each unit that is left to be; empty once it has an opinion on all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Sets of at least two units that hold something needed, in order from the end.
    pub(super) dirty: Vec<Config>,
    pub(super) unknown: Config,
    pub(super) needed: Config,
}

impl Marks {
    /// Whether there is anything to search.
    pub(super) fn is_open(&self) -> bool {
        !self.dirty.is_empty() || !self.unknown.is_empty()
    }

    pub(super) fn belief(&self, evidence: &Evidence) -> Belief {
        evidence.belief(self.dirty.len(), self.dirty.iter().map(Config::len).sum())
    }

    /// How many neighbours of `run` are taken to be needed.
    fn beside(&self, run: &Run) -> usize {
        let before = run.start.checked_sub(1).is_some_and(|unit| self.needed.contains(unit));
        usize::from(self.needed.contains(run.end)) + usize::from(before)
    }

    /// Takes sets that hold something needed; a single unit is needed itself.
    pub(super) fn add_dirty(&mut self, mut sets: Vec<Config>, evidence: &mut Evidence) {
        sets.sort_by_key(|set| std::cmp::Reverse(set.end()));
        let mut needed = Vec::new();
        for set in sets {
            if set.len() > 1 {
                self.dirty.push(set);
            } else if !set.is_empty() {
                let joined = self.needed.contains(set.end());
                *(if joined { &mut evidence.joined } else { &mut evidence.starts }) += 1;
                needed.push(set);
            }
        }
        self.needed = self.needed.union(&Config::gather(&needed));
    }

    /// Draws the conclusions of a window: bit `i` of `held` tells whether its trial `i` could go.
    pub(super) fn conclude(&mut self, window: &[Trial], held: u64, evidence: &mut Evidence) {
        self.unknown = self.unknown.minus(&Config::gather(window.iter().flat_map(|t| [&t.remove, &t.rest])));
        let later = self.dirty.iter().skip(WIDTH).cloned();
        let mut dirty: Vec<Config> = later.collect();
        let (mut needed, mut unknown) = (Vec::new(), Vec::new());
        for (i, Trial { remove, rest, kind, .. }) in window.iter().enumerate() {
            let held = held >> i & 1 == 1;
            if held {
                evidence.clean += remove.len();
                let apart = remove.runs().iter().filter(|run| self.needed.contains(run.end)).count();
                evidence.apart += apart;
            }
            match kind {
                Kind::Search if held => dirty.push(rest.clone()),
                Kind::Search => {
                    dirty.push(remove.clone());
                    unknown.push(rest);
                }
                Kind::Reach if held => unknown.push(rest),
                Kind::Reach => {
                    evidence.joined += rest.len() + 1;
                    needed.extend([remove, rest]);
                }
                Kind::Sweep(_) => {}
            }
        }
        self.unknown = self.unknown.union(&Config::gather(unknown));
        self.needed = self.needed.union(&Config::gather(needed));
        self.dirty.clear();
        self.add_dirty(dirty, evidence);
    }
}

/// The search's next window.
///
/// Each can go with a chance of about `goal`. There is a question for each dirty set, and for as many pools as needed units are known of:
/// while little is known, a few pools tell more about the density than many of a wrong size.
pub(super) fn trials(marks: &Marks, belief: &Belief, goal: f64) -> Vec<Trial> {
    let mut trials: Vec<Trial> =
        marks.dirty.iter().take(WIDTH).map(|set| split(set, marks, belief, goal)).collect();
    let pools = (belief.known + 1).min(WIDTH - trials.len());
    let mut left = if pools > 0 { marks.unknown.runs().to_vec() } else { Vec::new() };
    for _ in 0..pools {
        if left.is_empty() {
            break;
        }
        let trial = pool(&mut left, marks, belief, goal);
        if trial.chance > TOO_SURE.max(goal) && !trials.is_empty() {
            break;
        }
        trials.push(trial);
    }
    trials
}

/// Cuts a dirty set where the answer tells most for its price: given that not all of it can go, the part taken from its
/// end can with a chance of about `goal`.
fn split(set: &Config, marks: &Marks, belief: &Belief, goal: f64) -> Trial {
    let all = set.runs().iter().fold(1.0, |all, run| all * belief.clean(run.len(), marks.beside(run)));
    let mut left = set.runs().to_vec();
    let (mut remove, mut chance) = take(&mut left, all + (1.0 - all) * goal, marks, belief);
    if remove.len() == set.len() || 1.0 - all < 1e-9 {
        remove = ranks::cut(set, set.len() / 2).0;
        chance = f64::midpoint(1.0, all);
    }
    let chance = ((chance - all) / (1.0 - all).max(1e-9)).clamp(0.01, 0.99);
    Trial { rest: set.minus(&remove), remove, kind: Kind::Search, chance }
}

/// Takes the next pool from the end of the unknown runs, or asks how far a run of needed units goes.
fn pool(left: &mut Vec<Run>, marks: &Marks, belief: &Belief, goal: f64) -> Trial {
    if let Some(&last) = left.last()
        && marks.needed.contains(last.end)
    {
        let reach = belief.reach().min(last.len().div_ceil(2));
        if reach > 0 {
            let at = last.end - rank(reach);
            left.pop();
            if last.start < at {
                left.push(Run { end: at, ..last });
            }
            let rest = Config::of_range(at + 1..last.end);
            return Trial { remove: Config::of_range(at..at + 1), rest, kind: Kind::Reach, chance: 0.5 };
        }
    }
    let (remove, chance) = take(left, goal, marks, belief);
    Trial { remove, rest: Config::empty(), kind: Kind::Search, chance }
}

/// Takes as many units from the end of `left`, at least one, as can go with a chance of about `goal`; returns
/// them with their chance.
fn take(left: &mut Vec<Run>, goal: f64, marks: &Marks, belief: &Belief) -> (Config, f64) {
    let mut chosen: Vec<Run> = Vec::new();
    let mut chance = 1.0;
    while let Some(run) = left.pop() {
        let whole = chance * belief.clean(run.len(), marks.beside(&run));
        if whole >= goal {
            chance = whole;
            chosen.push(run);
            continue;
        }
        let near = usize::from(marks.needed.contains(run.end));
        let part = |units: usize| chance * belief.clean(units, near);
        let mut units = belief.units_at(goal / part(1) * belief.clean(1, 0), run.len());
        let more = goal - part(units + 1) < part(units) - goal;
        if units < run.len() && (more || (units == 0 && chosen.is_empty())) {
            units += 1;
        }
        let at = run.end - rank(units);
        if units > 0 {
            chance = part(units);
            chosen.push(Run { start: at, ..run });
        }
        if run.start < at {
            left.push(Run { end: at, ..run });
        }
        break;
    }
    (Config::of_runs(chosen), chance)
}

fn rank(units: usize) -> u32 {
    u32::try_from(units).expect("a part of a run is no longer than the run")
}
