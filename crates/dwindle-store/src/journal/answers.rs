//! Where the answers of one start of the program came from, in numbers that add up.

use std::collections::BTreeMap;

use dwindle::{Id, Outcome, Reason};

use super::{Asked, Test};

/// The numbers of the program's latest start.
///
/// Each candidate that the search asked about was either run for it or [answered from memory](Self::remembered), so
/// [`asked`](Self::asked) is the sum of both and the sum of the three outcomes. Each test that ran was run for one
/// of these candidates, [ahead](Self::ahead) of the search, or to [confirm](Self::confirmations) an outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    known: BTreeMap<Id, Known>,
    /// Each reason once, with its place in `numbered`.
    reasons: BTreeMap<Reason, usize>,
    numbered: Vec<Reason>,
    starts: u64,
    outcomes: [u64; 3],
    /// By what reason how many came out unresolved; in the order in which the reasons were met.
    because: Vec<(usize, u64)>,
    remembered: u64,
    ran: u64,
    confirmations: u64,
}

/// What is known of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    outcome: Outcome,
    reason: Option<usize>,
    /// The start of the program in which the search ran it last.
    searched: Option<u64>,
    is_provisional: bool,
}

impl Answers {
    /// The program started again: the numbers begin anew, and what is known stays.
    pub(super) fn start(&mut self) {
        let Self { known, reasons, numbered, starts, .. } = std::mem::take(self);
        *self = Self { known, reasons, numbered, starts: starts + 1, ..Self::default() };
    }

    /// A test ran.
    pub(super) fn add_test(&mut self, test: &Test) {
        self.ran += 1;
        self.confirmations += u64::from(test.confirms);
        let reason = test.reason.as_ref().map(|reason| self.number(reason));
        let before = self.known.get(&test.id).copied();
        let searched =
            if test.confirms { before.and_then(|known| known.searched) } else { Some(self.starts) };
        let judged = Known { outcome: test.outcome, reason, searched, is_provisional: test.is_provisional() };
        let known = match before {
            // A confirmation says nothing new, unless a timeout waited for it.
            Some(known) if test.confirms && !known.is_provisional => known,
            _ => judged,
        };
        self.known.insert(test.id, known);
    }

    /// The search was given an answer.
    pub(super) fn add_asked(&mut self, asked: &Asked) {
        let Some(known) = self.known.get(&asked.id).filter(|_| !asked.known) else { return };
        self.outcomes[known.outcome as usize] += 1;
        self.remembered += u64::from(known.searched != Some(self.starts));
        if let Some(reason) = known.reason.filter(|_| known.outcome == Outcome::Unresolved) {
            match self.because.iter_mut().find(|(number, _)| *number == reason) {
                Some((_, times)) => *times += 1,
                None => self.because.push((reason, 1)),
            }
        }
    }

    fn number(&mut self, reason: &Reason) -> usize {
        if let Some(number) = self.reasons.get(reason) {
            return *number;
        }
        self.reasons.insert(reason.clone(), self.numbered.len());
        self.numbered.push(reason.clone());
        self.numbered.len() - 1
    }

    /// How many candidates the search asked about: its logical tests.
    pub fn asked(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// How many of these came out as `outcome`.
    pub const fn came_out(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Why some were unresolved, the most frequent reason first; ties in the order of coming up.
    pub fn reasons(&self) -> Vec<(&Reason, u64)> {
        let mut because: Vec<_> =
            self.because.iter().map(|&(number, times)| (&self.numbered[number], times)).collect();
        because.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        because
    }

    /// How many of the candidates asked about were known: from the checks, or from an earlier start.
    pub const fn remembered(&self) -> u64 {
        self.remembered
    }

    /// How many tests ran to their end, for whatever reason.
    pub const fn ran(&self) -> u64 {
        self.ran
    }

    /// How many of these were run to see whether a known outcome comes out again, those of the checks included.
    pub const fn confirmations(&self) -> u64 {
        self.confirmations
    }

    /// How many of these were run for what the search might have asked, and did not.
    pub fn ahead(&self) -> u64 {
        (self.ran - self.confirmations).saturating_sub(self.asked() - self.remembered)
    }
}
