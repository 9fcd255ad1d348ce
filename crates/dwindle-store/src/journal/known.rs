//! The outcomes of candidates that were tested before.

use std::collections::BTreeMap;

use dwindle::{Id, Judgement};

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
    /// Whether candidates were run until it was clear whether they fail often enough.
    is_repeated: bool,
}

impl Known {
    /// Adds what `record` says of a candidate, if it does and nothing is known of that yet.
    ///
    /// Once a best says how often the input failed, what one run each said before is known no more.
    pub fn add(&mut self, record: &Record) {
        match record {
            Record::Best(best) if best.reliability.is_some() && !self.is_repeated => {
                *self = Self { is_repeated: true, ..Self::default() };
            }
            Record::Test(test) if !test.is_provisional() => {
                self.open.remove(&test.id);
                self.judgements.entry(test.id).or_insert_with(|| test.judgement());
            }
            Record::Test(test) if test.judgement().timed_out() => {
                self.open.insert(test.id, test.judgement());
            }
            Record::Asked(asked) => {
                if let Some(judgement) = self.open.remove(&asked.id) {
                    self.judgements.entry(asked.id).or_insert(judgement);
                }
            }
            _ => {}
        }
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

    use dwindle::Outcome;

    use super::super::{Best, Reliability, Tally, Test};
    use super::*;

    fn test(id: u128) -> Record {
        let (outcome, reason, duration) = (Outcome::Pass, None, Duration::ZERO);
        Record::Test(Test { n: 1, id: Id(id), outcome, reason, duration, size: 9, units: 9, confirms: false })
    }

    fn best(asked: u64, size: u64, reliability: Option<Reliability>) -> Record {
        let (unit, algorithm) = (String::new(), String::new());
        let id = Id(size.into());
        Record::Best(Best { asked, id, size, units: size, unit, algorithm, origin: None, reliability })
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
}
