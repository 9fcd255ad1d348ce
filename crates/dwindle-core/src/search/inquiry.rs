//! The part of a search that decides what is tested: it holds a strategy, the known outcomes and the open tests,
//! and runs nothing itself.
//!
//! # Architecture invariant
//! There is no test, thread, clock, file or observer here: who holds an inquiry is asked for nothing but judgements.
//! [`Search`](super::Search) is such a holder, a loop of one's own is another.

use std::any::Any;
use std::sync::{Arc, Mutex};

use crate::event::Purpose;
use crate::search::count::Count;
use crate::search::dispatch::{Dispatch, NotTold};
use crate::search::foreseen::Foreseen;
use crate::search::goal::Goal;
use crate::search::ids::Ids;
use crate::search::known::{Known, Memory};
use crate::search::repeats::Repeats;
use crate::slots::Asked;
use crate::space::{AsSpace, ListSpace, Shared};
use crate::strategy::First;
use crate::test::{IntoJudgement, NoJudgement};
use crate::{Config, Id, Judgement, Outcome, Question, Strategy};

/// The questions of a strategy, what is known of candidates, and which of them are judged just now: asked what to test
/// next, and told what came of it.
///
/// It borrows nothing, does no I/O and can be sent to another thread: for callers that cannot give a test as a function, such
/// as another language or machines elsewhere. [`Search`](super::Search) is a loop around one. Several candidates may be judged
/// at a time. The first of them is the one whose outcome the strategy waits for, the others are the likeliest to be needed
/// next.
///
/// ```
/// use std::sync::Arc;
/// use dwindle_core::search::Inquiry;
/// use dwindle_core::space::{ListSpace, Space};
/// use dwindle_core::strategy::Dwindle;
///
/// let space = Arc::new(ListSpace::new(100));
/// let mut inquiry = Inquiry::new(&space, Dwindle::new(space.full()));
/// while let Some(asked) = inquiry.ask() {
///     let fails = asked.config.contains(3) && asked.config.contains(77);
///     inquiry.tell(asked.ticket, fails)?;
/// }
/// assert_eq!(inquiry.best().units().collect::<Vec<_>>(), [3, 77]);
/// # Ok::<_, dwindle_core::search::NotTold>(())
/// ```
///
/// # Determinism
/// The best and the [count](Self::count) are the same however many candidates are judged at a time, and whichever ends
/// first: a strategy is told the outcomes of its own questions in its own order and nothing else.
///
/// # Cost
/// That of the strategy, in tests. Each [`ask`](Self::ask) and [`dispatch`](Self::dispatch) for more than one test at a time
/// costs a few copies of the strategy for each place.
#[derive(Debug)]
pub struct Inquiry {
    terms: Terms,
    pub(super) space: Shared,
    pub(super) strategy: Box<dyn Strategy>,
    /// The identities of what it may ask soon.
    pub(super) ids: Mutex<Ids>,
    /// The question that waits for its answer.
    pub(super) pending: Option<Pending>,
    /// What passes, where no part of it can fail.
    passing: Vec<Config>,
    pub(super) memory: Memory,
    pub(super) repeats: Repeats,
    count: Count,
    pub(super) tickets: u64,
    /// What is judged just now, in the order of tickets.
    pub(super) open: Vec<Open>,
}

/// How outcomes count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terms {
    pub(crate) goal: Goal,
    /// No part of what passes fails.
    pub(crate) monotone: bool,
    /// A candidate is tested each time it is asked about.
    pub(crate) no_cache: bool,
}

/// A question that is not answered yet.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) id: Id,
    pub(super) config: Config,
    /// How likely the strategy takes it to fail; none where it is nobody's but the caller's, and no strategy is told its answer.
    pub(super) chance: Option<f32>,
    /// Nothing is known of it, and whether it is asked for the first time: what it was looked up for already.
    pub(super) is_new: Option<bool>,
}

