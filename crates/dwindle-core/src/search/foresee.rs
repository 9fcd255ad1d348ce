//! Running ahead of the strategy at hand: what the search would ask after it.
//!
//! A strategy knows what it would ask next ([`ahead`](super::ahead)), but not what comes after it: that is in the code that runs
//! strategies, one after the other. So a *shadow* runs the same code on a copy of the search on another thread. Where the outcome of
//! a candidate is not known, the shadow is told what is likeliest, and notes the candidate as one that is wanted; so it comes to
//! the questions of the next strategies before the search does, and idle slots can run their tests. What was worked out on the way,
//! such as the tree of a text, is there when the search comes to it.
//!
//! # Architecture invariant
//! A shadow changes no answer: the search asks its own questions in its own order, and is told outcomes of tests alone. What a shadow
//! gives is a list of candidates that may be asked about soon, with the chance that they are.
//!
//! # Alternatives
//! Strategies could be made of data all the way up, so that a driver sees past the end of each: passes would have to be written
//! as lists of questions, and what one does with an answer (another text, another tree, another list) as data, too. Passes as
//! coroutines could be copied where they wait: Rust cannot copy a future. A thread that is told what is likely needs neither, and
//! costs what the code costs that runs ahead.

use std::sync::Arc;
use std::time::Duration;

use crate::Id;
use crate::control::Control;
use crate::event::Unobserved;
use crate::search::best::Best;
use crate::search::count::Count;
use crate::search::foreseen::Foreseen;
use crate::search::inquiry::Inquiry;
use crate::search::leg::Leg;
use crate::search::repeats::Repeats;
use crate::search::shadow::{Guesses, Shadow};
use crate::search::shadows::{MOST_LEFT, Onward};
use crate::search::{Limits, Search, Stop};
use crate::slots::End;
use crate::space::Lens;

/// How long a search waits for a test before it looks for what its shadows have come to want.
const PULSE: Duration = Duration::from_micros(500);

/// The stack of a shadow's thread: the work recurses into trees as on the first thread of a program.
const STACK: usize = 8 << 20;

