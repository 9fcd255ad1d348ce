//! Tests: what judges a candidate.

mod closure;
pub mod command;
mod inverted;
mod repeat;
pub mod worker;

pub use closure::FnTest;
pub use command::{Build, CommandPlace, CommandRunner, CommandTest, Feed, Invocation, TimeLimit, Verdict};
pub use inverted::Inverted;
pub use repeat::{Flakiness, Repeat};
pub use worker::WorkerTest;

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::Judgement;

/// Judges candidates, each at a place of its own so that several can be judged at once.
pub trait Test: Sync {
    /// A slot's own place: where candidates are laid, and whatever else one running test needs for itself.
    type Place: Send;

    /// Opens the place of one slot.
    ///
    /// # Errors
    /// When there can be no such place; that ends the run before it begins.
    fn open(&self, slot: usize) -> io::Result<Self::Place>;

    /// Lays `candidate` at `place` and judges it.
    ///
    /// # Errors
    /// [`NoJudgement::Stopped`] when its [stopper](Test::stopper) ended it, [`NoJudgement::Broken`] when
    /// the candidate could not be laid there or the test not be started, for a reason that is not the
    /// candidate's. The latter ends the run.
    fn judge(
        &self,
        place: &mut Self::Place,
        candidate: &Candidate<'_, Self::Place>,
    ) -> Result<Judgement, NoJudgement>;

    /// What ends the test that runs at `place`, for other threads to call; `None` when it cannot be ended.
    fn stopper(&self, place: &Self::Place) -> Option<Stopper> {
        let _ = place;
        None
    }
}

impl<T: Test + ?Sized> Test for Box<T> {
    type Place = T::Place;

    fn open(&self, slot: usize) -> io::Result<T::Place> {
        (**self).open(slot)
    }

    fn judge(
        &self,
        place: &mut T::Place,
        candidate: &Candidate<'_, T::Place>,
    ) -> Result<Judgement, NoJudgement> {
        (**self).judge(place, candidate)
    }

    fn stopper(&self, place: &T::Place) -> Option<Stopper> {
        (**self).stopper(place)
    }
}

/// Ends the test that runs at one place. Does nothing when none runs there, and never hits a later one.
pub type Stopper = Arc<dyn Fn() + Send + Sync>;

/// A candidate on its way to a test.
pub struct Candidate<'a, P: ?Sized> {
    make: &'a dyn Fn(&mut P) -> io::Result<()>,
    patience: u32,
}

impl<'a, P: ?Sized> Candidate<'a, P> {
    /// A candidate that `make` lays at a place, to be tested with `patience` times the usual time limit.
    pub const fn new(make: &'a dyn Fn(&mut P) -> io::Result<()>, patience: u32) -> Self {
        Self { make, patience }
    }

    /// Lays the candidate at `place`; as often as wanted, since a test may spoil what it is given.
    ///
    /// # Errors
    /// Those of the place.
    pub fn lay(&self, place: &mut P) -> io::Result<()> {
        (self.make)(place)
    }

    /// By how much to multiply the time limit: 2 where a timeout is confirmed, else 1.
    pub const fn patience(&self) -> u32 {
        self.patience
    }
}

impl<P: ?Sized> fmt::Debug for Candidate<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("patience", &self.patience).finish_non_exhaustive()
    }
}

/// Why a test came to no judgement.
#[derive(Debug)]
pub enum NoJudgement {
    /// It was stopped, since its answer no longer mattered.
    Stopped,
    /// It could not be carried out.
    Broken(io::Error),
}

impl From<io::Error> for NoJudgement {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}
