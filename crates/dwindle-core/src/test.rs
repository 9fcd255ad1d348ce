//! Where tests run: what lays candidates and judges them.

mod answer;
mod function;
mod inverted;
mod repeat;

pub use answer::IntoJudgement;
pub use function::{on_candidates, on_items, on_texts};
pub use inverted::Inverted;
pub use repeat::{Flakiness, Repeat};

use std::io;

use crate::control::Stopper;
use crate::{Candidate, Judgement};

/// Opens slots, in each of which one test at a time runs, so that several candidates can be tested in parallel.
pub trait Executor: Sync {
    /// Opens the slot of this number.
    ///
    /// # Errors
    /// When it cannot be opened; the run then ends before it begins.
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>>;
}

/// Where one test at a time runs.
pub trait Slot: Send {
    /// Lays `candidate` and judges it, with `patience` times the usual limit of time: twice to confirm a timeout,
    /// otherwise once.
    ///
    /// # Errors
    /// [`NoJudgement::Stopped`] when its [stopper](Slot::stopper) stopped it, [`NoJudgement::Broken`] when the
    /// candidate could not be laid or the test not be started, for a reason that has nothing to do with the candidate.
    /// The latter ends the run when the outcome is asked for.
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement>;

    /// Stops the test that runs here; other threads call it. `None` if the test cannot be stopped.
    fn stopper(&self) -> Option<Stopper> {
        None
    }
}

impl<E: Executor + ?Sized> Executor for Box<E> {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        (**self).open(slot)
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
