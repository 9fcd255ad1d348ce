//! The one type a slot works with, the same with a keeper and without.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::link::Link;
use super::message::{Call, Line, Request, Response};
use super::stopper::{Stopper, Switch};
use super::wire::malformed;
use super::{Command, Launcher, Reached, Reply, Report, Run};

/// Runs the tests of one slot, one at a time; from [`Launcher::open`].
///
/// Dropping it ends its keeper and its worker.
#[derive(Debug)]
pub struct Supervisor {
    launcher: Launcher,
    scratch: PathBuf,
    switch: Arc<Switch>,
    /// None after a keeper died, until the next run opens another.
    link: Option<Link>,
    /// Where tests may write besides, since they moved there.
    moved: Vec<PathBuf>,
    reached: Reached,
}

impl Launcher {
    /// Opens the supervisor of one slot.
    ///
    /// `scratch` is the slot's own directory, which exists; give it as an absolute path. A keeper removes
    /// it with all it holds when the main process dies; nobody removes it when the supervisor is dropped.
    ///
    /// # Errors
    ///
    /// The keeper cannot be started, or what was started does not answer as a keeper of this version.
    pub fn open(&self, scratch: &Path) -> io::Result<Supervisor> {
        let switch = Arc::new(Switch::default());
        let link = match self {
            Self::Elsewhere(_) => None,
            Self::Keeper { .. } | Self::Direct => Some(Link::open(self, scratch, &switch)?),
        };
        let reached = link.as_ref().map(|link| link.reached.clone()).unwrap_or_default();
        let (launcher, scratch) = (self.clone(), scratch.to_owned());
        Ok(Supervisor { launcher, scratch, switch, link, moved: Vec::new(), reached })
    }
}

impl Supervisor {
    /// Runs the command once and waits for its end, and for the end of all it started.
    ///
    /// A worker is ended first: nothing else of the slot lives during a run.
    ///
    /// # Errors
    ///
    /// Nothing is known about the test then, and nothing of it is left except where said otherwise:
    /// the directory or the file for standard input is missing; the system is out of processes, memory or
    /// descriptors; a string holds a NUL; the limits cannot be set; or the keeper died, whose tests may
    /// then still run. The next run opens another keeper.
    pub fn run(&mut self, command: &Command, run: &Run) -> io::Result<Report> {
        if let Launcher::Elsewhere(machines) = &self.launcher {
            let errand = machines.begin(command, run)?;
            self.switch.begin_elsewhere(errand.ending());
            let report = errand.wait();
            self.switch.done();
            return report;
        }
        match self.call(Some(command), Call::Run(run.clone()))? {
            Response::Report(report) => Ok(report),
            _ => Err(self.lost(malformed())),
        }
    }

    /// Passes one line to the worker that is this command, and gives its answer.
    ///
    /// The worker is started at the first request, and started anew when command or directory are others
    /// than before or the last request ended with anything but a line. It prints one line for each line it
    /// reads. Its limits count for its whole life; what it starts lives as long as it does.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run), when the line holds a line feed, and when tests run [elsewhere](super::Elsewhere).
    pub fn ask(
        &mut self,
        command: &Command,
        dir: &Path,
        line: &[u8],
        timeout: Option<Duration>,
    ) -> io::Result<Reply> {
        if line.contains(&b'\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a request to a worker is one line"));
        }
        let line = Line { dir: dir.to_owned(), text: line.to_vec(), timeout };
        match self.call(Some(command), Call::Ask(line))? {
            Response::Reply(reply) => Ok(reply),
            _ => Err(self.lost(malformed())),
        }
    }

    /// Ends the worker, if there is one; for an answer that is a line but makes no sense.
    ///
    /// # Errors
    ///
    /// The keeper died.
    pub fn dismiss(&mut self) -> io::Result<()> {
        if self.link.is_none() {
            return Ok(());
        }
        match self.call(None, Call::Dismiss)? {
            Response::Dismissed => Ok(()),
            _ => Err(self.lost(malformed())),
        }
    }

    /// Whether its runs are on other machines, so that they leave this one's files as they are.
    pub const fn is_elsewhere(&self) -> bool {
        matches!(self.launcher, Launcher::Elsewhere(_))
    }

    /// What ends a run of this supervisor from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.switch))
    }

    /// What came of the sandbox that was asked for.
    pub const fn reached(&self) -> &Reached {
        &self.reached
    }

    /// Lets tests write in `dir`, too: they go on there.
    ///
    /// # Errors
    ///
    /// The keeper died.
    pub fn allow(&mut self, dir: &Path) -> io::Result<()> {
        self.moved.push(dir.to_owned());
        match &self.link {
            Some(_) => self.switch.tell(&Request::Allow(dir.as_os_str().to_owned())),
            None => Ok(()),
        }
    }

    /// The process number of the keeper, if there is one; for diagnosis.
    pub fn keeper_id(&self) -> Option<u32> {
        self.link.as_ref().and_then(Link::id)
    }

    /// One run or request from its number to what is told of it; of the command that is known if none is given.
    fn call(&mut self, command: Option<&Command>, call: Call) -> io::Result<Response> {
        if self.link.as_mut().is_some_and(Link::is_dead) {
            // It died between two tests, of which nothing is lost.
            self.close();
        }
        let link = match &mut self.link {
            Some(link) => link,
            none => {
                let link = Link::open(&self.launcher, &self.scratch, &self.switch)?;
                for dir in &self.moved {
                    self.switch.tell(&Request::Allow(dir.as_os_str().to_owned()))?;
                }
                none.insert(link)
            }
        };
        let new = command.filter(|command| link.command.as_ref() != Some(command));
        let begun = self.switch.begin(|number| {
            new.cloned().map(Request::Command).into_iter().chain([Request::Call(number, call)]).collect()
        });
        let told = match begun {
            Ok(_) => {
                link.command = new.cloned().or(link.command.take());
                link.receive()
            }
            Err(error) => link.last(&self.switch).and(Err(error)),
        };
        self.switch.done();
        match told {
            Ok(Response::Failed(why)) => Err(io::Error::other(why)),
            Ok(told) => Ok(told),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// Gives the keeper up.
    fn lost(&mut self, error: io::Error) -> io::Error {
        self.close();
        error
    }

    fn close(&mut self) {
        if let Some(link) = self.link.take() {
            link.close(&self.switch);
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.close();
    }
}
