//! Where the answers of one start of the program came from, in numbers that add up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use dwindle::{Id, Outcome, Reason};
use serde::Serialize;

use super::{Asked, Test};

/// What the search asked about and how that came out, and what tests ran, since the program's latest start.
///
/// Each candidate that the search asked about was either run for it or answered from memory, so [`asked`](Self::asked)
/// is the sum of both and the sum of the three outcomes. Each test that ran was run for one of these candidates, ahead
/// of the search, or to confirm an outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answers {
    /// How many of the candidates asked about failed.
    pub fail: u64,
    /// How many of them passed.
    pub pass: u64,
    /// How many of them were unresolved.
    pub unresolved: u64,
    /// Why, the most frequent reason first; ties in the order of coming up.
    pub reasons: Vec<Because>,
    /// How many of them were known: from the checks, or from an earlier start.
    pub remembered: u64,
    /// How many tests ran to their end, for whatever reason.
    pub ran: u64,
    /// How many of these were run for what the search might have asked, and did not.
    pub ahead: u64,
    /// How many of these were run to see whether a known outcome comes out again, those of the checks included.
    pub confirming: u64,
    /// How long those that ran took, one after the other.
    #[serde(skip)]
    pub time: Duration,
}

/// Why tests were unresolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Because {
    /// The reason, in words.
    pub reason: String,
    /// How many were for that reason.
    pub times: u64,
}

impl Answers {
    /// How many candidates the search asked about: its logical tests.
    pub const fn asked(&self) -> u64 {
        self.fail + self.pass + self.unresolved
    }

    /// Those of two searches.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for Because { reason, times } in other.reasons {
            match self.reasons.iter_mut().find(|because| because.reason == reason) {
                Some(because) => because.times += times,
                None => self.reasons.push(Because { reason, times }),
            }
        }
        self.reasons.sort_by_key(|because| std::cmp::Reverse(because.times));
        Self {
            fail: self.fail + other.fail,
            pass: self.pass + other.pass,
            unresolved: self.unresolved + other.unresolved,
            reasons: self.reasons,
            remembered: self.remembered + other.remembered,
            ran: self.ran + other.ran,
            ahead: self.ahead + other.ahead,
            confirming: self.confirming + other.confirming,
            time: self.time + other.time,
        }
    }
}

/// Counts the answers of each start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    known: BTreeMap<Id, Known>,
    /// Each reason once.
    reasons: BTreeSet<Arc<Reason>>,
    starts: u64,
    /// By what reason how many came out unresolved; in the order in which the reasons were met.
    because: Vec<(Arc<Reason>, u64)>,
    /// The numbers that are counted, and not made of others.
    counted: Answers,
}

/// What is known of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    outcome: Outcome,
    reason: Option<Arc<Reason>>,
    /// The start of the program in which the search ran it last.
    searched: Option<u64>,
    is_provisional: bool,
}

impl Counter {
    /// The program started again: the numbers begin anew, and what is known stays.
    pub(super) fn start(&mut self) {
        self.starts += 1;
        self.because.clear();
        self.counted = Answers::default();
    }

    /// A test ran.
    pub(super) fn add_test(&mut self, test: &Test) {
        self.counted.ran += 1;
        self.counted.time += test.duration;
        self.counted.confirming += u64::from(test.confirms);
        let before = self.known.get(&test.id);
        // A confirmation says nothing new, unless a timeout waited for it.
        if test.confirms && before.is_some_and(|known| !known.is_provisional) {
            return;
        }
        let searched =
            if test.confirms { before.and_then(|known| known.searched) } else { Some(self.starts) };
        let reason = test.reason.as_ref().map(|reason| self.shared(reason));
        let known = Known { outcome: test.outcome, reason, searched, is_provisional: test.is_provisional() };
        self.known.insert(test.id, known);
    }

    /// So many tests ran after the search.
    pub(super) fn add_again(&mut self, times: u64) {
        self.counted.ran += times;
        self.counted.confirming += times;
    }

    /// The search was given an answer.
    pub(super) fn add_asked(&mut self, asked: &Asked) {
        let Some(known) = self.known.get(&asked.id).filter(|_| !asked.known) else { return };
        let Answers { fail, pass, unresolved, remembered, .. } = &mut self.counted;
        *remembered += u64::from(known.searched != Some(self.starts));
        match known.outcome {
            Outcome::Fail => *fail += 1,
            Outcome::Pass => *pass += 1,
            Outcome::Unresolved => {
                *unresolved += 1;
                let Some(reason) = &known.reason else { return };
                match self.because.iter_mut().find(|(met, _)| met == reason) {
                    Some((_, times)) => *times += 1,
                    None => self.because.push((reason.clone(), 1)),
                }
            }
        }
    }

    fn shared(&mut self, reason: &Reason) -> Arc<Reason> {
        if let Some(reason) = self.reasons.get(reason) {
            return reason.clone();
        }
        let reason = Arc::new(reason.clone());
        self.reasons.insert(reason.clone());
        reason
    }

    /// The numbers of the latest start.
    pub(super) fn answers(&self) -> Answers {
        let because =
            |(reason, times): &(Arc<Reason>, u64)| Because { reason: reason.to_string(), times: *times };
        let mut reasons: Vec<Because> = self.because.iter().map(because).collect();
        reasons.sort_by_key(|because| std::cmp::Reverse(because.times));
        let counted = self.counted.clone();
        let for_these = counted.asked() - counted.remembered;
        let ahead = (counted.ran - counted.confirming).saturating_sub(for_these);
        Answers { reasons, ahead, ..counted }
    }
}
