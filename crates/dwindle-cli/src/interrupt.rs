//! Ending a run from outside: signals, and a time budget that is spent.
//!
//! The first SIGINT, SIGTERM or SIGHUP ends the search with the best so far, which may be laid out for a moment; the
//! second ends the program at once, which loses nothing but the tests in flight: the best is on disk at every moment,
//! and the keepers end what still runs.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use dwindle::{Control, Halt};
use dwindle_exec::process::Stopper;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use crate::ui;

/// How often a run that should stop is told again, because a test may have been started in the meantime.
const AGAIN: Duration = Duration::from_millis(20);

/// How often until not even a test may run that lays the result out: two seconds.
const OVERTIME: u32 = 100;

/// Signals that end what is done before there is a run.
#[derive(Debug)]
pub struct Interrupts {
    handle: Handle,
    under_way: Arc<Mutex<Option<Stopper>>>,
}

impl Interrupts {
    /// Watches for signals until it is dropped.
    pub fn watch() -> Result<Self, RunError> {
        let mut signals = signals()?;
        let handle = signals.handle();
        let under_way = Arc::new(Mutex::new(None::<Stopper>));
        let stopped = Arc::clone(&under_way);
        drop(spawn(move || {
            for _ in signals.forever() {
                match &*stopped.lock().unwrap_or_else(PoisonError::into_inner) {
                    Some(stopper) => stopper.stop(),
                    None => exit_now(),
                }
            }
        })?);
        Ok(Self { handle, under_way })
    }

    /// From now on a signal ends this.
    pub fn stop(&self, stopper: Stopper) {
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) = Some(stopper);
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.handle.close();
    }
}

/// Watches for signals and the end of the time until it is dropped.
#[derive(Debug)]
pub struct Watch {
    signals: Handle,
    ender: Option<Sender<Halt>>,
    threads: Vec<JoinHandle<()>>,
}

impl Watch {
    /// Ends the run of `control` when a signal comes, or after `budget`.
    pub fn start(control: &Control, budget: Option<Duration>) -> Result<Self, RunError> {
        let mut signals = signals()?;
        let handle = signals.handle();
        let (ender, ends) = channel();
        let interrupts = ender.clone();
        let listener = spawn(move || {
            // Who reads in a pager ends something there.
            let mut coming = signals.forever().filter(|signal| *signal != SIGINT || !ui::has_pager());
            if coming.next().is_none() {
                return;
            }
            // Nobody listens any more when the run is over: then this signal came too late to matter.
            let _ = interrupts.send(Halt::Interrupted);
            drop(interrupts);
            if coming.next().is_some() {
                exit_now();
            }
        })?;
        let control = control.clone();
        let halter = spawn(move || {
            let (mut wait, mut why, mut overtime) = (budget, Halt::TimeUp, OVERTIME);
            loop {
                let told = match wait {
                    Some(time) => ends.recv_timeout(time),
                    None => ends.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match told {
                    Ok(halt) => why = halt,
                    Err(RecvTimeoutError::Timeout) if why == Halt::Interrupted => {
                        overtime -= 1;
                        if overtime == 0 {
                            why = Halt::AtOnce;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                control.halt(why);
                wait = Some(AGAIN);
            }
        })?;
        Ok(Self { signals: handle, ender: Some(ender), threads: vec![listener, halter] })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.signals.close();
        self.ender = None;
        for thread in self.threads.drain(..) {
            // They do not panic; if one did, the run has ended all the same.
            drop(thread.join());
        }
    }
}

/// Those that end a run.
fn signals() -> Result<Signals, RunError> {
    Signals::new([SIGINT, SIGTERM, SIGHUP])
        .map_err(|error| RunError::internal(format!("install signal handlers: {error}")))
}

/// Starts a thread.
fn spawn(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, RunError> {
    let thread = std::thread::Builder::new().spawn(work);
    thread.map_err(|error| RunError::internal(format!("cannot start a thread: {error}")))
}

#[expect(clippy::exit, reason = "the second signal means now; everything that matters is on disk")]
fn exit_now() {
    ui::leave_terminal();
    std::process::exit(Exit::Interrupted.code().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_budget_ends_the_run_and_none_does_not() {
        let control = Control::default();
        let watch = Watch::start(&control, Some(Duration::from_millis(1))).unwrap();
        while control.halted().is_none() {
            std::thread::yield_now();
        }
        assert_eq!(control.halted(), Some(Halt::TimeUp));
        drop(watch);
        let control = Control::default();
        drop(Watch::start(&control, None).unwrap());
        assert_eq!(control.halted(), None);
    }
}
