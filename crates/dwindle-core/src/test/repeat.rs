//! Flaky tests: several runs for one judgement.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::control::Stopper;
use crate::test::{Executor, NoJudgement, Slot};
use crate::{Candidate, Judgement, Outcome, Reason};

/// Runs another test up to `runs` times a candidate: it fails when at least `quorum` of the runs fail.
///
/// Runs end as soon as the answer is certain. Where the quorum is missed although some runs failed, the
/// outcome is that of most other runs, so a candidate that fails too seldom counts as passing.
#[derive(Debug)]
pub struct Repeat<T> {
    inner: T,
    quorum: u32,
    runs: u32,
    measured: Mutex<Flakiness>,
}

/// How often repeated runs of one candidate disagreed, as measured so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Flakiness {
    /// Candidates judged.
    pub candidates: u64,
    /// Of these, those whose runs did not all come out alike.
    pub disagreeing: u64,
    /// Runs in all.
    pub runs: u64,
}

impl<T> Repeat<T> {
    /// Asks for `quorum` failing runs out of `runs`.
    ///
    /// # Panics
    /// When `quorum` is 0 or greater than `runs`.
    pub fn new(inner: T, quorum: u32, runs: u32) -> Self {
        assert!((1..=runs).contains(&quorum), "a quorum of {quorum} out of {runs} runs makes no sense");
        Self { inner, quorum, runs, measured: Mutex::default() }
    }

    /// The test that is repeated.
    pub const fn inner(&self) -> &T {
        &self.inner
    }

    /// What was measured so far.
    pub fn flakiness(&self) -> Flakiness {
        *self.measured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, runs: u32, agree: bool) {
        let mut measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        measured.candidates += 1;
        measured.disagreeing += u64::from(!agree);
        measured.runs += u64::from(runs);
    }
}

impl<T: Executor> Executor for Repeat<T> {
    fn capacity(&self) -> Option<NonZeroUsize> {
        self.inner.capacity()
    }

    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(RepeatSlot { repeat: self, slot: self.inner.open(slot)? }))
    }
}

struct RepeatSlot<'a, T> {
    repeat: &'a Repeat<T>,
    slot: Box<dyn Slot + 'a>,
}

impl<T: Executor> Slot for RepeatSlot<'_, T> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let Repeat { quorum, runs, .. } = *self.repeat;
        let mut by_outcome = [0; 3];
        let mut reason: Option<Reason> = None;
        let mut duration = Duration::ZERO;
        for run in 1..=runs {
            let judgement = self.slot.judge(candidate, patience)?;
            by_outcome[judgement.outcome as usize] += 1;
            duration += judgement.duration;
            reason = reason.or(judgement.reason);
            let fails = by_outcome[Outcome::Fail as usize];
            if fails < quorum && fails + (runs - run) >= quorum {
                continue;
            }
            self.repeat.count(run, by_outcome.iter().filter(|&&count| count > 0).count() == 1);
            let [_, passes, unresolved] = by_outcome;
            let judgement = if fails >= quorum {
                Judgement::new(Outcome::Fail)
            } else if passes >= unresolved {
                Judgement::new(Outcome::Pass)
            } else {
                Judgement::unresolved(reason.unwrap_or(Reason::Flaky { fails, runs: run }))
            };
            return Ok(judgement.lasting(duration));
        }
        unreachable!("the last run always decides, since the quorum is at most the number of runs")
    }

    fn stopper(&self) -> Option<Stopper> {
        self.slot.stopper()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::on_texts;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn check(script: &'static [Outcome], quorum: u32, runs: u32, expected: Outcome, expected_runs: u64) {
        let at = AtomicUsize::new(0);
        let scripted = on_texts(|_| script[at.fetch_add(1, Ordering::Relaxed)]);
        let test = Repeat::new(scripted, quorum, runs);
        let judgement = test.open(0).unwrap().judge(&Candidate::Text(Vec::new()), 1).unwrap();
        assert_eq!((judgement.outcome, test.flakiness().runs), (expected, expected_runs));
    }

    #[test]
    fn runs_end_as_soon_as_the_answer_is_certain() {
        use Outcome::{Fail, Pass, Unresolved};
        check(&[Fail], 1, 5, Fail, 1);
        check(&[Pass, Pass, Fail], 1, 3, Fail, 3);
        check(&[Pass, Pass], 2, 3, Pass, 2);
        check(&[Fail, Pass, Fail], 2, 3, Fail, 3);
        check(&[Unresolved, Unresolved, Pass], 1, 3, Unresolved, 3);
    }

    #[test]
    fn disagreement_is_measured() {
        let at = AtomicUsize::new(0);
        let alternating = |_: &[u8]| {
            if at.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { Outcome::Pass } else { Outcome::Fail }
        };
        let test = Repeat::new(on_texts(alternating), 1, 2);
        for _ in 0..4 {
            test.open(0).unwrap().judge(&Candidate::Text(Vec::new()), 1).unwrap();
        }
        assert_eq!(test.flakiness(), Flakiness { candidates: 4, disagreeing: 4, runs: 8 });
    }
}
