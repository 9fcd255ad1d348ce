//! Binary reduction: the next group that is needed, by halves, among sets that are closed under needs.

use crate::needs::Needs;
use crate::{Config, Outcome, Question, Strategy};
use std::sync::Arc;

/// Finds one needed group after the other, each by binary search over closed prefixes.
///
/// Groups stand in an order in which each comes after what it needs, so every prefix is closed. The shortest prefix
/// that fails ends with a group that is needed, which is kept from then on with all that it needs; what stands behind
/// goes, and the search starts again among what is left, until what is kept fails by itself.
///
/// # Source
/// C. G. Kalhauge, J. Palsberg, "Binary Reduction of Dependency Graphs", ESEC/FSE 2019, and the progressions of
/// "Logical Bytecode Reduction", PLDI 2021. There an order is chosen in which a step may add a whole closure; ours
/// puts what is needed first, so each step adds one group, and what is learned is never more than one group with its
/// own closure.
///
/// # Guarantee
/// Every configuration asked is closed. [`best`](Strategy::best) fails (or is the start). If failing is monotone it is
/// the smallest closed set that fails; otherwise let [`ReverseClosures`](super::ReverseClosures) follow.
///
/// # Cost
/// For k needed groups of n about k (1 + log2 n) tests, plus one.
///
/// # Determinism
/// A function of the start, the needs and the outcomes told.
#[derive(Clone, Debug)]
pub struct BinaryReduction {
    needs: Arc<Needs>,
    best: Config,
    /// What is needed, as far as it is known, with all that it needs.
    learned: Config,
    /// What else `best` keeps, in order.
    rest: Arc<Vec<Config>>,
    stage: Stage,
    /// How many more needed groups are looked for.
    more: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Asks for what is learned alone.
    Learned,
    /// With so many groups of the rest it does not fail; with so many it does.
    Search {
        low: usize,
        high: usize,
    },
    Done,
}

impl BinaryReduction {
    /// Begins with `start`, which fails and is closed.
    pub fn new(start: Config, needs: Arc<Needs>) -> Self {
        Self::keeping(start, needs, &Config::empty())
    }

    /// Begins with `start`, which fails and is closed, and never asks for less than `kept` with all that it needs.
    pub fn keeping(start: Config, needs: Arc<Needs>, kept: &Config) -> Self {
        debug_assert!(needs.is_closed(&start), "needs are to be met from the beginning");
        let learned = needs.closure(kept);
        let mut new =
            Self { needs, best: start, learned, rest: Arc::default(), stage: Stage::Done, more: usize::MAX };
        new.begin();
        new
    }

    /// Ends once so many needed groups were found: where most are needed, removing one by one costs less.
    #[must_use]
    pub const fn at_most(mut self, groups: usize) -> Self {
        self.more = groups;
        self
    }

    /// Begins a search for the next needed group.
    fn begin(&mut self) {
        let groups = self.needs.groups().iter().filter(|group| {
            // Needs are met, so of a group either all is there or nothing.
            self.best.contains(group[0]) && !self.learned.contains(group[0])
        });
        self.rest = Arc::new(groups.map(|group| Config::of_units(group.iter().copied())).collect());
        self.stage = if self.rest.is_empty() { Stage::Done } else { Stage::Learned };
    }

    /// What is learned with the first `count` groups of the rest.
    fn prefix(&self, count: usize) -> Config {
        Config::gather(self.rest[..count].iter().chain([&self.learned]))
    }

    /// Goes on with a search that is narrowed down to `low..=high`.
    fn narrowed(&mut self, low: usize, high: usize) {
        self.stage = Stage::Search { low, high };
        if high - low == 1 {
            let needed = self.needs.closure(&self.rest[low]);
            self.best = self.prefix(high);
            self.learned = self.learned.union(&needed);
            self.more -= 1;
            if self.more == 0 {
                self.stage = Stage::Done;
            } else {
                self.begin();
            }
        }
    }
}

impl Strategy for BinaryReduction {
    fn ask(&self, nth: usize) -> Option<Question> {
        let question = |config, chance| Some(Question::until_fail(config, chance));
        let (mut low, high, steps) = match self.stage {
            Stage::Done => return None,
            Stage::Learned if nth == 0 => return question(self.learned.clone(), 0.3),
            Stage::Learned => (0, self.rest.len(), nth - 1),
            Stage::Search { low, high } => (low, high, nth),
        };
        for _ in 0..steps {
            low += (high - low) / 2;
            if high - low == 1 {
                return None;
            }
        }
        let mid = low + (high - low) / 2;
        if high - low == 1 { None } else { question(self.prefix(mid), 0.5) }
    }

