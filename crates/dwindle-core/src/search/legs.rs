//! Begins and ends legs of a search, and counts its tests in those that are open.

use std::sync::Arc;

use crate::Config;
use crate::search::leg::{Account, Bounds, Leg, LegEnd};
use crate::search::{Search, Stop};
use crate::space::text_of;

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

    /// Leaves out from now on what passed when it was asked about on a text that was a little larger, or asks about all again.
    ///
    /// What is left out is told as the outcome that the same change had, with the same bytes around it, and is no test. So a strategy that ends
    /// has proved nothing where any was [left out](Self::repeats_skipped).
    pub const fn skip_repeats(&mut self, yes: bool) {
        self.inquiry.repeats.skip(yes && !self.limits.terms.no_cache);
    }

    /// Takes blanks to mean nothing from now on, or something again: what differs in them only from a text that passed, passes.
    ///
    /// It is told so and is no test. Blanks of the best text itself are asked about, and all are where there is an
    /// [objective](super::Objective), which may measure them.
    pub const fn ignore_blanks(&mut self, yes: bool) {
        let are_ignored = yes && !self.limits.terms.no_cache && self.limits.objective.is_none();
        self.inquiry.repeats.up_to_blanks.ignore(are_ignored);
    }

    /// How many questions were left out since [`skip_repeats`](Self::skip_repeats).
    pub const fn repeats_skipped(&self) -> u64 {
        self.inquiry.repeats.skipped()
    }

    /// Ends the innermost work that is no longer worth a test.
    pub(super) fn check_legs(&mut self) -> Result<(), Stop> {
        // A shadow only finds out what will be asked, and leaves what the user says to the search.
        let may_be_put_off = self.shadow_of.is_none();
        if let Some(leg) = self.legs.last_mut().filter(|_| may_be_put_off && self.control.takes_put_off()) {
            leg.account = leg.account.put_off();
            leg.bounds = Bounds { at_least: f64::INFINITY, ..Bounds::NONE };
        }
        // Where candidates are tested each time, work that begins again would come no further.
        let is_over = self.legs.iter().any(Leg::is_spent) && !self.limits.terms.no_cache;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Shared, Space, Unit};
    use crate::strategy::{First, OneMinimal, Strategy};
    use crate::{Engine, Text, test};

    /// Looks for a byte that cannot go, with at most so many tests in vain a leg. What the legs came to, and the tests in all.
    fn legs(jobs: usize, no_cache: bool) -> (Vec<(bool, usize)>, u64) {
        let test = test::on_texts(|bytes: &[u8]| bytes.first() == Some(&b'a') && bytes.contains(&b'z'));
        let mut text = Text::new(b"abcdefghijklmnopqrstuvwxyz".to_vec()).unwrap();
        let ended = Engine::new().jobs(jobs).no_cache(no_cache).run(&test, |search| {
            let mut ended = Vec::new();
            loop {
                let space = Arc::new(text.cut(Unit::Bytes));
                let bounds = Bounds { at_least: 1.0, patience: 5, ..Bounds::NONE };
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
    fn a_leg_that_is_put_off_ends_before_its_next_test_and_promises_next_to_nothing() {
        let control = crate::Control::default();
        let (asked, putter) = (std::sync::atomic::AtomicU64::new(0), control.clone());
        let test = test::on_texts(move |bytes: &[u8]| {
            if asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 2 {
                putter.put_off();
            }
            bytes.contains(&b'z')
        });
        let text = Text::new(b"abcdefz".to_vec()).unwrap();
        let (end, tests) = Engine::new()
            .control(control)
            .run(&test, |search| {
                let space = Arc::new(text.cut(Unit::Bytes));
                search.begin_leg(Account::new(0.5), 7, Bounds::NONE);
                let done = search.run(&space, OneMinimal::new(space.full()));
                Ok::<_, Stop>((search.end_leg(done)?, search.count().tests))
            })
            .unwrap();
        assert!(end.done.is_none() && end.account.rate() < 1e-5);
        assert_eq!((tests, end.text.unwrap().bytes()), (3, &b"abcdz"[..]), "what it took stays");
    }

    #[test]
    fn a_leg_ends_where_it_leaves_fewer_bytes_than_its_bounds_say() {
        let test = test::on_texts(|bytes: &[u8]| bytes.contains(&b'z'));
        let text = Text::new(b"abcdefghijklmnopqrstuvwxyz".to_vec()).unwrap();
        let end = Engine::new().run(&test, |search| {
            let space = Arc::new(text.cut(Unit::Bytes));
            search.begin_leg(Account::new(0.1), 26, Bounds { least_size: 20, ..Bounds::NONE });
            let done = search.run(&space, OneMinimal::new(space.full()));
            search.end_leg(done)
        });
        let end = end.unwrap();
        assert!(end.done.is_none());
        assert_eq!(end.text.unwrap().bytes().len(), 19);
    }

    #[test]
    fn the_end_of_an_outer_leg_ends_the_inner_one() {
        let test = test::on_texts(|bytes: &[u8]| bytes == b"abc");
        let text = Text::new(b"abc".to_vec()).unwrap();
        let outer = Engine::new().run(&test, |search| {
            let space = Arc::new(text.cut(Unit::Bytes));
            search.begin_leg(Account::new(0.1), 3, Bounds { at_least: 1.0, patience: 1, ..Bounds::NONE });
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
