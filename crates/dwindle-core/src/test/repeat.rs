//! Flaky tests: several runs for one judgement.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::bar::Bar;
use super::rates::Rates;
use crate::control::Stopper;
use crate::test::{Executor, NoJudgement, Slot};
use crate::{Candidate, Judgement, Outcome, Reason};

/// Runs another test several times a candidate, until its [`Rule`] has decided.
///
/// Where a candidate does not fail although some of its runs did, the outcome is that of most other runs, so one that fails
/// too seldom counts as passing.
#[derive(Debug)]
pub struct Repeat<T> {
    inner: T,
    rule: Rule,
    measured: Mutex<Flakiness>,
}

/// When the runs of a candidate are enough, and what they say.
#[derive(Clone, Debug)]
pub enum Rule {
    /// It fails when at least `quorum` of `runs` runs fail. Runs end as soon as that is certain.
    Quorum {
        /// So many have to fail.
        quorum: u32,
        /// Of so many.
        runs: u32,
    },
    /// It fails when it fails often enough, as Wald's sequential test finds it out.
    Sequential(Rates),
    /// The same, with a rate that rises. A candidate that fails is run until it is known how often it does, which is the reason
    /// of its judgement.
    Rising(Arc<Bar>),
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

impl Rule {
    /// So many runs that take too long are enough where it was measured how often the input fails.
    const LATE: u32 = 2;
    /// One run says it.
    pub const ONCE: Self = Self::Quorum { quorum: 1, runs: 1 };

    /// The rule for one candidate, and how often it runs at least if it fails.
    fn of_one(&self) -> (Self, u32) {
        match self {
            Self::Rising(bar) if bar.wants_all() => {
                (Self::Quorum { quorum: Bar::ALWAYS, runs: Bar::ALWAYS }, Bar::ALWAYS)
            }
            Self::Rising(bar) => (Self::Sequential(bar.rates()), bar.least_runs()),
            rule => (rule.clone(), 1),
        }
    }

    /// Whether a candidate fails of which `fails` of `runs` runs failed; `None` while that is open.
    fn decided(&self, fails: u32, runs: u32) -> Option<bool> {
        match *self {
            Self::Quorum { quorum, runs: most } => {
                let (is_met, is_missed) = (fails >= quorum, fails + (most - runs) < quorum);
                (is_met || is_missed).then_some(is_met)
            }
            Self::Sequential(rates) => rates.decided(fails, runs),
            Self::Rising(_) => self.of_one().0.decided(fails, runs),
        }
    }

    /// Whether so many runs that took too long are enough, if none failed: each takes as long as a test may, and in those that measured
    /// the input it was hardly ever so.
    fn hangs(&self, fails: u32, late: u32) -> Option<bool> {
        let is_measured = matches!(self, Self::Sequential(_));
        (is_measured && fails == 0 && late >= Self::LATE).then_some(false)
    }
}

impl<T> Repeat<T> {
    /// Runs `inner` until `rule` has decided.
    ///
    /// # Panics
    /// When a quorum is 0 or greater than the number of runs.
    pub fn new(inner: T, rule: Rule) -> Self {
        if let Rule::Quorum { quorum, runs } = rule {
            assert!((1..=runs).contains(&quorum), "a quorum of {quorum} out of {runs} runs makes no sense");
        }
        Self { inner, rule, measured: Mutex::default() }
    }

    /// Decides by `rule` from now on, and measures anew.
    pub fn set_rule(&mut self, rule: Rule) {
        (self.rule, self.measured) = (rule, Mutex::default());
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
        let mut by_outcome = [0; 3];
        let mut reason: Option<Reason> = None;
        let mut duration = Duration::ZERO;
        let (rule, least) = self.repeat.rule.of_one();
        let (mut decided, mut late) = (None, 0);
        loop {
            let judgement = self.slot.judge(candidate, patience)?;
            by_outcome[judgement.outcome as usize] += 1;
            let [fails, passes, unresolved] = by_outcome;
            let runs = fails + passes + unresolved;
            late += u32::from(judgement.timed_out());
            decided = decided.or_else(|| rule.decided(fails, runs)).or_else(|| rule.hangs(fails, late));
            if runs == 1 && decided.is_some() && least == 1 {
                self.repeat.count(1, true);
                return Ok(judgement);
            }
            duration += judgement.duration;
            reason = reason.or(judgement.reason);
            let Some(is_failing) = decided.filter(|is_failing| !is_failing || runs >= least) else {
                continue;
            };
            self.repeat.count(runs, by_outcome.iter().filter(|&&count| count > 0).count() == 1);
            let judgement = if is_failing {
                let mut judgement = Judgement::new(Outcome::Fail);
                if let Rule::Rising(bar) = &self.repeat.rule {
                    bar.note(candidate, fails, runs);
                    judgement.reason = Some(Reason::Flaky { fails, runs });
                }
                judgement
            } else if matches!(&self.repeat.rule, Rule::Rising(bar) if bar.wants_all()) {
                return Err(NoJudgement::Stopped);
            } else if passes >= unresolved {
                Judgement::new(Outcome::Pass)
            } else {
                Judgement::unresolved(reason.unwrap_or(Reason::Flaky { fails, runs }))
            };
            return Ok(judgement.lasting(duration));
        }
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
        let test = Repeat::new(scripted, Rule::Quorum { quorum, runs });
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
    fn a_candidate_that_hangs_is_run_twice() {
        let late = || Judgement::unresolved(Reason::Timeout { limit_ms: 1000 });
        let seldom = Rule::Sequential(Rates::of_input(20, 400));
        let check = |first: Judgement, expected: u64| {
            let at = AtomicUsize::new(0);
            let scripted = on_texts(|_: &[u8]| match at.fetch_add(1, Ordering::Relaxed) {
                0 => first.clone(),
                _ => late(),
            });
            let test = Repeat::new(scripted, seldom.clone());
            let judgement = test.open(0).unwrap().judge(&Candidate::Text(Vec::new()), 1).unwrap();
            assert_eq!((judgement.outcome, test.flakiness().runs), (Outcome::Unresolved, expected));
        };
        check(late(), 2);
        check(Judgement::new(Outcome::Pass), 3);
        // One that failed once is not given up for that.
        check(Judgement::new(Outcome::Fail), 231);
    }

    #[test]
    fn disagreement_is_measured() {
        let at = AtomicUsize::new(0);
        let alternating = |_: &[u8]| {
            if at.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { Outcome::Pass } else { Outcome::Fail }
        };
        let test = Repeat::new(on_texts(alternating), Rule::Quorum { quorum: 1, runs: 2 });
        for _ in 0..4 {
            test.open(0).unwrap().judge(&Candidate::Text(Vec::new()), 1).unwrap();
        }
        assert_eq!(test.flakiness(), Flakiness { candidates: 4, disagreeing: 4, runs: 8 });
    }
}
