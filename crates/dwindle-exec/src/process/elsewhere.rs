//! Tests that run on other machines: what a slot asks of whoever runs them there.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::{Command, Report, Run};

/// What ends something early, from another thread; it may be called when there is nothing to end.
pub type Ending = Arc<dyn Fn() + Send + Sync>;

/// Runs tests on other machines, as many at once as it is asked to.
pub trait Elsewhere: fmt::Debug + Send + Sync {
    /// Begins a run of `command` on what lies in the directory of `run`, which stays as it is until the run has ended.
    ///
    /// The test finds the same files in its working directory, and nothing else of this machine. Where the program or the
    /// arguments hold the path of that directory, or of one of its files, they are those of the other machine.
    ///
    /// # Errors
    /// When the directory cannot be read.
    fn begin(&self, command: &Command, run: &Run) -> io::Result<Box<dyn Errand + '_>>;
}

/// A run on another machine.
pub trait Errand {
    /// What ends it early.
    fn ending(&self) -> Ending;

    /// Waits for its report, in which the paths are those of this machine.
    ///
    /// # Errors
    /// When it could not be carried out, however often that was tried.
    fn wait(self: Box<Self>) -> io::Result<Report>;
}

/// Why tests cannot be carried out elsewhere, and what to do about it; to be found in an [`io::Error`] of an [`Errand`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct NotCarriedOut {
    /// What went wrong.
    pub what: String,
    /// What to type or to change next, if that is known.
    pub hint: Option<String>,
}

impl From<NotCarriedOut> for io::Error {
    fn from(error: NotCarriedOut) -> Self {
        Self::other(error)
    }
}
