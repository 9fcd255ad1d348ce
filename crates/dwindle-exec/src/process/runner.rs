//! Running one test from its spawn to the death of all it started, or one request to a worker; the same code in a
//! keeper and without.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use super::capture::Capture;
use super::deadline::now;
use super::ending::{Control, Ending};
use super::message::{Call, Line, Response};
use super::prepared::{PreparedCommand, Streams};
use super::sandbox::confined::Confined;
use super::tree::{Reach, Tree};
use super::watch::readable;
use super::worker::Worker;
use super::{Command, End, Reply, Report, Run, Stdin};
use crate::scratch::TempDir;

/// What whoever spawns a slot's tests keeps from one to the next.
#[derive(Debug)]
pub(super) struct Runner {
    reach: Reach,
    prepared: Option<PreparedCommand>,
    /// The command of the next run, when it is another.
    next: Option<Command>,
    /// The slot's worker while there is one; a run ends it, as nothing else may live then.
    worker: Option<Worker>,
    confined: Confined,
    buffer: Vec<u8>,
}

impl Runner {
    pub(super) fn new(reach: Reach) -> Self {
        let (confined, buffer) = (Confined::default(), vec![0; 64 << 10]);
        Self { reach, prepared: None, next: None, worker: None, confined, buffer }
    }

    /// Sets what keeps tests from the rest of the system.
    pub(super) fn confine(&mut self, confined: Confined) {
        self.confined = confined;
    }

    /// Lets tests write in `dir`, too.
    pub(super) fn allow(&mut self, dir: PathBuf) -> io::Result<()> {
        self.confined.allow(dir)
    }

    /// Sets the command of what follows.
    pub(super) fn set(&mut self, command: Command) {
        self.next = Some(command);
    }

    /// Does what is asked; `None` when the main process is gone.
    ///
    /// `temp` is where what is spawned puts its temporary files; its environment says where else.
    pub(super) fn call(
        &mut self,
        call: &Call,
        temp: Option<&mut TempDir>,
        control: &mut Control<'_>,
    ) -> io::Result<Option<Response>> {
        Ok(match call {
            Call::Run(run) => self.run(run, temp, control)?.map(Response::Report),
            Call::Ask(line) => self.ask(line, temp, control)?.map(Response::Reply),
            Call::Dismiss => self.dismiss(control)?.map(|()| Response::Dismissed),
        })
    }

    /// Makes a command that was set the current one, and ends the worker of the one before; `None` when the
    /// main process is gone.
    fn settle(&mut self, temp: Option<&TempDir>, control: &mut Control<'_>) -> io::Result<Option<()>> {
        if self.next.is_some() && self.dismiss(control)?.is_none() {
            return Ok(None);
        }
        if let Some(command) = self.next.take() {
            self.prepared = Some(PreparedCommand::new(command, self.reach, temp.map(TempDir::path)));
        }
        Ok(Some(()))
    }

