//! The one type a slot works with, the same with a keeper and without.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::direct::Direct;
use super::keeper_link::KeeperLink;
use super::message::{Call, Line, Request, Response};
use super::stopper::{Stopper, Switch};
use super::wire::malformed;
use super::{Command, Launcher, Reply, Report, Run};

/// Runs the tests of one slot, one at a time; from [`Launcher::open`].
///
/// Dropping it ends its keeper and its worker.
#[derive(Debug)]
pub struct Supervisor {
    launcher: Launcher,
    scratch: PathBuf,
    switch: Arc<Switch>,
    backend: Backend,
}

#[derive(Debug)]
enum Backend {
    Direct(Box<Direct>),
    /// None after the keeper died, until the next run opens another.
    Keeper(Option<KeeperLink>),
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
        let backend = match self {
            Self::Direct => Backend::Direct(Box::new(Direct::open(&switch)?)),
            Self::Keeper { .. } => Backend::Keeper(KeeperLink::open(self, scratch, &switch)?),
        };
        Ok(Supervisor { launcher: self.clone(), scratch: scratch.to_owned(), switch, backend })
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
        match self.call(command, Call::Run(run.clone()))? {
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
    /// As for [`run`](Self::run), and when the line holds a line feed.
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
        match self.call(command, Call::Ask(line))? {
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
        // No run has this number, so no stop hits.
        let number = 0;
        let told = match &mut self.backend {
            Backend::Direct(direct) => return direct.call(number, &Call::Dismiss).map(drop),
            Backend::Keeper(None) => return Ok(()),
            Backend::Keeper(Some(link)) => {
                self.switch.tell(&Request::Call(number, Call::Dismiss)).and_then(|()| link.receive())
            }
        };
        match told {
            Ok(Response::Dismissed) => Ok(()),
            Ok(_) => Err(self.lost(malformed())),
            Err(error) => Err(self.lost(error)),
        }
    }

    /// What ends a run of this supervisor from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.switch))
    }

    /// The process number of the keeper, if there is one; for diagnosis.
    pub fn keeper_id(&self) -> Option<u32> {
        match &self.backend {
            Backend::Keeper(link) => link.as_ref().map(KeeperLink::id),
            Backend::Direct(_) => None,
        }
    }

    /// One run or request from its number to what is told of it.
    fn call(&mut self, command: &Command, call: Call) -> io::Result<Response> {
        let link = match &mut self.backend {
            Backend::Direct(direct) => {
                let number = self.switch.begin(|_| Vec::new())?;
                direct.set(command);
                let told = direct.call(number, &call);
                self.switch.done();
                return told;
            }
            Backend::Keeper(link) => {
                if link.is_none() {
                    *link = KeeperLink::open(&self.launcher, &self.scratch, &self.switch)?;
                }
                link.as_mut().expect("a launcher with a keeper opens one")
            }
        };
        let known = link.command.as_ref() == Some(command);
        let begun = self.switch.begin(|number| {
            let command = (!known).then(|| Request::Command(command.clone()));
            command.into_iter().chain([Request::Call(number, call)]).collect()
        });
        let told = match begun {
            Ok(_) => {
                if !known {
                    link.command = Some(command.clone());
                }
                link.receive()
            }
            // Its pipe is closed: why, it tells by its end.
            Err(error) => link.receive().and(Err(error)),
        };
        self.switch.done();
        match told {
            Ok(Response::Failed(kind, why)) => Err(io::Error::new(kind, why)),
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
        match &mut self.backend {
            Backend::Keeper(link) => {
                if let Some(link) = link.take() {
                    link.close(&self.switch);
                }
            }
            Backend::Direct(_) => self.switch.connect(None),
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.close();
    }
}
