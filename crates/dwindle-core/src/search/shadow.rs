//! A shadow: the state that a search shares with a copy of itself, which runs on another thread to find out what
//! will be asked.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::chances::Chances;
use crate::search::changes::Changes;
use crate::search::foreseen::Foreseen;
use crate::slots::{Asked, End, Slots};
use crate::{Id, Judgement, Outcome};

/// How likely a question passes of which nothing is known, such as one that no strategy asks.
const PASSES: f64 = 0.9;

/// How likely a change comes to what it came to on another text.
const AGAIN: f64 = 0.9;

/// What a search and its shadow share.
#[derive(Default)]
pub(super) struct Shadow {
    /// The candidates of which it is told the other answer than the likelier one.
    others: Vec<Id>,
    /// How many candidates it may be ahead.
    most: usize,
    chances: Chances,
    changes: Changes,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What the shadow was told of candidates that were not known: whether they fail.
    assumed: HashMap<Id, bool>,
    /// Those that are not known yet, in the order in which they are asked about.
    wanted: Vec<Foreseen>,
    /// What the search has come to know since the shadow began.
    learned: HashMap<Id, Judgement>,
    /// How many logical tests it is through with.
    tests: u64,
    /// How often it came to want another one.
    version: u64,
    /// It is as far ahead as it may be.
    is_waiting: bool,
    /// An assumption was wrong, or nobody needs it any more.
    is_over: bool,
    /// It has come to its end.
    is_done: bool,
}

impl Shadow {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn learn(&self, id: Id, judgement: &Judgement) {
        let mut state = self.state();
        state.wanted.retain(|wanted| wanted.id != id);
        let fails = judgement.outcome == Outcome::Fail;
        // One that has not come to its other answer will never be told it.
        let assumed = state.assumed.get(&id).copied();
        state.is_over |= assumed.map_or(self.others.contains(&id), |assumed| assumed != fails);
        state.learned.insert(id, judgement.clone());
        state.is_waiting = false;
        self.changed.notify_all();
    }

    /// Whether it has not gone another way: it does not know yet what is asked now, after so many logical tests, or has met it.
    pub(super) fn follows(&self, asked: Option<Id>, tests: u64) -> bool {
        let state = self.state();
        let has_met = |id: Id| {
            state.assumed.contains_key(&id)
                || state.learned.contains_key(&id)
                || state.wanted.iter().any(|wanted| wanted.id == id)
        };
        !state.is_over && (state.tests <= tests || asked.is_none_or(has_met))
    }

    /// Whether it is told what is likeliest from here on.
    pub(super) fn is_likeliest(&self) -> bool {
        self.others.iter().all(|other| self.state().learned.contains_key(other))
    }

    /// What it wants, the likeliest first.
    pub(super) fn wanted(&self) -> Vec<Foreseen> {
        let mut reached = 1.0;
        let mut wanted = self.state().wanted.clone();
        for next in &mut wanted {
            let assumed = next.chance;
            next.chance = reached;
            reached *= assumed;
        }
        wanted
    }

    /// How likely it is that one more answer is another one than was assumed, and of which candidates the answers are then.
    pub(super) fn branches(&self) -> Vec<(f64, Vec<Id>)> {
        let mut reached = 1.0;
        let state = self.state();
        let mut branches = Vec::new();
        for next in &state.wanted {
            // Beyond the last of its own other answers, so that each set of them is one shadow's.
            if state.assumed.contains_key(&next.id)
                && !self.others.contains(&next.id)
                && self
                    .others
                    .iter()
                    .all(|other| state.assumed.contains_key(other) || state.learned.contains_key(other))
            {
                branches.push((reached * (1.0 - next.chance), [self.others.as_slice(), &[next.id]].concat()));
            }
            reached *= next.chance;
            if self.others.contains(&next.id) {
                branches.clear();
            }
        }
        branches
    }

    pub(super) fn version(&self) -> u64 {
        let state = self.state();
        state.version + u64::from(state.is_over)
    }

    /// Waits until it is as far ahead as it may be, or at its end.
    pub(super) fn settle(&self) {
        let state = self.state();
        let is_busy = |state: &mut State| !(state.is_waiting || state.is_done || state.is_over);
        drop(self.changed.wait_while(state, is_busy).unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    pub(super) fn is_done(&self) -> bool {
        self.state().is_done
    }

    /// Whether it came to another answer than it was told, or is not needed any more.
    pub(super) fn is_over(&self) -> bool {
        self.state().is_over
    }

    /// Runs what asks the questions of the shadow, to its end.
    pub(super) fn follow(&self, work: impl FnOnce()) {
        /// Says at its end that the shadow has come to its own, also where the work panics.
        struct Done<'s>(&'s Shadow);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.state().is_done = true;
                self.0.changed.notify_all();
            }
        }
        let _done = Done(self);
        work();
    }

    /// One that is told the other answer of these candidates, and may be so many candidates ahead.
    pub(super) fn new(others: Vec<Id>, most: usize, chances: Chances, changes: Changes) -> Self {
        Self { others, most, chances, changes, ..Self::default() }
    }

    /// The candidates of which it is told the other answer.
    pub(super) fn others(&self) -> &[Id] {
        &self.others
    }

    /// Notes that the shadow is through with so many logical tests.
    pub(super) fn came_to(&self, tests: u64) {
        self.state().tests = tests;
    }

    /// The answer to a question of the shadow; none where it is over.
    fn answer(&self, asked: &Asked) -> Option<Judgement> {
        let id = asked.id;
        let failed = asked.change.and_then(|change| self.changes.failed(change));
        let chance = match failed {
            Some(true) => AGAIN,
            Some(false) => 1.0 - AGAIN,
            None => asked.chance.map_or(1.0 - PASSES, |said| self.chances.of(said)),
        };
        let fails = (chance > 0.5) != self.others.contains(&id);
        let mut state = self.state();
        if !state.is_over && !state.learned.contains_key(&id) {
            let chance = if fails { chance } else { 1.0 - chance };
            let (config, space) = (asked.config.clone(), asked.space.clone());
            state.wanted.push(Foreseen { id, config, space, chance, change: asked.change });
            state.version += 1;
        }
        while !state.is_over && !state.learned.contains_key(&id) && state.wanted.len() > self.most {
            state.is_waiting = true;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over {
            return None;
        }
        if let Some(learned) = state.learned.get(&id) {
            return Some(learned.clone());
        }
        state.assumed.insert(id, fails);
        Some(Judgement::from(if fails { Outcome::Fail } else { Outcome::Pass }))
    }
}

/// Slots of a shadow: no test runs in them.
pub(super) struct Guesses {
    shadow: Arc<Shadow>,
    ended: Option<(u64, End)>,
}

impl Guesses {
    pub(super) fn of(shadow: &Arc<Shadow>) -> Self {
        Self { shadow: Arc::clone(shadow), ended: None }
    }
}

impl Slots for Guesses {
    fn width(&self) -> usize {
        1
    }

    fn start(&mut self, asked: &Asked) {
        let end = match self.shadow.answer(asked) {
            Some(judgement) => End::Judged(judgement),
            // Nothing else ends a search before its next question.
            None => End::Broken(io::Error::other("the shadow is over")),
        };
        self.ended = Some((asked.ticket, end));
    }

    fn stop(&mut self, _ticket: u64) {}

    fn wait(&mut self) -> (u64, End) {
        self.ended.take().expect("a test was started")
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        self.ended.take()
    }
}
