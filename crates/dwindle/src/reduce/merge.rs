//! Makes as many changes of a list as possible at once, where each change has several alternatives.

use std::sync::Arc;

use crate::{Config, Outcome, OutcomeSet, Question, Strategy};

/// How many changes are asked for against one base.
const WINDOW: usize = 64;

/// Makes as many changes as hold together; each has alternatives, of which the first that holds is taken.
///
/// # Source
/// The Debugging Book (Zeller), "Reducing Failure-Inducing Inputs" for code, exercise 1: all changes to a tree at
/// once, as far as they go. Ours asks in windows of independent questions and folds what holds by halves
/// (generalised binary splitting, Hwang 1972).
///
/// ```text
/// merge(changes): for each window of 64 changes:
///                     each change's alternatives in turn, alone against the base, to the first that fails
///                     fold(those found): all together? else fold(first half), fold(second half) on top
/// ```
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). When it is the start, no alternative of any change fails alone.
///
/// # Cost
/// One test for each alternative until one holds; for `m` changes that hold in a window one more if they hold
/// together, `2 m` at most. The questions of a window that only its own outcomes decide are known ahead.
///
/// # Determinism
/// A function of the start, the list and the outcomes told.
#[derive(Clone, Debug)]
pub struct Merge {
    /// What the questions of the window change.
    base: Config,
    best: Config,
    changes: Arc<[Vec<Config>]>,
    /// The change and alternative that is asked for next.
    at: (usize, usize),
    /// The end of the window.
    end: usize,
    /// The alternatives that hold alone.
    found: Vec<Config>,
    /// The groups of `found` still to fold, disjoint, the next one last. Whether the last holds is not known.
    pending: Vec<Group>,
    stayed: usize,
}

/// The alternatives `from..to` of those found.
#[derive(Clone, Copy, Debug)]
struct Group {
    from: usize,
    to: usize,
    /// For a second half: how many had stayed away when the first was begun. Were there none since, all of the
    /// first holds, and this group as a whole is known not to.
    stayed_before: Option<usize>,
}

impl Merge {
    /// Makes changes to `start`, which fails or is taken to fail. Each alternative of a change is the units it
    /// concerns with their new choices.
    pub fn new(start: Config, changes: impl IntoIterator<Item = Vec<Config>>) -> Self {
        let changes: Arc<[_]> = changes.into_iter().filter(|change| !change.is_empty()).collect();
        Self {
            best: start.clone(),
            base: start,
            at: (0, 0),
            end: changes.len().min(WINDOW),
            changes,
            found: Vec::new(),
            pending: Vec::new(),
            stayed: 0,
        }
    }

    /// The `nth` alternative from here on in the window.
    fn alternative(&self, mut nth: usize) -> Option<(&Config, bool)> {
        let (mut change, mut from) = self.at;
        while change < self.end {
            let left = &self.changes[change][from..];
            if let Some(alternative) = left.get(nth) {
                return Some((alternative, nth + 1 == left.len()));
            }
            nth -= left.len();
            (change, from) = (change + 1, 0);
        }
        None
    }

    /// What of the found alternatives is on, and those of `group` too.
    fn with(&self, group: Group) -> Config {
        self.found[group.from..group.to].iter().fold(self.base.clone(), |config, one| one.union(&config))
    }

    fn refuse(&mut self, group: Group) {
        let middle = group.from + (group.to - group.from) / 2;
        if middle == group.from {
            self.stayed += 1;
            return;
        }
        self.pending.push(Group { from: middle, to: group.to, stayed_before: Some(self.stayed) });
        self.pending.push(Group { from: group.from, to: middle, stayed_before: None });
    }

    /// Answers what is known, and goes on to the next window when all is folded.
    fn settle(&mut self) {
        while let Some(&group) = self.pending.last() {
            if group.stayed_before == Some(self.stayed) {
                self.pending.pop();
                self.refuse(group);
            } else if group.from == 0 && group.to == 1 {
                // The first was asked alone against this very base.
                self.pending.pop();
                self.base = self.with(group);
            } else {
                return;
            }
        }
        if self.at.0 == self.end {
            self.best = self.base.clone();
            self.found.clear();
            self.end = self.changes.len().min(self.end + WINDOW);
        }
    }
}

