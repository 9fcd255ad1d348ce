//! Stopping a run from outside: an interrupt, or a time budget that is spent.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Stops the test that runs in one slot. Does nothing if no test runs there, and never affects a later one.
pub type Stopper = Arc<dyn Fn() + Send + Sync>;

/// A handle that stops a run from another thread. Clones stop the same run.
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

#[derive(Default)]
struct Inner {
    halt: AtomicU8,
    overtime: AtomicBool,
    stoppers: Mutex<Vec<Stopper>>,
}

/// Why a run was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halt {
    /// It was interrupted.
    Interrupted,
    /// Its time is up.
    TimeUp,
}

impl Control {
    /// Stops the run: running tests are stopped, and the run ends with the best result so far.
    ///
    /// The reason of the first call counts. Further calls stop what may have been started in the meantime.
    pub fn halt(&self, why: Halt) {
        let code = match why {
            Halt::Interrupted => 1,
            Halt::TimeUp => 2,
        };
        // Only the first reason is kept; that another call came first is no error.
        let _first = self.0.halt.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        if self.0.overtime.load(Ordering::SeqCst) {
            self.forget_time();
            if why == Halt::TimeUp {
                return;
            }
        }
        for stop in self.0.stoppers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            stop();
        }
    }

    /// Lets the run continue when its time is up, now or later; an interrupt still stops it.
    pub(crate) fn allow_overtime(&self) {
        self.0.overtime.store(true, Ordering::SeqCst);
        self.forget_time();
    }

    fn forget_time(&self) {
        // Where another reason stands, it stays.
        let _other = self.0.halt.compare_exchange(2, 0, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Whether the run was stopped, and why.
    pub fn halted(&self) -> Option<Halt> {
        match self.0.halt.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(Halt::Interrupted),
            _ => Some(Halt::TimeUp),
        }
    }

    /// Adds what ends the test of one slot, or of a place outside an engine.
    pub fn register(&self, stopper: Stopper) {
        self.0.stoppers.lock().unwrap_or_else(PoisonError::into_inner).push(stopper);
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Control").field(&self.halted()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overtime_lets_a_run_work_on_until_it_is_interrupted() {
        let control = Control::default();
        control.halt(Halt::TimeUp);
        assert_eq!(control.halted(), Some(Halt::TimeUp));
        control.allow_overtime();
        control.halt(Halt::TimeUp);
        assert_eq!(control.halted(), None);
        control.halt(Halt::Interrupted);
        assert_eq!(control.halted(), Some(Halt::Interrupted));
    }
}
