//! Supervision without a keeper, on the calling thread. Stops come over a pipe of our own.

use std::io::{self, PipeReader};
use std::os::fd::AsFd;

use super::ending::Control;
use super::message::Line;
use super::stopper::Switch;
use super::tree::Reach;
use super::ward::Ward;
use super::wire::Inbox;
use super::{Command, Reply, Report, Run};

#[derive(Debug)]
pub(super) struct Direct {
    ward: Ward,
    pipe: PipeReader,
    inbox: Inbox,
}

impl Direct {
    pub(super) fn open(switch: &Switch) -> io::Result<Self> {
        let (pipe, end) = io::pipe()?;
        switch.connect(Some(end.into()));
        Ok(Self { ward: Ward::new(Reach::Group), pipe, inbox: Inbox::default() })
    }

    pub(super) fn run(&mut self, number: u64, command: &Command, run: &Run) -> io::Result<Report> {
        self.set(command);
        let (ward, mut control) = self.parts(number);
        ward.run(run, &mut control)?.ok_or_else(closed)
    }

    pub(super) fn ask(&mut self, number: u64, command: &Command, line: &Line) -> io::Result<Reply> {
        self.set(command);
        let (ward, mut control) = self.parts(number);
        ward.ask(line, &mut control)?.ok_or_else(closed)
    }

    pub(super) fn dismiss(&mut self) -> io::Result<()> {
        // No run has this number, so no stop hits.
        let (ward, mut control) = self.parts(0);
        ward.dismiss(&mut control)?.ok_or_else(closed)
    }

    fn set(&mut self, command: &Command) {
        if !self.ward.has(command) {
            self.ward.set(command.clone());
        }
    }

    fn parts(&mut self, number: u64) -> (&mut Ward, Control<'_>) {
        let (pipe, inbox) = (self.pipe.as_fd(), &mut self.inbox);
        (&mut self.ward, Control { pipe, inbox, number, stopped: false })
    }
}

/// The other end is held by the supervisor that is asking us.
fn closed() -> io::Error {
    io::Error::other("the pipe for stops closed during a run")
}
