//! The outcomes of candidates that were tested before.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use dwindle::{Id, Judgement, Outcome};

use super::Record;

/// The judgements in a journal, by candidate.
///
/// A candidate's first judgement holds, so re-judging it later (when resuming) cannot quietly replace what
/// was built on it. A timeout is a judgement when a run alone confirmed it, or the search took it for an answer.
#[derive(Clone, Debug, Default)]
pub struct Known {
    judgements: BTreeMap<Id, Judgement>,
    /// Timeouts that nothing says of yet that they count.
    open: BTreeMap<Id, Judgement>,
    /// Of which candidates something became known since a test last failed.
    since: Vec<Id>,
    /// The same of earlier starts: that the input fails when the program starts says nothing of these.
    before: Vec<Id>,
    /// Whether candidates were run until it was clear whether they fail often enough.
    is_repeated: bool,
}

impl Known {
    /// Adds what `record` says of a candidate, if it does and nothing is known of that yet.
    ///
    /// Once a best says how often the input failed, what one run each said before is known no more; nor is anything once one says that the
    /// search began anew. Where the failure was gone in the end, what did not fail since it last showed is not known.
    pub fn add(&mut self, record: &Record) {
        match record {
            Record::Best(best) if best.begins_anew(self.is_repeated) => {
                let is_repeated = self.is_repeated || best.reliability.is_some();
                *self = Self { is_repeated, ..Self::default() };
            }
            Record::End(end) if end.gone => self.forget_since(),
            // The result failed again.
            Record::End(end) if end.again > 0 => {
                self.since.clear();
                self.before.clear();
            }
            Record::Run(_) => self.before.append(&mut self.since),
            Record::Test(test) => {
                if test.outcome == Outcome::Fail {
                    self.since.clear();
                }
                if !test.is_provisional() {
                    self.open.remove(&test.id);
                    self.learn(test.id, test.judgement());
                } else if test.judgement().timed_out() {
                    self.open.insert(test.id, test.judgement());
                }
            }
            Record::Asked(asked) => {
                if let Some(judgement) = self.open.remove(&asked.id) {
                    self.learn(asked.id, judgement);
                }
            }
            _ => {}
        }
    }

    /// The candidates of which something became known since a test last failed, the last one first.
    pub fn since_last_failure(&self) -> impl Iterator<Item = Id> {
        self.before.iter().chain(&self.since).rev().copied()
    }

    /// Forgets what became known since then.
    pub fn forget_since(&mut self) {
        for id in std::mem::take(&mut self.before).into_iter().chain(std::mem::take(&mut self.since)) {
            self.judgements.remove(&id);
        }
        self.open.clear();
    }

    fn learn(&mut self, id: Id, judgement: Judgement) {
        let Entry::Vacant(unknown) = self.judgements.entry(id) else { return };
        if judgement.outcome != Outcome::Fail {
            self.since.push(id);
        }
        unknown.insert(judgement);
    }

    /// Whether this was said by as many runs of each candidate as it took, because the input does not fail each time.
    pub const fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// What is known of `id`.
    pub fn get(&self, id: Id) -> Option<&Judgement> {
        self.judgements.get(&id)
    }

    /// All judgements that are known, in the order of the candidates' identities.
    pub fn judgements(&self) -> impl Iterator<Item = (Id, &Judgement)> {
        self.judgements.iter().map(|(&id, judgement)| (id, judgement))
    }

    /// Of how many candidates something is known.
    pub fn len(&self) -> usize {
        self.judgements.len()
    }

    /// Whether nothing is known of any candidate.
    pub fn is_empty(&self) -> bool {
        self.judgements.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Best, End, Ending, Reliability, Tally, Test};
    use super::*;

    fn test(id: u128) -> Record {
        test_that(Outcome::Pass, id)
    }

    fn test_that(outcome: Outcome, id: u128) -> Record {
        let (reason, duration) = (None, Duration::ZERO);
        Record::Test(Test { n: 1, id: Id(id), outcome, reason, duration, size: 9, units: 9, confirms: false })
    }

    fn best(asked: u64, size: u64, reliability: Option<Reliability>) -> Record {
        let (unit, algorithm) = (String::new(), String::new());
        let id = Id(size.into());
        Record::Best(Best {
            asked,
            id,
            size,
            units: size,
            unit,
            algorithm,
            origin: None,
            reliability,
            anew: false,
        })
    }

    #[test]
    fn what_one_run_each_said_counts_no_more_once_a_test_is_unreliable() {
        let (mut known, mut tally) = (Known::default(), Tally::default());
        let mut add = |record: &Record| {
            known.add(record);
            tally.add(record);
            (known.len(), known.is_repeated(), tally.size().map(|best| best.size))
        };
        let measured = Some(Reliability { fails: 18, runs: 20 });
        add(&test(1));
        assert_eq!(add(&best(7, 40, None)), (1, false, Some(40)));
        // What is larger is the best then.
        assert_eq!(add(&best(0, 90, measured)), (0, true, Some(90)));
        add(&test(2));
        // As it says again when the program starts again.
        assert_eq!(add(&best(0, 90, measured)), (1, true, Some(90)));
    }

    #[test]
    fn what_passed_while_the_failure_was_gone_is_not_known() {
        let mut known = Known::default();
        let end = |gone| Record::End(End { how: Ending::Unreliable, minimality: None, again: 0, gone });
        [1, 2].map(test).iter().for_each(|record| known.add(record));
        known.add(&test_that(Outcome::Fail, 3));
        [4, 5, 1].map(test).iter().for_each(|record| known.add(record));
        known.add(&end(false));
        assert_eq!(known.len(), 5);
        known.add(&end(true));
        let left: Vec<u128> = known.judgements().map(|(id, _)| id.0).collect();
        assert_eq!(left, [1, 2, 3]);
        // What was asked again since is known, and lost only if the failure is gone again.
        for again in [test_that(Outcome::Fail, 3), test(4), test_that(Outcome::Fail, 3)] {
            known.add(&again);
        }
        known.add(&end(true));
        assert!(known.get(Id(4)).is_some() && known.get(Id(5)).is_none());
    }

    #[test]
    fn what_tests_said_beside_each_other_counts_no_more_once_the_search_begins_anew() {
        let mut known = Known::default();
        known.add(&test(1));
        let Record::Best(first) = best(0, 90, None) else { panic!("it is a best") };
        known.add(&Record::Best(Best { anew: true, ..first }));
        known.add(&test(2));
        assert!(known.get(Id(1)).is_none() && known.get(Id(2)).is_some() && !known.is_repeated());
    }
}
