//! When and how a process is ended early: asked first, killed after the grace, given up at last.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::process::WaitStatus;

use super::End;
use super::deadline::Deadline;
use super::message::Request;
use super::tree::{HASTE, PATIENCE, Tree};
use super::wire::{Inbox, decode, malformed};

/// The pipe on which a run is stopped, and on whose closing everything ends.
#[derive(Debug)]
pub(super) struct Control<'a> {
    pub(super) pipe: BorrowedFd<'a>,
    pub(super) inbox: &'a mut Inbox,
    /// The run in flight; stops of others are late ones.
    pub(super) number: u64,
    /// Whether it was told to stop.
    pub(super) stopped: bool,
}

impl<'a> Control<'a> {
    /// That of the call with this number. A stop that was read together with the call counts: the pipe will not tell of it again.
    pub(super) fn of(number: u64, pipe: BorrowedFd<'a>, inbox: &'a mut Inbox) -> io::Result<Self> {
        let mut control = Self { pipe, inbox, number, stopped: false };
        control.take_stops()?;
        Ok(control)
    }

    /// Takes the stops that were read; nothing else may come during a call.
    fn take_stops(&mut self) -> io::Result<()> {
        while let Some(frame) = self.inbox.frame() {
            match decode(frame)? {
                Request::Stop(number) => self.stopped |= number == self.number,
                _ => return Err(malformed()),
            }
        }
        Ok(())
    }
}

/// Why a process is being ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// Its time is over.
    Timeout,
    /// Its answer no longer matters.
    Stop,
    /// It is of no more use: a worker that closed its output, or is dismissed.
    Useless,
    /// The main process is gone.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Running,
    Asked,
    Killed,
}

/// The course of ending one process.
#[derive(Debug)]
pub(super) struct Ending {
    stage: Stage,
    grace: Duration,
    /// When the next stage comes.
    pub(super) deadline: Deadline,
    pub(super) cause: Option<Cause>,
}

impl Ending {
    pub(super) fn new(timeout: Option<Duration>, grace: Duration) -> Self {
        Self { stage: Stage::Running, grace, deadline: Deadline::after(timeout), cause: None }
    }

    /// The pipe to listen to: none once it is closed.
    pub(super) fn listen<'a>(&self, control: &Control<'a>) -> Option<PollFd<'a>> {
        (self.cause != Some(Cause::Gone)).then(|| PollFd::from_borrowed_fd(control.pipe, PollFlags::IN))
    }

    /// Takes what came on the control pipe.
    fn hear(&mut self, control: &mut Control<'_>, tree: &Tree) -> io::Result<()> {
        if !control.inbox.fill(control.pipe)? {
            self.cause = Some(Cause::Gone);
            tree.kill();
            (self.stage, self.deadline) = (Stage::Killed, Deadline::after(Some(HASTE)));
        }
        control.take_stops()?;
        if control.stopped {
            self.begin(Cause::Stop, tree);
        }
        Ok(())
    }

    /// Asks it to end, unless that was done before.
    pub(super) fn begin(&mut self, cause: Cause, tree: &Tree) {
        if self.stage != Stage::Running {
            return;
        }
        self.cause = Some(cause);
        if self.grace.is_zero() {
            self.kill(tree);
        } else {
            tree.terminate();
            (self.stage, self.deadline) = (Stage::Asked, Deadline::after(Some(self.grace)));
        }
    }

    /// Takes what came on the control pipe if it was `heard`, and goes on to the next stage when its time has come; says whether
    /// to give up: it was killed and did not die, which only a process stuck in the kernel does.
    pub(super) fn advance(
        &mut self,
        heard: bool,
        control: &mut Control<'_>,
        tree: &Tree,
    ) -> io::Result<bool> {
        if heard {
            self.hear(control, tree)?;
        }
        if !self.deadline.passed() {
            return Ok(false);
        }
        match self.stage {
            Stage::Running => self.begin(Cause::Timeout, tree),
            Stage::Asked => self.kill(tree),
            Stage::Killed => return Ok(true),
        }
        Ok(false)
    }

    /// How long to wait for what is left afterwards.
    pub(super) fn patience(&self) -> Duration {
        if self.cause == Some(Cause::Gone) { HASTE } else { PATIENCE }
    }

    /// How a process ended that has this status, if it has one; `None` when the main process is gone.
    pub(super) fn end(&self, status: Option<WaitStatus>) -> io::Result<Option<End>> {
        let untold = || io::Error::other("the system told no exit status (is SIGCHLD ignored?)");
        Ok(Some(match self.cause {
            Some(Cause::Gone) => return Ok(None),
            Some(Cause::Timeout) => End::TimedOut,
            Some(Cause::Stop) => End::Stopped,
            None | Some(Cause::Useless) => {
                let status = status.ok_or_else(untold)?;
                match (status.exit_status(), status.terminating_signal()) {
                    (Some(code), _) => End::Exited(code),
                    (_, signal) => End::Signalled(signal.unwrap_or(0)),
                }
            }
        }))
    }

    fn kill(&mut self, tree: &Tree) {
        tree.kill();
        (self.stage, self.deadline) = (Stage::Killed, Deadline::after(Some(PATIENCE)));
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::super::message::Call;
    use super::super::wire::send;
    use super::*;

    /// Whether the call with number 7 is stopped where this stop was read together with it.
    fn is_stopped_by(stop: u64) -> bool {
        let (reader, writer) = io::pipe().unwrap();
        send(&[Request::Call(7, Call::Dismiss), Request::Stop(stop)], &writer).unwrap();
        let mut inbox = Inbox::default();
        assert_eq!(
            decode::<Request>(inbox.next(&reader).unwrap().unwrap()).unwrap(),
            Request::Call(7, Call::Dismiss)
        );
        Control::of(7, reader.as_fd(), &mut inbox).unwrap().stopped
    }

    #[test]
    fn a_stop_that_was_read_together_with_its_call_counts_and_one_of_an_earlier_call_does_not() {
        assert!(is_stopped_by(7));
        assert!(!is_stopped_by(6));
    }
}
