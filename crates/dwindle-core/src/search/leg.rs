//! Legs: parts of a search that end when they are no longer worth their tests.

use crate::search::{Search, Stop};
use crate::space::{Shared, text_of};
use crate::{Config, Text};

/// How fast what was taken and asked fades: after so many tests a third of it is left.
const MEMORY: f64 = 16.0;

/// How many tests the promise of something is worth that has not been tried: with as many in vain, half of it is left.
const OPTIMISM: f64 = 4.0;

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
pub(super) struct Leg {
    account: Account,
    bounds: Bounds,
    /// Logical tests since it began.
    tests: u64,
    /// How many lenses were there when it began.
    lenses: usize,
    size: u64,
    /// The smallest that failed, as it is seen within those lenses.
    best: Option<(Shared, Config)>,
}

/// When a leg is no longer worth its tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// It ends where its [rate](Account::rate) is less.
    pub at_least: f64,
    /// But not before so many tests.
    pub patience: u64,
}

impl Bounds {
    /// Those of work that comes to its own end.
    pub const NONE: Self = Self { at_least: 0.0, patience: 0 };
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

impl Search<'_> {
    /// Begins a leg: work on something of this size that goes on within `bounds`.
    ///
    /// Beyond them the work is ended before the next test of its own by [`Stop::Yielded`], which it has to hand on. All
    /// outcomes are remembered: on the same text the same work asks its first questions for nothing, and goes on where it was
    /// ended. So work has no state that would have to be kept.
    pub fn begin_leg(&mut self, account: Account, size: u64, bounds: Bounds) {
        self.legs.push(Leg { account, bounds, tests: 0, lenses: self.lenses.len(), size, best: None });
    }

    /// Ends the leg that was begun last, with what its work came to.
    ///
    /// # Errors
    /// Those of the work, but for the one by which the leg ended it.
    ///
    /// # Panics
    /// When no leg was begun.
    pub fn end_leg<R>(&mut self, done: Result<R, Stop>) -> Result<LegEnd<R>, Stop> {
        let leg = self.legs.pop().expect("a leg was begun");
        let done = match done {
            Ok(done) => Some(done),
            Err(Stop::Yielded) if leg.is_spent() => None,
            Err(stop) => return Err(stop),
        };
        let text = leg.best.as_ref().and_then(|(space, config)| text_of(&**space, config));
        Ok(LegEnd { done, text, account: leg.account })
    }

    /// Ends the innermost work that is no longer worth a test.
    pub(super) fn check_legs(&self) -> Result<(), Stop> {
        // Where candidates are tested each time, work that begins again would come no further.
        let is_over = self.legs.iter().any(Leg::is_spent) && !self.limits.no_cache;
        if is_over { Err(Stop::Yielded) } else { Ok(()) }
    }

    /// Counts a logical test in all legs that run; `is_failing` says whether its candidate fails.
    pub(super) fn count_in_legs(&mut self, config: &Config, is_first: bool, is_failing: bool) {
        let Some(space) = &self.running_space else { return };
        for leg in &mut self.legs {
            let seen =
                || self.lenses[leg.lenses..].iter().rev().fold(space.clone(), |space, lens| lens(&space));
            let mut part = 0.0;
            if is_failing {
                let seen = seen();
                let size = seen.size(config);
                if size < leg.size {
                    part = (leg.size - size) as f64 / leg.size as f64;
                    (leg.size, leg.best) = (size, Some((seen, config.clone())));
                }
            }
            if is_first || part > 0.0 {
                leg.tests += 1;
                leg.account.count(part);
            }
        }
    }
}

impl Leg {
    fn is_spent(&self) -> bool {
        self.tests >= self.bounds.patience && self.account.rate() < self.bounds.at_least
    }
}