impl Strategy for Merge {
    fn ask(&self, nth: usize) -> Option<Question> {
        if let Some(group) = self.pending.last() {
            let config = self.with(*group);
            return (nth == 0).then_some(Question { config, decides: OutcomeSet::ANY, chance: 0.5 });
        }
        let (alternative, last) = self.alternative(nth)?;
        let decides = if last { OutcomeSet::NONE } else { OutcomeSet::FAIL };
        Some(Question { config: alternative.union(&self.base), decides, chance: 0.3 })
    }

    fn tell(&mut self, outcome: Outcome) {
        if let Some(group) = self.pending.pop() {
            if outcome == Outcome::Fail {
                self.base = self.with(group);
                self.best = self.base.clone();
            } else {
                self.refuse(group);
            }
            return self.settle();
        }
        let (alternative, last) = self.alternative(0).expect("there is a question to answer");
        if outcome == Outcome::Fail {
            let alternative = alternative.clone();
            if self.found.is_empty() {
                self.best = alternative.union(&self.base);
            }
            self.found.push(alternative);
        }
        if last || outcome == Outcome::Fail {
            self.at = (self.at.0 + 1, 0);
        } else {
            self.at.1 += 1;
        }
        if self.at.0 == self.end {
            self.stayed = 0;
            if !self.found.is_empty() {
                self.pending.push(Group { from: 0, to: self.found.len(), stayed_before: None });
            }
            self.settle();
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy as _;
    use crate::config::Choice;
    use crate::strategy::laws::check;
    use proptest::prelude::*;

    fn change(unit: u32, alternatives: u32) -> Vec<Config> {
        let choice = |number| {
            let mut config = Config::empty();
            config.push(unit, unit + 1, Choice::Alternative(number));
            config
        };
        (0..alternatives).map(choice).collect()
    }

    fn mix(mut x: u64) -> u64 {
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ (x >> 27)
    }

    proptest! {
        #[test]
        fn any_test_ends_with_a_failing_choice_or_the_start(
            units in 0u32..150, alternatives in 1u32..4, seed: u64, fails in 0u64..17,
        ) {
            let start = Config::full(units as usize);
            let changes: Vec<_> = (0..units).map(|unit| change(unit, alternatives)).collect();
            let test = |config: &Config| {
                let hash = config.runs().iter().fold(seed, |hash, run| {
                    mix(hash ^ u64::from(run.start) << 8 ^ u64::from(run.choice == Choice::Keep))
                });
                match hash % 16 {
                    h if h < fails => Outcome::Fail,
                    h if h % 2 == 0 => Outcome::Pass,
                    _ => Outcome::Unresolved,
                }
            };
            let most = units as usize * (alternatives as usize + 2) + 10;
            let run = check(Merge::new(start.clone(), changes.clone()), &start, test, most);
            // That the best fails is checked there.
            if run.best == start {
                for one in changes.iter().flatten() {
                    prop_assert_ne!(run.told.get(&one.union(&start)), None);
                    prop_assert_ne!(run.told[&one.union(&start)], Outcome::Fail);
                }
            }
        }
    }

    #[test]
    fn independent_changes_are_all_made() {
        let start = Config::full(100);
        let changes: Vec<_> = (0..100).map(|unit| change(unit, 2)).collect();
        let mut merge = Merge::new(start, changes);
        let mut tests = 0;
        // The first alternative of every third unit holds, and of every other unit the second.
        let holds = |run: &crate::config::Run| {
            (run.start..run.end).all(|unit| match run.choice {
                Choice::Keep => true,
                Choice::Alternative(number) => number == u32::from(unit % 3 != 0),
            })
        };
        while let Some(question) = merge.ask(0) {
            tests += 1;
            merge.tell(if question.config.runs().iter().all(holds) { Outcome::Fail } else { Outcome::Pass });
        }
        assert_eq!(tests, 34 + 2 * 66 + 2);
        assert!(merge.best().runs().iter().all(|run| run.choice != Choice::Keep));
    }

    #[test]
    fn of_two_that_do_not_hold_together_the_first_is_made() {
        let mut merge = Merge::new(Config::full(8), (0..8).map(|unit| change(unit, 1)));
        let on = |config: &Config, unit| {
            !config.runs().iter().any(|run| run.choice == Choice::Keep && run.start <= unit && unit < run.end)
        };
        while let Some(question) = merge.ask(0) {
            let both = on(&question.config, 2) && on(&question.config, 5);
            merge.tell(if both { Outcome::Pass } else { Outcome::Fail });
        }
        assert_eq!((0..8).filter(|unit| !on(merge.best(), *unit)).collect::<Vec<_>>(), [5]);
    }
}
