//! Removes ranges of units. Ranges come in families, and that family is asked about first of which most went for
//! its tests so far.

use crate::{Config, Outcome, Question, Strategy};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// How many questions are known ahead.
const AHEAD: usize = 64;

/// A family of which nothing is known is taken to remove one part in so many of what is left with each question.
const HOPED: f64 = 64.0;

/// Ranges of units that are alike, so that what came of some says what to expect of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// How many units one has, more or less.
    pub size: u32,
    /// The ranges, in the order in which they are asked about.
    pub ranges: Vec<Range<u32>>,
    /// How many of them in a row may stay before no more of the family are asked about.
    pub patience: usize,
}

/// Asks for ranges of units to go, one after the other, each of the family that is likeliest to remove most with its next question.
///
/// For units that hang together in ways that nobody knows, as bytes of binary data do: which sizes and places of ranges can go
/// is found out on the way. What to expect of a family is what went with it for each question, where large ranges are taken to go
/// more seldom at first: a policy for a bandit with many arms, without randomness.
///
/// # Guarantee
/// [`best`](Strategy::best) fails (or is the start). Nothing is claimed of what is left.
///
/// # Cost
/// One test for each range at most. Where nothing can go, that of the patience with each family.
///
/// # Determinism
/// A function of the start, the families and the outcomes told; floating point only as `+ - * /`.
#[derive(Clone, Debug)]
pub struct Families {
    best: Config,
    /// How many units the start has.
    units: usize,
    all: Arc<[Family]>,
    /// What came of each family so far, and what will have come of it if nothing more can go.
    now: Vec<Record>,
    then: Vec<Record>,
    /// The questions that are known.
    queue: VecDeque<Range<u32>>,
}

/// What came of a family.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// How many of its ranges were looked at.
    seen: usize,
    /// How many of them were asked about, and how many in a row stayed.
    asked: usize,
    stayed: usize,
    /// How many units went.
    gone: usize,
}

impl Families {
    /// Tries to remove the ranges of `families` from `start`.
    pub fn new(start: Config, families: impl Into<Arc<[Family]>>) -> Self {
        let all: Arc<[Family]> = families.into();
        let records = vec![Record::default(); all.len()];
        let (units, then) = (start.len(), records.clone());
        let mut new = Self { best: start, units, all, now: records, then, queue: VecDeque::new() };
        new.look_ahead();
        new
    }

    /// Makes known what is asked next as long as nothing goes.
    fn look_ahead(&mut self) {
        let mut then = std::mem::take(&mut self.then);
        while self.queue.len() < AHEAD
            && let Some((_, range)) = self.choose(&mut then)
        {
            self.queue.push_back(range);
        }
        self.then = then;
    }

    /// The family to ask about next by what came of all, and its range; counts it as one that stayed.
    fn choose(&self, records: &mut [Record]) -> Option<(usize, Range<u32>)> {
        loop {
            let mut likeliest: Option<(usize, f64)> = None;
            for (at, (family, record)) in self.all.iter().zip(records.iter()).enumerate() {
                if record.seen >= family.ranges.len() || record.stayed >= family.patience {
                    continue;
                }
                let hope = self.hope(family, *record);
                if likeliest.is_none_or(|(_, most)| hope > most) {
                    likeliest = Some((at, hope));
                }
            }
            let (at, _) = likeliest?;
            let record = &mut records[at];
            let range = self.all[at].ranges[record.seen].clone();
            record.seen += 1;
            if self.is_some_of_best(&range) {
                record.asked += 1;
                record.stayed += 1;
                return Some((at, range));
            }
        }
    }

    /// How many units are expected to go with the next question about a family.
    #[expect(clippy::cast_precision_loss, reason = "a guess needs no more than a few digits")]
    fn hope(&self, family: &Family, record: Record) -> f64 {
        let left = self.best.len() as f64;
        let size = f64::from(family.size) * left / self.units as f64;
        let unseen = size * HOPED / left;
        let unseen = if unseen < 2.0 { 2.0 } else { unseen };
        (size + record.gone as f64) / (unseen + record.asked as f64)
    }

