//! A command's arguments, or its environment, as a space.
//!
//! The one that stays in order is the command line: what is kept of it keeps its place. An environment has no order,
//! so its variables are sorted by name.

mod args;
mod environment;

pub use args::ArgsSpace;
pub use environment::{EnvSpace, Variable};

use std::ffi::OsString;
use std::io;

/// A place at which a command is run whose arguments or environment are the candidate.
pub trait InvocationPlace {
    /// Makes the next run one with these arguments, in a working directory as it is at first.
    ///
    /// # Errors
    /// When the working directory cannot be made.
    fn put_args(&mut self, args: Vec<OsString>) -> io::Result<()>;

    /// Makes the next run one with exactly this environment, in a working directory as it is at first.
    ///
    /// # Errors
    /// As [`put_args`](Self::put_args).
    fn put_env(&mut self, env: Vec<(OsString, OsString)>) -> io::Result<()>;
}
