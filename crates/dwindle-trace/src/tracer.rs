//! A tracer as a command, and the run that it records.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_exec::process::{self, Captured, Launcher, Limits, Refused, Run, Stdin, Stopper};

use crate::Recorded;
use crate::protocol::{Control, Mode, Probe, Stopped};
use crate::recorded::ReadError;

/// How long a tracer that is ended early has to end by itself.
pub(crate) const GRACE: Duration = Duration::from_millis(200);
/// How long it has while it records, where it is to say how far it came: on a busy machine 200 ms were now and then too few.
const GRACE_OF_RECORDING: Duration = Duration::from_secs(1);
/// How many bytes of the head and of the tail of each output are compared.
pub(crate) const OUTPUT_CAP: usize = 1 << 20;

/// A tracer, and the program that it runs.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// The tracer with its first arguments.
    pub command: Vec<OsString>,
    /// The program with its arguments.
    pub program: Vec<OsString>,
    /// The complete environment.
    pub env: Vec<(OsString, OsString)>,
    /// Where it runs.
    pub dir: PathBuf,
    /// What it reads on standard input, if anything.
    pub input: Option<PathBuf>,
    /// What is evaluated.
    pub probes: Vec<Probe>,
    /// What decides which way partial executions go.
    pub control: Control,
    /// How many executed statements are recorded at most, if not as many as the tracer records by itself.
    pub most: Option<u64>,
    /// What each process may use.
    pub limits: Limits,
}

/// A run that was recorded.
#[derive(Debug)]
pub struct Ran {
    /// The trace.
    pub recorded: Recorded,
    /// What the program printed.
    pub stdout: Captured,
    /// What it printed on standard error.
    pub stderr: Captured,
    /// How long that took.
    pub duration: Duration,
    /// What a sandbox refused it.
    pub refused: Vec<Refused>,
}

/// Why there is no record of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// What the tracer wrote is no trace.
    #[error("{error}")]
    NoTrace {
        /// Why not.
        error: ReadError,
        /// How the tracer ended.
        end: process::End,
        /// What was printed on standard error.
        stderr: String,
    },
    /// The run took too long.
    #[error("the program did not end within {limit:?} while it was recorded")]
    TooLong {
        /// How long it had.
        limit: Duration,
        /// Where it was then, if that is known.
        at: Option<Stopped>,
    },
    /// It executed too many statements.
    #[error("the program executed {found} statements, and no more than {most} are recorded")]
    TooMany {
        /// How many.
        found: usize,
        /// How many are recorded at most.
        most: u64,
    },
    /// The tracer could not be started.
    #[error("{0}")]
    NotStarted(String),
    /// It was stopped.
    #[error("the recording was interrupted")]
    Stopped {
        /// Where the program was then, if that is known.
        at: Option<Stopped>,
    },
    /// The machine.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Tracer {
    /// The name of the trace in a directory.
    pub fn events(dir: &Path) -> PathBuf {
        dir.join("events")
    }

    /// The tracer's command line in a mode, with options for values.
    pub(crate) fn command(&self, mode: Mode, options: &[(&str, &OsStr)]) -> process::Command {
        let mut args: Vec<OsString> = self.command[1..].to_vec();
        args.push(mode.name().into());
        for (option, value) in options {
            args.push(option.into());
            args.extend((!value.is_empty()).then(|| (*value).to_owned()));
        }
        if mode != Mode::Trace {
            args.extend(["--control".into(), self.control.name().into()]);
        }
        for probe in &self.probes {
            args.extend(["--probe".into(), probe.to_string().into()]);
        }
        args.push("--".into());
        args.extend(self.program.iter().cloned());
        process::Command {
            program: self.command[0].clone(),
            args,
            env: self.env.clone(),
            limits: self.limits,
            grace: GRACE,
            output_cap: OUTPUT_CAP,
        }
    }

    /// What the program reads.
    pub(crate) fn stdin(&self) -> Stdin {
        self.input.clone().map_or(Stdin::Null, Stdin::File)
    }

    /// Records a run; the trace lies in `scratch` then. Storage holds the garbage of that number. `stopping` is told what ends it
    /// from another thread.
    ///
    /// # Errors
    /// When the program cannot be traced.
    pub fn record(
        &self,
        launcher: &Launcher,
        scratch: &Path,
        garbage: usize,
        limit: Duration,
        stopping: impl FnOnce(Stopper),
    ) -> Result<Ran, RecordError> {
        let events = Self::events(scratch);
        // What an earlier run left is no trace of this one.
        drop(fs::remove_file(&events));
        let number = garbage.to_string();
        let mut options = vec![("--events", events.as_os_str()), ("--values", OsStr::new(""))];
        if garbage > 0 {
            options.push(("--garbage", number.as_ref()));
        }
        let most = self.most.map(|most| most.to_string());
        options.extend(most.iter().map(|most| ("--most", most.as_ref())));
        let command = process::Command { grace: GRACE_OF_RECORDING, ..self.command(Mode::Trace, &options) };
        let mut supervisor = launcher.open(scratch)?;
        stopping(supervisor.stopper());
        let run = Run { dir: self.dir.clone(), stdin: self.stdin(), timeout: Some(limit) };
        let report = supervisor.run(&command, &run)?;
        let at = || Recorded::stopped(BufReader::new(File::open(&events).ok()?));
        match report.end {
            process::End::TimedOut => return Err(RecordError::TooLong { limit, at: at() }),
            process::End::Stopped => return Err(RecordError::Stopped { at: at() }),
            process::End::NotStarted(_, why) => return Err(RecordError::NotStarted(why)),
            process::End::Exited(_) | process::End::Signalled(_) => {}
        }
        let read = match File::open(&events) {
            Ok(file) => Recorded::read(BufReader::new(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(ReadError::NoEnd),
            Err(error) => Err(error.into()),
        };
        match (read, self.most) {
            (Ok(Recorded { events, .. }), Some(most)) if events.len() as u64 > most => {
                Err(RecordError::TooMany { found: events.len(), most })
            }
            (Ok(recorded), _) => {
                let process::Report { stdout, stderr, duration, refused, .. } = report;
                Ok(Ran { recorded, stdout, stderr, duration, refused })
            }
            (Err(error), _) => {
                Err(RecordError::NoTrace { error, end: report.end, stderr: report.stderr.text() })
            }
        }
    }
}
