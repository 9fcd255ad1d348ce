//! Supervision without a keeper, on the calling thread. Stops come over a pipe of our own.

use std::io::{self, PipeReader};
use std::os::fd::AsFd;

use super::Command;
use super::ending::Control;
use super::message::{Call, Response};
use super::runner::Runner;
use super::stopper::Switch;
use super::tree::Reach;
use super::wire::Inbox;

#[derive(Debug)]
pub(super) struct Direct {
    runner: Runner,
    pipe: PipeReader,
    inbox: Inbox,
}

impl Direct {
    pub(super) fn open(switch: &Switch) -> io::Result<Self> {
        let (pipe, end) = io::pipe()?;
        switch.connect(Some(end.into()));
        Ok(Self { runner: Runner::new(Reach::Group), pipe, inbox: Inbox::default() })
    }

    /// Sets the command of what follows.
    pub(super) fn set(&mut self, command: &Command) {
        if !self.runner.has(command) {
            self.runner.set(command.clone());
        }
    }

    pub(super) fn call(&mut self, number: u64, call: &Call) -> io::Result<Response> {
        let mut control = Control::of(number, self.pipe.as_fd(), &mut self.inbox);
        // The other end is held by the supervisor that is asking us.
        let closed = || io::Error::other("the pipe for stops closed during a run");
        self.runner.call(call, &mut control)?.ok_or_else(closed)
    }
}
