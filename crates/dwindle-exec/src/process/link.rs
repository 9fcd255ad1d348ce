//! The main process's side of whoever spawns a slot's tests: starting it, hearing it, seeing it end.

use std::io::{self, PipeReader};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;

use super::deadline::timespec;
use super::keeper::{Held, VERSION, answer};
use super::message::{Opening, Request, Response};
use super::stopper::Switch;
use super::tree::Reach;
use super::watch::Watch;
use super::wire::{Inbox, decode, malformed};
use super::{Command, Launcher};

/// How long a keeper may take to say that it is there, on a machine however busy.
const OPENING: Duration = Duration::from_secs(20);

/// How long an idle keeper may take to end when its pipe closes.
const CLOSING: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct Link {
    far: Far,
    output: OwnedFd,
    inbox: Inbox,
    /// The command that it has.
    pub(super) command: Option<Command>,
}

/// Who is at the other end.
#[derive(Debug)]
enum Far {
    Keeper(Child),
    Thread(JoinHandle<io::Result<()>>),
}

impl Link {
    /// Starts a keeper or a thread and connects the switch to it.
    pub(super) fn open(launcher: &Launcher, scratch: &Path, switch: &Switch) -> io::Result<Self> {
        let told = |error: io::Error| match launcher {
            Launcher::Direct => error,
            Launcher::Keeper { program, .. } => {
                let what = format!("cannot start the keeper {}: {error}", program.display());
                io::Error::new(error.kind(), what)
            }
        };
        let (far, input, output) = match launcher {
            Launcher::Direct => {
                let ((theirs, input), (output, told)) = (io::pipe()?, io::pipe()?);
                let serve = move || answer(Reach::Group, theirs.as_fd(), told.as_fd(), &mut Held::default());
                (Far::Thread(thread::Builder::new().spawn(serve)?), input.into(), PipeReader::into(output))
            }
            Launcher::Keeper { program, args, .. } => {
                let mut child = spawn(program, args).map_err(told)?;
                let input = child.stdin.take().expect("its standard input is a pipe");
                let output = child.stdout.take().expect("its standard output is a pipe");
                (Far::Keeper(child), input.into(), output.into())
            }
        };
        switch.connect(Some(input));
        let mut link = Self { far, output, inbox: Inbox::default(), command: None };
        match link.greet(launcher, scratch, switch) {
            Ok(()) => Ok(link),
            Err(error) => {
                // Whatever it is, it is no keeper that would listen.
                if let Far::Keeper(child) = &mut link.far {
                    drop(child.kill());
                }
                link.close(switch);
                Err(told(error))
            }
        }
    }

    fn greet(&mut self, launcher: &Launcher, scratch: &Path, switch: &Switch) -> io::Result<()> {
        let temp = launcher.temp(scratch).map(|dir| dir.as_os_str().to_owned());
        switch.tell(&Request::Open(Opening { scratch: scratch.to_owned(), temp }))?;
        let mut output = [PollFd::new(&self.output, PollFlags::IN)];
        if retry_on_intr(|| poll(&mut output, Some(&timespec(OPENING))))? == 0 {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer"));
        }
        match self.receive()? {
            Response::Ready(version) if version == VERSION => Ok(()),
            Response::Failed(why) => Err(io::Error::other(why)),
            Response::Ready(version) => {
                Err(io::Error::other(format!("it is of version {version}, we are {VERSION}")))
            }
            _ => Err(malformed()),
        }
    }

    /// What is told next.
    pub(super) fn receive(&mut self) -> io::Result<Response> {
        let Some(frame) = self.inbox.next(&self.output)? else {
            let how = match &mut self.far {
                Far::Keeper(child) => format!("the keeper of this slot died ({})", child.wait()?),
                Far::Thread(_) => "the thread of this slot ended".to_owned(),
            };
            let what = format!("{how}; tests it had started may still run");
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, what));
        };
        decode(frame)
    }

    /// Closes the pipe and waits for the end that follows.
    pub(super) fn close(self, switch: &Switch) {
        // It may be dead already.
        drop(switch.tell(&Request::Bye));
        switch.connect(None);
        drop(self.output);
        match self.far {
            Far::Thread(thread) => drop(thread.join()),
            Far::Keeper(mut child) => {
                if !matches!(child.try_wait(), Ok(None)) {
                    return;
                }
                if let Ok(watch) = Watch::new(rustix::process::Pid::from_child(&child)) {
                    watch.wait(CLOSING);
                }
                drop(child.kill());
                drop(child.wait());
            }
        }
    }

    /// The keeper's process, for diagnosis.
    pub(super) fn id(&self) -> Option<u32> {
        if let Far::Keeper(child) = &self.far { Some(child.id()) } else { None }
    }
}

/// In a process group of its own, so that the terminal's interrupt does not reach it: the main process decides what
/// becomes of a run.
#[expect(clippy::disallowed_methods, reason = "this is the room that spawns")]
fn spawn(program: &Path, args: &[std::ffi::OsString]) -> io::Result<Child> {
    std::process::Command::new(program)
        .args(args)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}
