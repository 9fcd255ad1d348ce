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
use super::sandbox::Confines;
#[cfg(target_os = "linux")]
use super::sandbox::Entry;
use super::sandbox::choice::{Namespaces, reached};
use super::stopper::Switch;
use super::tree::Reach;
use super::watch::Watch;
use super::wire::{Inbox, decode, malformed};
use super::{Command, Launcher, Level, Reached};

/// How long a keeper may take to say that it is there, on a machine however busy.
const OPENING: Duration = Duration::from_secs(20);

/// How long an idle keeper may take to end when its pipe closes.
const CLOSING: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct Link {
    far: Far,
    output: OwnedFd,
    inbox: Inbox,
    /// What came of the sandbox.
    pub(super) reached: Reached,
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
    ///
    /// The keeper makes as many namespaces as the sandbox asks for, or as few as it can have.
    pub(super) fn open(launcher: &Launcher, scratch: &Path, switch: &Switch) -> io::Result<Self> {
        let told = |error: io::Error| match launcher {
            Launcher::Direct | Launcher::Elsewhere(_) => error,
            Launcher::Keeper { program, .. } => {
                let what = format!("cannot start the keeper {}: {error}", program.display());
                io::Error::new(error.kind(), what)
            }
        };
        let sandbox = launcher.sandbox();
        let (mut attempts, mut why) = (Namespaces::to_try(sandbox).into_iter().peekable(), None);
        while let Some(namespaces) = attempts.next() {
            match Self::attempt(launcher, namespaces, scratch, switch) {
                Ok(mut link) => {
                    if sandbox.level != Level::Off {
                        link.reached = reached(sandbox, namespaces, link.reached, why);
                    }
                    return Ok(link);
                }
                // The first of them says why it is not more.
                Err(error) if attempts.peek().is_some() => drop(why.get_or_insert(error.to_string())),
                Err(error) => return Err(told(error)),
            }
        }
        Err(io::ErrorKind::Unsupported.into())
    }

    fn attempt(
        launcher: &Launcher,
        namespaces: Namespaces,
        scratch: &Path,
        switch: &Switch,
    ) -> io::Result<Self> {
        let (far, input, output) = match launcher {
            Launcher::Elsewhere(_) => return Err(io::ErrorKind::Unsupported.into()),
            Launcher::Direct => {
                let ((theirs, input), (output, told)) = (io::pipe()?, io::pipe()?);
                let serve = move || {
                    answer(Reach::Group, theirs.as_fd(), told.as_fd(), &mut Held::default()).map(drop)
                };
                (Far::Thread(thread::Builder::new().spawn(serve)?), input.into(), PipeReader::into(output))
            }
            Launcher::Keeper { program, args, .. } => {
                let mut child = spawn(program, args)?;
                let input = child.stdin.take().expect("its standard input is a pipe");
                let output = child.stdout.take().expect("its standard output is a pipe");
                (Far::Keeper(child), input.into(), output.into())
            }
        };
        switch.connect(Some(input));
        let (inbox, reached) = (Inbox::default(), Reached::default());
        let mut link = Self { far, output, inbox, reached, command: None };
        let entered = link.enter(launcher, namespaces, switch);
        match entered.and_then(|()| link.greet(launcher, namespaces, scratch, switch)) {
            Ok(()) => Ok(link),
            Err(error) => {
                // Whatever it is, it is no keeper that would listen.
                if let Far::Keeper(child) = &mut link.far {
                    drop(child.kill());
                }
                link.close(switch);
                Err(error)
            }
        }
    }

    /// Lets a keeper make namespaces.
    #[cfg(target_os = "linux")]
    fn enter(&mut self, launcher: &Launcher, namespaces: Namespaces, switch: &Switch) -> io::Result<()> {
        let (Launcher::Keeper { program, args, sandbox, .. }, Far::Keeper(child)) = (launcher, &self.far)
        else {
            return Ok(());
        };
        let again = match namespaces {
            Namespaces::None => return Ok(()),
            Namespaces::Network => None,
            Namespaces::All => {
                Some(std::iter::once(program.clone().into()).chain(args.iter().cloned()).collect())
            }
        };
        let keeper = child.id();
        switch.tell(&Request::Enter(Entry { network: sandbox.network, again }))?;
        self.done()?;
        super::sandbox::namespaces::identify(keeper)?;
        switch.tell(&Request::Identified)?;
        self.done()
    }

    #[cfg(not(target_os = "linux"))]
    fn enter(&mut self, _: &Launcher, namespaces: Namespaces, _: &Switch) -> io::Result<()> {
        if namespaces == Namespaces::None { Ok(()) } else { Err(io::ErrorKind::Unsupported.into()) }
    }

    #[cfg(target_os = "linux")]
    fn done(&mut self) -> io::Result<()> {
        match self.soon(OPENING)? {
            Response::Done => Ok(()),
            Response::Failed(why) => Err(io::Error::other(why)),
            _ => Err(malformed()),
        }
    }

    fn greet(
        &mut self,
        launcher: &Launcher,
        namespaces: Namespaces,
        scratch: &Path,
        switch: &Switch,
    ) -> io::Result<()> {
        let temp = launcher.temp(scratch).map(|dir| dir.as_os_str().to_owned());
        let sandbox = launcher.sandbox();
        let confines = (sandbox.level != Level::Off || sandbox.looks_on).then(|| Confines {
            writable: sandbox.writable.iter().map(|path| path.clone().into_os_string()).collect(),
            no_tcp: !sandbox.network && namespaces == Namespaces::None,
            is_inside: namespaces == Namespaces::All,
            looks_on: sandbox.looks_on,
        });
        switch.tell(&Request::Open(Opening { scratch: scratch.to_owned(), temp, confines }))?;
        loop {
            match self.soon(OPENING)? {
                Response::Confined(reached) => self.reached = reached,
                Response::Ready(version) if version == VERSION => return Ok(()),
                Response::Failed(why) => return Err(io::Error::other(why)),
                Response::Ready(version) => {
                    return Err(io::Error::other(format!("it is of version {version}, we are {VERSION}")));
                }
                _ => return Err(malformed()),
            }
        }
    }

    /// What is told within this time.
    fn soon(&mut self, limit: Duration) -> io::Result<Response> {
        if !self.inbox.has_frame() {
            let mut output = [PollFd::new(&self.output, PollFlags::IN)];
            if retry_on_intr(|| poll(&mut output, Some(&timespec(limit))))? == 0 {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer"));
            }
        }
        self.receive()
    }

    /// What is told last, after something could not be told: why, it says by its end, which follows if it listens.
    pub(super) fn last(&mut self, switch: &Switch) -> io::Result<Response> {
        switch.connect(None);
        let told = self.soon(CLOSING);
        if let Far::Keeper(child) = &mut self.far {
            drop(child.kill());
        }
        told
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

    /// Whether the keeper has died.
    pub(super) fn is_dead(&mut self) -> bool {
        let Far::Keeper(child) = &mut self.far else { return false };
        matches!(child.try_wait(), Ok(Some(_)))
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
