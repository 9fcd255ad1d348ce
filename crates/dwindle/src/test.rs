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

/// Judges candidates, each at a place of its own, so that several can be tested in parallel.
pub trait Test: Sync {
    /// The place of a slot: where candidates are written, and whatever else a running test needs.
    type Place: Send;

    /// Opens the place of one slot.
    ///
    /// # Errors
    /// When the place cannot be created; the run then ends before it begins.
    fn open(&self, slot: usize) -> io::Result<Self::Place>;

    /// Writes `candidate` to `place` and judges it.
    ///
    /// # Errors
    /// [`NoJudgement::Stopped`] when its [stopper](Test::stopper) stopped it, [`NoJudgement::Broken`] when the
    /// candidate could not be written or the test could not be started, for a reason that has nothing to do with the
    /// candidate. The latter ends the run.
    fn judge(
        &self,
        place: &mut Self::Place,
        candidate: &Candidate<'_, Self::Place>,
    ) -> Result<Judgement, NoJudgement>;

    /// Stops the test that runs at `place`; other threads call it. `None` if the test cannot be stopped.
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

/// Stops the test that runs at one place. Does nothing if no test runs there, and never affects a later one.
pub type Stopper = Arc<dyn Fn() + Send + Sync>;

/// A candidate on its way to a test.
pub struct Candidate<'a, P: ?Sized> {
    make: &'a dyn Fn(&mut P) -> io::Result<()>,
    patience: u32,
}

impl<'a, P: ?Sized> Candidate<'a, P> {
    /// A candidate that `make` writes to a place, to be tested with `patience` times the usual time limit.
    pub const fn new(make: &'a dyn Fn(&mut P) -> io::Result<()>, patience: u32) -> Self {
        Self { make, patience }
    }

    /// Writes the candidate to `place`. Can be called repeatedly, because a test may change the candidate.
    ///
    /// # Errors
    /// Those of the place.
    pub fn lay(&self, place: &mut P) -> io::Result<()> {
        (self.make)(place)
    }

    /// The factor for the time limit: 2 to confirm a timeout, otherwise 1.
    pub const fn patience(&self) -> u32 {
        self.patience
    }
}

impl<P: ?Sized> fmt::Debug for Candidate<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("patience", &self.patience).finish_non_exhaustive()
    }
}

/// Why a test has no judgement.
#[derive(Debug)]
pub enum NoJudgement {
    /// It was stopped because its outcome no longer mattered.
    Stopped,
    /// It could not be run.
    Broken(io::Error),
}

impl From<io::Error> for NoJudgement {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}
