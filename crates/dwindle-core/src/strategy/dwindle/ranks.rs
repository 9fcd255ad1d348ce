//! Sets of units by their rank, which is the number of a unit among those that the strategy began with.

use crate::Config;
use crate::config::{Choice, Run};

/// The configuration that keeps those units of `start` whose ranks are in `kept`.
pub(super) fn realise(start: &Config, kept: Config) -> Config {
    if let [] | [Run { start: 0, choice: Choice::Keep, .. }] = start.runs() {
        return kept;
    }
    let mut out = Config::empty();
    let mut runs = start.runs().iter();
    let Some(mut run) = runs.next() else { return out };
    let mut rank = 0;
    for wanted in kept.runs() {
        let mut at = wanted.start;
        while at < wanted.end {
            let len = run.end - run.start;
            if at - rank >= len {
                rank += len;
                let Some(next) = runs.next() else { return out };
                run = next;
                continue;
            }
            let end = wanted.end.min(rank + len);
            out.push(run.start + (at - rank), run.start + (end - rank), run.choice);
            at = end;
        }
    }
    out
}

/// The last `units` ranks of a set, and the others.
pub(super) fn cut(set: &Config, units: usize) -> (Config, Config) {
    let at = set.len().saturating_sub(units);
    (set.slice(at..set.len()), set.slice(0..at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_kept_units_only() {
        let start = Config::of_ranges([2..5, 7..8, 10..20]);
        let ranks = Config::of_ranges([1..4, 6..7]);
        assert_eq!(realise(&start, ranks), Config::of_units([3, 4, 7, 12]));
        assert_eq!(realise(&start, Config::full(start.len())), start);
    }

    #[test]
    fn a_cut_takes_the_last_ranks() {
        let (last, others) = cut(&Config::of_units([1, 3, 5]), 2);
        assert_eq!((last, others), (Config::of_units([3, 5]), Config::of_units([1])));
    }
}
