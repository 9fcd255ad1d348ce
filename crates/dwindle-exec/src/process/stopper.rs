//! Ending a run from another thread, and never the wrong one.
//!
//! Runs of a supervisor are numbered. A stop names its run on the control pipe, so one that arrives after
//! its run ended is passed over; here it is seen to that the name is right.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;

use super::elsewhere::Ending;
use super::message::Request;
use super::wire;

/// Ends runs of one supervisor; to be had from [`Supervisor::stopper`](super::Supervisor::stopper).
///
/// It may be cloned and sent, and outlive the supervisor.
#[derive(Debug, Clone)]
pub struct Stopper(pub(super) Arc<Switch>);

impl Stopper {
    /// Ends the run or request in flight, which then ends as `Stopped` (unless it ends by itself first).
    /// No effect when none is in flight.
    pub fn stop(&self) {
        let mut state = self.0.lock();
        if let Some(number) = state.in_flight {
            state.send_stop(number);
        }
    }
}

/// Which run is in flight, and the control pipe, shared by a supervisor and its stoppers.
#[derive(Debug, Default)]
pub(super) struct Switch(Mutex<State>);

#[derive(Default)]
struct State {
    /// The number of the last run; they count from 1.
    last: u64,
    in_flight: Option<u64>,
    /// Whether the run in flight was told to stop; once is enough, so the pipe never fills.
    told: bool,
    pipe: Option<OwnedFd>,
    /// What ends the run in flight instead, where that is on another machine.
    elsewhere: Option<Ending>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("in_flight", &self.in_flight).finish_non_exhaustive()
    }
}

impl Switch {
    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the pipe that runs and stops are told on, or closes it.
    pub(super) fn connect(&self, pipe: Option<OwnedFd>) {
        self.lock().pipe = pipe;
    }

    /// Tells something that is not a run.
    pub(super) fn tell(&self, request: &Request) -> io::Result<()> {
        self.lock().send(std::slice::from_ref(request))
    }

    /// Begins the next run: counts it, and tells what `requests` makes of its number.
    ///
    /// It is in flight from before a stop could follow it on the pipe until [`done`](Self::done).
    pub(super) fn begin(&self, requests: impl FnOnce(u64) -> Vec<Request>) -> io::Result<u64> {
        let mut state = self.lock();
        state.last += 1;
        let number = state.last;
        state.send(&requests(number))?;
        (state.in_flight, state.told) = (Some(number), false);
        Ok(number)
    }

    /// Begins the next run, which is on another machine.
    pub(super) fn begin_elsewhere(&self, ending: Ending) {
        let mut state = self.lock();
        state.last += 1;
        (state.in_flight, state.told, state.elsewhere) = (Some(state.last), false, Some(ending));
    }

    pub(super) fn done(&self) {
        let mut state = self.lock();
        (state.in_flight, state.elsewhere) = (None, None);
    }
}

impl State {
    fn send_stop(&mut self, number: u64) {
        if !self.told {
            self.told = true;
            if let Some(end) = &self.elsewhere {
                return end();
            }
            // Whoever waits for the run sees for himself that the keeper is gone.
            drop(self.send(&[Request::Stop(number)]));
        }
    }

    fn send(&self, requests: &[Request]) -> io::Result<()> {
        wire::send(requests, self.pipe.as_ref().ok_or(Errno::PIPE)?)
    }
}
