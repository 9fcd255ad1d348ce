//! What came of a run: values only, the same with a keeper and without.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Captured;
use super::wire::{bytes, path};

/// What came of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How the main process ended.
    pub end: End,
    /// From just before the spawn to the end of the main process; for showing, never for deciding.
    pub duration: Duration,
    /// What was printed on standard output, by the main process and by all it started.
    pub stdout: Captured,
    /// What was printed on standard error.
    pub stderr: Captured,
    /// What it tried to change, could have changed without a sandbox, and was not allowed to, in that order: at most 32 places. None where that cannot be
    /// seen ([`Reached::lacking`](super::Reached::lacking)).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

/// What a test tried to change, and was not allowed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The file or directory that would be another one, be gone, or be there.
    #[serde(with = "path")]
    pub place: PathBuf,
    /// What would have to be writable: the file, or the directory that it is made in or goes from.
    #[serde(with = "path")]
    pub writable: PathBuf,
    /// Whether it is made, removed or written anew, and not only written to, so that another test may find something else there.
    pub is_replaced: bool,
}

/// How a main process ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// It exited with this code.
    Exited(i32),
    /// It was ended by this signal, which was not ours.
    Signalled(i32),
    /// It was ended because its time was over, however it took that.
    TimedOut,
    /// It was ended by a [`Stopper`](super::Stopper), or never started because of one.
    Stopped,
    /// It could not be started; the second field says why in words, with the program's name.
    NotStarted(NotStarted, String),
}

/// Why a program could not be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotStarted {
    /// There is no such program, or its interpreter is missing.
    NotFound,
    /// It is not executable for us.
    PermissionDenied,
    /// It is executable but not a program: no `#!` line, or for another machine.
    BadFormat,
    /// Anything else, such as too long an argument list.
    Other,
}

/// What came of one request to a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The answer, or why there is none.
    pub answer: Answer,
    /// From the request to here, the start of the worker included if it had to be started.
    pub duration: Duration,
    /// As in [`Report::refused`]: what the worker tried to change elsewhere since the request before.
    pub refused: Vec<Refused>,
}

impl Reply {
    /// The reply where there is no worker that could answer.
    pub(super) fn empty(end: End, duration: Duration) -> Self {
        Self { answer: Answer::None(end), duration, refused: Vec::new() }
    }
}

impl Report {
    /// The report of what never ran.
    pub(super) fn empty(end: End) -> Self {
        let (stdout, stderr) = (Captured::default(), Captured::default());
        Self { end, duration: Duration::ZERO, stdout, stderr, refused: Vec::new() }
    }
}

/// A worker's answer. After anything but a line the worker is gone, and the next request starts another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// One line, without its line feed.
    Line(#[serde(with = "bytes")] Vec<u8>),
    /// None: the worker ended in this way before it answered, or never started.
    None(End),
    /// The worker is out of step: it printed when it was not asked, or more than one line, or a line
    /// without an end. These are the bytes, cut to the command's output cap.
    Garbled(#[serde(with = "bytes")] Vec<u8>),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "exit code {code}"),
            End::Signalled(signal) => write!(f, "signal {signal}"),
            End::TimedOut => f.write_str("timeout"),
            End::Stopped => f.write_str("stopped"),
            End::NotStarted(_, why) => f.write_str(why),
        }
    }
}
