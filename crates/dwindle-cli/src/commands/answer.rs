//! Answers about a command: the command that is left, ready to be pasted.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use serde::Serialize;

use crate::shell;
use crate::ui::{End, Name};

/// The last record of `options` and `env`.
#[derive(Debug, Serialize)]
pub(super) struct Answered<'a, T> {
    #[serde(flatten)]
    pub(super) end: &'a End,
    /// Each with what matters, and the command that shows it.
    pub(super) answers: &'a [Answer<T>],
}

/// One answer.
#[derive(Debug, Serialize)]
pub(super) struct Answer<T> {
    #[serde(flatten)]
    pub(super) matter: T,
    /// The words of the command.
    pub(super) command: Vec<Name>,
    /// The same as a line for a shell.
    pub(super) line: String,
}

impl<T> Answer<T> {
    /// What matters, and the command with nothing else.
    pub(super) fn new(matter: T, command: &[OsString]) -> Self {
        Self { matter, command: names(command), line: shell::quoted(command) }
    }
}

/// The words, as they stand in records.
pub(super) fn names(words: &[OsString]) -> Vec<Name> {
    words.iter().map(name).collect()
}

/// One word, as it stands in records.
pub(super) fn name(word: impl AsRef<OsStr>) -> Name {
    Name::of(Path::new(word.as_ref()))
}

/// The lines of all answers.
pub(super) fn lines<T>(answers: &[Answer<T>]) -> String {
    answers.iter().flat_map(|answer| [answer.line.as_str(), "\n"]).collect()
}
