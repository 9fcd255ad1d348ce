//! The limit of time that nobody named falls as candidates become faster.
//!
//! It falls when a candidate becomes the best, which happens in serial order, and by what the journal says of tests: so it falls at the
//! same bests with any number of jobs, and in a run that continues.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use dwindle::{Id, Outcome};
use dwindle_exec::TimeLimit;
use dwindle_store::journal::Record;

use crate::session::judge::usual_limit;

/// Of so many bests the slowest says what is usual by now.
const RECENT: usize = 5;

/// How long the bests took lately.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Falling {
    /// How long the tests of failing candidates took.
    took: HashMap<Id, Duration>,
    recent: VecDeque<Duration>,
}

impl Falling {
    /// Takes note of a test.
    pub(in crate::session) fn tested(&mut self, id: Id, outcome: Outcome, duration: Duration) {
        if outcome == Outcome::Fail {
            self.took.insert(id, duration);
        }
    }

    /// The same, from a journal.
    pub(in crate::session) fn add(&mut self, record: &Record) {
        if let Record::Test(test) = record {
            self.tested(test.id, test.outcome, test.duration);
        }
    }

    /// Makes `limit` that of the last bests, this one included, if that is at most half of it.
    pub(in crate::session) fn best(&mut self, id: Id, limit: &TimeLimit) {
        let Some(took) = self.took.get(&id) else { return };
        self.recent.push_back(*took);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        let usual = self.recent.iter().max().map(|slowest| usual_limit(*slowest));
        if self.recent.len() == RECENT
            && let (Some(usual), Some(before)) = (usual, limit.get())
            && usual * 2 <= before
        {
            limit.set(Some(usual));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_falls_by_half_or_more_when_five_bests_were_fast_and_never_rises() {
        let (limit, mut falling) = (TimeLimit::default(), Falling::default());
        limit.set(Some(Duration::from_secs(41)));
        let mut after = |nth: u64, ms: u64, outcome| {
            let id = dwindle::Text::new(nth.to_string().into_bytes()).unwrap().id();
            falling.tested(id, outcome, Duration::from_millis(ms));
            falling.best(id, &limit);
            limit.get().unwrap().as_millis()
        };
        for nth in 0..4 {
            assert_eq!(after(nth, 1000, Outcome::Fail), 41_000, "too few to tell");
        }
        assert_eq!(after(4, 2000, Outcome::Fail), 9000);
        assert_eq!(after(5, 100, Outcome::Pass), 9000, "that was not the test of a best");
        for nth in 6..10 {
            assert_eq!(after(nth, 900, Outcome::Fail), 9000, "one of the last five took two seconds");
        }
        assert_eq!(after(10, 900, Outcome::Fail), 9000, "not by half");
        for nth in 11..15 {
            assert_eq!(after(nth, 100, Outcome::Fail), 9000);
        }
        assert_eq!(after(15, 100, Outcome::Fail), 1400);
        for nth in 16..30 {
            assert_eq!(after(nth, 5000, Outcome::Fail), 1400);
        }
    }
}
