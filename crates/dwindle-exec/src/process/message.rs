//! What the main process and a keeper tell each other.
//!
//! A keeper may be told to make namespaces first. It says `Ready` once; then each `Call` is answered by one [`Response`], and the main process waits for
//! it: all that may come meanwhile is a `Stop`. That is never answered and names its call, so one that comes
//! too late hits nothing.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::sandbox::{Confines, Entry};
use super::wire::{bytes, path};
use super::{Command, Reached, Reply, Report, Run};

/// From the main process to the keeper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Request {
    /// Make namespaces of your own.
    Enter(Entry),
    /// You are somebody in them.
    Identified,
    /// Get ready.
    Open(Opening),
    /// Tests may write in this directory, too.
    Allow(OsString),
    /// The command of the calls that follow.
    Command(Command),
    /// Do this; the number is what a stop names.
    Call(u64, Call),
    /// End the call of this number.
    Stop(u64),
    /// The main process closes the pipe next, and lives.
    Bye,
}

/// The directories of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Opening {
    /// Its own one, to be removed when the main process dies.
    #[serde(with = "path")]
    pub(super) scratch: PathBuf,
    /// What the directory for temporary files is made in, if there is one.
    pub(super) temp: Option<OsString>,
    /// The rules, if there are any.
    pub(super) confines: Option<Confines>,
}

/// What is asked of whoever spawns a slot's tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Call {
    /// Run the command.
    Run(Run),
    /// Pass a line to the worker that is the command, and its answer back.
    Ask(Line),
    /// End the worker, if there is one.
    Dismiss,
}

/// One request to a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    #[serde(with = "path")]
    pub(super) dir: PathBuf,
    #[serde(with = "bytes")]
    pub(super) text: Vec<u8>,
    pub(super) timeout: Option<Duration>,
}

/// From the keeper to the main process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Response {
    /// It is done.
    Done,
    /// This came of the rules.
    Confined(Reached),
    /// The keeper of this version is there.
    Ready(String),
    Report(Report),
    Reply(Reply),
    /// The call could not be carried out: the error in words.
    Failed(String),
    /// There is no worker.
    Dismissed,
}

#[cfg(test)]
mod tests;