    fn tell(&mut self, outcome: Outcome) {
        let fails = outcome == Outcome::Fail;
        match self.stage {
            Stage::Done => panic!("there is no question to answer"),
            Stage::Learned if fails => {
                self.best = self.learned.clone();
                self.stage = Stage::Done;
            }
            Stage::Learned => self.narrowed(0, self.rest.len()),
            Stage::Search { low, high } => {
                let mid = low + (high - low) / 2;
                if fails {
                    self.best = self.prefix(mid);
                    self.narrowed(low, mid);
                } else {
                    self.narrowed(mid, high);
                }
            }
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::ReverseClosures;
    use crate::strategy::laws::check;
    use proptest::prelude::*;

    fn graph(units: u32, pairs: &[(u32, u32)]) -> Arc<Needs> {
        Arc::new(Needs::new(units as usize, pairs.iter().map(|&(a, b)| (a % units, b % units))))
    }

    /// All closed sets, by trying all sets.
    fn closed(units: u32, needs: &Needs) -> Vec<Config> {
        let sets =
            (0u32..1 << units).map(|mask| Config::of_units((0..units).filter(|unit| mask >> unit & 1 == 1)));
        sets.filter(|set| needs.is_closed(set)).collect()
    }

    proptest! {
        #[test]
        fn of_a_monotone_test_it_finds_the_smallest_closed_set(
            units in 1u32..10,
            pairs in proptest::collection::vec((0u32..10, 0u32..10), 0..14),
            mask: u32,
        ) {
            let needs = graph(units, &pairs);
            let needed = Config::of_units((0..units).filter(|unit| mask >> unit & 1 == 1));
            let start = Config::full(units as usize);
            let test = |c: &Config| if needed.is_subset(c) { Outcome::Fail } else { Outcome::Pass };
            let run = check(BinaryReduction::new(start.clone(), Arc::clone(&needs)), &start, test, 200);
            let naive = closed(units, &needs).into_iter().filter(|set| needed.is_subset(set)).min_by_key(Config::len);
            prop_assert_eq!(Some(&run.best), naive.as_ref());
            prop_assert!(run.told.keys().all(|asked| needs.is_closed(asked)), "asked for what is not closed");
            let most = (needed.len() + 1) * (2 + units.ilog2() as usize) + 1;
            prop_assert!(run.told.len() <= most, "{} tests, and not {}", run.told.len(), most);
        }

        #[test]
        fn of_any_test_nothing_can_go_with_all_that_needs_it(
            units in 1u32..9,
            pairs in proptest::collection::vec((0u32..9, 0u32..9), 0..14),
            outcomes: u64,
            kept in 0u32..9,
        ) {
            let needs = graph(units, &pairs);
            let start = Config::full(units as usize);
            let kept = if kept < units { Config::of_units([kept]) } else { Config::empty() };
            // Arbitrary, and of three kinds; the whole fails.
            let test = |c: &Config| {
                let hash = c.units().fold(outcomes | 1, |hash, unit| {
                    (hash ^ u64::from(unit + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
                });
                match hash >> 60 {
                    _ if c.len() == start.len() => Outcome::Fail,
                    0..8 => Outcome::Fail,
                    8..12 => Outcome::Pass,
                    _ => Outcome::Unresolved,
                }
            };
            let first = check(BinaryReduction::keeping(start.clone(), Arc::clone(&needs), &kept), &start, test, 500);
            let sweep = ReverseClosures::keeping(first.best.clone(), Arc::clone(&needs), &kept);
            let run = check(sweep, &first.best, test, 500);
            for asked in first.told.keys().chain(run.told.keys()) {
                prop_assert!(needs.is_closed(asked) && kept.is_subset(asked), "{:?} was asked", asked);
            }
            for unit in run.best.units() {
                let gone = needs.reverse_closure(&Config::of_units([unit]));
                let left = run.best.minus(&gone);
                if kept.is_subset(&left) {
                    prop_assert!(test(&left) != Outcome::Fail, "{} can go from {:?}", unit, run.best);
                    // It is the largest closed set without it.
                    let largest = closed(units, &needs).into_iter().all(|set| {
                        set.contains(unit) || !set.is_subset(&run.best) || set.is_subset(&left)
                    });
                    prop_assert!(largest, "a closed set without {} is no part of {:?}", unit, left);
                }
            }
        }
    }

    #[test]
    fn one_file_with_its_headers_is_found_by_halves() {
        use crate::Strategy as _;
        // 0..32 are headers, 32..64 files that need one each; file 40 shows the failure.
        let needs = Arc::new(Needs::new(64, (32..64).map(|file| (file, file - 32))));
        let start = Config::full(64);
        let mut asked = 0;
        let mut strategy = BinaryReduction::new(start, needs);
        while let Some(question) = strategy.ask(0) {
            asked += 1;
            strategy.tell(if question.config.contains(40) { Outcome::Fail } else { Outcome::Pass });
        }
        assert_eq!(strategy.best(), &Config::of_units([8, 40]));
        assert_eq!(asked, 8, "nothing at all, six halvings, what was found");
    }
}
