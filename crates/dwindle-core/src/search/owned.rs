//! The search that owns all that it works on, and whose tests somebody else runs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use crate::search::Count;
use crate::search::known::{Known, Memory};
use crate::space::{AsSpace, Shared};
use crate::test::{IntoJudgement, NoJudgement};
use crate::{Candidate, Config, Id, Outcome, Question, Strategy};

/// A search that is asked for candidates and told their judgements, in any order: for callers that cannot give a test as
/// a function, such as another language or machines elsewhere.
///
/// It holds a space, a strategy and what is known; it borrows nothing and can be sent to another thread. A caller may
/// have several candidates judged at a time. The first of them is the one whose outcome the strategy waits for, the
/// others are the likeliest to be needed next, and what the strategy is told does not depend on how many there are or
/// which ends first: the best and the [count](Self::count) are those of [`Search::run`](super::Search::run).
///
/// ```
/// use std::sync::Arc;
/// use dwindle_core::search::OwnedSearch;
/// use dwindle_core::space::{ListSpace, Space};
/// use dwindle_core::strategy::Dwindle;
///
/// let space = Arc::new(ListSpace::new(100));
/// let mut search = OwnedSearch::new(&space, &Dwindle::new(space.full()));
/// while let Some(asked) = search.ask() {
///     let fails = asked.config.contains(3) && asked.config.contains(77);
///     search.tell(asked.ticket, fails)?;
/// }
/// assert_eq!(search.best().units().collect::<Vec<_>>(), [3, 77]);
/// # Ok::<_, dwindle_core::search::NotTold>(())
/// ```
///
/// # Cost
/// That of the strategy, in tests. Each [`ask`](Self::ask) costs a few copies of the strategy for each candidate that is
/// not told yet.
#[derive(Debug)]
pub struct OwnedSearch<S = Box<dyn Strategy>> {
    space: Shared,
    strategy: S,
    memory: Memory,
    count: Count,
    tickets: u64,
    /// What was asked and is not told yet, by ticket.
    open: BTreeMap<u64, Open>,
    /// What the strategy waits for, if that was found out already.
    next: Option<(Id, Config)>,
}

/// What is known of a candidate that was asked and is not told yet.
#[derive(Debug)]
struct Open {
    id: Id,
    patience: u32,
    is_alone: bool,
}

/// A candidate to be judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Asked {
    /// The number by which its judgement is told.
    pub ticket: u64,
    /// Which units are kept.
    pub config: Config,
    /// How many times the usual limit of time the test has: 2 to confirm one of the first timeouts, which then runs alone;
    /// otherwise 1.
    pub patience: u32,
    space: Shared,
}

/// Why a judgement is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotTold {
    /// None is expected for this ticket, or no longer.
    #[error("no judgement is expected for ticket {0}")]
    NotAsked(u64),
    /// The test could not be carried out, although its outcome is needed and it ran alone. The next candidate that is
    /// asked is this one again.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

impl Asked {
    /// The candidate as a value.
    ///
    /// # Errors
    /// Those of the [space](crate::space::Space::candidate).
    pub fn candidate(&self) -> io::Result<Candidate<'_>> {
        self.space.candidate(Cow::Borrowed(&self.config))
    }
}

impl OwnedSearch {
    /// A search in `space` by `strategy`, whose start is taken to fail.
    pub fn new(space: &impl AsSpace, strategy: &dyn Strategy) -> Self {
        Self::by(space, strategy.boxed())
    }

    /// Goes on with another strategy, in the same space or another one. What is known stays known.
    pub fn go_on(&mut self, space: &impl AsSpace, strategy: &dyn Strategy) {
        self.go_on_by(space, strategy.boxed());
    }
}

impl<S: Strategy> OwnedSearch<S> {
    /// As [`new`](OwnedSearch::new), by a strategy whose type is kept, for callers who look at it.
    pub fn by(space: &impl AsSpace, strategy: S) -> Self {
        Self {
            space: space.as_space(),
            strategy,
            memory: Memory::default(),
            count: Count::default(),
            tickets: 0,
            open: BTreeMap::new(),
            next: None,
        }
    }

    /// As [`go_on`](OwnedSearch::go_on), by another strategy of the same type.
    pub fn go_on_by(&mut self, space: &impl AsSpace, strategy: S) {
        (self.space, self.strategy, self.next) = (space.as_space(), strategy, None);
    }

