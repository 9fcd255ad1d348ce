//! The interface of `isolate` and `maximize` to a subject that has units of one kind, and the state of one such run.

use std::path::Path;
use std::sync::Arc;

use dwindle::plan::Level;
use dwindle::space::{Sides, Space};
use dwindle::{Config, Outcome};
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::artifact::Artifact;
use dwindle_run::session::input::Input;
use dwindle_run::session::{Finished, Session};
use dwindle_run::settings::{Output, Settings};
use dwindle_store::rundir;

use super::begin::begin;
use crate::interrupt::Watch;
use crate::ui::{End, Ui};

/// An artifact with units of one kind, which reports the answers to questions about it.
pub(crate) trait Subject: Artifact + Sized {
    /// What its units are.
    const LEVEL: Level;

    /// The space of its units.
    type Units: Space + 'static;

    /// Its units as a space. Protected units are always kept.
    fn units(&self, settings: &Settings) -> Arc<Self::Units>;

    /// The error for a search that found nothing that passes; `outcome` is that of the empty configuration.
    fn nothing_passes(&self, outcome: Outcome) -> RunError;

    /// Reports an isolated difference: the passing and the failing side.
    fn tell_sides(run: Run<'_, Self>, units: &Self::Units, sides: &Sides) -> Result<Exit, RunError>;

    /// Reports the largest configuration that passes; `None` if the search ended before any was known to pass.
    fn tell_most(run: Run<'_, Self>, units: &Self::Units, most: Option<Most>) -> Result<Exit, RunError>;
}

/// The largest configuration that is known to pass.
#[derive(Debug)]
pub(crate) struct Most {
    pub(crate) passing: Config,
    /// Whether it was shown that no single unit can be added; not so if the search ended early.
    pub(crate) is_done: bool,
}

/// A question about a subject: its settings, its session, and the output that reports it.
pub(crate) struct Asked<'a, A: Artifact> {
    pub(crate) settings: &'a Settings,
    pub(crate) session: Session<A>,
    pub(crate) ui: &'a mut Ui,
    /// The file for an answer that is no part of the subject, opened before the first test of the search.
    pub(crate) answer: Option<rundir::Output>,
    _watch: Watch,
}

/// A question that was asked, and how the run ended that looked for its answer.
pub(crate) struct Run<'a, A: Artifact> {
    pub(crate) asked: Asked<'a, A>,
    pub(crate) finished: Finished,
}

impl<A: Artifact> Run<'_, A> {
    /// The end of the run, with no answer yet.
    pub(crate) fn end(&mut self) -> End {
        self.asked.end(&mut self.finished)
    }
}

impl<'a, A: Artifact> Asked<'a, A> {
    /// Opens a session on what `read` gives, that signals and the time budget end.
    pub(crate) fn of(
        settings: &'a Settings,
        ui: &'a mut Ui,
        read: impl FnOnce() -> Result<Input<A>, RunError>,
    ) -> Result<Self, RunError> {
        let (session, watch) = begin(settings, ui, read)?;
        Ok(Self { settings, session, ui, answer: None, _watch: watch })
    }

    /// As [`Asked::of`], where the answer is a line for a shell, on standard output or in the file that `-o` names.
    pub(crate) fn of_command(
        settings: &'a Settings,
        ui: &'a mut Ui,
        input: Input<A>,
    ) -> Result<Self, RunError> {
        // What the session keeps are words as its space writes them.
        let kept = Settings { output: Output::Stdout, ..settings.clone() };
        let (session, watch) = begin(&kept, ui, || Ok(input))?;
        let answer = match &settings.output {
            Output::File(path) => Some(session.side_at(path)?),
            _ => None,
        };
        Ok(Self { settings, session, ui, answer, _watch: watch })
    }

    /// The end of a run, with no answer yet.
    pub(crate) fn end(&self, finished: &mut Finished) -> End {
        if self.answer.is_some() {
            (finished.result, finished.to_stdout) = (None, false);
        }
        self.ui.came_to(finished)
    }

    /// Shows `lines`, what was asked for; beside the result itself, where that goes to standard output, on the other
    /// stream.
    pub(crate) fn show(&mut self, result: Option<&Path>, lines: &str) -> Result<(), RunError> {
        if let (Output::Stdout, Some(path)) = (&self.settings.output, result) {
            self.ui.result(path)?;
            self.ui.say(lines.trim_end());
            return Ok(());
        }
        self.ui.answer(lines)
    }
}
