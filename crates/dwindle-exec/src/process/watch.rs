//! Waiting for several things at once: the end of a process, its output, the control pipe, a deadline.
//!
//! On Linux a process is a file descriptor (a pidfd), so one `poll` waits for all. Elsewhere its end is
//! looked for every few milliseconds.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;
use rustix::process::Pid;

use super::deadline::Deadline;

/// Our child, watched for its end. It is not reaped here, so its number stays its own.
#[derive(Debug)]
pub(super) struct Watch {
    #[cfg(target_os = "linux")]
    pidfd: std::os::fd::OwnedFd,
    #[cfg(not(target_os = "linux"))]
    pid: Pid,
}

#[cfg(target_os = "linux")]
impl Watch {
    pub(super) fn new(pid: Pid) -> io::Result<Self> {
        let pidfd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty())?;
        Ok(Self { pidfd })
    }

    /// Whether it ended, without waiting.
    pub(super) fn ended(&self) -> io::Result<bool> {
        self.poll([], Deadline::after(Some(Duration::ZERO))).map(|([], ended)| ended)
    }
}

#[cfg(not(target_os = "linux"))]
impl Watch {
    pub(super) fn new(pid: Pid) -> io::Result<Self> {
        Ok(Self { pid })
    }

    pub(super) fn ended(&self) -> io::Result<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.pid), options)?.is_some())
    }
}

impl Watch {
    /// Waits for its end, but no longer than this.
    pub(super) fn wait(&self, longest: Duration) {
        let deadline = Deadline::after(Some(longest));
        while !deadline.passed() && !self.poll([], deadline).map_or(true, |([], ended)| ended) {}
    }
}

/// A pipe to read from, when something is there or it is closed.
pub(super) fn readable(pipe: &impl AsFd) -> PollFd<'_> {
    PollFd::new(pipe, PollFlags::IN)
}

impl Watch {
    /// Waits until one of the pipes that are given is ready, or is closed, the process ends, or the deadline passes;
    /// says which pipes are, and whether it ended.
    pub(super) fn poll<const N: usize>(
        &self,
        pipes: [Option<PollFd<'_>>; N],
        deadline: Deadline,
    ) -> io::Result<([bool; N], bool)> {
        let given = pipes.each_ref().map(Option::is_some);
        let mut fds: Vec<PollFd<'_>> = pipes.into_iter().flatten().collect();
        #[cfg(target_os = "linux")]
        fds.push(PollFd::new(&self.pidfd, PollFlags::IN));
        retry_on_intr(|| poll(&mut fds, left(deadline).as_ref()))?;
        let mut came = fds.iter().map(|fd| !fd.revents().is_empty());
        let ready = given.map(|given| given && came.next().unwrap_or(false));
        #[cfg(target_os = "linux")]
        let ended = came.next().unwrap_or(false);
        #[cfg(not(target_os = "linux"))]
        let ended = self.ended()?;
        Ok((ready, ended))
    }
}

#[cfg(target_os = "linux")]
fn left(deadline: Deadline) -> Option<rustix::event::Timespec> {
    deadline.left()
}

#[cfg(not(target_os = "linux"))]
fn left(deadline: Deadline) -> Option<rustix::event::Timespec> {
    let pause = Duration::from_millis(2);
    if deadline.within(pause) { deadline.left() } else { Some(super::deadline::timespec(pause)) }
}
