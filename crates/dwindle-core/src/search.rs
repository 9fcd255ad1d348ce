//! The search: answers the questions of strategies in serial order, and runs as many tests in parallel as there are
//! slots.
//!
//! # Architecture invariant
//! Jobs change the time, never the result: a strategy is told the outcomes of its own questions in its own
//! order and nothing else. Tests that ran ahead of it only make its next answers known already.

pub mod ahead;
mod confirm;
mod exploring;
mod flight;
mod flights;
mod known;
mod leg;
mod legs;
mod lenses;
mod limits;
mod objective;
mod once_more;
mod owned;
mod simplicity;
mod stop;
mod trail;

use std::sync::Arc;

use crate::control::Control;
use crate::event::{Event, Observer, Purpose};
use crate::search::flight::{Flight, subject};
use crate::search::known::{Known, Memory};
use crate::search::leg::Leg;
use crate::search::objective::{Least, measure};
use crate::search::simplicity::Simplicity;
use crate::search::trail::Trail;
use crate::slots::{Slots, Ticket, carry_out};
use crate::space::{AsSpace, Lens, Shared};
use crate::{Config, Id, Judgement, Outcome, Prices, Strategy};

pub use leg::{Account, Bounds, LegEnd};
pub use objective::Objective;
pub use owned::{Asked, NotTold, OwnedSearch};
pub use stop::Stop;

/// Which tested candidate is the best, and so kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The smallest that fails: reduction and isolation.
    #[default]
    SmallestFailing,
    /// The largest that passes: ddmax.
    LargestPassing,
}

impl Goal {
    /// The outcome of what is kept.
    const fn outcome(self) -> Outcome {
        match self {
            Self::SmallestFailing => Outcome::Fail,
            Self::LargestPassing => Outcome::Pass,
        }
    }

    /// Whether a candidate of this measure and size and the right outcome is better than the best.
    fn prefers(self, found: (u64, u64), best: Option<(u64, u64)>) -> bool {
        best.is_none_or(|best| match self {
            Self::SmallestFailing => found < best,
            Self::LargestPassing => found > best,
        })
    }
}

/// What limits a search and what it may take for granted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) budget: Option<u64>,
    pub(crate) target: Option<u64>,
    pub(crate) monotone: bool,
    pub(crate) no_cache: bool,
    pub(crate) goal: Goal,
    /// What smaller means, where that is not the size.
    pub(crate) objective: Option<Arc<dyn Objective>>,
    pub(crate) prices: Prices,
}

/// Numbers of a search so far, all in serial order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Logical tests: distinct candidates that were asked for.
    pub tests: u64,
    /// Questions answered without a test of their own, since the candidate was known.
    pub repeats: u64,
    /// Questions answered without any test: by monotony (a subset of a passing set), or since the space
    /// knew the outcome ([`Space::known_outcome`](crate::space::Space::known_outcome)).
    pub inferred: u64,
}

impl Count {
    /// Counts the answer to a question; gives the number of the logical test if it is the `first` one.
    const fn answered(&mut self, first: bool) -> Option<u64> {
        if first {
            self.tests += 1;
            return Some(self.tests);
        }
        self.repeats += 1;
        None
    }
}

/// Runs strategies and knows what was tested; made by [`Engine::run`](crate::Engine::run).
pub struct Search<'s> {
    slots: Box<dyn Slots + 's>,
    observer: &'s mut dyn Observer,
    control: Control,
    limits: Limits,
    memory: Memory,
    running: Vec<(Ticket, Flight)>,
    tickets: u64,
    /// The candidate whose outcome a strategy waits for.
    asked: Option<Id>,
    count: Count,
    best: Option<Best>,
    least: Least,
    /// How many tests at once, at most.
    width: usize,
    /// How many remembered passes are still to be tested again.
    spot_checks: u32,
    /// Through what the spaces of strategies are seen, the outermost first.
    lenses: Vec<Lens>,
    /// The space that a strategy runs on, as it is without lenses.
    running_space: Option<Shared>,
    /// What ends when it is no longer worth its tests, the innermost last.
    legs: Vec<Leg>,
    /// The way to the best, where it is wanted.
    trail: Option<Trail>,
    /// Whether candidates are only asked about, and none is kept.
    explores: bool,
}

