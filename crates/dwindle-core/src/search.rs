//! The search: answers the questions of strategies in serial order, and runs as many tests in parallel as there are
//! slots.
//!
//! # Architecture invariant
//! Jobs change the time, never the result: a strategy is told the outcomes of its own questions in its own
//! order and nothing else. Tests that ran ahead of it only make its next answers known already.

mod ahead;
mod best;
mod blanks;
mod certain;
mod chances;
mod changes;
mod confirm;
mod count;
mod dispatch;
mod exploring;
mod flights;
mod foresee;
mod foreseen;
mod goal;
mod guesses;
mod ids;
mod inquiry;
mod known;
mod leg;
mod legs;
mod lenses;
mod limits;
mod multi_cause;
mod objective;
mod passed;
mod repeats;
mod shadow;
mod shadows;
mod simplicity;
mod stop;
mod trail;
mod watch;
mod way;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::control::Control;
use crate::event::{Event, Observer, Subject};
use crate::search::best::Best;
use crate::search::inquiry::{Answer, Terms};
use crate::search::known::Known;
use crate::search::leg::Leg;
use crate::search::objective::{Least, measure};
use crate::search::passed::Passed;
use crate::search::shadow::Shadow;
use crate::search::shadows::Shadows;
use crate::search::simplicity::Simplicity;
use crate::search::trail::Trail;
use crate::search::watch::Watch;
use crate::search::way::Way;
use crate::slots::{Asked, Slots};
use crate::space::{AsSpace, Lens, Shared};
use crate::{Config, Id, Judgement, Outcome, Prices, Strategy};

pub use count::Count;
pub use dispatch::{Dispatch, NotTold};
pub use goal::Goal;
pub use inquiry::Inquiry;
pub use leg::{Account, Bounds, LegEnd};
pub use objective::Objective;
pub use stop::Stop;

/// What limits a search and what it may take for granted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) budget: Option<u64>,
    pub(crate) target: Option<u64>,
    pub(crate) terms: Terms,
    /// What smaller means, where that is not the size.
    pub(crate) objective: Option<Arc<dyn Objective>>,
    pub(crate) prices: Prices,
}

