//! The numbers of a run, recomputed from its journal.

use std::collections::BTreeMap;

use super::answers::Counter;
use super::{Answers, Record};

/// The numbers of a run: the only source of any number shown to the user.
///
/// Where the latest start's answers came from adds up; the serial numbers (logical tests, sizes) do not, because a
/// resumed run goes through the same questions again: they are those of the start that got furthest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    serial: Serial,
    furthest: Serial,
    answers: Counter,
    is_repeated: bool,
}

/// The numbers in serial order, from the start of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Serial {
    asked: u64,
    repeats: u64,
    sizes: BTreeMap<u64, SizeAt>,
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
    /// Adds the next record.
    pub fn add(&mut self, record: &Record) {
        match record {
            Record::Run(_) => {
                self.answers.start();
                // The run goes through the same questions again, so its numbers are not to be added up.
                self.furthest = self.serial().clone();
                self.serial = Serial::default();
            }
            Record::Test(test) => self.answers.add_test(test),
            Record::Asked(asked) => {
                self.answers.add_asked(asked);
                self.serial.asked = asked.n;
                self.serial.repeats += u64::from(asked.known);
            }
            Record::Best(best) => {
                if best.begins_anew(self.is_repeated) {
                    // The search began anew, and what it came to before may not be the best.
                    (self.furthest, self.serial) = Default::default();
                    self.is_repeated |= best.reliability.is_some();
                }
                self.serial
                    .sizes
                    .insert(best.asked, SizeAt { asked: best.asked, size: best.size, units: best.units });
            }
            Record::End(end) => self.add_again(end.again),
            Record::Stage(_) => {}
        }
    }

    /// So many tests ran after the search, to confirm what it came to.
    pub fn add_again(&mut self, times: u64) {
        self.answers.add_again(times);
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
    pub fn answers(&self) -> Answers {
        self.answers.answers()
    }
}
