//! Configurations: which units of a space are kept, dropped, or replaced by an alternative.
//!
//! A configuration is stored as runs: stretches of neighbouring units with the same choice (the unit itself, or one
//! of its alternatives). Every operation costs time in the number of runs, not of units. A text of 100 MB of which
//! one line is needed is a handful of runs.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Range;

/// The form of a kept unit: itself, or one of the alternatives that its space has for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// The unit as it is in the artifact.
    #[default]
    Keep,
    /// The alternative with this number.
    Alternative(u32),
}

/// A stretch of neighbouring units with the same choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Run {
    /// The first unit.
    pub start: u32,
    /// One past the last unit; always greater than `start`.
    pub end: u32,
    /// The form of these units.
    pub choice: Choice,
}

impl Run {
    /// How many units the run covers.
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Never: a run covers at least one unit.
    pub const fn is_empty(self) -> bool {
        self.end == self.start
    }
}

/// A configuration (Zeller & Hildebrandt's *c*): the kept units in order, run-length encoded.
///
/// Units that no run covers are dropped. Runs are sorted, disjoint and as long as they can be, so equal
/// configurations are equal values. Every operation costs time in the number of runs, not of units.
///
/// Positions ("ranks") count kept units only: rank 0 is the first unit that is kept.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Config {
    runs: Vec<Run>,
    len: usize,
}

impl Config {
    /// The configuration that keeps nothing.
    pub const fn empty() -> Self {
        Self { runs: Vec::new(), len: 0 }
    }

    /// The configuration that keeps all of `units` units.
    ///
    /// # Panics
    /// When there are more than `u32::MAX` units; spaces refuse such artifacts.
    pub fn full(units: usize) -> Self {
        let mut config = Self::empty();
        config.push(0, u32::try_from(units).expect("a space has at most u32::MAX units"), Choice::Keep);
        config
    }

    /// The configuration that keeps the given units, which are in ascending order.
    pub fn of_units(units: impl IntoIterator<Item = u32>) -> Self {
        let mut config = Self::empty();
        for unit in units {
            config.push(unit, unit + 1, Choice::Keep);
        }
        config
    }

    /// The configuration that keeps the units of `range`.
    pub fn of_range(range: Range<u32>) -> Self {
        let mut config = Self::empty();
        config.push(range.start, range.end, Choice::Keep);
        config
    }

    /// The configuration that keeps the units of `ranges`, which stand in any order and may overlap.
    pub fn of_ranges(ranges: impl IntoIterator<Item = Range<u32>>) -> Self {
        let run = |range: Range<u32>| Run { start: range.start, end: range.end, choice: Choice::Keep };
        Self::of_runs(ranges.into_iter().map(run).collect())
    }

    /// What is kept in any of `sets`. Where several keep a unit, the choice of the run holds that begins first.
    pub fn gather(sets: impl IntoIterator<Item: Borrow<Self>>) -> Self {
        let mut runs = Vec::new();
        for set in sets {
            runs.extend_from_slice(set.borrow().runs());
        }
        Self::of_runs(runs)
    }

    /// What these runs keep, which stand in any order and may overlap.
    pub(crate) fn of_runs(mut runs: Vec<Run>) -> Self {
        runs.sort();
        let mut out = Self { runs: Vec::with_capacity(runs.len()), len: 0 };
        for run in runs {
            out.push(run.start.max(out.end()), run.end, run.choice);
        }
        out
    }

    /// How many units are kept.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is kept.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One past the last unit that is kept; 0 where none is.
    pub fn end(&self) -> u32 {
        self.runs.last().map_or(0, |run| run.end)
    }

    /// The kept stretches in order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The kept units in order.
    pub fn units(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().flat_map(|run| run.start..run.end)
    }

    /// The elements of `items` that are kept, where unit *n* stands for the element at *n*.
    ///
    /// # Panics
    /// When units are kept that `items` does not have.
    pub fn of<T: Clone>(&self, items: &[T]) -> Vec<T> {
        let mut kept = Vec::with_capacity(self.len);
        self.pick(items, &mut kept);
        kept
    }