    /// The strategy as it stands.
    pub const fn strategy(&self) -> &S {
        &self.strategy
    }

    /// The next candidate to be judged; several may be asked before one is told.
    ///
    /// `None` when the search [is done](Self::is_done), or has to be told a judgement first. As long as there are guesses
    /// worth a test it gives more and more of them, so a caller asks for no more than it can have judged at a time.
    pub fn ask(&mut self) -> Option<Asked> {
        let (mut id, mut config) = self.next_unknown()?;
        if self.open.values().any(|open| open.is_alone) {
            return None;
        }
        let (is_late, is_retry) = (self.memory.get(id).is_some(), self.memory.is_broken(id));
        if is_late || is_retry {
            let is_free = self.open.is_empty();
            return is_free.then(|| self.open(id, config, 1 + u32::from(is_late), true));
        }
        let is_open = |id: Id| self.open.values().any(|open| open.id == id);
        if is_open(id) {
            let mut wanted = self.likeliest(self.open.len() + 1);
            (id, config) = wanted.find(|(id, _)| !is_open(*id) && !self.memory.is_broken(*id))?;
        }
        Some(self.open(id, config, 1, false))
    }

    fn open(&mut self, id: Id, config: Config, patience: u32, is_alone: bool) -> Asked {
        let ticket = self.tickets;
        self.tickets += 1;
        self.open.insert(ticket, Open { id, patience, is_alone });
        Asked { ticket, config, patience, space: self.space.clone() }
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
        let open = self.close(ticket)?;
        match answer.into_judgement() {
            Ok(judgement) => {
                let known = Known::of(&judgement, open.patience > 1);
                self.memory.put(open.id, &judgement, known);
            }
            Err(NoJudgement::Broken(error)) if open.is_alone => return Err(error.into()),
            Err(NoJudgement::Broken(_)) => self.memory.mark_broken(open.id),
            Err(NoJudgement::Stopped) => {}
        }
        self.next_unknown();
        Ok(())
    }

    /// Takes back a candidate whose test was stopped. It may be asked again.
    ///
    /// # Errors
    /// [`NotTold::NotAsked`] when nothing is expected for this ticket.
    pub fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.close(ticket).map(drop)
    }

    fn close(&mut self, ticket: u64) -> Result<Open, NotTold> {
        self.open.remove(&ticket).ok_or(NotTold::NotAsked(ticket))
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more, so that their tests may be stopped and
    /// [given back](Self::give_back).
    pub fn unwanted(&self) -> Vec<u64> {
        let wanted: Vec<Id> = self.likeliest(2 * self.open.len()).map(|(id, _)| id).collect();
        let is_unwanted = |open: &Open| !wanted.contains(&open.id) && !open.is_alone;
        self.open.iter().filter(|(_, open)| is_unwanted(open)).map(|(ticket, _)| *ticket).collect()
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

    /// Tells the strategy what is known; gives the first configuration that has to be judged.
    fn next_unknown(&mut self) -> Option<(Id, Config)> {
        if let Some((id, config)) = &self.next
            && self.settled(*id).is_none()
        {
            return Some((*id, config.clone()));
        }
        loop {
            let Question { config, .. } = self.strategy.ask(0)?;
            let outcome = if let Some(outcome) = self.space.known_outcome(&config, self.strategy.best()) {
                self.count.inferred += 1;
                outcome
            } else {
                let id = self.space.id(&config);
                let Some(known) = self.settled(id) else {
                    self.next = Some((id, config.clone()));
                    return Some((id, config));
                };
                let first = self.memory.mark_asked(id);
                self.count.answered(first);
                if first {
                    self.memory.count(known, Outcome::Fail);
                }
                known.outcome
            };
            self.strategy.tell(outcome);
        }
    }

    /// What is known of a candidate, and counts as it is.
    fn settled(&self, id: Id) -> Option<Known> {
        self.memory.get(id).filter(|known| self.memory.is_settled(*known, Outcome::Fail))
    }

    /// Up to `width` configurations of unknown outcome that are likeliest to be needed, the next one first.
    fn likeliest(&self, width: usize) -> impl Iterator<Item = (Id, Config)> {
        let configs = self.memory.likeliest(&self.space, &self.strategy, width);
        configs.into_iter().map(|config| (self.space.id(&config), config))
    }
}