    /// Whether some of what is left is in the range, but not all of it.
    fn is_some_of_best(&self, range: &Range<u32>) -> bool {
        let runs = self.best.runs();
        let first = runs.partition_point(|run| run.end <= range.start);
        let is_some = runs.get(first).is_some_and(|run| run.start < range.end);
        let is_all = runs.first().is_some_and(|run| run.start >= range.start) && self.best.end() <= range.end;
        is_some && !is_all
    }
}

impl Strategy for Families {
    #[expect(clippy::cast_precision_loss, reason = "a hint needs no more than a few digits")]
    fn ask(&self, nth: usize) -> Option<Question> {
        let range = self.queue.get(nth)?;
        let config = self.best.minus(&Config::of_range(range.clone()));
        let (asked, went) = self.now.iter().fold((0, 0), |(asked, went), record| {
            (asked + record.asked, went + usize::from(record.gone > 0))
        });
        Some(Question::until_fail(config, (went + 1) as f32 / (asked + went + nth + 2) as f32))
    }

    fn tell(&mut self, outcome: Outcome) {
        let mut now = std::mem::take(&mut self.now);
        let (family, range) = self.choose(&mut now).expect("there is no question to answer");
        self.queue.pop_front();
        if outcome == Outcome::Fail {
            let best = self.best.minus(&Config::of_range(range));
            now[family].gone += self.best.len() - best.len();
            now[family].stayed = 0;
            self.best = best;
            self.then.clone_from(&now);
            self.queue.clear();
        }
        self.now = now;
        self.look_ahead();
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strategy as _;
    use crate::strategy::laws::check;
    use proptest::prelude::*;

    fn families(units: u32, patience: usize) -> Vec<Family> {
        let of_size = |size: u32| {
            let ranges = (0..units.saturating_sub(size)).rev().map(|start| start..start + size).collect();
            Family { size, ranges, patience }
        };
        [16, 8, 4, 3, 2, 1].map(of_size).to_vec()
    }

    proptest! {
        #[test]
        fn it_obeys_the_laws_of_strategies(units in 1u32..80, seed: u64, patience in 1usize..100) {
            let start = Config::full(units as usize);
            // Whether it fails hangs on how many are left, and on which.
            let fails = |c: &Config| {
                c.len() % 3 == start.len() % 3 && (0..units).all(|i| c.contains(i) || seed >> (i % 61) & 3 != 0)
            };
            let test = |c: &Config| if fails(c) { Outcome::Fail } else { Outcome::Unresolved };
            check(Families::new(start.clone(), families(units, patience)), &start, test, 600);
        }

        #[test]
        fn what_cannot_go_costs_the_patience_with_each_family(units in 1u32..80, patience in 1usize..20) {
            let start = Config::full(units as usize);
            let families = families(units, patience);
            let most = families.len() * patience;
            let run = check(Families::new(start.clone(), families), &start, |_| Outcome::Pass, 1000);
            prop_assert!(run.told.len() <= most + 1);
        }
    }

    #[test]
    fn what_gave_most_is_asked_for_next() {
        let ranges = |size: u32| (0..60 / size).map(|at| at * size..(at + 1) * size).collect();
        let families = [6u32, 4].map(|size| Family { size, ranges: ranges(size), patience: 9 });
        let mut strategy = Families::new(Config::full(60), families);
        let mut sizes = Vec::new();
        while let Some(question) = strategy.ask(0) {
            let size = strategy.best().len() - question.config.len();
            sizes.push(size);
            strategy.tell(if size == 4 { Outcome::Fail } else { Outcome::Pass });
        }
        let first = sizes.iter().position(|size| *size == 4).unwrap();
        assert!(first <= 6, "{sizes:?}");
        assert!(sizes[first..first + 8].iter().all(|size| *size == 4), "{sizes:?}");
    }
}
