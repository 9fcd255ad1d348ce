//! What is run: the command, and what differs between two runs of it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::wire::path;

/// A command as it is run, again and again: all that does not differ between two tests.
///
/// It goes to the keeper once and then only when it changes, so a test costs a message of some bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The program. A name without a slash is looked up in the absolute directories of `PATH` in `env`; a
    /// relative path is taken from the run's directory.
    pub program: OsString,
    /// Its arguments, without its name.
    pub args: Vec<OsString>,
    /// Its complete environment. Of two entries with one name the later counts.
    pub env: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: Limits,
    /// How long a test that is ended early (timeout, stop) has between `SIGTERM` and `SIGKILL`.
    pub grace: Duration,
    /// How many bytes are kept of the head and of the tail of each output stream.
    pub output_cap: usize,
}

/// Resource limits of each process of a test (Linux only: elsewhere a run with limits is an error). A limit
/// above the host's own hard limit means that one. Core files are always off.
///
/// Under a keeper they are in force from the first instruction, except a limit below what the keeper itself
/// has used. That one, and all without a keeper, come a moment later: on a busy machine some milliseconds,
/// and what the test started by then goes without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of address space (`RLIMIT_AS`).
    pub memory: Option<u64>,
    /// Processor time, rounded up to seconds (`RLIMIT_CPU`): `SIGXCPU` then, `SIGKILL` a second later.
    pub cpu: Option<Duration>,
    /// Bytes of the largest file that may be written (`RLIMIT_FSIZE`): `SIGXFSZ` beyond.
    pub file_size: Option<u64>,
    /// Whether it gets the processor after whatever else wants it: it is nicer by ten. On every system.
    pub is_background: bool,
}

/// One run of a command: all that differs between two tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The working directory; give it as an absolute path.
    #[serde(with = "path")]
    pub dir: PathBuf,
    /// What the test reads on its standard input.
    pub stdin: Stdin,
    /// When the test is ended, counted from its start; none is never.
    pub timeout: Option<Duration>,
}

/// What a test reads on its standard input: never a pipe, so it can neither block nor be blocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stdin {
    /// Nothing (`/dev/null`).
    Null,
    /// This file, opened for reading.
    File(#[serde(with = "path")] PathBuf),
}
