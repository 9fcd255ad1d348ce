//! Legs: parts of a search that are ended when they remove less for their tests than another part promises.
//!
//! A leg is ended by [`Stop::Yielded`](super::Stop::Yielded). The outcomes that it learned stay known, so the same
//! work, begun again later, asks its first questions without a test and goes on where it was ended.

use crate::space::Shared;
use crate::{Config, Text};

/// How fast what was taken and asked fades: after so many tests a third of it is left.
const MEMORY: f64 = 16.0;

/// How many tests the promise of something is worth that has not been tried: with as many in vain, half of it is left.
const OPTIMISM: f64 = 4.0;

/// As many tests in vain leave next to nothing of a promise.
const PUT_OFF: f64 = 1e6;

/// What something took for its tests so far, and what it may take for the next one.
///
/// What is taken is the part of the size that went with a test, so that what counts is the same for large and small texts.
///
/// # Determinism
/// A function of the outcomes: sums and products of doubles, which are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// What one test is taken to take where nothing is known.
    promise: f64,
    /// What the last tests took, and how many they were; those that are long ago count less.
    taken: f64,
    tests: f64,
    /// Tests that did not take what was promised.
    idle: f64,
}

impl Account {
    /// Nothing is known but a promise: the part of the size that one test may take.
    pub const fn new(promise: f64) -> Self {
        Self { promise, taken: 0.0, tests: 0.0, idle: 0.0 }
    }

    /// What promises so much that its rate is `at_least` after so many tests in vain.
    pub fn for_patience(at_least: f64, patience: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let patience = patience as f64;
        Self::new(at_least * (OPTIMISM + patience) / OPTIMISM)
    }

    /// With another promise.
    #[must_use]
    pub const fn promising(self, promise: f64) -> Self {
        Self { promise, ..self }
    }

    /// Of work that came to its own end: what it took says nothing of what is left.
    #[must_use]
    pub const fn taking_no_more(self) -> Self {
        Self { taken: 0.0, ..self }
    }

    /// Of work that was put off: it promises next to nothing until all else does.
    #[must_use]
    pub const fn put_off(self) -> Self {
        Self { taken: 0.0, idle: PUT_OFF, ..self }
    }

    /// What one more test may take: what the last ones did, and of the promise as much as tests in vain have left of it.
    pub fn rate(&self) -> f64 {
        let recent = if self.tests > 0.0 { self.taken / self.tests } else { 0.0 };
        recent.max(self.promise * OPTIMISM / (OPTIMISM + self.idle))
    }

    /// Counts a test that took this part of the size.
    pub fn count(&mut self, part: f64) {
        let fading = 1.0 - 1.0 / MEMORY;
        self.taken = self.taken * fading + part;
        self.tests = self.tests * fading + 1.0;
        self.idle = (self.idle + 1.0) * (1.0 - part / self.promise).max(0.0);
    }

    /// Something else left this part of the size: of what is known as much counts less as half of what went.
    pub fn shrunk(&mut self, left: f64) {
        let left = f64::midpoint(1.0, left);
        (self.taken, self.tests, self.idle) = (self.taken * left, self.tests * left, self.idle * left);
    }
}

/// A part of a search that runs.
#[derive(Clone)]
pub(super) struct Leg {
    pub(super) account: Account,
    pub(super) bounds: Bounds,
    /// Logical tests since it began.
    pub(super) tests: u64,
    /// How many lenses were there when it began.
    pub(super) lenses: usize,
    pub(super) size: u64,
    /// The smallest that failed, as it is seen within those lenses.
    pub(super) best: Option<(Shared, Config)>,
}

/// When a leg is no longer worth its tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// It ends where its [rate](Account::rate) is less.
    pub at_least: f64,
    /// It ends where fewer bytes are left: of another artifact, what else there is to do may promise more.
    pub least_size: u64,
    /// But not before so many tests.
    pub patience: u64,
}

impl Bounds {
    /// Those of work that comes to its own end.
    pub const NONE: Self = Self { at_least: 0.0, least_size: 0, patience: 0 };
}

/// How a leg ended.
#[derive(Debug)]
pub struct LegEnd<R> {
    /// What the work came to; `None` where it ended since it was no longer worth its tests.
    pub done: Option<R>,
    /// The smallest text that failed, if it has fewer bytes than the one to begin with.
    pub text: Option<Text>,
    /// What it took for its tests.
    pub account: Account,
}

impl Leg {
    /// Takes a candidate that fails if it is the smallest; which part of the size that removes.
    #[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
    pub(super) fn takes(&mut self, space: Shared, config: &Config) -> f64 {
        let (before, size) = (self.size, space.size(config));
        if size >= before {
            return 0.0;
        }
        (self.size, self.best) = (size, Some((space, config.clone())));
        (before - size) as f64 / before as f64
    }

    pub(super) fn is_spent(&self) -> bool {
        let is_beyond = self.account.rate() < self.bounds.at_least || self.size < self.bounds.least_size;
        self.tests >= self.bounds.patience && is_beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_what_is_promised_until_tests_in_vain_say_otherwise() {
        let is = |rate: f64, other: f64| (rate - other).abs() < f64::EPSILON;
        let mut account = Account::new(0.5);
        assert!(is(account.rate(), 0.5));
        (0..4).for_each(|_| account.count(0.0));
        assert!(is(account.rate(), 0.25));
        account.count(0.5);
        assert!(is(account.rate(), 0.5), "what was promised came");
        (0..396).for_each(|_| account.count(0.0));
        assert!(account.rate() < 0.01);
        account.shrunk(0.0);
        assert!((0.009..0.011).contains(&account.rate()), "of another text half as much is known");
    }

    #[test]
    fn patience_is_how_many_tests_in_vain_a_rate_allows() {
        let mut account = Account::for_patience(0.01, 12);
        (0..11).for_each(|_| account.count(0.0));
        assert!(account.rate() > 0.01);
        (0..2).for_each(|_| account.count(0.0));
        assert!(account.rate() < 0.01);
    }
}
