//! The engine: one test, its slots, and the limits of a run.

use std::io;
use std::sync::Arc;

use crate::Prices;
use crate::control::Control;
use crate::event::{Observer, Unobserved};
use crate::search::{Goal, Limits, Objective, Search};
use crate::slots::{Inline, Simulated, Slots, Threads, VirtualTime, serve};
use crate::test::{Executor, Slot};

/// Settings of a run: how many tests run in parallel, and within which limits. [`Engine::run`] starts it.
///
/// ```
/// use std::sync::Arc;
/// use dwindle_core::space::{ListSpace, Space};
/// use dwindle_core::strategy::{Ddmin, Strategy};
/// use dwindle_core::{Engine, Stop, test};
///
/// let items: Vec<u32> = (0..100).collect();
/// let test = test::on_items(&items, |kept| [3, 77].iter().all(|n| kept.contains(n)));
/// let space = Arc::new(ListSpace::new(items.len()));
/// let kept = Engine::new().jobs(4).run(&test, |search| {
///     let done = search.run(&space, Ddmin::new(space.full()))?;
///     Ok::<_, Stop>(done.best().clone())
/// })?;
/// assert_eq!(kept.of(&items), [3, 77]);
/// # Ok::<_, Stop>(())
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

    /// Runs up to `jobs` tests in parallel (at least one), and no more than the executor has
    /// [capacity](Executor::capacity) for. This changes the time, never the result.
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
        self.limits.terms.monotone = yes;
        self
    }

    /// Tests a candidate again each time it is asked about.
    #[must_use]
    pub const fn no_cache(mut self, yes: bool) -> Self {
        self.limits.terms.no_cache = yes;
        self
    }

    /// Which candidates are kept as the best.
    #[must_use]
    pub const fn goal(mut self, goal: Goal) -> Self {
        self.limits.terms.goal = goal;
        self
    }

    /// What smaller means, where that is not the size: for the smallest that fails.
    #[must_use]
    pub fn objective(mut self, objective: Option<Arc<dyn Objective>>) -> Self {
        self.limits.objective = objective;
        self
    }

    /// What tests cost: strategies that can ask likelier or less likely questions weigh it.
    #[must_use]
    pub const fn prices(mut self, prices: Prices) -> Self {
        self.limits.prices = prices;
        self
    }

    /// Runs on a virtual clock, to measure algorithms: tests run one by one on this thread, and end as if each had
    /// taken its number of ticks.
    #[must_use]
    pub fn virtual_time(mut self, clock: VirtualTime) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Opens the slots of `executor`, runs `body` with a search, and closes the slots. There is no observer.
    ///
    /// # Errors
    /// Those of `body`, and when a slot cannot be opened.
    ///
    /// # Panics
    /// When the test is a function of this process and panics: the panic propagates to the caller.
    pub fn run<R, E: From<io::Error>>(
        &self,
        executor: &(impl Executor + ?Sized),
        body: impl FnOnce(&mut Search<'_>) -> Result<R, E>,
    ) -> Result<R, E> {
        self.run_observed(executor, &mut Unobserved, body)
    }

    /// Like [`Engine::run`], and reports all events to `observer`.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn run_observed<R, E: From<io::Error>>(
        &self,
        executor: &(impl Executor + ?Sized),
        observer: &mut dyn Observer,
        body: impl FnOnce(&mut Search<'_>) -> Result<R, E>,
    ) -> Result<R, E> {
        let jobs = executor.capacity().map_or(self.jobs, |most| self.jobs.min(most.get()));
        if let Some(clock) = &self.clock {
            return self.run_in(Simulated::new(executor.open(0)?, jobs, clock.clone()), observer, body);
        }
        let mut open = open_all(executor, jobs)?;
        let stoppers: Vec<_> = open.iter().map(|slot| slot.stopper()).collect();
        stoppers.iter().flatten().for_each(|stopper| self.control.register(stopper.clone()));
        if jobs == 1 {
            let slot = open.pop().expect("one job has one slot");
            return self.run_in(Inline::new(slot), observer, body);
        }
        let (slots, stations) = Threads::new(stoppers);
        std::thread::scope(|scope| {
            for (slot, station) in open.into_iter().zip(stations) {
                std::thread::Builder::new().spawn_scoped(scope, move || serve(slot, &station))?;
            }
            // The slots are dropped with the search, which ends the threads.
            self.run_in(slots, observer, body)
        })
    }

    /// Like [`Engine::run_observed`], with tests that run in `slots`, as many at once as there are: for what serves many
    /// without a thread for each.
    ///
    /// # Errors
    /// Those of `body`.
    pub fn run_in<'s, R, E>(
        &self,
        slots: impl Slots + 's,
        observer: &'s mut dyn Observer,
        body: impl FnOnce(&mut Search<'s>) -> Result<R, E>,
    ) -> Result<R, E> {
        body(&mut Search::new(Box::new(slots), observer, self.control.clone(), self.limits.clone()))
    }
}

/// Opens all slots at once, since each may start a process.
fn open_all<E: Executor + ?Sized>(executor: &E, jobs: usize) -> io::Result<Vec<Box<dyn Slot + '_>>> {
    if jobs == 1 {
        return Ok(vec![executor.open(0)?]);
    }
    std::thread::scope(|scope| {
        let open = |slot| std::thread::Builder::new().spawn_scoped(scope, move || executor.open(slot));
        let opening: Vec<_> = (0..jobs).map(open).collect();
        let joined = opening.into_iter().map(|thread| match thread?.join() {
            Ok(slot) => slot,
            Err(payload) => std::panic::resume_unwind(payload),
        });
        joined.collect()
    })
}
