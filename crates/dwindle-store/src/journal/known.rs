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
}

impl Known {
    /// Adds what `record` says of a candidate, if it does and nothing is known of that yet.
    pub fn add(&mut self, record: &Record) {
        match record {
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
