//! Sets of ranks: which of the units to begin with, counted from 0, a set holds.

use crate::Config;
use crate::config::{Choice, Run};

/// The configuration that keeps the units of `start` whose ranks are in `kept`.
pub(super) fn realise(start: &Config, kept: &Config) -> Config {
    if let [Run { start: 0, choice: Choice::Keep, .. }] = start.runs() {
        return kept.clone();
    }
    let mut out = Config::empty();
    let mut units = start.runs().iter();
    let (mut run, mut from, mut to) = (None::<&Run>, 0, 0);
    for wanted in kept.runs() {
        let mut at = wanted.start;
        while at < wanted.end {
            while at >= to {
                run = units.next();
                from = to;
                to += run.map_or(u32::MAX - from, |run| run.end - run.start);
            }
            let Some(run) = run else { return out };
            let end = wanted.end.min(to);
            out.push(run.start + (at - from), run.start + (end - from), run.choice);
            at = end;
        }
    }
    out
}

/// The union of sets that have nothing in common.
pub(super) fn gather<'a>(sets: impl IntoIterator<Item = &'a Config>) -> Config {
    let mut runs: Vec<Run> = sets.into_iter().flat_map(|set| set.runs().iter().copied()).collect();
    runs.sort_unstable();
    let mut out = Config::empty();
    for run in runs {
        out.push(run.start, run.end, run.choice);
    }
    out
}

/// The last `units` of a set, and the others.
pub(super) fn cut(set: &Config, units: usize) -> (Config, Config) {
    let at = set.len() - units;
    (set.slice(at..set.len()), set.slice(0..at))
}