/// Runs strategies and knows what was tested; made by [`Engine::run`](crate::Engine::run).
pub struct Search<'s> {
    slots: Box<dyn Slots + 's>,
    observer: &'s mut dyn Observer,
    control: Control,
    limits: Limits,
    /// What decides what is tested.
    inquiry: Inquiry,
    /// The tests that run.
    running: Vec<(Asked, Subject)>,
    best: Option<Best>,
    least: Least,
    /// How many tests at once, at most.
    width: usize,
    /// The tests that ran when it last became smaller.
    excused: Vec<u64>,
    /// How many remembered passes are still to be tested again.
    spot_checks: u32,
    /// Those that are tested again as well, where they did not fail.
    doubted: BTreeSet<Id>,
    /// How long no candidate failed, where that is watched.
    watch: Option<Watch>,
    /// Through what the spaces of strategies are seen, the outermost first.
    lenses: Vec<Lens>,
    /// The space that a strategy runs on, as it is without lenses.
    running_space: Option<Shared>,
    /// What ends when it is no longer worth its tests, the innermost last.
    legs: Vec<Leg>,
    /// The way to the best, where it is wanted.
    trail: Option<Trail>,
    /// The same, step by step.
    way: Way,
    passed: Passed,
    /// Whether candidates are only asked about, and none is kept.
    explores: bool,
    /// What runs ahead of strategies.
    shadows: Shadows,
    /// What this search shares with the one whose questions it finds out.
    shadow_of: Option<Arc<Shadow>>,
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
            excused: Vec::new(),
            spot_checks: 0,
            doubted: BTreeSet::new(),
            watch: None,
            slots,
            observer,
            control,
            inquiry: Inquiry::idle(limits.terms),
            limits,
            running: Vec::new(),
            best: None,
            least: Least::default(),
            lenses: Vec::new(),
            running_space: None,
            legs: Vec::new(),
            trail: None,
            way: Way::default(),
            passed: Passed::default(),
            explores: false,
            shadows: Shadows::default(),
            shadow_of: None,
        }
    }

    /// Numbers so far.
    pub const fn count(&self) -> Count {
        self.inquiry.count()
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
        self.inquiry.remember(id, judgement);
    }

    /// Keeps in mind from now on what becomes the best and has at most `longest` bytes.
    pub const fn keep_way(&mut self, longest: usize) {
        self.way.longest = longest;
    }

    /// What became the best since [`keep_way`](Self::keep_way) and [`begin_again`](Self::begin_again), as
    /// [`write`](crate::space::Space::write) writes it, the last one first; of many the first are forgotten.
    pub fn way(&self) -> impl Iterator<Item = &[u8]> {
        self.way.back()
    }

    /// Keeps in mind from now on the last `most` candidates that did not fail, but for those that took too long, once the best is short.
    pub const fn keep_passed(&mut self, most: usize) {
        self.passed.most = most;
    }

    /// Those since [`keep_passed`](Self::keep_passed) that are smaller than the best, the largest first, and of equal ones the last: that
    /// these do not fail makes the best minimal.
    pub fn passed(&self) -> Vec<(Shared, Config)> {
        self.best_size().map_or_else(Vec::new, |size| self.passed.nearest(size))
    }

    /// Runs one test at a time from now on: for tests that get in each other's way.
    pub const fn narrow(&mut self) {
        self.width = 1;
    }

    /// Lifts the budget of tests and of time, the target size, and an interrupt: for the few tests after a search that
    /// show its best to people. [`Halt::AtOnce`](crate::Halt::AtOnce) still ends the run.
    pub fn conclude(&mut self) {
        (self.limits.budget, self.limits.target) = (None, None);
        self.control.allow_overtime();
    }

    /// Tests these again when a strategy asks for them, if they are remembered not to have failed, and did not take too long: one that fails now ends
    /// the run with [`Stop::Contradiction`].
    pub fn doubt(&mut self, candidates: impl IntoIterator<Item = Id>) {
        self.doubted.extend(candidates);
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
        let space = self.enter(space);
        strategy.weigh(self.limits.prices);
        self.inquiry.go_on(&space, strategy);
        let end = self.answer_all(each);
        let strategy = self.inquiry.end();
        self.stop_unforeseen(end.is_ok())?;
        end.map(|()| strategy.expect("its type is that of the strategy that was given"))
    }

    fn answer_all<S: Strategy>(&mut self, each: &mut dyn FnMut(&S) -> Result<(), Stop>) -> Result<(), Stop> {
        while let Some(answer) = self.answer()? {
            self.inquiry.pass_on(answer);
            self.inquiry.strategy().map_or(Ok(()), &mut *each)?;
        }
        Ok(())
    }

    /// The outcome of one configuration: known, or tested now. A logical test like a strategy's.
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn outcome(&mut self, space: &impl AsSpace, config: &Config) -> Result<Outcome, Stop> {
        let space = self.enter(space);
        self.inquiry.put(space, config.clone());
        let end = self.answer();
        self.stop_unforeseen(end.is_ok())?;
        Ok(end?.expect("there was a question").outcome)
    }

    /// Keeps `config`, whose outcome was learned elsewhere, as the best if it is one.
    ///
    /// # Errors
    /// The observer's.
    pub fn adopt(&mut self, space: &impl AsSpace, config: &Config, outcome: Outcome) -> Result<(), Stop> {
        if outcome != self.limits.terms.goal.outcome() {
            return Ok(());
        }
        let space = self.seen(space);
        let measure = measure(self.limits.objective.as_ref(), &self.least, &*space, config)?;
        self.least.begin(measure);
        self.prefer(&space, config, measure)
    }

    /// Keeps `config` of a space as it is seen, whose outcome is that of what is kept.
    fn prefer(&mut self, space: &Shared, config: &Config, measure: u64) -> Result<(), Stop> {
        let size = space.size(config);
        let best = self.best.as_ref().map(|best| (best.measure, best.size));
        if !self.limits.terms.goal.prefers((measure, size), best)
            && !self.is_simpler(space, config, (measure, size))?
        {
            return Ok(());
        }
        let subject = Subject { id: space.id(config), size, units: config.len() };
        if let Some(trail) = &mut self.trail {
            trail.add(space, config);
        }
        self.way.add(space, config)?;
        self.best = Some(Best { size, measure, space: Arc::clone(space), config: config.clone() });
        self.observer.event(&Event::Best(subject))?;
        self.observer.keep(&|out| space.write(config, out))?;
        Ok(())
    }

    /// Whether a candidate that is as good as the best by its measure and size is [simpler](Simplicity).
    fn is_simpler(&self, space: &Shared, config: &Config, found: (u64, u64)) -> Result<bool, Stop> {
        let of_one_size = |best: &&Best| {
            (best.measure, best.size) == found && self.limits.terms.goal == Goal::SmallestFailing
        };
        let Some(best) = self.best.as_ref().filter(of_one_size).filter(|_| space.compares_values()) else {
            return Ok(false);
        };
        Ok(Simplicity::of(&**space, config)? < Simplicity::of(&*best.space, &best.config)?)
    }

    /// The answer to the next question, found out by tests where it is not known, and counted; `None` when there is no
    /// question.
    fn answer(&mut self) -> Result<Option<Answer>, Stop> {
        let mut is_tested = false;
        loop {
            while self.inquiry.answer_clear() {
                self.check_halted()?;
            }
            let Some((known, is_new)) = self.inquiry.question() else { return Ok(None) };
            self.check_halted()?;
            // Before what is known already, so that budgets end every run at the same place.
            if is_new && !(is_tested && known.is_some()) {
                self.check_limits()?;
                self.check_legs()?;
            }
            if let Some(known) = known {
                if is_new && known.remembered && self.is_to_be_checked(known) {
                    self.check_spot(known.outcome)?;
                }
                let answer = self.inquiry.answer(known);
                let answer = self.commit(answer, known)?;
                if is_new && !known.remembered {
                    self.watch_after(known.outcome)?;
                }
                return Ok(Some(answer));
            }
            self.dispatch()?;
            self.learn()?;
            is_tested = true;
        }
    }

    /// Takes note of an answer, one step in serial order, and of how it counts here.
    fn commit(&mut self, mut answer: Answer, known: Known) -> Result<Answer, Stop> {
        let Answer { id, ref config, outcome, number, left, .. } = answer;
        self.observer.event(&Event::Asked { id, outcome, number, left })?;
        if let Some(shadow) = &self.shadow_of {
            shadow.came_to(self.inquiry.count().tests);
        }
        let is_kept = outcome == self.limits.terms.goal.outcome() && !self.explores;
        let is_first = number.is_some();
        // What an earlier part of the search asked for may be the best of this one.
        if is_kept && (is_first || self.trail.is_some()) {
            let space = Arc::clone(&self.inquiry.space);
            let measure = measure(self.limits.objective.as_ref(), &self.least, &*space, config)?;
            if self.least.admits(id, measure) {
                self.prefer(&space, config, measure)?;
            }
        }
        let is_too_large = is_kept && self.least.is_larger(id);
        let says_minimal = outcome != Outcome::Fail && !known.timed_out && !is_kept;
        if is_first && says_minimal && !self.explores {
            self.passed.add(&self.inquiry.space, config, self.best.as_ref().map(|best| best.size));
        }
        self.count_in_legs(config, is_first, is_kept && !is_too_large);
        if is_too_large {
            answer.outcome = Outcome::Pass;
        }
        Ok(answer)
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
            .field("count", &self.count())
            .field("best", &self.best_size())
            .finish_non_exhaustive()
    }
}
