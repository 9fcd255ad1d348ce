//! Waiting for several things at once: the end of a process, its output, the control pipe, a deadline.
//!
//! On Linux a process is a file descriptor (a pidfd), so one `poll` waits for all. Elsewhere its end is
//! looked for every few milliseconds.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
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
        Fds::of(self).wait(Deadline::after(Some(Duration::ZERO))).map(|ready| ready.ended)
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
        while !deadline.passed() && !Fds::of(self).wait(deadline).map_or(true, |ready| ready.ended) {}
    }
}

/// What to wait for.
#[derive(Debug)]
pub(super) struct Fds<'a> {
    pub(super) watch: &'a Watch,
    pub(super) control: Option<BorrowedFd<'a>>,
    pub(super) stdin: Option<BorrowedFd<'a>>,
    pub(super) stdout: Option<BorrowedFd<'a>>,
    pub(super) stderr: Option<BorrowedFd<'a>>,
}

/// What came: for a pipe that it can be read (or written) without blocking, or is closed.
#[expect(clippy::struct_excessive_bools, reason = "a set of flags, read by name once each")]
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) ended: bool,
    pub(super) control: bool,
    pub(super) stdin: bool,
    pub(super) stdout: bool,
    pub(super) stderr: bool,
}

impl<'a> Fds<'a> {
    /// The end of this process alone.
    pub(super) fn of(watch: &'a Watch) -> Self {
        Self { watch, control: None, stdin: None, stdout: None, stderr: None }
    }

    /// Waits until something comes or the deadline passes.
    pub(super) fn wait(&self, deadline: Deadline) -> io::Result<Ready> {
        let pipes = [
            (self.control, PollFlags::IN),
            (self.stdin, PollFlags::OUT),
            (self.stdout, PollFlags::IN),
            (self.stderr, PollFlags::IN),
        ];
        let mut fds = Vec::with_capacity(5);
        fds.extend(pipes.iter().filter_map(|(fd, flags)| fd.map(|fd| PollFd::from_borrowed_fd(fd, *flags))));
        #[cfg(target_os = "linux")]
        fds.push(PollFd::new(&self.watch.pidfd, PollFlags::IN));
        loop {
            match poll(&mut fds, left(deadline).as_ref()) {
                Ok(_) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut came = fds.iter().map(|fd| !fd.revents().is_empty());
        let mut next = |pipe: Option<BorrowedFd<'_>>| pipe.is_some() && came.next().unwrap_or(false);
        let [control, stdin, stdout, stderr] = pipes.map(|(fd, _)| next(fd));
        #[cfg(target_os = "linux")]
        let ended = came.next().unwrap_or(false);
        #[cfg(not(target_os = "linux"))]
        let ended = self.watch.ended()?;
        Ok(Ready { ended, control, stdin, stdout, stderr })
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
