//! Answers about a command: the command that is left, ready to be pasted, and where it is written.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use dwindle_store::rundir;
use serde::Serialize;

use super::begin::begin;
use crate::error::CliError;
use crate::interrupt::Watch;
use crate::session::artifact::Artifact;
use crate::session::disk::disk;
use crate::session::input::Input;
use crate::session::{Finished, Session};
use crate::settings::{Output, Settings};
use crate::text::shell;
use crate::ui::{End, Name, Ui};

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

/// Where answers are written: standard output, or a file.
#[derive(Debug)]
pub(super) struct Destination(Option<rundir::Output>);

impl Destination {
    /// Opens a session on `input`, and the file that `-o` names, before the first test of the search.
    ///
    /// # Errors
    /// As [`begin`], and when the file cannot be written or is not ours.
    pub(super) fn begin<A: Artifact>(
        settings: &Settings,
        ui: &mut Ui,
        input: Input<A>,
    ) -> Result<(Session<A>, Watch, Self), CliError> {
        // What the session keeps are words as its space writes them; the answer is a line for a shell.
        let kept = Settings { output: Output::Stdout, ..settings.clone() };
        let (session, watch) = begin(&kept, ui, || Ok(input))?;
        let file = match &settings.output {
            Output::File(path) => Some(session.answer_at(path)?),
            _ => None,
        };
        Ok((session, watch, Self(file)))
    }

    /// The end of a run with no answer yet.
    pub(super) fn end<A: Artifact>(
        &self,
        settings: &Settings,
        session: &Session<A>,
        finished: &mut Finished,
        ui: &Ui,
    ) -> End {
        if self.0.is_some() {
            finished.result = None;
        }
        End::new(settings, session, finished, ui.clock().elapsed())
    }

    /// Writes the lines of the answers, and names the file that they are in.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(super) fn hand_out(&mut self, text: &str, end: End, ui: &mut Ui) -> Result<End, CliError> {
        let Some(file) = &mut self.0 else {
            ui.hand_out(text)?;
            return Ok(end);
        };
        let written = file.write(Duration::ZERO, |to| to.write_all(text.as_bytes()));
        written.and_then(|()| file.sync()).map_err(|error| disk(&error))?;
        Ok(end.result(file.path()))
    }
}
