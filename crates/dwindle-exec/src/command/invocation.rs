//! What a command is called with.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::process::Limits;

/// What is run for each candidate, and what it finds around it.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How the candidate gets to it.
    pub feed: Feed,
    /// The candidate's file name.
    pub name: OsString,
    /// Files and folders that are laid beside the candidate, copied afresh for each test.
    ///
    /// One named by an absolute path gets the last part of it as its name; one named by a relative path, which is
    /// taken from this process' working directory and has no `..` in it, lies at that same path.
    pub with: Vec<PathBuf>,
    /// The complete environment.
    pub env: Vec<(OsString, OsString)>,
    /// Resource limits of every process of the test.
    pub limits: Limits,
}

/// How a candidate gets to its test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Feed {
    /// Its path stands wherever this text stands in the program or the arguments.
    Placeholder(String),
    /// On standard input.
    Stdin,
    /// It lies in the working directory under its own name.
    #[default]
    Directory,
    /// In every way that a program may look for it: it lies in the working directory under its own name, where it is
    /// one file it is standard input, too, and with `as_argument` its path comes behind the arguments.
    ///
    /// An argument that a program does not expect may change what it does, which neither of the other ways can.
    Every {
        /// Whether the path is an argument.
        as_argument: bool,
    },
}