    /// As [`of`](Config::of), behind what `kept` holds already.
    ///
    /// # Panics
    /// As [`of`](Config::of).
    pub fn pick<T: Clone>(&self, items: &[T], kept: &mut Vec<T>) {
        for run in &self.runs {
            kept.extend_from_slice(&items[run.start as usize..run.end as usize]);
        }
    }

    /// This configuration with another choice for `unit`, which is kept then in any case.
    #[must_use]
    pub fn with_choice(&self, unit: u32, choice: Choice) -> Self {
        let mut out = Self::empty();
        out.push(unit, unit + 1, choice);
        out.union(self)
    }

    /// Appends `start..end`, which must not begin before the end of what is there.
    pub fn push(&mut self, start: u32, end: u32, choice: Choice) {
        if start >= end {
            return;
        }
        self.len += (end - start) as usize;
        if let Some(last) = self.runs.last_mut() {
            debug_assert!(last.end <= start, "runs are pushed in order");
            if last.end == start && last.choice == choice {
                last.end = end;
                return;
            }
        }
        self.runs.push(Run { start, end, choice });
    }

    /// The kept units whose ranks are in `ranks` (cut to what there is).
    #[must_use]
    pub fn slice(&self, ranks: Range<usize>) -> Self {
        let (low, high) = self.places(ranks);
        let mut out = Self::empty();
        if (low.run, low.unit) < (high.run, high.unit) {
            out.runs.reserve_exact(high.run - low.run + 1);
            out.push_between(self, low, high);
        }
        out
    }

    /// The kept units whose ranks are *not* in `ranks`: the complement of [`Config::slice`].
    #[must_use]
    pub fn without_slice(&self, ranks: Range<usize>) -> Self {
        let (low, high) = self.places(ranks);
        let mut out = Self { runs: Vec::with_capacity(self.runs.len() + 1), len: 0 };
        out.push_between(self, Place { run: 0, unit: 0, rank: 0 }, low);
        out.push_between(self, high, Place { run: self.runs.len(), unit: 0, rank: self.len });
        out
    }

    /// Where the two ends of `ranks` lie in the runs.
    fn places(&self, ranks: Range<usize>) -> (Place, Place) {
        let end = ranks.end.min(self.len);
        let low = self.place(Place { run: 0, unit: 0, rank: 0 }, ranks.start.min(end));
        (low, self.place(Place { unit: 0, rank: low.rank - low.unit as usize, ..low }, end))
    }

    /// The place of `rank`, looked for from the beginning of a run on.
    fn place(&self, from: Place, rank: usize) -> Place {
        let Place { mut run, rank: mut before, .. } = from;
        while let Some(here) = self.runs.get(run)
            && before + here.len() <= rank
        {
            before += here.len();
            run += 1;
        }
        let unit = u32::try_from(rank - before).expect("a rank lies inside its run");
        Place { run, unit, rank }
    }

    /// Appends the units of `from` from `low` to before `high`; whole runs are copied in one go.
    fn push_between(&mut self, from: &Self, low: Place, high: Place) {
        let mut first = low.run;
        if low.unit > 0 || low.run == high.run {
            let Some(&run) = from.runs.get(low.run) else { return };
            let end = if low.run == high.run { run.start + high.unit } else { run.end };
            self.push(run.start + low.unit, end, run.choice);
            if low.run == high.run {
                return;
            }
            first += 1;
        }
        if let [run, rest @ ..] = &from.runs[first..high.run] {
            // The first may touch what is there; the others are apart from each other already.
            self.push(run.start, run.end, run.choice);
            self.runs.extend_from_slice(rest);
            self.len += rest.iter().map(|run| run.len()).sum::<usize>();
        }
        if high.unit > 0 {
            let run = from.runs[high.run];
            self.push(run.start, run.start + high.unit, run.choice);
        }
    }

