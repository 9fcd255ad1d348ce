//! The only room that spawns processes.
//!
//! A slot has a [`Supervisor`]. It runs one test after the other and gives a [`Report`] of each: how it
//! ended, how long it took, what it printed (head and tail). Before a report is given, everything the test
//! started is dead, daemons included, when the slot has a *keeper*: a small process of our own that spawns
//! the slot's tests, adopts their orphans (a "child subreaper"), and kills everything below it when its
//! control pipe closes. That pipe closes however the main process dies, so nothing outlives it.
//!
//! What this room does not do: judge (an exit code means nothing here), lay out candidates, read the
//! environment (a [`Command`] carries a complete one), or touch the signals of its host.

mod capture;
mod deadline;
mod direct;
mod ending;
#[cfg(target_os = "linux")]
mod family;
mod keeper;
mod limits;
mod link;
mod message;
mod recipe;
mod report;
mod stopper;
mod supervisor;
mod tree;
mod values;
mod ward;
mod watch;
mod wire;
mod worker;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use capture::Captured;
pub use keeper::serve;
pub use report::{Answer, End, NotStarted, Reply, Report};
pub use stopper::Stopper;
pub use supervisor::Supervisor;

/// How a slot's tests are supervised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Launcher {
    /// Through a keeper: this program with these arguments, which must call [`serve`] on its standard input
    /// and output and do nothing else. Best the program itself in a hidden mode.
    ///
    /// Everything a test leaves behind is killed before its report is given (Linux; elsewhere what is left
    /// of its process group), and everything the run started is killed when the main process dies.
    Keeper {
        /// The program; give a path, as a bare name is looked up in the `PATH` of the main process.
        program: PathBuf,
        /// Its arguments, those that choose its hidden mode.
        args: Vec<OsString>,
    },
    /// On the calling thread, for hosts that have no program to be a keeper.
    ///
    /// What is left of a test's process group is killed, but a process that left the group survives, and
    /// so does the test itself when the host is killed. The host must not ignore `SIGCHLD`.
    Direct,
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
        Supervisor::open(self, scratch)
    }
}

/// A command as it is run, again and again: all that does not differ between two tests.
///
/// It goes to the keeper once and then only when it changes, so a test costs a message of some bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of address space (`RLIMIT_AS`).
    pub memory: Option<u64>,
    /// Processor time, rounded up to seconds (`RLIMIT_CPU`): `SIGXCPU` then, `SIGKILL` a second later.
    pub cpu: Option<Duration>,
    /// Bytes of the largest file that may be written (`RLIMIT_FSIZE`): `SIGXFSZ` beyond.
    pub file_size: Option<u64>,
}

/// One run of a command: all that differs between two tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The working directory; give it as an absolute path.
    pub dir: PathBuf,
    /// What the test reads on its standard input.
    pub stdin: Stdin,
    /// When the test is ended, counted from its start; none is never.
    pub timeout: Option<Duration>,
}

/// What a test reads on its standard input: never a pipe, so it can neither block nor be blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stdin {
    /// Nothing (`/dev/null`).
    Null,
    /// This file, opened for reading.
    File(PathBuf),
}
