//! Stopping a run from outside: an interrupt, or a time budget that is spent.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Stops the test that runs in one slot. Does nothing if no test runs there, and never affects a later one.
pub type Stopper = Arc<dyn Fn() + Send + Sync>;

/// A handle that stops a run from another thread. Clones stop the same run.
///
/// ```
/// use dwindle_core::{Control, Halt};
///
/// let control = Control::default();
/// let other = control.clone();
/// std::thread::spawn(move || other.halt(Halt::Interrupted)).join().expect("it does not panic");
/// assert_eq!(control.halted(), Some(Halt::Interrupted));
/// ```
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Why it was stopped, as a number, and perhaps [`OVERTIME`].
    halt: AtomicU8,
    stoppers: Mutex<Vec<Stopper>>,
    /// Whether the pass that runs is to be put off.
    puts_off: AtomicBool,
}

/// The bits that say why a run was stopped.
const WHY: u8 = 0b11;
/// The bit that says that nothing but [`Halt::AtOnce`] stops the run any more.
const OVERTIME: u8 = 0b100;
/// So many bits further on stands what would have stopped it meanwhile.
const LATER: u32 = 3;

/// Why a run was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halt {
    /// It was interrupted. The few tests that show its best to people may still run
    /// ([`Search::conclude`](crate::Search::conclude)).
    Interrupted,
    /// Its time is up; the same holds.
    TimeUp,
    /// It was interrupted, and no further test may run.
    AtOnce,
}

impl Control {
    /// Stops the run: running tests are stopped, and the run ends with the best result so far.
    ///
    /// The reason of the first call counts, but [`Halt::AtOnce`] always does. Further calls stop what may have been
    /// started in the meantime.
    pub fn halt(&self, why: Halt) {
        let code = match why {
            Halt::Interrupted => 1,
            Halt::TimeUp => 2,
            Halt::AtOnce => 3,
        };
        let halted = self.0.halt.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |state| match state {
            _ if why == Halt::AtOnce => Some(state | code),
            0 => Some(code),
            OVERTIME => Some(OVERTIME | code << LATER),
            _ => None,
        });
        let (Ok(before) | Err(before)) = halted;
        if before & OVERTIME != 0 && why != Halt::AtOnce {
            return;
        }
        for stop in self.0.stoppers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            stop();
        }
    }

    /// Puts the pass that runs off, before its next test: it has its turn again when all others promise less. What was learned stays
    /// known. Does nothing where candidates are tested each time, or no pass runs.
    ///
    /// # Determinism
    /// The result depends on the moment. It is as minimal as any, since a pass that was put off comes to its own end later.
    pub fn put_off(&self) {
        self.0.puts_off.store(true, Ordering::SeqCst);
    }

    /// Whether the pass that runs is to be put off; asked once for each time.
    pub(crate) fn takes_put_off(&self) -> bool {
        self.0.puts_off.swap(false, Ordering::SeqCst)
    }

    /// Lets a run that was stopped, or will be, work on until [`Halt::AtOnce`].
    pub(crate) fn allow_overtime(&self) {
        let lifted = |state| match state {
            _ if state & WHY == 3 => Some(OVERTIME | 3),
            _ if state & OVERTIME != 0 => None,
            _ => Some(OVERTIME),
        };
        let _before = self.0.halt.fetch_update(Ordering::SeqCst, Ordering::SeqCst, lifted);
    }

    /// Stops the run again from now on, and now where it was to be stopped since a search [concluded](crate::Search::conclude): for another
    /// search after it.
    pub fn end_overtime(&self) {
        let is_over = |state| (state & OVERTIME != 0 && state & WHY != 3).then_some(state >> LATER);
        let _before = self.0.halt.fetch_update(Ordering::SeqCst, Ordering::SeqCst, is_over);
    }

    /// Whether the run was stopped, and why.
    pub fn halted(&self) -> Option<Halt> {
        match self.0.halt.load(Ordering::SeqCst) & WHY {
            0 => None,
            1 => Some(Halt::Interrupted),
            2 => Some(Halt::TimeUp),
            _ => Some(Halt::AtOnce),
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
    fn what_would_have_stopped_a_run_in_overtime_stops_it_afterwards() {
        let control = Control::default();
        control.allow_overtime();
        control.end_overtime();
        assert_eq!(control.halted(), None);
        control.allow_overtime();
        control.halt(Halt::TimeUp);
        control.halt(Halt::Interrupted);
        control.allow_overtime();
        assert_eq!(control.halted(), None);
        control.end_overtime();
        assert_eq!(control.halted(), Some(Halt::TimeUp));
        control.end_overtime();
        assert_eq!(control.halted(), Some(Halt::TimeUp));
    }

    #[test]
    fn overtime_lets_a_run_work_on_until_it_has_to_end_at_once() {
        for why in [Halt::TimeUp, Halt::Interrupted] {
            let (control, stopped) = (Control::default(), Arc::new(AtomicU8::new(0)));
            let counted = Arc::clone(&stopped);
            control.register(Arc::new(move || {
                counted.fetch_add(1, Ordering::SeqCst);
            }));
            control.halt(why);
            control.halt(Halt::TimeUp);
            assert_eq!((control.halted(), stopped.load(Ordering::SeqCst)), (Some(why), 2));
            control.allow_overtime();
            control.halt(why);
            assert_eq!((control.halted(), stopped.load(Ordering::SeqCst)), (None, 2), "{why:?} is over");
            control.halt(Halt::AtOnce);
            control.allow_overtime();
            control.halt(why);
            control.end_overtime();
            assert_eq!((control.halted(), stopped.load(Ordering::SeqCst)), (Some(Halt::AtOnce), 3));
        }
        let control = Control::default();
        control.halt(Halt::Interrupted);
        control.halt(Halt::AtOnce);
        assert_eq!(control.halted(), Some(Halt::AtOnce));
    }
}