/// The answer to a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) id: Id,
    pub(super) config: Config,
    pub(super) outcome: Outcome,
    /// The number of the logical test, if this was one.
    pub(super) number: Option<u64>,
    /// How many questions follow at most until the pass is through.
    pub(super) left: Option<u64>,
}

/// A candidate that is judged just now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) ticket: u64,
    pub(super) id: Id,
    pub(super) patience: u32,
    /// Nothing else runs beside it, so that what goes wrong with it has no other cause.
    pub(super) is_alone: bool,
    /// Its judgement is wanted whatever is known, and known only where nothing else is.
    pub(super) is_probe: bool,
}

impl Inquiry {
    /// The questions of `strategy` in `space`; its start is taken to fail.
    pub fn new(space: &impl AsSpace, strategy: impl Strategy) -> Self {
        Self {
            terms: Terms::default(),
            space: space.as_space(),
            strategy: Box::new(strategy),
            ids: Mutex::default(),
            pending: None,
            passing: Vec::new(),
            memory: Memory::default(),
            repeats: Repeats::default(),
            count: Count::default(),
            tickets: 0,
            open: Vec::new(),
        }
    }

    /// One without a question.
    pub(super) fn idle(terms: Terms) -> Self {
        Self { terms, ..Self::new(&Arc::new(ListSpace::new(0)), no_questions()) }
    }

    /// Goes on with the questions of another strategy, in the same space or another one. What is known stays known.
    pub fn go_on(&mut self, space: &impl AsSpace, strategy: impl Strategy) {
        (self.space, self.strategy, self.pending) = (space.as_space(), Box::new(strategy), None);
        self.ids = Mutex::default();
        self.passing.clear();
    }

    /// Asks no more questions of the strategy, and gives it back if it is of this type.
    pub(super) fn end<S: Strategy>(&mut self) -> Option<S> {
        let strategy = std::mem::replace(&mut self.strategy, Box::new(no_questions()));
        let strategy: Box<dyn Any> = strategy;
        strategy.downcast().ok().map(|strategy| *strategy)
    }

    /// Asks about one configuration, for the caller alone.
    pub(super) fn put(&mut self, space: Shared, config: Config) {
        self.pending = Some(Pending { id: space.id(&config), config, chance: None, is_new: None });
        self.space = space;
    }

    /// Waits for no test any more.
    pub(super) fn give_back_all(&mut self) {
        self.open.clear();
    }

    /// The strategy as it stands, if it is of this type.
    pub fn strategy<S: Strategy>(&self) -> Option<&S> {
        let strategy: &dyn Any = &*self.strategy;
        strategy.downcast_ref()
    }

    /// The smallest configuration known to fail.
    pub fn best(&self) -> &Config {
        self.strategy.best()
    }

    /// Whether the strategy has no more questions.
    pub fn is_done(&self) -> bool {
        self.strategy.ask(0).is_none()
    }

    /// Numbers so far, all in serial order.
    pub const fn count(&self) -> Count {
        self.count
    }

    /// Takes an outcome, or a judgement, as known, from a journal or a test elsewhere; it is not tested again.
    pub fn remember(&mut self, id: Id, judgement: impl Into<Judgement>) {
        let judgement = judgement.into();
        self.know(id, &judgement, Known::remembered(&judgement));
    }

