//! The engine: one test, its slots, and the limits of a run.

use std::io;

use crate::control::Control;
use crate::event::{Observer, Unobserved};
use crate::search::{Goal, Limits, Search};
use crate::slots::{Inline, Simulated, Slots, Threads, VirtualTime, serve};
use crate::test::Test;

/// Settings of a run: how many tests run in parallel, and within which limits. [`Engine::run`] starts it.
///
/// ```
/// use std::sync::Arc;
/// use dwindle::{Engine, Outcome, strategy, space::{SliceSpace, Space}, test::FnTest};
///
/// let items: Vec<u32> = (0..100).collect();
/// let space = Arc::new(SliceSpace::new(&items));
/// let test = FnTest::new(|kept: &[u32]| {
///     if [3, 77].iter().all(|n| kept.contains(n)) { Outcome::Fail } else { Outcome::Pass }
/// });
/// let kept = Engine::new().jobs(4).run(&test, |search| {
///     let done = search.run(&(space.clone() as _), strategy::Ddmin::new(space.full()))?;
///     Ok::<_, dwindle::Stop>(space.bake(strategy::Strategy::best(&done)))
/// }).unwrap().unwrap();
/// assert_eq!(kept, [3, 77]);
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    jobs: usize,
    control: Control,
    limits: Limits,
    clock: Option<VirtualTime>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// One job, no limits.
    pub fn new() -> Self {
        Self { jobs: 1, control: Control::default(), limits: Limits::default(), clock: None }
    }

    /// Runs up to `jobs` tests in parallel (at least one). This changes the time, never the result.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Lets `control` end the run from outside.
    #[must_use]
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Ends the run after `tests` logical tests. They are counted in serial order, so the number of jobs does not
    /// matter.
    #[must_use]
    pub const fn budget(mut self, tests: Option<u64>) -> Self {
        self.limits.budget = tests;
        self
    }

    /// Ends the run as soon as the best has at most this size.
    #[must_use]
    pub const fn target(mut self, size: Option<u64>) -> Self {
        self.limits.target = size;
        self
    }

    /// Assumes that no subset of a passing configuration fails, and never tests one.
    ///
    /// If this is wrong, smaller failing candidates are missed: the result is only 1-minimal under this assumption.
    #[must_use]
    pub const fn monotone(mut self, yes: bool) -> Self {
        self.limits.monotone = yes;
        self
    }

    /// Tests a candidate again each time it is asked about.
    #[must_use]
    pub const fn no_cache(mut self, yes: bool) -> Self {
        self.limits.no_cache = yes;
        self
    }

    /// Which candidates are kept as the best.
    #[must_use]
    pub const fn goal(mut self, goal: Goal) -> Self {
        self.limits.goal = goal;
        self
    }

    /// Runs on a virtual clock, to measure algorithms: tests run one by one on this thread, and end as if each had
    /// taken its number of ticks.
    #[must_use]
    pub fn virtual_time(mut self, clock: VirtualTime) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Opens the slots, runs `body` with a search, and closes the slots. There is no observer.
    ///
    /// # Errors
    /// When the place of a slot cannot be opened. The result of `body` is returned unchanged.
    ///
    /// # Panics
    /// When the test, a function of this process, panics: the panic propagates to the caller.
    pub fn run<'env, T: Test + ?Sized, R>(
        &self,
        test: &T,
        body: impl FnOnce(&mut Search<'_, 'env, T::Place>) -> R,
    ) -> io::Result<R>
    where
        T::Place: 'env,
    {
        self.run_observed(test, &mut Unobserved, body)
    }

    /// Like [`Engine::run`], and reports all events to `observer`.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn run_observed<'env, T: Test + ?Sized, R>(
        &self,
        test: &T,
        observer: &mut dyn Observer,
        body: impl FnOnce(&mut Search<'_, 'env, T::Place>) -> R,
    ) -> io::Result<R>
    where
        T::Place: 'env,
    {
        if let Some(clock) = &self.clock {
            let slots = Simulated::new(test, test.open(0)?, self.jobs, clock.clone());
            return Ok(body(&mut self.search(Box::new(slots), observer)));
        }
        let places = open_all(test, self.jobs)?;
        let stoppers: Vec<_> = places.iter().map(|place| test.stopper(place)).collect();
        stoppers.iter().flatten().for_each(|stopper| self.control.register(stopper.clone()));
        if self.jobs == 1 {
            let place = places.into_iter().next().expect("one job has one place");
            let slots = Inline::new(test, place);
            return Ok(body(&mut self.search(Box::new(slots), observer)));
        }
        let (slots, stations) = Threads::new(stoppers);
        Ok(std::thread::scope(|scope| {
            for (place, station) in places.into_iter().zip(stations) {
                scope.spawn(move || serve(test, place, &station));
            }
            // The slots are dropped with the search, which ends the threads.
            body(&mut self.search(Box::new(slots), observer))
        }))
    }

    fn search<'s, 'env, P>(
        &self,
        slots: Box<dyn Slots<'env, P> + 's>,
        observer: &'s mut dyn Observer,
    ) -> Search<'s, 'env, P> {
        Search::new(slots, observer, self.control.clone(), self.limits.clone())
    }
}

/// Opens the places of all slots at once, since each may start a process.
fn open_all<T: Test + ?Sized>(test: &T, jobs: usize) -> io::Result<Vec<T::Place>> {
    if jobs == 1 {
        return Ok(vec![test.open(0)?]);
    }
    std::thread::scope(|scope| {
        let opening: Vec<_> = (0..jobs).map(|slot| scope.spawn(move || test.open(slot))).collect();
        let joined = opening.into_iter().map(|thread| match thread.join() {
            Ok(place) => place,
            Err(payload) => std::panic::resume_unwind(payload),
        });
        joined.collect()
    })
}
