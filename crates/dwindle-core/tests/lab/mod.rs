//! Where a strategy and its naive counterpart are compared test for test.

use dwindle_core::{Config, Outcome, Strategy};
use std::collections::HashMap;

use crate::common::drive;
use crate::subject::{Kind, Subject, below, mix};

/// What was tested, in order, without repeats.
pub(crate) struct Lab<'a> {
    subject: &'a Subject,
    known: HashMap<Vec<u32>, Outcome>,
    pub(crate) tests: Vec<Vec<u32>>,
}

impl<'a> Lab<'a> {
    pub(crate) fn new(subject: &'a Subject) -> Self {
        Self { subject, known: HashMap::new(), tests: Vec::new() }
    }

    pub(crate) fn test(&mut self, kept: impl IntoIterator<Item = u32>) -> Outcome {
        let kept: Vec<u32> = kept.into_iter().collect();
        if let Some(&outcome) = self.known.get(&kept) {
            return outcome;
        }
        let outcome = self.subject.judge(&kept);
        self.tests.push(kept.clone());
        self.known.insert(kept, outcome);
        outcome
    }

    pub(crate) fn fails(&mut self, kept: &[u32]) -> bool {
        self.test(kept.iter().copied()) == Outcome::Fail
    }
}

/// Runs the library's strategy in a lab of its own.
pub(crate) fn ours<S: Strategy>(subject: &Subject, make: impl Fn(Config) -> S) -> (S, Lab<'_>) {
    let mut lab = Lab::new(subject);
    let end = drive(make(Config::full(subject.len as usize)), |config| lab.test(config.units()));
    (end, lab)
}

pub(crate) fn units(config: &Config) -> Vec<u32> {
    config.units().collect()
}

/// Calls `check` on 200 subjects of all kinds, with `DWINDLE_SLOW` on a thousand, of 1 to 200 units with 1 to 50 needed.
#[expect(clippy::disallowed_methods, reason = "whether slow runs are wanted is for whoever runs the test")]
pub(crate) fn on_subjects_of_all_kinds(check: impl Fn(&Subject)) {
    let subjects = if std::env::var_os("DWINDLE_SLOW").is_some() { 1000 } else { 200 };
    for (seed, &kind) in (0..subjects).zip(Kind::ALL.iter().cycle()) {
        let draw = mix(seed);
        let len = 1 + below(draw, 200);
        let needed = 1 + below(draw >> 32, 50);
        check(&Subject::new(len, needed, kind, seed));
    }
}
