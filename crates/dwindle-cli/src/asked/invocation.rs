//! A command line whose words are the subject.

use std::ffi::OsString;

/// A command line cut into what can be left out.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The program as it was typed.
    pub program: OsString,
    /// The words behind it: those that are always there, and those of the pieces.
    pub words: Vec<OsString>,
    /// What can be left out, in order.
    pub pieces: Vec<Piece>,
    /// What is asked of it.
    pub purpose: Purpose,
    /// Whether each answer is taken away to ask for the next.
    pub again: bool,
}

/// Words that go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where they stand, in order.
    pub at: Vec<usize>,
    /// Whether somebody said that they do: then they are not tried one by one in the end.
    pub said: bool,
}

/// What is asked of a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Which pieces the failure needs.
    Needed,
    /// Which pieces make the failure go away.
    Preventing,
}

/// A variable that lists files or folders, and the environment around it.
#[derive(Clone, Debug)]
pub struct SearchPath {
    /// The variable.
    pub variable: OsString,
    /// What it lists.
    pub elements: Vec<OsString>,
    /// The places of those that can be removed.
    pub free: Vec<usize>,
    /// All other variables, with their values.
    pub others: Vec<(OsString, OsString)>,
}
