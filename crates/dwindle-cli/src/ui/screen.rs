//! `--tui`: the run in the whole terminal, with keys to steer it.
//!
//! It reads the same events as the other displays. It is drawn by the thread that shows progress, which also looks for keys, ten times a
//! second. What is told meanwhile is shown in a line, and again in full when the view ends. Pausing holds up the search at
//! its next event, so no further test begins; the tests that run end.

mod draw;
mod seen;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, Stderr};
use std::time::Duration;

use dwindle::Control;
use dwindle::event::{Event, Write};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event as Input, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, is_raw_mode_enabled,
};
use rustix::process::{Signal, getpid, kill_process};

use super::status::Status;
use view::{View, Wish};

/// The view of the whole terminal, until it is dropped.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stderr>>,
    view: View,
    control: Option<Control>,
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("view", &self.view).finish_non_exhaustive()
    }
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When standard error is none.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let entered = execute!(io::stderr(), EnterAlternateScreen);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(io::stderr())));
        let terminal = terminal.inspect_err(|_| restore())?;
        Ok(Self { terminal, view: View::default(), control: None })
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
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.view.seen.keep(bytes);
        Ok(())
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
            None => {}
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it was taken.
pub(super) fn restore() {
    if is_raw_mode_enabled().unwrap_or(false) {
        drop(execute!(io::stderr(), LeaveAlternateScreen, Show));
        drop(disable_raw_mode());
    }
}
