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
        trials.push(pool(&mut left, marks, &belief));
        pools += 1;
        room -= 1;
    }
    (trials, taken)
}

fn near(run: &Run, marks: &Marks) -> usize {
    usize::from(marks.needed.contains(run.end)) + usize::from(run.start > 0 && marks.needed.contains(run.start - 1))
}

fn split(set: &Config, marks: &Marks, belief: &Belief) -> Trial {
    let beside = set.runs().iter().map(|run| near(run, marks)).sum();
    let all = belief.clean(set.len(), beside);
    let last = set.runs()[set.runs().len() - 1];
    let first = usize::from(marks.needed.contains(last.end));
    let factor = belief.clean(1, first) / belief.clean(1, 0);
    let goal = f64::midpoint(1.0, all);
    let mut units = belief.units_at(goal / factor, set.len() - 1).max(1);
    let chance = |units: usize| belief.clean(units, 0) * factor;
    if units + 1 < set.len() && goal - chance(units + 1) < chance(units) - goal { units += 1; }
    if 1.0 - all < 1e-9 { units = set.len() / 2; }
    let (remove, rest) = ranks::cut(set, units);
    let chance = if 1.0 - all < 1e-9 { 0.5 } else { ((chance(units) - all) / (1.0 - all)).clamp(0.01, 0.99) };
    Trial { remove, rest, kind: Kind::Search, chance }
}

fn pool(left: &mut Vec<Run>, marks: &Marks, belief: &Belief) -> Trial {
    let mut chosen: Vec<Run> = Vec::new();
    let mut chance = 1.0;
    while let Some(run) = left.pop() {
        let whole = chance * belief.clean(run.len(), near(&run, marks));
        if whole >= 0.5 {
            chance = whole;
            chosen.push(run);
            continue;
        }
        let joined = marks.needed.contains(run.end);
        let reach = if joined && chosen.is_empty() { belief.reach() } else { 0 };
        if reach > 0 {
            let far = reach.min(run.len().div_ceil(2));
            let at = run.end - u32::try_from(far).expect("within a run");
            let one = |start, end| { let mut c = Config::empty(); c.push(start, end, Choice::Keep); c };
            if run.start < at { left.push(Run { end: at, ..run }); }
            return Trial { remove: one(at, at + 1), rest: one(at + 1, run.end), kind: Kind::Reach, chance: 0.5 };
        }
        let factor = belief.clean(1, usize::from(joined)) / belief.clean(1, 0);
        let mut units = belief.units_at(0.5 / (chance * factor), run.len());
        if chosen.is_empty() { units = units.max(1); }
        units = units.min(run.len());
        if units > 0 {
            let at = run.end - u32::try_from(units).expect("within a run");
            chosen.push(Run { start: at, ..run });
            chance *= factor * belief.clean(units, 0);
            if run.start < at { left.push(Run { end: at, ..run }); }
        } else { left.push(run); }
        break;
    }
    let mut remove = Config::empty();
    for run in chosen.iter().rev() { remove.push(run.start, run.end, run.choice); }
    Trial { remove, rest: Config::empty(), kind: Kind::Search, chance }
}
