//! The numbers of a run, recomputed from its journal.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use dwindle::{Id, Outcome, Reason};

use super::{Answers, End, Record, Test};

/// The numbers of a run: the only source of any number shown to the user.
///
/// A candidate is judged once, however often it ran: confirmations do not count, except that a timeout is
/// pending until it is confirmed, and then counts as what the confirming run said.
///
/// Tests add up over all starts of the program. The serial numbers (logical tests, sizes) do not, because a
/// resumed run goes through the same questions again: they are those of the start that got furthest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    ran: u64,
    judged: [u64; 3],
    confirmations: u64,
    pending: BTreeSet<Id>,
    reasons: BTreeMap<Reason, Count>,
    serial: Serial,
    furthest: Serial,
    running: Duration,
    starts: u64,
    answers: Answers,
    end: Option<End>,
}

/// The numbers in serial order, from the start of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Serial {
    asked: u64,
    repeats: u64,
    sizes: BTreeMap<u64, SizeAt>,
}

/// How often something came, and which one of its kind it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    times: u64,
    first: usize,
}

/// The size of the best after so many logical tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeAt {
    /// How many logical tests had been asked for.
    pub asked: u64,
    /// The best's size in bytes.
    pub size: u64,
    /// The best's size in units.
    pub units: u64,
}

impl Tally {
    /// The numbers that `records` amount to.
    pub fn from_records(records: &[Record]) -> Self {
        let mut tally = Self::default();
        for record in records {
            tally.add(record);
        }
        tally
    }

    /// Adds the next record.
    pub fn add(&mut self, record: &Record) {
        match record {
            Record::Run(_) => {
                self.starts += 1;
                self.answers.start();
                self.end = None;
                // The run goes through the same questions again, so its numbers are not to be added up.
                self.furthest = self.serial().clone();
                self.serial = Serial::default();
            }
            Record::Test(test) => self.add_test(test),
            Record::Asked(asked) => {
                self.answers.add_asked(asked);
                self.serial.asked = asked.n;
                self.serial.repeats += u64::from(asked.known);
            }
            Record::Best(best) => {
                self.serial
                    .sizes
                    .insert(best.asked, SizeAt { asked: best.asked, size: best.size, units: best.units });
            }
            Record::Stage(_) => {}
            Record::End(end) => self.end = Some(end.clone()),
        }
    }

    fn add_test(&mut self, test: &Test) {
        self.ran += 1;
        self.answers.add_test(test);
        self.running = self.running.saturating_add(test.duration);
        self.confirmations += u64::from(test.confirms);
        if test.is_provisional() {
            self.pending.insert(test.id);
            return;
        }
        let was_pending = self.pending.remove(&test.id);
        if test.confirms && !was_pending {
            return;
        }
        self.judged[test.outcome as usize] += 1;
        let Some(reason) = &test.reason else { return };
        if let Some(count) = self.reasons.get_mut(reason) {
            count.times += 1;
        } else {
            let first = self.reasons.len();
            self.reasons.insert(reason.clone(), Count { times: 1, first });
        }
    }

    /// How many candidates were judged with `outcome`.
    pub const fn judged(&self, outcome: Outcome) -> u64 {
        self.judged[outcome as usize]
    }

    /// How many tests ran that repeated known bytes on purpose.
    pub const fn confirmations(&self) -> u64 {
        self.confirmations
    }

    /// How many timeouts have not been confirmed yet.
    pub fn pending(&self) -> u64 {
        self.pending.len() as u64
    }

    /// How many tests ran to their end, for whatever reason.
    pub const fn ran(&self) -> u64 {
        self.ran
    }

    /// Why judgements were unresolved, the most frequent reason first; ties in the order of coming up.
    pub fn reasons(&self) -> Vec<(&Reason, u64)> {
        let mut counts: Vec<_> = self.reasons.iter().collect();
        counts.sort_by_key(|(_, count)| (std::cmp::Reverse(count.times), count.first));
        counts.into_iter().map(|(reason, count)| (reason, count.times)).collect()
    }

    /// The serial numbers of the run that got furthest.
    fn serial(&self) -> &Serial {
        let progress = |serial: &Serial| (serial.asked, serial.repeats, serial.sizes.len());
        if progress(&self.furthest) > progress(&self.serial) { &self.furthest } else { &self.serial }
    }

    /// How many logical tests there were: distinct candidates that the serial truth asked for.
    pub fn asked(&self) -> u64 {
        self.serial().asked
    }

    /// How often the serial truth asked for a candidate again.
    pub fn repeats(&self) -> u64 {
        self.serial().repeats
    }

    /// The best's size over logical tests, in order.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = SizeAt> + '_ {
        self.serial().sizes.values().copied()
    }

    /// The best's last size.
    pub fn size(&self) -> Option<SizeAt> {
        self.serial().sizes.values().next_back().copied()
    }

    /// Where the answers of the latest start came from.
    pub const fn answers(&self) -> &Answers {
        &self.answers
    }

    /// How long all tests ran, added up over all jobs.
    pub const fn running(&self) -> Duration {
        self.running
    }

    /// How often the program was started.
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// How the last run ended; `None` while it runs, or when it was killed.
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }
}
