//! Fold as many of these as possible: removals that each go alone, made to go together.

use super::estimate::Estimate;
use crate::{Config, Outcome, OutcomeSet, Question, Strategy};
use std::sync::Arc;

/// Removes as many of a list of removals as hold together.
///
/// # Source
/// Our own, for the successes of questions asked in parallel against one base; the splitting is that of
/// group testing (F. K. Hwang, "A Method for Detecting All Defective Members in a Population by Group
/// Testing", 1972), and delta debugging's reading of interference (Zeller, "Yesterday, my program worked", 1999).
///
/// ```text
/// fold(group):  all of the group go together?  then they go
///               it is one removal: it stays
///               else fold(first half), then fold(second half) on what is left
/// ```
///
/// When the whole first half went, the second is known not to: that question was the group's. It is not
/// asked again.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the base). A removal that stays was asked alone, on top of those
/// before it that went, and did not fail. For a monotone test this is the greedy choice in the order
/// given (each goes if it can on top of those before), and none that stays can go from the result.
///
/// # Cost
/// One test when all go together, `2 m - 1` at most for `m` removals; about `2 k log₂ m` when `k` stay. The
/// questions up to the next success are known ahead.
///
/// # Determinism
/// A function of the base, the list and the outcomes told.
#[derive(Clone, Debug)]
pub struct Fold {
    best: Config,
    removals: Arc<[Config]>,
    /// The groups still to fold, disjoint, the next one last. The last is always asked.
    pending: Vec<Group>,
    stayed: usize,
    estimate: Estimate,
}

/// The removals `from..to`.
#[derive(Clone, Copy, Debug)]
struct Group {
    from: usize,
    to: usize,
    /// For a second half: how many had stayed when the first was begun. Were there none since, all of the
    /// first went, and this group as a whole is known to stay.
    stayed_before: Option<usize>,
}

impl Group {
    /// How many questions fold this group when none of them fails.
    const fn questions(self) -> usize {
        2 * (self.to - self.from) - 1
    }

    /// The two halves; nothing for a single removal.
    fn halves(self, stayed: usize) -> Option<(Self, Self)> {
        let middle = self.from + (self.to - self.from) / 2;
        let first = Self { from: self.from, to: middle, stayed_before: None };
        let second = Self { from: middle, to: self.to, stayed_before: Some(stayed) };
        (middle > self.from).then_some((first, second))
    }

    /// The `nth` group that is asked while folding this one, when none fails.
    fn nth(self, mut nth: usize) -> Self {
        let mut group = self;
        while let Some((first, second)) = group.halves(0).filter(|_| nth > 0) {
            nth -= 1;
            if nth < first.questions() {
                group = first;
            } else {
                nth -= first.questions();
                group = second;
            }
        }
        group
    }
}

impl Fold {
    /// Folds `removals`, the units each one drops, into `base`, which fails or is taken to fail.
    pub fn new(base: Config, removals: impl Into<Arc<[Config]>>) -> Self {
        let removals = removals.into();
        let all = Group { from: 0, to: removals.len(), stayed_before: None };
        let pending = if removals.is_empty() { Vec::new() } else { vec![all] };
        Self { best: base, removals, pending, stayed: 0, estimate: Estimate::default() }
    }

    /// How many of the removals are known to stay so far.
    pub const fn stayed(&self) -> usize {
        self.stayed
    }

    fn config(&self, group: Group) -> Config {
        match &self.removals[group.from..group.to] {
            [one] => self.best.minus(one),
            many => self.best.minus(&together(many)),
        }
    }

    /// Splits a group that does not go as a whole; a single removal stays.
    fn refuse(&mut self, group: Group) {
        match group.halves(self.stayed) {
            Some((first, second)) => self.pending.extend([second, first]),
            None => self.stayed += 1,
        }
    }
}

/// What any of `removals` drops. They may overlap.
fn together(removals: &[Config]) -> Config {
    let mut ranges: Vec<_> = removals.iter().flat_map(Config::runs).map(|run| run.start..run.end).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    let mut end = 0;
    Config::of_ranges(ranges.into_iter().map(|range| {
        let start = range.start.max(end);
        end = end.max(range.end);
        start..end.max(start)
    }))
}

impl Strategy for Fold {
    fn ask(&self, nth: usize) -> Option<Question> {
        let mut left = nth;
        for &group in self.pending.iter().rev() {
            if left < group.questions() {
                return Some(Question {
                    config: self.config(group.nth(left)),
                    decides: OutcomeSet::FAIL,
                    chance: self.estimate.chance(nth),
                });
            }
            left -= group.questions();
        }
        None
    }

    fn tell(&mut self, outcome: Outcome) {
        let group = self.pending.pop().expect("there is a question to answer");
        self.estimate.count(outcome);
        if outcome == Outcome::Fail {
            self.best = self.config(group);
        } else {
            self.refuse(group);
        }
        while let Some(group) = self.pending.pop_if(|next| next.stayed_before == Some(self.stayed)) {
            self.refuse(group);
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folds single units `0..m`, where at most one unit of each pair in `apart` can go.
    fn fold(units: u32, apart: &[(u32, u32)]) -> (usize, Fold) {
        let removals: Vec<_> = (0..units).map(|unit| Config::of_units([unit])).collect();
        let mut fold = Fold::new(Config::full(units as usize + 1), removals);
        let mut tests = 0;
        while let Some(question) = fold.ask(0) {
            tests += 1;
            let holds =
                apart.iter().all(|&(a, b)| question.config.contains(a) || question.config.contains(b));
            fold.tell(if holds { Outcome::Fail } else { Outcome::Pass });
        }
        (tests, fold)
    }

    #[test]
    fn one_test_folds_what_goes_together() {
        let (tests, fold) = fold(64, &[]);
        assert_eq!((tests, fold.best(), fold.stayed()), (1, &Config::of_units([64]), 0));
    }

    #[test]
    fn of_two_that_do_not_go_together_the_later_stays() {
        let (tests, fold) = fold(64, &[(3, 50)]);
        assert_eq!((fold.best(), fold.stayed()), (&Config::of_units([50, 64]), 1));
        assert!(tests <= 12, "{tests} tests");
    }

    #[test]
    fn overlapping_removals_are_dropped_once() {
        let removals = [Config::of_units(0..4), Config::of_ranges([2..3, 6..8]), Config::of_units(3..5)];
        let fold = Fold::new(Config::full(10), removals);
        assert_eq!(fold.ask(0).expect("one question").config, Config::of_ranges([5..6, 8..10]));
    }
}