    /// What is kept here and not kept in `other`; choices are those of `self`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut out = Self { runs: Vec::with_capacity(self.runs.len() + other.runs.len()), len: 0 };
        let mut holes = other.runs.iter().peekable();
        for &run in &self.runs {
            let mut at = run.start;
            while let Some(hole) = holes.peek() {
                if hole.end <= at {
                    holes.next();
                    continue;
                }
                if hole.start >= run.end {
                    break;
                }
                out.push(at, hole.start.max(at), run.choice);
                at = hole.end.min(run.end);
                if hole.end > run.end {
                    break;
                }
                holes.next();
            }
            out.push(at, run.end, run.choice);
        }
        out
    }

    /// What is kept in either; where both keep a unit, `self`'s choice holds.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::gather([self, &other.minus(self)])
    }

    /// Whether every unit kept here is kept in `other` too (choices are not compared).
    pub fn is_subset(&self, other: &Self) -> bool {
        self.len <= other.len && self.minus(other).is_empty()
    }

    /// Whether `unit` is kept.
    pub fn contains(&self, unit: u32) -> bool {
        let after = self.runs.partition_point(|run| run.end <= unit);
        self.runs.get(after).is_some_and(|run| run.start <= unit)
    }
}

/// A place between two kept units: before the `unit`-th of a run.
#[derive(Clone, Copy)]
struct Place {
    run: usize,
    unit: u32,
    rank: usize,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, run) in self.runs.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{}", run.start)?;
            if run.len() > 1 {
                write!(f, "-{}", run.end - 1)?;
            }
            if let Choice::Alternative(number) = run.choice {
                write!(f, "={number}")?;
            }
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(config: &Config) -> BTreeSet<u32> {
        config.units().collect()
    }

    fn any_units() -> impl proptest::strategy::Strategy<Value = BTreeSet<u32>> {
        proptest::collection::btree_set(0u32..60, 0..40)
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_sets(a in any_units(), b in any_units()) {
            let (ca, cb) = (Config::of_units(a.iter().copied()), Config::of_units(b.iter().copied()));
            prop_assert_eq!(ca.len(), a.len());
            prop_assert_eq!(set(&ca.minus(&cb)), a.difference(&b).copied().collect());
            prop_assert_eq!(set(&ca.union(&cb)), a.union(&b).copied().collect());
            prop_assert_eq!(ca.is_subset(&cb), a.is_subset(&b));
            prop_assert_eq!(ca.union(&cb), Config::of_units(a.union(&b).copied()));
            prop_assert_eq!(ca.minus(&cb), Config::of_units(a.difference(&b).copied()));
            for unit in 0..60 {
                prop_assert_eq!(ca.contains(unit), a.contains(&unit));
            }
        }

        #[test]
        fn slice_and_its_complement_split_a_config(a in any_units(), from in 0usize..45, more in 0usize..45) {
            let config = Config::of_units(a.iter().copied());
            let (inside, outside) = (config.slice(from..from + more), config.without_slice(from..from + more));
            let expected: Vec<u32> = a.iter().copied().skip(from).take(more).collect();
            prop_assert_eq!(inside.units().collect::<Vec<_>>(), expected);
            prop_assert_eq!(inside.union(&outside), config);
        }
    }

    #[test]
    fn alternatives_survive_set_operations() {
        let mut config = Config::empty();
        config.push(0, 4, Choice::Keep);
        config.push(4, 6, Choice::Alternative(2));
        config.push(6, 8, Choice::Keep);
        assert_eq!(format!("{config:?}"), "{0-3 4-5=2 6-7}");
        assert_eq!(format!("{:?}", config.minus(&Config::of_units([1, 5]))), "{0 2-3 4=2 6-7}");
        assert_eq!(format!("{:?}", config.slice(3..5)), "{3 4=2}");
    }
}
