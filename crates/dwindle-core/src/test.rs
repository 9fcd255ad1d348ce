//! Executors: they lay candidates and judge them, one at a time in each slot.
//!
//! A test has an *outcome*, which is about the candidate, or it *could not be carried out*: a machine does not answer, a disk
//! is full. What the search does in each case:
//!
//! | a slot gives | the search |
//! |---|---|
//! | a [`Judgement`] | takes it; the candidate is not tested again |
//! | one with [`Reason::Timeout`](crate::Reason::Timeout) | takes it after a run alone with twice the limit; once three candidates have hung again, takes it, unless the candidate would be kept |
//! | [`NoJudgement::Stopped`] | forgets it: the outcome does not matter any more |
//! | [`NoJudgement::Broken`], ahead of the search | tests the candidate again if its outcome is asked for at all |
//! | [`NoJudgement::Broken`], beside other tests | tests the candidate again, alone, and runs half as many at once from then on |
//! | [`NoJudgement::Broken`], alone | ends with [`Stop::Broken`](crate::Stop::Broken) |
//!
//! So a test that ran ahead and could not be carried out changes nothing, and a test that could not be carried out beside
//! others is run again alone. An executor that should try more often does so itself before it answers.

mod answer;
mod bar;
mod function;
mod inverted;
mod rates;
mod repeat;

pub use answer::IntoJudgement;
#[doc(hidden)]
pub use bar::Bar;
pub use function::{on_candidates, on_items, on_texts};
pub use inverted::Inverted;
pub use rates::Rates;
pub use repeat::{Flakiness, Repeat, Rule};

use std::io;
use std::num::NonZeroUsize;

use crate::control::Stopper;
use crate::{Candidate, Judgement};

/// Opens slots, in each of which one test at a time runs, so that several candidates can be tested in parallel.
///
/// Whether tests can be stopped early is for each slot to say ([`Slot::stopper`]).
pub trait Executor: Sync {
    /// How many slots it can serve at a time, if there is a limit: machines, licences, devices. The engine opens no more,
    /// whatever number of jobs it has.
    fn capacity(&self) -> Option<NonZeroUsize> {
        None
    }

    /// Opens the slot of this number.
    ///
    /// # Errors
    /// When it cannot be opened; the run then ends before it begins.
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>>;
}

/// Where one test at a time runs.
pub trait Slot: Send {
    /// Lays `candidate` and judges it, with `patience` times the usual limit of time: twice to confirm one of the first
    /// timeouts, otherwise once. An executor whose user named the limit does not go beyond it.
    ///
    /// # Errors
    /// [`NoJudgement::Stopped`] when its [stopper](Slot::stopper) stopped it, [`NoJudgement::Broken`] when the
    /// candidate could not be laid or the test not be carried out. What comes of that stands [above](self).
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement>;

    /// Stops the test that runs here; other threads call it. `None` if the test cannot be stopped.
    fn stopper(&self) -> Option<Stopper> {
        None
    }
}

impl<E: Executor + ?Sized> Executor for Box<E> {
    fn capacity(&self) -> Option<NonZeroUsize> {
        (**self).capacity()
    }

    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        (**self).open(slot)
    }
}

/// Why a test has no judgement.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoJudgement {
    /// It was stopped because its outcome no longer mattered.
    Stopped,
    /// It could not be carried out, for a reason that has nothing to do with the candidate. It may be tried again.
    Broken(io::Error),
}

impl From<io::Error> for NoJudgement {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}