/// The best so far.
struct Best {
    size: u64,
    measure: u64,
    space: Shared,
    config: Config,
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        slots: Box<dyn Slots + 's>,
        observer: &'s mut dyn Observer,
        control: Control,
        limits: Limits,
    ) -> Self {
        Self {
            width: slots.width(),
            spot_checks: 0,
            slots,
            observer,
            control,
            limits,
            memory: Memory::default(),
            running: Vec::new(),
            tickets: 0,
            asked: None,
            count: Count::default(),
            best: None,
            least: Least::default(),
            lenses: Vec::new(),
            running_space: None,
            legs: Vec::new(),
            trail: None,
            explores: false,
        }
    }

    /// Numbers so far.
    pub const fn count(&self) -> Count {
        self.count
    }

    /// The size of the best so far, once there is one.
    pub fn best_size(&self) -> Option<u64> {
        self.best.as_ref().map(|best| best.size)
    }

    /// The best so far: its space and configuration.
    pub fn best(&self) -> Option<(&Shared, &Config)> {
        self.best.as_ref().map(|best| (&best.space, &best.config))
    }

    /// Takes an outcome, or a judgement, as known, from a journal or a test elsewhere; it is not tested again.
    pub fn remember(&mut self, id: Id, judgement: impl Into<Judgement>) {
        let judgement = judgement.into();
        self.memory.put(id, &judgement, Known::remembered(&judgement));
    }

    /// Runs one test at a time from now on: for tests that get in each other's way.
    pub const fn narrow(&mut self) {
        self.width = 1;
    }

    /// Lifts the budget of tests and of time and the target size: for the few tests after a search that show its best
    /// to people. An interrupt still ends the run.
    pub fn conclude(&mut self) {
        (self.limits.budget, self.limits.target) = (None, None);
        self.control.allow_overtime();
    }

    /// Tests the next `count` remembered passes again when a strategy asks for them, before they count.
    ///
    /// One that does not pass any more, however often, ends the run with [`Stop::Contradiction`].
    pub const fn spot_check(&mut self, count: u32) {
        self.spot_checks = count;
    }

    /// Tells the observer something that only the caller knows, such as that a stage began.
    ///
    /// # Errors
    /// The observer's.
    pub fn announce(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        Ok(self.observer.event(event)?)
    }

    /// Runs `strategy` to its end and gives it back.
    ///
    /// # Errors
    /// [`Stop`], when the run was ended first. What was best until then is kept.
    ///
    /// # Cost
    /// One test for each question whose candidate is not known and whose outcome is not
    /// [known](crate::space::Space::known_outcome). Each of the first three timeouts costs one more, run alone with
    /// twice the limit, before it counts, and so does each that would be kept.
    pub fn run<S: Strategy>(&mut self, space: &impl AsSpace, strategy: S) -> Result<S, Stop> {
        self.run_telling(space, strategy, &mut |_| Ok(()))
    }

    /// As [`Search::run`], and shows the strategy to `each` after each outcome that it was told.
    ///
    /// # Errors
    /// As [`Search::run`], and those of `each`.
    pub fn run_telling<S: Strategy>(
        &mut self,
        space: &impl AsSpace,
        mut strategy: S,
        each: &mut dyn FnMut(&S) -> Result<(), Stop>,
    ) -> Result<S, Stop> {
        let (mut passing, space) = (Vec::new(), &self.enter(space));
        strategy.weigh(self.limits.prices);
        let end = loop {
            let Some(question) = strategy.ask(0) else {
                break Ok(strategy);
            };
            if self.limits.monotone && passing.iter().any(|set| question.config.is_subset(set)) {
                self.count.inferred += 1;
                strategy.tell(Outcome::Pass);
                continue;
            }
            if let Some(outcome) = space.known_outcome(&question.config, strategy.best()) {
                self.count.inferred += 1;
                strategy.tell(outcome);
                continue;
            }
            match self.answer(space, &question.config, Some(&strategy)) {
                Ok(outcome) => {
                    if self.limits.monotone && outcome == Outcome::Pass {
                        passing.retain(|set: &Config| !set.is_subset(&question.config));
                        passing.push(question.config);
                    }
                    strategy.tell(outcome);
                    if let Err(stop) = each(&strategy) {
                        break Err(stop);
                    }
                }
                Err(stop) => break Err(stop),
            }
        };
        self.stop_running()?;
        end
    }

    /// The outcome of one configuration: known, or tested now. A logical test like a strategy's.
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn outcome(&mut self, space: &impl AsSpace, config: &Config) -> Result<Outcome, Stop> {
        let space = self.enter(space);
        self.answer(&space, config, None)
    }

    /// Keeps `config`, whose outcome was learned elsewhere, as the best if it is one.
    ///
    /// # Errors
    /// The observer's.
    pub fn adopt(&mut self, space: &impl AsSpace, config: &Config, outcome: Outcome) -> Result<(), Stop> {
        if outcome != self.limits.goal.outcome() {
            return Ok(());
        }
        let space = self.seen(space);
        let measure = measure(self.limits.objective.as_ref(), &*space, config)?;
        self.least.begin(measure);
        self.prefer(&space, config, measure)
    }

    /// Keeps `config` of a space as it is seen, whose outcome is that of what is kept.
    fn prefer(&mut self, space: &Shared, config: &Config, measure: u64) -> Result<(), Stop> {
        let size = space.size(config);
        let best = self.best.as_ref().map(|best| (best.measure, best.size));
        if !self.limits.goal.prefers((measure, size), best)
            && !self.is_simpler(space, config, (measure, size))?
        {
            return Ok(());
        }
        let subject = subject(space.id(config), space, config);
        if let Some(trail) = &mut self.trail {
            trail.add(space, config);
        }
        self.best = Some(Best { size, measure, space: Arc::clone(space), config: config.clone() });
        self.observer.event(&Event::Best(subject))?;
        self.observer.keep(&|out| space.write(config, out))?;
        Ok(())
    }

    /// Whether a candidate that is as good as the best by its measure and size is [simpler](Simplicity).
    fn is_simpler(&self, space: &Shared, config: &Config, found: (u64, u64)) -> Result<bool, Stop> {
        let of_one_size =
            |best: &&Best| (best.measure, best.size) == found && self.limits.goal == Goal::SmallestFailing;
        let Some(best) = self.best.as_ref().filter(of_one_size).filter(|_| space.compares_values()) else {
            return Ok(false);
        };
        Ok(Simplicity::of(&**space, config)? < Simplicity::of(&*best.space, &best.config)?)
    }

    fn answer(
        &mut self,
        space: &Shared,
        config: &Config,
        strategy: Option<&dyn Strategy>,
    ) -> Result<Outcome, Stop> {
        let id = space.id(config);
        loop {
            let (known, was_asked) = self.memory.look_up(id);
            // Before what is known already, so that budgets end every run at the same place.
            if !was_asked {
                self.check_limits()?;
                self.check_legs()?;
            }
            if let Some(known) = known {
                if !self.memory.is_settled(known, self.limits.goal.outcome()) {
                    self.alone(space, config, strategy, Purpose::Confirm, 2)?;
                    continue;
                }
                let is_doubtful = known.remembered && known.outcome == Outcome::Pass;
                if is_doubtful && self.spot_checks > 0 && !was_asked {
                    self.spot_checks -= 1;
                    let (then, now) = (known.outcome, self.recurs(space, config, known.outcome)?);
                    if now != then {
                        return Err(Stop::Contradiction { then, now });
                    }
                }
                return self.commit(space, config, (id, known), strategy);
            }
            let subject = subject(id, space, config);
            if let Some(slot) = self.slots.inline() {
                self.observer.event(&Event::Started(subject))?;
                let end = carry_out(slot, &**space, config, 1);
                if let Some(judgement) = self.report(end, space, config, subject, Purpose::Search)? {
                    self.memory.put(id, &judgement, Known::of(&judgement, false));
                    let known = self.memory.get(id).expect("it was put there");
                    if self.memory.is_settled(known, self.limits.goal.outcome()) {
                        return self.commit(space, config, (id, known), strategy);
                    }
                }
                continue;
            }
            if self.memory.is_broken(id) {
                self.alone(space, config, strategy, Purpose::Search, 1)?;
                continue;
            }
            self.asked = Some(id);
            if let Some(strategy) = strategy {
                self.fill(space, strategy)?;
            } else {
                self.start(Flight::new(space, config.clone(), Purpose::Search, 1))?;
            }
            self.learn()?;
            // What else has ended by now is learned before anything new is begun.
            while let Some(ended) = self.slots.ended() {
                self.learn_of(ended)?;
            }
        }
    }

    /// Counts the answer as one step in serial order.
    fn commit(
        &mut self,
        space: &Shared,
        config: &Config,
        (id, known): (Id, Known),
        strategy: Option<&dyn Strategy>,
    ) -> Result<Outcome, Stop> {
        let Known { outcome, .. } = known;
        let left = strategy.and_then(Strategy::rest).map(|rest| rest.saturating_sub(1));
        self.asked = None;
        let first = self.memory.mark_asked(id) || self.limits.no_cache;
        let number = self.count.answered(first);
        if first {
            self.memory.count(known, self.limits.goal.outcome());
        }
        if self.limits.no_cache {
            self.memory.forget(id);
        }
        self.observer.event(&Event::Asked { id, outcome, number, left })?;
        let is_kept = outcome == self.limits.goal.outcome() && !self.explores;
        // What an earlier part of the search asked for may be the best of this one.
        if is_kept && (first || self.trail.is_some()) {
            let measure = measure(self.limits.objective.as_ref(), &**space, config)?;
            if self.least.admits(id, measure) {
                self.prefer(space, config, measure)?;
            }
        }
        let is_too_large = is_kept && self.least.is_larger(id);
        self.count_in_legs(config, first, is_kept && !is_too_large);
        Ok(if is_too_large { Outcome::Pass } else { outcome })
    }

    /// Ends what takes long between questions where the run was stopped from outside.
    ///
    /// # Errors
    /// Why it was stopped.
    pub fn check_halted(&self) -> Result<(), Stop> {
        self.control.halted().map_or(Ok(()), |halt| Err(halt.into()))
    }
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("count", &self.count)
            .field("best", &self.best_size())
            .finish_non_exhaustive()
    }
}
