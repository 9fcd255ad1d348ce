//! `--tui`: the run in the whole terminal, with keys to steer it.
//!
//! It reads the same events as the other displays. It is drawn by the thread that shows progress, which also looks for keys, ten times a
//! second. What takes its time, to parse the text and to show it in a pager, holds up no event. What is told meanwhile is shown in a
//! line, and again in full when the view ends. Pausing holds up the search at its next event, so no further test begins;
//! the tests that run end.

mod draw;
mod form;
mod pager;
mod picture;
mod seen;
mod taken;
#[cfg(test)]
mod tests;
mod text;
mod view;

use std::io::{self, Stderr};
use std::sync::Arc;
use std::time::Duration;

use dwindle::Control;
use dwindle::event::{Event, Subject, Write};
use dwindle::tree::Parse;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event as Input, KeyCode, KeyEventKind, KeyModifiers};
use rustix::process::{Signal, getpid, kill_process};

use super::status::Status;
use form::Form;
pub(super) use pager::Reading;
pub use pager::is_open;
pub(super) use picture::{Picture, Sight};
pub(super) use taken::restore;
use taken::take;
use view::{View, Wish};

/// The view of the whole terminal, until it is dropped.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stderr>>,
    view: View,
    control: Option<Control>,
    /// What is to be read next.
    reading: Option<Reading>,
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("view", &self.view).finish_non_exhaustive()
    }
}

impl Screen {
    /// Takes the terminal, and colours things if `has_colors`.
    ///
    /// # Errors
    /// When standard error is none.
    pub(super) fn open(has_colors: bool) -> io::Result<Self> {
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stderr())));
        let terminal = terminal.inspect_err(|_| restore())?;
        let view = View { has_colors, ..View::default() };
        Ok(Self { terminal, view, control: None, reading: None })
    }

    /// Shows an input of this name.
    pub(super) fn name(&mut self, name: String) {
        self.view.seen.name = name;
    }

    /// Shows a text that is read by this parser, if one is known.
    pub(super) fn parse(&mut self, parse: Option<Arc<dyn Parse>>) {
        self.view.seen.parse = parse;
    }

    /// Shows a directory.
    pub(super) fn files(&mut self) {
        self.view.seen.form = Form::Files(None);
    }

    /// Steers this run.
    pub(super) fn steer(&mut self, control: Control) {
        self.control = Some(control);
    }

    /// Takes note of an event that happened `now`.
    pub(super) fn event(&mut self, event: &Event<'_>, now: Duration) {
        self.view.seen.event(event, now);
    }

    /// Shows the new best.
    pub(super) fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        self.view.seen.keep(write)
    }

    /// Looks at a candidate whose test begins.
    pub(super) fn look(&mut self, subject: Subject, write: Write<'_>) -> io::Result<()> {
        self.view.seen.look(subject, write)
    }

    /// What is to be shown of the text, if that is not what the picture shows that is given back with it: for whoever makes
    /// another one of the two.
    pub(super) fn sight(&mut self) -> Option<(Picture, Sight)> {
        let area = self.terminal.size().unwrap_or_default();
        let sight = self.view.sight(draw::columns(area));
        (!self.view.picture.is_of(&sight)).then(|| (std::mem::take(&mut self.view.picture), sight))
    }

    /// Shows this picture from now on.
    pub(super) fn show(&mut self, picture: Picture) {
        self.view.picture = picture;
    }

    /// What is to be read now, which takes the terminal as long as it is.
    pub(super) fn reading(&mut self) -> Option<Reading> {
        self.reading.take()
    }

    /// Goes on after something was read, or was not because of this.
    pub(super) fn go_on(&mut self, trouble: Option<String>) {
        self.view.seen.notes.extend(trouble);
        // A terminal that has gone away shows nothing.
        drop(self.terminal.clear());
    }

    /// Shows a line for people, which is told when the view ends.
    pub(super) fn note(&mut self, text: &str) {
        self.view.seen.notes.push(text.to_owned());
    }

    /// What was to be told meanwhile.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.view.seen.notes)
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.view.is_paused
    }

    /// Does what keys say, and draws what there is.
    pub(super) fn tick(&mut self, status: &Status, now: Duration) {
        if self.control.as_ref().is_some_and(|control| control.halted().is_some()) {
            // Paused, the search would not see that it is to end.
            (self.view.is_stopping, self.view.is_paused) = (true, false);
        }
        while event::poll(Duration::ZERO).unwrap_or(false) {
            let Ok(input) = event::read() else { break };
            if let Input::Key(key) = input
                && key.kind != KeyEventKind::Release
            {
                let stops = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
                self.key(if stops { KeyCode::Char('q') } else { key.code });
            }
        }
        // A terminal that has gone away shows nothing.
        drop(self.terminal.draw(|frame| draw::draw(frame, &self.view, status, now)));
    }

    fn key(&mut self, key: KeyCode) {
        match self.view.key(key) {
            // The signal takes the way of every other interrupt; a second one ends the program at once.
            Some(Wish::Stop) => drop(kill_process(getpid(), Signal::INT)),
            Some(Wish::PutOff) => {
                if let Some(control) = &self.control {
                    control.put_off();
                }
            }
            Some(wish) => match wish.read(&self.view.seen) {
                Some((what, text)) => {
                    self.reading = Some(Reading { what, text, name: self.view.seen.name.clone() });
                }
                None => self.note("no test runs whose candidate could be shown"),
            },
            None => {}
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}
