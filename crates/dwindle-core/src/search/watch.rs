//! Whether the best still fails: it is tested again where nothing else did for long.
//!
//! What a failure takes may go away while a search runs: a test that was ended leaves its lock behind, a server stops, a license expires. From
//! then on no candidate fails, and the best looks minimal. A lock left behind in the second test made 13,887 of 13,890 tests end alike.

use crate::Outcome;

/// After so many tests of which none failed the best is tested again, and then after so many times as many.
const FIRST: u64 = 128;
const TIMES: u64 = 4;

/// How many tests there were since one failed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    since: u64,
    next: u64,
}

impl Watch {
    pub(super) const fn new() -> Self {
        Self { since: 0, next: FIRST }
    }

    /// How many tests there were since one failed.
    pub(super) const fn since(self) -> u64 {
        self.since
    }

    /// Takes note of a test; gives whether the best is to be tested again.
    pub(super) fn is_due_after(&mut self, outcome: Outcome) -> bool {
        if outcome == Outcome::Fail {
            *self = Self::new();
            return false;
        }
        self.since += 1;
        let is_due = self.since == self.next;
        if is_due {
            self.next *= TIMES;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::space::{ListSpace, Space as _};
    use crate::strategy::{Dwindle, Strategy as _};
    use crate::{Engine, Id, Judgement, Reason, Stop, test};

    /// How a search ends whose test fails for its first `working` runs, wherever the units 3 and 777 are, with so many jobs; and how many tests it asked for.
    fn ended(working: u64, jobs: usize) -> (Result<Id, Stop>, u64) {
        let runs = AtomicU64::new(0);
        let items: Vec<u32> = (0..1000).collect();
        let test = test::on_items(&items, |items: &[u32]| {
            let is_working = runs.fetch_add(1, Ordering::SeqCst) < working;
            is_working && items.contains(&3) && items.contains(&777)
        });
        let (space, mut asked) = (Arc::new(ListSpace::new(1000)), 0);
        let ended = Engine::new().jobs(jobs).run(&test, |search| {
            search.adopt(&space, &space.full(), Outcome::Fail)?;
            search.watch_best();
            let reduced = search.run(&space, Dwindle::new(space.full()));
            asked = search.count().tests;
            Ok(space.id(reduced?.best()))
        });
        (ended, asked)
    }

    #[test]
    fn a_search_ends_soon_after_the_failure_is_gone() {
        assert!(ended(u64::MAX, 1).0.is_ok());
        // The last that fails may be asked about behind what another job has at work that long.
        for (working, jobs, behind) in [(0, 1, 0), (5, 1, 0), (5, 2, 1)] {
            let (ended, asked) = ended(working, jobs);
            assert!(matches!(&ended, Err(Stop::Gone(now)) if now.outcome == Outcome::Pass), "{ended:?}");
            assert!(asked <= working + behind + FIRST, "{asked} tests");
        }
    }

    #[test]
    fn another_failure_that_is_kept_is_the_one_that_is_not_gone() {
        let items: Vec<u32> = (0..200).collect();
        let shown = |items: &[u32]| (items.len() == 200).then(|| "other".to_owned());
        let test = test::on_items(&items, |items: &[u32]| match shown(items) {
            Some(signature) => Judgement::unresolved(Reason::OtherFailure { signature }),
            None => Outcome::Pass.into(),
        });
        let space = Arc::new(ListSpace::new(200));
        let ended = Engine::new().run(&test, |search| {
            search.keep_failure(Some("other"));
            search.begin_again(&space, &space.full())?;
            search.watch_best();
            search.run(&space, Dwindle::new(space.full()))?;
            Ok::<_, Stop>(search.count().tests)
        });
        assert!(matches!(ended, Ok(tests) if tests > FIRST), "{ended:?}");
    }

    #[test]
    fn the_best_is_tested_again_after_four_times_as_many_tests_and_at_first_again_after_one_that_fails() {
        let mut watch = Watch::new();
        let due =
            |watch: &mut Watch, tests: u64| (1..=tests).filter(|_| watch.is_due_after(Outcome::Pass)).count();
        assert_eq!([127, 1, 383, 1, 1535, 1].map(|tests| due(&mut watch, tests)), [0, 1, 0, 1, 0, 1]);
        assert!(!watch.is_due_after(Outcome::Fail));
        assert_eq!(due(&mut watch, FIRST), 1);
    }
}
