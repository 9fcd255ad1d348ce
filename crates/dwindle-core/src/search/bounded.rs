//! A part of a search that ends where it does not pay.

use crate::search::Search;

/// How many tests a part of a search may take, and how many of them in a row may come to nothing.
///
/// What it is for: strategies that go on until nothing can go are worth much at first, and little where each test is dear
/// and better questions wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// So many logical tests at most.
    pub tests: u64,
    /// It ends after so many in a row in which the best lost less than [`least`](Self::least).
    pub misses: u64,
    /// What the best has to lose, several successes together, so that the tests until then were not in vain.
    pub least: u64,
}

/// A [`Bound`], and how far it is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounded {
    bound: Bound,
    tests: u64,
    misses: u64,
    /// How large the best was when it last had lost enough.
    size: u64,
}

impl Bounded {
    /// Whether nothing more is to be tested.
    pub(super) const fn is_spent(&self) -> bool {
        self.tests >= self.bound.tests || self.misses >= self.bound.misses
    }

    /// Counts a logical test, after which the best has this size.
    pub(super) const fn count(&mut self, best: u64) {
        self.tests += 1;
        self.misses += 1;
        if best.saturating_add(self.bound.least) <= self.size {
            (self.misses, self.size) = (0, best);
        }
    }
}

impl Search<'_> {
    /// Runs `work`, and once it has used up `bound`, answers all that it asks by pass, without tests.
    ///
    /// So any strategy ends with what it has, and no claim to be minimal is to be made of it. What was asked before and is
    /// asked again is no test and counts for nothing. Within another bound each counts for itself, and the inner one ends no
    /// later than the outer one.
    ///
    /// # Determinism
    /// Counts in serial order: jobs change nothing.
    pub fn bounded<R>(&mut self, bound: Bound, work: impl FnOnce(&mut Self) -> R) -> R {
        let size = self.best_size().unwrap_or(u64::MAX);
        self.bounds.push(Bounded { bound, tests: 0, misses: 0, size });
        let done = work(self);
        self.bounds.pop();
        done
    }

    /// Whether a bound around what is asked now is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.bounds.iter().any(Bounded::is_spent)
    }

    /// Counts a logical test for all bounds.
    pub(super) fn count_for_bounds(&mut self) {
        let best = self.best_size().unwrap_or(u64::MAX);
        self.bounds.iter_mut().for_each(|bounded| bounded.count(best));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Space, Unit};
    use crate::strategy::{Gallop, Strategy};
    use crate::{Engine, Outcome, Stop, Text, test};
    use std::sync::Arc;

    /// What a sweep through 40 bytes leaves, of which the first 20 are needed, and how many tests it takes.
    fn left(bound: Bound, jobs: usize) -> (usize, u64) {
        let needed: Vec<u8> = (0..20).collect();
        let text = Text::new((0..40).collect::<Vec<u8>>()).unwrap();
        let test = test::on_texts(|bytes: &[u8]| bytes.starts_with(&needed));
        let done = Engine::new().jobs(jobs).run(&test, |search| {
            let space = Arc::new(text.cut(Unit::Bytes));
            search.adopt(&space, &space.full(), Outcome::Fail)?;
            let gallop = search.bounded(bound, |search| search.run(&space, Gallop::new(space.full(), 1)))?;
            Ok::<_, Stop>((gallop.best().len(), search.count().tests))
        });
        done.unwrap()
    }

    #[test]
    fn it_ends_after_so_many_tests_or_misses() {
        let all = Bound { tests: 1000, misses: 1000, least: 1 };
        for jobs in [1, 4] {
            assert_eq!(left(all, jobs).0, 20);
            // One byte, two, four.
            assert_eq!(left(Bound { tests: 3, ..all }, jobs), (33, 3));
            // Eight more, not sixteen, four, not eight, not two.
            assert_eq!(left(Bound { misses: 2, ..all }, jobs), (21, 8));
            assert_eq!(left(Bound { tests: 0, ..all }, jobs), (40, 0));
        }
    }

    #[test]
    fn what_is_lost_little_by_little_counts_together() {
        let bound = Bound { tests: 1000, misses: 2, least: 3 };
        // One byte and two more are three.
        assert_eq!(left(bound, 1), (21, 8));
        assert_eq!(left(Bound { least: 100, ..bound }, 1), (37, 2));
    }
}
