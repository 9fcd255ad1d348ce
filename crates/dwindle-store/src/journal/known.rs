//! The outcomes of candidates that were tested before.

use std::collections::BTreeMap;

use dwindle::{Id, Judgement, Outcome};

use super::Record;

/// The judgements in a journal, by candidate.
///
/// A candidate's first judgement holds, so re-judging it later (when resuming) cannot quietly replace what
/// was built on it. A timeout is not a judgement before the run alone that confirms it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    judgements: BTreeMap<Id, Judgement>,
}

impl Known {
    /// Adds what `record` says of a candidate, if it does and nothing is known of that yet.
    pub fn add(&mut self, record: &Record) {
        if let Record::Test(test) = record
            && !test.is_provisional()
        {
            self.judgements.entry(test.id).or_insert_with(|| test.judgement());
        }
    }

    /// What is known of `id`.
    pub fn get(&self, id: Id) -> Option<&Judgement> {
        self.judgements.get(&id)
    }

    /// All outcomes that are known, in the order of the candidates' identities.
    pub fn outcomes(&self) -> impl Iterator<Item = (Id, Outcome)> {
        self.judgements.iter().map(|(&id, judgement)| (id, judgement.outcome))
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
