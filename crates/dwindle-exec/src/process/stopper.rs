//! Ending a run from another thread, and never the wrong one.
//!
//! Runs of a supervisor are numbered. A stop names its run on the control pipe, so one that arrives after
//! its run ended is passed over; here it is seen to that the name is right.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;

use super::message::Request;
use super::wire;

/// Ends runs of one supervisor; to be had from [`Supervisor::stopper`](super::Supervisor::stopper).
///
/// It may be cloned and sent, and outlive the supervisor.
#[derive(Debug, Clone)]
pub struct Stopper(pub(super) Arc<Switch>);

impl Stopper {
    /// Ends the run or request in flight, which then ends as `Stopped` (unless it ends by itself first).
    /// No effect when none is in flight; the next one is never hit.
    ///
    /// Who decided about one run while the next may have begun wants [`stop_run`](Self::stop_run).
    pub fn stop(&self) {
        let mut state = self.0.lock();
        if let Some(number) = state.in_flight {
            state.send_stop(number);
        }
    }

    /// Ends the run (or request) of this number: now if it is in flight, as soon as it begins if it has
    /// not begun, and without effect if it has ended. Runs and requests of a supervisor count from 1; see
    /// [`Supervisor::next_run`](super::Supervisor::next_run).
    pub fn stop_run(&self, number: u64) {
        let mut state = self.0.lock();
        if state.in_flight == Some(number) {
            state.send_stop(number);
        } else if number >= state.next {
            state.stopped_early.push(number);
        }
    }
}

/// Which run is in flight, and the control pipe, shared by a supervisor and its stoppers.
#[derive(Debug)]
pub(super) struct Switch(Mutex<State>);

#[derive(Debug)]
struct State {
    /// The number of the next run.
    next: u64,
    in_flight: Option<u64>,
    /// Whether the run in flight was told to stop; once is enough, so the pipe never fills.
    told: bool,
    stopped_early: Vec<u64>,
    pipe: Option<OwnedFd>,
}

impl Switch {
    pub(super) fn new() -> Self {
        let stopped_early = Vec::new();
        Self(Mutex::new(State { next: 1, in_flight: None, told: false, stopped_early, pipe: None }))
    }

    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn next_run(&self) -> u64 {
        self.lock().next
    }

    /// Sets the pipe that runs and stops are told on, or closes it.
    pub(super) fn connect(&self, pipe: Option<OwnedFd>) {
        self.lock().pipe = pipe;
    }

    /// Tells something that is not a run.
    pub(super) fn tell(&self, request: &Request) -> io::Result<()> {
        self.lock().send(std::slice::from_ref(request))
    }

    /// Begins the next run: counts it, and tells what `requests` makes of its number. `None` when it was
    /// stopped before it began, and nothing was told.
    ///
    /// It is in flight from before a stop could follow it on the pipe until [`done`](Self::done).
    pub(super) fn begin(&self, requests: impl FnOnce(u64) -> Vec<Request>) -> io::Result<Option<u64>> {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        let early = state.stopped_early.len();
        state.stopped_early.retain(|stopped| *stopped > number);
        let meant = early > state.stopped_early.len();
        if meant {
            return Ok(None);
        }
        state.send(&requests(number))?;
        (state.in_flight, state.told) = (Some(number), false);
        Ok(Some(number))
    }

    pub(super) fn done(&self) {
        self.lock().in_flight = None;
    }
}

impl State {
    fn send_stop(&mut self, number: u64) {
        if !self.told {
            self.told = true;
            // Whoever waits for the run sees for himself that the keeper is gone.
            drop(self.send(&[Request::Stop(number)]));
        }
    }

    fn send(&self, requests: &[Request]) -> io::Result<()> {
        wire::send(requests, self.pipe.as_ref().ok_or(Errno::PIPE)?)
    }
}