/// What is done from where a search is.
type Work = dyn Fn(&mut Search<'_>) -> Result<(), Stop> + Send + Sync;

/// How the work goes on, and the search as it was then, but for what is known of candidates.
struct Point {
    onward: Box<Work>,
    control: Control,
    limits: Limits,
    count: Count,
    best: Option<Best>,
    lenses: Vec<Lens>,
    legs: Vec<Leg>,
    explores: bool,
    repeats: Repeats,
}

impl Onward for Point {
    fn count(&self) -> Count {
        self.count
    }

    fn go_on(&self, inquiry: Inquiry, shadow: &Arc<Shadow>) {
        let (slots, mut unobserved) = (Guesses::of(shadow), Unobserved);
        let (control, limits) = (self.control.clone(), self.limits.clone());
        let mut search = Search::new(Box::new(slots), &mut unobserved, control, limits);
        search.inquiry = inquiry;
        search.inquiry.repeats.clone_from(&self.repeats);
        search.best.clone_from(&self.best);
        search.lenses.clone_from(&self.lenses);
        search.legs.clone_from(&self.legs);
        (search.explores, search.shadow_of) = (self.explores, Some(Arc::clone(shadow)));
        // It ends when it is over, at the end of the work, or with the limits of the run.
        let _end = (self.onward)(&mut search);
    }
}

impl Search<'_> {
    /// Tells how the work goes on from here, to its end: slots that would be idle then run tests that come after the strategy at hand.
    ///
    /// `onward` runs on a copy of this search on another thread, any number of times or not at all. Where the outcome of a
    /// candidate is not known it is told what is likeliest, so it has to ask what the caller asks on the same outcomes, and to do nothing else
    /// that is seen from outside. It is told again whenever the work has come further, and taken back by
    /// [`foresee_no_more`](Self::foresee_no_more).
    ///
    /// # Determinism
    /// It changes which tests run ahead, and so the time, but no answer: neither result nor [count](Self::count).
    ///
    /// # Cost
    /// That of the work beside its tests, again, as often as an outcome came that was not the likeliest. Nothing with one job.
    pub fn foresee(&mut self, onward: impl Fn(&mut Search<'_>) -> Result<(), Stop> + Send + Sync + 'static) {
        if !self.looks_ahead() {
            return;
        }
        self.inquiry.memory.begin_to_note();
        let point = Point {
            onward: Box::new(onward),
            control: self.control.clone(),
            limits: self.limits.clone(),
            count: self.count(),
            best: self.best.clone(),
            lenses: self.lenses.clone(),
            legs: self.legs.clone(),
            explores: self.explores,
            repeats: self.inquiry.repeats.clone(),
        };
        self.shadows.point = Some(Arc::new(point));
    }

    /// Takes back what [`foresee`](Self::foresee) was told, and stops what runs ahead.
    ///
    /// # Errors
    /// The observer's.
    pub fn foresee_no_more(&mut self) -> Result<(), Stop> {
        if self.shadows.point.take().is_some() {
            self.shadows.abandon();
            self.stop_running()?;
        }
        Ok(())
    }

    /// Whether tests may run ahead of what is asked, so that it is of use to [`foresee`](Self::foresee).
    pub fn looks_ahead(&self) -> bool {
        self.width > 1 && self.limits.objective.is_none() && !self.limits.terms.no_cache
    }

    /// How many tests may run at once.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether this is the copy of a search that only finds out what will be asked.
    pub const fn is_shadow(&self) -> bool {
        self.shadow_of.is_some()
    }

    /// What is wanted after the strategy that runs; begins a shadow where there is none that is right.
    pub(super) fn foreseen(&mut self) -> Vec<Foreseen> {
        if self.shadows.point.is_none() || self.width == 1 {
            return Vec::new();
        }
        self.settle();
        let (asked, tests) = (self.inquiry.asked_id(), self.count().tests);
        self.shadows.leave(|shadow| !shadow.follows(asked, tests));
        if self.shadows.right.first().is_none_or(|first| !first.is_likeliest()) {
            self.begin_shadow(Vec::new());
            self.settle();
        }
        let mut wanted = self.shadows.wanted();
        while let Some(others) = self.shadows.branch(&wanted, self.width)
            && self.begin_shadow(others)
        {
            self.settle();
            wanted = self.shadows.wanted();
        }
        wanted
    }

    /// Where no time goes by between tests, waits until all shadows are as far ahead as they may be.
    fn settle(&self) {
        if self.slots.time_stands_still() {
            self.shadows.right.iter().for_each(|shadow| shadow.settle());
        }
    }

    /// Begins a shadow, if there are not too many; whether it did.
    fn begin_shadow(&mut self, others: Vec<Id>) -> bool {
        self.shadows.left.retain(|shadow| !shadow.is_done());
        let is_busy = self.shadows.left.len() >= MOST_LEFT && !self.slots.time_stands_still();
        let Some(point) = self.shadows.point.clone().filter(|_| !is_busy) else { return false };
        let chances = self.inquiry.memory.chances;
        let at = if others.is_empty() { 0 } else { self.shadows.right.len() };
        let shadow = Arc::new(Shadow::new(others, 2 * self.width, chances, self.shadows.changes.clone()));
        let inquiry = self.inquiry.as_noted(self.limits.terms, point.count());
        let of = Arc::clone(&shadow);
        let thread = std::thread::Builder::new().name("shadow".into()).stack_size(STACK);
        // Where there is no thread for it, nothing is foreseen.
        let is_begun = thread.spawn(move || of.follow(|| point.go_on(inquiry, &of))).is_ok();
        if is_begun {
            self.shadows.right.insert(at, shadow);
        }
        is_begun
    }

    /// Waits for a test that ends, or until shadows want more tests while there are idle slots for them.
    pub(super) fn wait(&mut self) -> Option<(u64, End)> {
        if self.shadows.right.is_empty() || self.running.len() >= self.width {
            return Some(self.slots.wait());
        }
        let version = self.shadows.version();
        loop {
            let ended = self.slots.wait_at_most(PULSE);
            if ended.is_some() || self.shadows.version() != version {
                return ended;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::VirtualTime;
    use crate::space::{ListSpace, Space};
    use crate::strategy::{Dwindle, Strategy};
    use crate::{Config, Engine, Outcome, test};

    /// Asks about the removal of each unit alone, one question after the other, and then reduces with a strategy what is left; all of it
    /// again until nothing changes.
    fn work(search: &mut Search<'_>, mut kept: Config) -> Result<Config, Stop> {
        loop {
            let before = kept.clone();
            let space = Arc::new(ListSpace::new(200));
            let from = kept.clone();
            search.foresee(move |search| work(search, from.clone()).map(drop));
            for unit in kept.clone().units() {
                let without = kept.minus(&Config::of_units([unit]));
                if search.outcome(&space, &without)? == Outcome::Fail {
                    kept = without;
                }
            }
            kept = search.run(&space, Dwindle::new(kept))?.best().clone();
            if kept == before {
                search.foresee_no_more()?;
                return Ok(kept);
            }
        }
    }

    /// The result, the logical tests, and the ticks that they took.
    fn run(jobs: usize, needed: &[u32]) -> (Config, u64, u64) {
        let items: Vec<u32> = (0..200).collect();
        let fails = |kept: &[u32]| needed.iter().all(|unit| kept.contains(unit));
        let test = test::on_items(&items, fails);
        let clock = VirtualTime::new(|_| 1);
        let (kept, tests) = Engine::new()
            .jobs(jobs)
            .virtual_time(clock.clone())
            .run(&test, |search| {
                let kept = work(search, ListSpace::new(200).full())?;
                Ok::<_, Stop>((kept, search.count().tests))
            })
            .expect("nothing stops it");
        (kept, tests, clock.now())
    }

    #[test]
    fn single_questions_run_ahead_of_their_answers_and_jobs_change_nothing_else() {
        let needed: Vec<u32> = (0..200).filter(|unit| unit % 3 > 0).collect();
        let (kept, tests, ticks) = run(1, &needed);
        assert_eq!((kept.len(), ticks), (needed.len(), tests));
        for jobs in [2, 8, 64] {
            let (same, as_many, ticks) = run(jobs, &needed);
            assert_eq!((&same, as_many), (&kept, tests), "{jobs} jobs");
            assert!(ticks * 3 < tests * 2, "{jobs} jobs: {ticks} ticks for {tests} tests");
        }
        assert!(run(64, &needed).2 * 6 < tests, "every third one fails, and other answers are foreseen, too");
    }

    #[test]
    fn where_all_pass_as_many_run_at_once_as_there_are_slots() {
        let needed: Vec<u32> = (0..200).collect();
        let (_, tests, _) = run(1, &needed);
        let (_, _, ticks) = run(16, &needed);
        assert!(ticks <= tests / 16 + 3, "{ticks} ticks for {tests} tests");
    }

    #[test]
    fn a_search_without_a_place_for_guesses_has_no_shadow() {
        let items = [0];
        let test = test::on_items(&items, |_| true);
        let looks_ahead = |engine: Engine| {
            engine.run(&test, |search| Ok::<_, Stop>(search.looks_ahead())).expect("it runs")
        };
        assert!(looks_ahead(Engine::new().jobs(2)));
        assert!(!looks_ahead(Engine::new()));
        assert!(!looks_ahead(Engine::new().jobs(2).no_cache(true)));
    }
}
