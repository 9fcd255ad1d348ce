//! The main process's side of a keeper: starting it, hearing it, seeing it end.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;

use super::deadline::timespec;
use super::keeper::VERSION;
use super::message::{Request, Response};
use super::stopper::Switch;
use super::watch::Watch;
use super::wire::Inbox;
use super::{Command, Launcher};

/// How long a keeper may take to say that it is there, on a machine however busy.
const OPENING: Duration = Duration::from_secs(20);

/// How long an idle keeper may take to end when its pipe closes.
const CLOSING: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct KeeperLink {
    child: Child,
    output: ChildStdout,
    inbox: Inbox,
    /// The command the keeper has.
    pub(super) command: Option<Command>,
}

impl KeeperLink {
    /// Starts a keeper and connects the switch to it. It is in a process group of its own, so that the
    /// terminal's interrupt does not reach it: the main process decides what becomes of a run.
    pub(super) fn open(launcher: &Launcher, scratch: &Path, switch: &Switch) -> io::Result<Option<Self>> {
        let Launcher::Keeper { program, args } = launcher else {
            return Ok(None);
        };
        let told = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot start the keeper {}: {error}", program.display()))
        };
        let mut child = spawn(program, args).map_err(told)?;
        let input = child.stdin.take().expect("its standard input is a pipe");
        let output = child.stdout.take().expect("its standard output is a pipe");
        switch.connect(Some(input.into()));
        let mut link = Self { child, output, inbox: Inbox::default(), command: None };
        match link.greet(scratch, switch) {
            Ok(()) => Ok(Some(link)),
            Err(error) => {
                // Whatever it is, it is no keeper that would listen.
                drop(link.child.kill());
                link.close(switch);
                Err(told(error))
            }
        }
    }

    fn greet(&mut self, scratch: &Path, switch: &Switch) -> io::Result<()> {
        switch.tell(&Request::Open(scratch.to_owned()))?;
        let mut output = [PollFd::new(&self.output, PollFlags::IN)];
        if retry_on_intr(|| poll(&mut output, Some(&timespec(OPENING))))? == 0 {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer"));
        }
        match self.receive()? {
            Response::Ready(version) if version == VERSION => Ok(()),
            Response::Ready(version) => {
                Err(io::Error::other(format!("it is of version {version}, we are {VERSION}")))
            }
            _ => Err(super::wire::malformed()),
        }
    }

    /// What the keeper tells next.
    pub(super) fn receive(&mut self) -> io::Result<Response> {
        let Some(frame) = self.inbox.next(&self.output)? else {
            let status = self.child.wait()?;
            return Err(io::Error::new(
                io::ErrorKind::BrokenPipe,
                format!("the keeper of this slot died ({status}); tests it had started may still run"),
            ));
        };
        super::wire::decode(frame)
    }

    /// Closes the pipe and waits for the keeper to end, as it then does.
    pub(super) fn close(mut self, switch: &Switch) {
        // It may be dead already.
        drop(switch.tell(&Request::Bye));
        switch.connect(None);
        drop(self.output);
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        if let Ok(watch) = Watch::new(rustix::process::Pid::from_child(&self.child)) {
            watch.wait(CLOSING);
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }

    /// The keeper's process, for diagnosis.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the room that spawns")]
fn spawn(program: &Path, args: &[std::ffi::OsString]) -> io::Result<Child> {
    std::process::Command::new(program)
        .args(args)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}
