//! Ending a run from outside: an interrupt, or a time budget that is spent.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::test::Stopper;

/// A handle that ends a run from another thread. Clones end the same run.
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

#[derive(Default)]
struct Inner {
    halt: AtomicU8,
    stoppers: Mutex<Vec<Stopper>>,
}

/// Why a run was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody interrupted it.
    Interrupted,
    /// Its time is up.
    TimeUp,
}

impl Control {
    /// Ends the run: tests in flight are stopped, and the run finishes with the best so far.
    ///
    /// The first call's reason stands. Calling it again stops what may have been started meanwhile.
    pub fn halt(&self, why: Halt) {
        let code = match why {
            Halt::Interrupted => 1,
            Halt::TimeUp => 2,
        };
        // Only the first reason is kept; that another call came first is no error.
        let _first = self.0.halt.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        for stop in self.0.stoppers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            stop();
        }
    }

    /// Whether the run was ended, and why.
    pub fn halted(&self) -> Option<Halt> {
        match self.0.halt.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(Halt::Interrupted),
            _ => Some(Halt::TimeUp),
        }
    }

    /// Adds what ends the test of one slot.
    pub(crate) fn register(&self, stopper: Stopper) {
        self.0.stoppers.lock().unwrap_or_else(PoisonError::into_inner).push(stopper);
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Control").field(&self.halted()).finish()
    }
}
