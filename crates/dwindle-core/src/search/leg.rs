//! Legs: parts of a search that end when they are no longer worth their tests.

use std::sync::Arc;

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

    /// With another promise.
    #[must_use]
    pub const fn promising(self, promise: f64) -> Self {
        Self { promise, ..self }
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
            let mut part = 0.0;
            if is_failing {
                let within = self.lenses[leg.lenses..].iter().rev();
                part = leg.takes(within.fold(Arc::clone(space), |space, lens| lens(&space)), config);
            }
            if is_first || part > 0.0 {
                leg.tests += 1;
                leg.account.count(part);
            }
        }
    }
}

impl Leg {
    /// Takes a candidate that fails if it is the smallest; which part of the size that removes.
    #[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
    fn takes(&mut self, space: Shared, config: &Config) -> f64 {
        let (before, size) = (self.size, space.size(config));
        if size >= before {
            return 0.0;
        }
        (self.size, self.best) = (size, Some((space, config.clone())));
        (before - size) as f64 / before as f64
    }

    fn is_spent(&self) -> bool {
        self.tests >= self.bounds.patience && self.account.rate() < self.bounds.at_least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Space, Unit};
    use crate::strategy::{First, OneMinimal, Strategy};
    use crate::{Engine, test};

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

    /// Looks for a byte that cannot go, with at most so many tests in vain a leg. What the legs came to, and the tests in all.
    fn legs(jobs: usize, no_cache: bool) -> (Vec<(bool, usize)>, u64) {
        let test = test::on_texts(|bytes: &[u8]| bytes.first() == Some(&b'a') && bytes.contains(&b'z'));
        let mut text = Text::new(b"abcdefghijklmnopqrstuvwxyz".to_vec()).unwrap();
        let ended = Engine::new().jobs(jobs).no_cache(no_cache).run(&test, |search| {
            let mut ended = Vec::new();
            loop {
                let space = Arc::new(text.cut(Unit::Bytes));
                let bounds = Bounds { at_least: 1.0, patience: 5 };
                search.begin_leg(Account::new(0.1), text.bytes().len() as u64, bounds);
                let done = search.run(&space, OneMinimal::new(space.full()));
                let end = search.end_leg(done)?;
                text = end.text.unwrap_or(text);
                ended.push((end.done.is_some(), text.bytes().len()));
                if end.done.is_some() {
                    return Ok::<_, Stop>((ended, search.count().tests));
                }
            }
        });
        ended.unwrap()
    }

    #[test]
    fn a_leg_ends_where_it_is_not_worth_its_tests_and_goes_on_from_what_it_took() {
        let (ended, tests) = legs(1, false);
        assert_eq!(ended.first(), Some(&(false, 22)), "five tests, of which four took something");
        assert_eq!(ended.last(), Some(&(true, 2)));
        assert_eq!(legs(4, false), (ended, tests), "jobs change nothing");
        assert_eq!(legs(1, true).0, [(true, 2)], "where nothing is remembered, it goes on to its end");
    }

    #[test]
    fn the_end_of_an_outer_leg_ends_the_inner_one() {
        let test = test::on_texts(|bytes: &[u8]| bytes == b"abc");
        let text = Text::new(b"abc".to_vec()).unwrap();
        let outer = Engine::new().run(&test, |search| {
            let space = Arc::new(text.cut(Unit::Bytes));
            search.begin_leg(Account::new(0.1), 3, Bounds { at_least: 1.0, patience: 1 });
            search.begin_leg(Account::new(0.1), 3, Bounds::NONE);
            let done = search.run(&space, OneMinimal::new(space.full()));
            let inner = search.end_leg(done).map(|end| end.done.map(drop));
            assert!(matches!(inner, Err(Stop::Yielded)), "{inner:?}");
            search.end_leg(inner)
        });
        assert!(outer.unwrap().done.is_none());
    }

    #[test]
    fn the_text_of_a_leg_is_that_within_the_lenses_around_it() {
        let test = test::on_texts(|bytes: &[u8]| bytes.ends_with(b"b!"));
        let text = Text::new(b"ab".to_vec()).unwrap();
        let lens: crate::space::Lens = Arc::new(|inner| Arc::new(Followed(Arc::clone(inner))));
        let end = Engine::new().run(&test, |search| {
            search.within(lens, |search| {
                let space = Arc::new(text.cut(Unit::Bytes));
                search.begin_leg(Account::new(0.1), 2, Bounds::NONE);
                let done = search.run(&space, First::new(space.full(), [Config::of_units([1])]));
                search.end_leg(done.map(|first| first.best().clone()))
            })
        });
        assert_eq!(end.unwrap().text.unwrap().bytes(), b"b");
    }

    /// A space in whose candidates a sign follows.
    struct Followed(Shared);

    impl Space for Followed {
        fn units(&self) -> usize {
            self.0.units()
        }

        fn id(&self, config: &Config) -> crate::Id {
            crate::span_hash::SpanHash::of(&self.bytes(config)).id()
        }

        fn size(&self, config: &Config) -> u64 {
            self.bytes(config).len() as u64
        }

        fn candidate<'a>(
            &'a self,
            config: std::borrow::Cow<'a, Config>,
        ) -> std::io::Result<crate::Candidate<'a>> {
            Ok(crate::Candidate::Text(vec![self.bytes(&config).into()]))
        }
    }

    impl Followed {
        fn bytes(&self, config: &Config) -> Vec<u8> {
            let text = text_of(&*self.0, config).unwrap();
            [text.bytes(), b"!"].concat()
        }
    }
}
