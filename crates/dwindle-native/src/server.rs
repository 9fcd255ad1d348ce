//! A program that was prepared and stopped before its own code runs, to be run from there again and again.

use std::ffi::OsString;
use std::fs::File;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use dwindle_agent::layout::{
    Change, Compared, Control, DESCRIPTORS, End, Event, GARBAGE, Mode, NONE, PATH_BYTES, Value, Word,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::plan::Plan;
use crate::program::Program;
use crate::refusal::Refusal;
use crate::{loaderless, nameless};

/// How long a program may take until its own code would begin.
const PREPARATION: Duration = Duration::from_secs(30);

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it went, as far as the agent knows.
    pub end: End,
    /// How it ended, as the system says it.
    pub status: Status,
    /// The event that it was at last.
    pub at: Option<u32>,
    /// The statement at which the program arrived last.
    pub found: Option<u32>,
    /// The address that its signal speaks of.
    pub address: u64,
    /// What the probes read.
    pub values: Vec<Value>,
    /// What its events made of what is watched, if it was recorded.
    pub changes: Vec<Change>,
    /// How often each statement that is part of another one was executed, if it was recorded.
    pub counts: Vec<u64>,
    /// What it compared, if it was recorded.
    pub compared: Vec<Compared>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// It took too long, and was ended.
    TimedOut,
}

/// A program's arguments, and where its input comes from.
#[derive(Debug)]
pub struct Start<'s> {
    /// Its arguments.
    pub arguments: &'s [OsString],
    /// A file from which it reads in each run from the beginning; otherwise its input is that of this process.
    pub input: Option<File>,
    /// Whether standard output and standard error of this process are not the program's.
    pub apart: bool,
    /// What uninitialised storage holds: the place in [`GARBAGE`].
    pub garbage: usize,
}

/// The variable by which the C library is told with what to fill new memory: the complement of this.
const FILL: &str = "MALLOC_PERTURB_";

/// A prepared program.
#[derive(Debug)]
pub struct Server {
    path: PathBuf,
    plan: Plan,
    child: Child,
    go: PipeWriter,
    done: PipeReader,
    /// Becomes true where the tracer is asked to end.
    stop: Arc<AtomicBool>,
}

