//! Removes one unit after the other, each with all that needs it.

use super::estimate::Estimate;
use crate::needs::Needs;
use crate::{Config, Outcome, Question, Strategy};
use std::sync::Arc;

/// The sweep of [`OneMinimal`](super::OneMinimal) among sets that are closed under needs.
///
/// Groups are asked to go from the last in order on, each with its reverse closure, until so many in a row could not
/// go as there are groups left.
///
/// # Source
/// The definition of 1-minimality (Zeller and Hildebrandt, 2002), of closed sets.
///
/// # Guarantee
/// Every configuration asked is closed. [`best`](Strategy::best) fails (or is the start), and for none of its units
/// the largest closed set without it fails, whether or not the test is monotone.
///
/// # Cost
/// `n` tests when nothing of n groups can go, and at most `n (n + 1) / 2`. All questions up to the next success are
/// known ahead.
///
/// # Determinism
/// A function of the start, the needs and the outcomes told.
#[derive(Clone, Debug)]
pub struct ReverseClosures {
    needs: Arc<Needs>,
    best: Config,
    kept: Config,
    /// What goes at each step, the last group of all first.
    steps: Arc<Vec<Config>>,
    at: usize,
    clean: usize,
    estimate: Estimate,
}

impl ReverseClosures {
    /// A sweep over `start`, which fails and is closed.
    pub fn new(start: Config, needs: Arc<Needs>) -> Self {
        Self::keeping(start, needs, &Config::empty())
    }

    /// A sweep over `start`, which fails and is closed, in which `kept` is never removed.
    pub fn keeping(start: Config, needs: Arc<Needs>, kept: &Config) -> Self {
        debug_assert!(needs.is_closed(&start), "needs are to be met from the beginning");
        let mut new = Self {
            needs,
            best: start,
            kept: kept.clone(),
            steps: Arc::default(),
            at: 0,
            clean: 0,
            estimate: Estimate::default(),
        };
        new.steps = Arc::new(new.steps(usize::MAX));
        new
    }

    /// How many removals from [`best`](Strategy::best) were asked and did not fail: a certificate once there is no
    /// question left.
    pub const fn certificate(&self) -> usize {
        self.clean
    }

    /// The steps over `best`, those of the groups before `first` at first, then round the end.
    fn steps(&self, first: usize) -> Vec<Config> {
        let groups = self.needs.groups();
        let (before, after) = groups.split_at(first.min(groups.len()));
        let in_turn = before.iter().rev().chain(after.iter().rev());
        let left = in_turn.filter(|group| self.best.contains(group[0]));
        let gone = left.map(|group| self.needs.reverse_closure(&Config::of_units(group.iter().copied())));
        // What has to stay cannot go.
        let free = gone.filter(|gone| self.kept.minus(gone).len() == self.kept.len());
        free.collect()
    }

    /// The place in order of the group that the present step is about.
    fn group(&self) -> usize {
        let gone = &self.steps[self.at];
        // Of a reverse closure the first group is the one that all others need.
        self.needs.groups().iter().position(|group| gone.contains(group[0])).expect("a step removes a group")
    }
}

impl Strategy for ReverseClosures {
    fn ask(&self, nth: usize) -> Option<Question> {
        if nth >= self.steps.len() - self.clean {
            return None;
        }
        let gone = &self.steps[(self.at + nth) % self.steps.len()];
        Some(Question::until_fail(self.best.minus(gone), self.estimate.chance(nth)))
    }

    fn tell(&mut self, outcome: Outcome) {
        assert!(self.clean < self.steps.len(), "there is no question to answer");
        self.estimate.count(outcome);
        if outcome == Outcome::Fail {
            let group = self.group();
            self.best = self.best.minus(&self.steps[self.at]);
            (self.at, self.clean) = (0, 0);
            self.steps = Arc::new(self.steps(group));
        } else {
            self.at = (self.at + 1) % self.steps.len();
            self.clean += 1;
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}
