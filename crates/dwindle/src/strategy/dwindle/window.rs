//! Windows.

use super::belief::{Belief, Evidence, count};
use super::sweep::Side;
use super::{Marks, ranks};
use crate::Config;
use crate::config::{Choice, Run};

/// How many independent questions are asked against one base at most.
pub(super) const WIDTH: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind { Search, Reach, Sweep(Side) }

#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) remove: Config,
    pub(super) rest: Config,
    pub(super) kind: Kind,
    pub(super) chance: f64,
}

pub(super) fn trials(marks: &Marks, evidence: &Evidence, tune: &[f64; 8]) -> (Vec<Trial>, usize) {
    let units: usize = marks.dirty.iter().map(Config::len).sum();
    let belief = evidence.belief(marks.dirty.len(), units);
    let mut trials: Vec<Trial> = marks.dirty.iter().take(WIDTH).map(|set| split(set, marks, &belief)).collect();
    let taken = trials.len();
    let known = count(marks.dirty.len()) + evidence.starts;
    let mut room = WIDTH - taken;
    let mut left: Vec<Run> = if room > 0 { marks.unknown.runs().to_vec() } else { Vec::new() };
    let mut pools = 0;
    while room > 0 && count(pools) < tune[0] * known + 1.0 && !left.is_empty() {
        let trial = pool(&mut left, marks, &belief);
        if trial.chance > tune[3] && !trials.is_empty() { break; }
        trials.push(trial);
        pools += 1;
        room -= 1;
    }
    (trials, taken)
}

fn near(run: &Run, marks: &Marks) -> usize {
    usize::from(marks.needed.contains(run.end)) + usize::from(run.start > 0 && marks.needed.contains(run.start - 1))
}

fn split(set: &Config, marks: &Marks, belief: &Belief) -> Trial {
    let all = set.runs().iter().fold(1.0, |all, run| all * belief.clean(run.len(), near(run, marks)));
    let mut left = set.runs().to_vec();
    let (mut remove, mut chance) = take(&mut left, f64::midpoint(1.0, all), marks, belief);
    if remove.len() == set.len() || 1.0 - all < 1e-9 {
        let half = ranks::cut(set, set.len().div_ceil(2).min(set.len() - 1));
        (remove, chance) = (half.0, f64::midpoint(1.0, all));
    }
    let rest = set.minus(&remove);
    let chance = ((chance - all) / (1.0 - all).max(1e-9)).clamp(0.01, 0.99);
    Trial { remove, rest, kind: Kind::Search, chance }
}

fn one(start: u32, end: u32) -> Config {
    let mut set = Config::empty();
    set.push(start, end, Choice::Keep);
    set
}

fn pool(left: &mut Vec<Run>, marks: &Marks, belief: &Belief) -> Trial {
    let last = left[left.len() - 1];
    let reach = if marks.needed.contains(last.end) { belief.reach() } else { 0 };
    if reach > 0 {
        let far = reach.min(last.len().div_ceil(2));
        let at = last.end - u32::try_from(far).expect("a place lies within its run");
        left.pop();
        if last.start < at { left.push(Run { end: at, ..last }); }
        return Trial { remove: one(at, at + 1), rest: one(at + 1, last.end), kind: Kind::Reach, chance: 0.5 };
    }
    let (remove, chance) = take(left, 0.5, marks, belief);
    Trial { remove, rest: Config::empty(), kind: Kind::Search, chance }
}

/// Takes as many units from the end of `left`, at least one, as can go with a chance of about `goal`.
fn take(left: &mut Vec<Run>, goal: f64, marks: &Marks, belief: &Belief) -> (Config, f64) {
    let mut chosen: Vec<Run> = Vec::new();
    let mut chance = 1.0;
    while let Some(run) = left.pop() {
        let whole = chance * belief.clean(run.len(), near(&run, marks));
        if whole >= goal {
            chance = whole;
            chosen.push(run);
            continue;
        }
        let joined = usize::from(marks.needed.contains(run.end));
        let part = |units: usize| chance * belief.clean(units, if units > 0 { joined } else { 0 });
        let mut units = belief.units_at(goal / (part(1) / belief.clean(1, 0)), run.len());
        if units < run.len() && ((units == 0 && chosen.is_empty()) || goal - part(units + 1) < part(units) - goal) {
            units += 1;
        }
        if units > 0 {
            chance = part(units);
            let at = run.end - u32::try_from(units).expect("a part is no longer than its run");
            chosen.push(Run { start: at, ..run });
            if run.start < at { left.push(Run { end: at, ..run }); }
        } else { left.push(run); }
        break;
    }
    let mut taken = Config::empty();
    for run in chosen.iter().rev() { taken.push(run.start, run.end, run.choice); }
    (taken, chance)
}
