//! What every search does, whatever it searches in.

use std::fmt::Debug;
use std::io;

use dwindle::search::NotTold;
use dwindle::slots::Asked;
use dwindle::{Judgement, Outcome};

use crate::pieces::{Pieces, pieces_of};

/// What decides what is tested next. It knows no Python.
pub(crate) trait Steps: Debug + Send + Sync {
    /// The next candidate to be judged.
    fn ask(&mut self) -> io::Result<Next>;

    /// Takes what the test of a candidate came to.
    fn tell(&mut self, ticket: u64, judgement: Judgement) -> Result<(), NotTold>;

    /// Takes back a candidate whose test was stopped.
    fn give_back(&mut self, ticket: u64) -> Result<(), NotTold>;

    /// The tickets of candidates whose outcomes will hardly be needed any more.
    fn unwanted(&self) -> Vec<u64>;

    /// The smallest candidate known to fail.
    fn best(&self) -> io::Result<Pieces>;

    /// Its size, as people count it.
    fn size(&self) -> u64;

    /// How many outcomes were asked for that had to be found out by a test, in serial order.
    fn tests(&self) -> u64;

    /// Whether what comes next is decided in less time than it takes to release the interpreter's lock and get it again.
    fn is_brief(&self) -> bool {
        false
    }

    /// All that was told so far holds.
    fn trust(&mut self) {}

    /// What was told since then may be wrong: it is asked about again.
    fn doubt(&mut self) {}

    /// Whether its own budget ended it.
    fn is_over_budget(&self) -> bool {
        false
    }

    /// What passes and what fails, where the search is for both.
    fn sides(&self) -> Option<Sides> {
        None
    }
}

/// What there is to be judged.
pub(crate) enum Next {
    /// A candidate.
    Candidate(Ticket),
    /// Nothing: the search is done, or has to be told an outcome first.
    Nothing,
    /// Nothing yet, but soon.
    Later,
}

/// A candidate to be judged.
pub(crate) struct Ticket {
    pub(crate) number: u64,
    pub(crate) pieces: Pieces,
    /// How many times the usual limit of time its test has.
    pub(crate) patience: u32,
}

/// What a search for both sides has found.
pub(crate) struct Sides {
    pub(crate) passing: Pieces,
    pub(crate) failing: Pieces,
    pub(crate) difference: Pieces,
    /// The outcome of what stands for what passes: where nothing was found that does, it is the smallest that could.
    pub(crate) found: Outcome,
}

impl Next {
    /// A candidate that is to be judged.
    pub(crate) const fn candidate(number: u64, patience: u32, pieces: Pieces) -> Self {
        Self::Candidate(Ticket { number, pieces, patience })
    }

    /// What an inquiry asks about.
    pub(crate) fn of(asked: Option<Asked>) -> io::Result<Self> {
        let Some(asked) = asked else { return Ok(Self::Nothing) };
        let pieces = pieces_of(asked.candidate()?)?;
        Ok(Self::candidate(asked.ticket, asked.patience, pieces))
    }
}