    /// Runs the command once; `None` when the main process is gone.
    ///
    /// The writing ends of the output pipes stay open here, on purpose: we never wait for the end of a
    /// stream (a daemon may hold it), and this way the end of the test wakes us once and not three times.
    fn run(
        &mut self,
        run: &Run,
        temp: Option<&mut TempDir>,
        control: &mut Control<'_>,
    ) -> io::Result<Option<Report>> {
        if self.settle(temp.as_deref(), control)?.is_none() || self.dismiss(control)?.is_none() {
            return Ok(None);
        }
        if control.stopped {
            return Ok(Some(Report::empty(End::Stopped)));
        }
        empty(temp, &mut self.confined)?;
        let prepared = self.prepared.as_mut().ok_or_else(no_command)?;
        let (mut out, mut err) =
            (Capture::new(prepared.command.output_cap), Capture::new(prepared.command.output_cap));
        let (stdout, stdout_end) = io::pipe()?;
        let (stderr, stderr_end) = io::pipe()?;
        let streams =
            Streams { stdin: open(&run.stdin)?, stdout: stdout_end.into(), stderr: stderr_end.into() };
        let began = now();
        let (leader, watch, mut attempts) = match prepared.spawn(&run.dir, streams, &self.confined)? {
            Ok(spawned) => spawned,
            Err(end) => return Ok(Some(Report::empty(end))),
        };
        let tree = Tree::new(leader, watch, self.reach);
        let mut ending = Ending::new(run.timeout, prepared.command.grace);
        loop {
            let pipes =
                [ending.listen(control), Some(readable(&stdout)), Some(readable(&stderr)), attempts.listen()];
            let ([heard, printed, complained, attempted], ended) = tree.watch.poll(pipes, ending.deadline)?;
            if ended {
                break;
            }
            if attempted {
                attempts.look()?;
            }
            if printed {
                out.read(&stdout, &mut self.buffer)?;
            }
            if complained {
                err.read(&stderr, &mut self.buffer)?;
            }
            if ending.advance(heard, control, &tree)? {
                break;
            }
        }
        let duration = began.elapsed();
        let status = tree.finish(ending.patience());
        out.drain(&stdout, &mut self.buffer)?;
        err.drain(&stderr, &mut self.buffer)?;
        let (stdout, stderr) = (out.take(), err.take());
        let refused = attempts.refused;
        Ok(ending.end(status)?.map(|end| Report { end, duration, stdout, stderr, refused }))
    }

    /// Passes a line to the worker, which is started if need be; `None` when the main process is gone.
    fn ask(
        &mut self,
        line: &Line,
        temp: Option<&mut TempDir>,
        control: &mut Control<'_>,
    ) -> io::Result<Option<Reply>> {
        let began = now();
        if self.settle(temp.as_deref(), control)?.is_none() {
            return Ok(None);
        }
        let stale = self.worker.as_ref().map_or(Ok(false), |worker| worker.is_stale(&line.dir))?;
        if stale && self.dismiss(control)?.is_none() {
            return Ok(None);
        }
        if control.stopped {
            return Ok(Some(Reply::empty(End::Stopped, Duration::ZERO)));
        }
        let prepared = self.prepared.as_mut().ok_or_else(no_command)?;
        let started = if let Some(worker) = self.worker.take() {
            Ok(worker)
        } else {
            empty(temp, &mut self.confined)?;
            Worker::start(prepared, line, self.reach, &self.confined)?
        };
        let worker = match started {
            Ok(worker) => worker,
            Err(end) => return Ok(Some(Reply::empty(end, began.elapsed()))),
        };
        let (reply, worker) = worker.ask(line, began, &prepared.command, control, &mut self.buffer)?;
        self.worker = worker;
        Ok(reply)
    }

    /// Ends the worker, if there is one; `None` when the main process is gone.
    fn dismiss(&mut self, control: &mut Control<'_>) -> io::Result<Option<()>> {
        let grace = self.prepared.as_ref().map_or(Duration::ZERO, |prepared| prepared.command.grace);
        self.worker.take().map_or(Ok(Some(())), |worker| worker.dismiss(grace, control))
    }
}

/// Removes what the one before left. Nobody spawned is hindered by what cannot go.
fn empty(temp: Option<&mut TempDir>, confined: &mut Confined) -> io::Result<()> {
    drop(confined.empty());
    let is_new = temp.is_some_and(|temp| temp.empty().unwrap_or(false));
    if is_new { confined.renew() } else { Ok(()) }
}

fn no_command() -> io::Error {
    io::Error::other("no command was set before the run")
}

/// Opens a test's standard input. A named pipe is refused: it would wait for a writer, here or there.
fn open(stdin: &Stdin) -> io::Result<Stdio> {
    let Stdin::File(path) = stdin else {
        return Ok(Stdio::null());
    };
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()));
    if fs::metadata(path).map_err(told)?.file_type().is_fifo() {
        return Err(told(io::ErrorKind::InvalidInput.into()));
    }
    Ok(File::open(path).map_err(told)?.into())
}