impl Server {
    /// Starts a program with the agent.
    pub(crate) fn start(
        program: &Program,
        plan: Plan,
        start: Start<'_>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Refusal> {
        let failed = |why: String| Refusal::NotStarted { path: program.path.clone(), why };
        let image = dwindle_agent::IMAGE.ok_or(Refusal::NotHere)?;
        let (their_go, go) = std::io::pipe()?;
        let (done, their_done) = std::io::pipe()?;
        plan.write_word(Word::Rewind, u64::from(start.input.is_some()))?;
        let garbage = GARBAGE.get(start.garbage).copied().ok_or(Refusal::OtherTrace)?;
        plan.write_word(Word::Garbage, u64::from(garbage))?;
        let agent = nameless::inherited(nameless::executable("dwindle-agent", image)?)?;
        let mut theirs = vec![
            nameless::inherited(&plan.file)?,
            nameless::inherited(their_go)?,
            nameless::inherited(their_done)?,
        ];
        let agent_path = nameless::path(&agent);
        theirs.push(agent);
        let mut command = if program.has_loader {
            let mut command = command(&program.path);
            command.env("LD_BIND_NOW", "1").env("LD_PRELOAD", agent_path);
            command
        } else {
            let copy = loaderless::with_loader(program, &agent_path)?;
            let copy = nameless::inherited(nameless::executable("program", &copy)?)?;
            let mut command = command(Path::new(&nameless::path(&copy)));
            command.arg0(named(&program.path));
            theirs.push(copy);
            command
        };
        let numbers = theirs.iter().map(|descriptor| descriptor.as_raw_fd().to_string());
        command.env(DESCRIPTORS, numbers.collect::<Vec<String>>().join(","));
        // As long for each value: the environment stands above the stack.
        command.env(FILL, format!("{:#04x}", !garbage)).args(start.arguments);
        if let Some(input) = start.input {
            command.stdin(input);
        }
        if start.apart {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let child = command.spawn().map_err(|error| failed(error.to_string()))?;
        drop(theirs);
        let mut server = Self { path: program.path.clone(), plan, child, go, done, stop };
        if !server.is_done(Some(PREPARATION))? {
            return Err(failed("it does not come to its beginning".into()));
        }
        if server.plan.word(Word::End)? == End::Unprepared as u64 {
            return Err(failed("the system does not let its code be changed".into()));
        }
        Ok(server)
    }

    /// Waits until a run is over, or the program is prepared; it is not where there was no time, or the tracer is asked to end.
    fn is_done(&mut self, limit: Option<Duration>) -> Result<bool, Refusal> {
        /// How often it is seen whether the tracer is asked to end.
        const SLICE: Duration = Duration::from_millis(50);
        let mut left = limit.unwrap_or(Duration::MAX);
        loop {
            let slice = Timespec::try_from(left.min(SLICE)).map_err(|_| rustix::io::Errno::INVAL)?;
            match poll(&mut [PollFd::new(&self.done, PollFlags::IN)], Some(&slice)) {
                Ok(0) if left > SLICE && !self.stop.load(Relaxed) => left -= SLICE,
                Ok(0) => return Ok(false),
                Err(rustix::io::Errno::INTR) => {}
                other => {
                    other?;
                    break;
                }
            }
        }
        let mut byte = [0];
        if self.done.read(&mut byte)? == 1 {
            return Ok(true);
        }
        let status = self.child.wait()?;
        // Who asks the tracer to end asks all of its group.
        if self.stop.load(Relaxed) || status.signal() == Some(Signal::TERM.as_raw()) {
            self.stop.store(true, Relaxed);
            return Ok(false);
        }
        let why = format!("it ended before its beginning ({status})");
        Err(Refusal::NotStarted { path: self.path.clone(), why })
    }

    /// Runs the program and records what it executes.
    pub fn record(&mut self, limit: Option<Duration>) -> Result<(Run, Vec<Event>), Refusal> {
        self.plan.write_word(Word::Mode, Mode::Record as u64)?;
        let mut run = self.run(limit)?;
        let events = self.plan.word(Word::Events)?;
        let events = self.plan.read(Word::EventsAt, events, Event::BYTES, Event::of)?;
        run.changes =
            self.plan.read(Word::ChangesAt, self.plan.word(Word::Changes)?, Change::BYTES, Change::of)?;
        let counted = self.plan.word(Word::Statements)?;
        let count = |bytes: &[u8]| Some(u64::from_le_bytes(bytes.try_into().ok()?));
        run.counts = self.plan.read(Word::CountsAt, counted, 8, count)?;
        let compared = self.plan.word(Word::Compared)?;
        run.compared = self.plan.read(Word::ComparedAt, compared, Compared::BYTES, Compared::of)?;
        Ok((run, events))
    }

    /// Says which events partial executions follow.
    pub(crate) fn set_recorded(&mut self, events: &[Event]) -> Result<(), Refusal> {
        let bytes: Vec<u8> = events.iter().flat_map(Event::bytes).collect();
        self.plan.file.write_all_at(&bytes, self.plan.at(Word::EventsAt))?;
        self.plan.write_word(Word::Events, events.len() as u64)
    }

    /// Says where the program's output goes from now on: to files, made or emptied.
    pub(crate) fn set_output(&mut self, files: [&str; 2]) -> Result<(), Refusal> {
        for (place, file) in (0..).zip(files) {
            let mut bytes = file.as_bytes().to_vec();
            bytes.push(0);
            if bytes.len() as u64 > PATH_BYTES {
                return Err(rustix::io::Errno::NAMETOOLONG.into());
            }
            self.plan.file.write_all_at(&bytes, self.plan.at(Word::OutputAt) + place * PATH_BYTES)?;
        }
        Ok(())
    }

    /// Runs the program along the recorded events, without those for which `kept` has a zero.
    pub fn follow(&mut self, kept: &[u8], control: Control, limit: Option<Duration>) -> Result<Run, Refusal> {
        self.plan.file.write_all_at(kept, self.plan.at(Word::KeptAt))?;
        self.plan.write_word(Word::Mode, Mode::Follow as u64)?;
        self.plan.write_word(Word::Control, control as u64)?;
        self.run(limit)
    }

    fn run(&mut self, limit: Option<Duration>) -> Result<Run, Refusal> {
        self.go.write_all(&[1])?;
        let in_time = self.is_done(limit)?;
        if !in_time {
            self.end_run()?;
            while !self.stop.load(Relaxed) && !self.is_done(Some(Duration::from_secs(1)))? {
                self.end_run()?;
            }
        }
        let number = |word: u64| u32::try_from(word).ok().filter(|number| *number != NONE);
        let status = i32::try_from(self.plan.word(Word::Status)?.cast_signed()).unwrap_or(0);
        let signal = status & 0x7f;
        let status = match signal {
            _ if !in_time => Status::TimedOut,
            0 => Status::Exited((status >> 8) & 0xff),
            _ => Status::Signalled(signal),
        };
        let same = i64::from(signal).cast_unsigned() == self.plan.word(Word::Signal)?;
        let values = self.plan.word(Word::Values)?;
        Ok(Run {
            end: End::of(self.plan.word(Word::End)?).unwrap_or(End::None),
            status,
            at: number(self.plan.word(Word::At)?),
            found: number(self.plan.word(Word::Found)?),
            address: if same { self.plan.word(Word::SignalAddress)? } else { 0 },
            values: self.plan.read(Word::ValuesAt, values, Value::BYTES, Value::of)?,
            changes: Vec::new(),
            counts: Vec::new(),
            compared: Vec::new(),
        })
    }

    /// Kills the run that is under way.
    fn end_run(&self) -> Result<(), Refusal> {
        let process =
            i32::try_from(self.plan.word(Word::Process)?.cast_signed()).ok().and_then(Pid::from_raw);
        if let Some(process) = process {
            // It may have ended meanwhile.
            let _gone = kill_process_group(process, Signal::KILL);
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.end_run();
        let _killed = self.child.kill();
        let _status = self.child.wait();
    }
}

/// A command that becomes the program.
#[expect(clippy::disallowed_methods, reason = "the traced program is started here and nowhere else")]
fn command(path: &Path) -> Command {
    Command::new(named(path))
}

/// A path as a command names it: without a slash it would be looked for elsewhere.
fn named(path: &Path) -> PathBuf {
    if path.components().count() == 1 { Path::new(".").join(path) } else { path.to_owned() }
}