    fn know(&mut self, id: Id, judgement: &Judgement, known: Known) {
        self.memory.put(id, judgement, known);
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) {
            pending.is_new = None;
        }
    }

    /// Forgets the outcome of a candidate, which is tested again where it is asked about again.
    pub fn forget(&mut self, id: Id) {
        self.memory.forget(id);
    }

    /// The next candidate to be judged; several may be asked before one is told.
    ///
    /// `None` when the strategy [is done](Self::is_done), or has to be told a judgement first. As long as there are guesses
    /// worth a test it gives more and more of them, so a caller asks for no more than it can have judged at a time.
    pub fn ask(&mut self) -> Option<Asked> {
        self.answer_known();
        if self.open.is_empty() {
            return self.begin_one(1, false);
        }
        self.begin(self.open.len() + 1, false, Vec::new()).start.pop()
    }

    /// What to begin and what to stop so that up to `width` candidates are judged at a time, those that are likeliest to be
    /// needed: for callers with many places, for whom it costs less than to [`ask`](Self::ask) for each.
    ///
    /// Where one place is all there is, a test that cannot be carried out is not [tried again](NotTold::Broken): nothing was
    /// beside it.
    pub fn dispatch(&mut self, width: usize) -> Dispatch {
        self.answer_known();
        self.begin(width, width == 1, Vec::new())
    }

    /// As [`dispatch`](Self::dispatch), with candidates that may be asked about after the strategy.
    pub(super) fn dispatch_beside(&mut self, width: usize, foreseen: Vec<Foreseen>) -> Dispatch {
        self.begin(width, width == 1, foreseen)
    }

    /// Takes what the test of a candidate came to.
    ///
    /// An error says that it could not be carried out. The candidate is then asked again when the strategy waits for its
    /// outcome, alone, and not before.
    ///
    /// # Errors
    /// [`NotTold::NotAsked`] when nothing is expected for this ticket, [`NotTold::Broken`] when the test could not be
    /// carried out alone either.
    pub fn tell(&mut self, ticket: u64, answer: impl IntoJudgement) -> Result<(), NotTold> {
        match answer.into_judgement() {
            Ok(judgement) => self.learn(ticket, Ok(&judgement))?,
            Err(none) => self.learn(ticket, Err(none))?,
        }
        self.answer_known();
        Ok(())
    }

    /// Takes back a candidate whose test was stopped. It may be asked again.
    ///
    /// # Errors
    /// [`NotTold::NotAsked`] when nothing is expected for this ticket.
    pub fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.close(ticket).map(drop)
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more, so that their tests may be stopped and
    /// [given back](Self::give_back).
    pub fn unwanted(&self) -> Vec<u64> {
        self.not_among(&self.likeliest(2 * self.open.len(), Vec::new()))
    }

    /// Tells the strategy what is known already.
    fn answer_known(&mut self) {
        while let Some((Some(known), _)) = self.question() {
            let answer = self.answer(known);
            self.pass_on(answer);
        }
    }

    /// Answers the next question if it is clear without a test; whether it was.
    ///
    /// Costs what the candidate of a question costs to describe, and no test, so that thousands may follow each other.
    pub(super) fn answer_clear(&mut self) -> bool {
        if self.pending.is_some() {
            return false;
        }
        let Some(Question { config, chance, .. }) = self.strategy.ask(0) else { return false };
        let is_ruled_out = self.passing.iter().any(|set| config.is_subset(set));
        let clear = is_ruled_out.then_some(Outcome::Pass);
        let best = self.strategy.best();
        if let Some(outcome) = clear.or_else(|| self.space.known_outcome(&config, best)) {
            self.count.inferred += 1;
            self.strategy.tell(outcome);
            return true;
        }
        let id = self.space.id(&config);
        let was_asked = self.memory.look_up(id).1;
        let up_to_blanks = &self.repeats.up_to_blanks;
        if let Some(outcome) = up_to_blanks.outcome(&self.space, best, &config).filter(|_| !was_asked) {
            self.count.inferred += 1;
            self.strategy.tell(outcome);
            return true;
        }
        if let Some(outcome) = self.repeats.outcome(&self.space, best, &config).filter(|_| !was_asked) {
            self.repeats.note_skipped();
            self.strategy.tell(outcome);
            return true;
        }
        self.pending = Some(Pending { id, config, chance: Some(chance), is_new: None });
        false
    }

    /// Of the next question that is not [clear](Self::answer_clear): what is known and counts as it is, and whether it is asked
    /// for the first time. `None` when there is no question.
    pub(super) fn question(&mut self) -> Option<(Option<Known>, bool)> {
        while self.answer_clear() {}
        let pending = self.pending.as_mut()?;
        if let Some(is_new) = pending.is_new {
            return Some((None, is_new));
        }
        let (known, was_asked) = self.memory.look_up(pending.id);
        if known.is_none() {
            pending.is_new = Some(!was_asked);
        }
        let keeps = self.terms.goal.outcome();
        let known = known.filter(|known| self.memory.is_settled(*known, keeps));
        Some((known, !was_asked))
    }

    /// The configuration that is asked about, while its outcome is not known.
    pub(super) fn asked(&self) -> Option<&Config> {
        self.pending.as_ref().map(|pending| &pending.config)
    }

    /// The identity of the candidate that is asked about.
    pub(super) fn asked_id(&self) -> Option<Id> {
        self.pending.as_ref().map(|pending| pending.id)
    }

    /// One without a question that knows what this one does, and has asked nothing that it [noted](Memory::begin_to_note).
    pub(super) fn as_noted(&self, terms: Terms, count: Count) -> Self {
        Self { memory: self.memory.as_noted(), count, ..Self::idle(terms) }
    }

    /// Answers the question with what is known, as one step in serial order.
    ///
    /// # Panics
    /// When there is no [question](Self::question).
    pub(super) fn answer(&mut self, known: Known) -> Answer {
        let Pending { id, config, chance, .. } = self.pending.take().expect("there is a question");
        let rest = self.strategy.rest().filter(|_| chance.is_some());
        let is_first = self.memory.mark_asked(id) || self.terms.no_cache;
        let number = self.count.answered(is_first);
        if is_first {
            self.memory.count(known, self.terms.goal.outcome());
            if let Some(said) = chance {
                self.memory.chances.count(said, known.outcome == Outcome::Fail);
            }
        }
        if chance.is_some() {
            self.repeats.learn(&self.space, (self.strategy.best(), &config), known.outcome);
        }
        if self.terms.no_cache {
            self.memory.forget(id);
        }
        let left = rest.map(|rest| rest.saturating_sub(1));
        Answer { id, config, outcome: known.outcome, number, left }
    }

    /// Tells the strategy the answer to its question.
    pub(super) fn pass_on(&mut self, answer: Answer) {
        self.strategy.tell(answer.outcome);
        if self.terms.monotone && answer.outcome == Outcome::Pass {
            self.passing.retain(|set| !set.is_subset(&answer.config));
            self.passing.push(answer.config);
        }
    }

    /// Has a candidate judged whatever is known of it, as no answer to a question; `is_alone` says that nothing runs beside it.
    pub(super) fn probe(&mut self, space: &Shared, config: Config, is_alone: bool) -> Asked {
        let (ticket, id) = (self.tickets, space.id(&config));
        self.tickets += 1;
        self.open.push(Open { ticket, id, patience: 1, is_alone, is_probe: true });
        Asked {
            ticket,
            id,
            config,
            patience: 1,
            space: space.clone(),
            purpose: Purpose::Confirm,
            chance: None,
            change: None,
        }
    }

    /// Remembers what a test came to.
    pub(super) fn learn(
        &mut self,
        ticket: u64,
        answer: Result<&Judgement, NoJudgement>,
    ) -> Result<(), NotTold> {
        let open = self.close(ticket)?;
        match answer {
            Ok(_) if open.is_probe && self.memory.get(open.id).is_some() => {}
            Ok(judgement) => {
                self.know(open.id, judgement, Known::of(judgement, open.patience > 1));
            }
            Err(NoJudgement::Broken(error)) if open.is_alone => return Err(error.into()),
            Err(NoJudgement::Broken(_)) if open.is_probe => {}
            Err(NoJudgement::Broken(_)) => self.memory.mark_broken(open.id),
            Err(NoJudgement::Stopped) => {}
        }
        Ok(())
    }

    fn close(&mut self, ticket: u64) -> Result<Open, NotTold> {
        let at = self.open.iter().position(|open| open.ticket == ticket);
        Ok(self.open.remove(at.ok_or(NotTold::NotAsked(ticket))?))
    }
}

/// A strategy that has none.
fn no_questions() -> First {
    First::new(Config::empty(), [])
}
