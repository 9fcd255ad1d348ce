//! What the view shows, and what keys do to it.

use std::path::Path;

use dwindle::Text;
use ratatui::crossterm::event::KeyCode;

use super::seen::{LARGEST, Seen};
use crate::ui::diff::Diff;

/// What is shown, and how.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) seen: Seen,
    pub(super) shows: Shows,
    /// The first line of the text that is shown.
    pub(super) from: usize,
    pub(super) is_paused: bool,
    pub(super) is_stopping: bool,
}

/// What stands in the large pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shows {
    /// The text as it is now.
    #[default]
    Now,
    /// What went.
    Gone,
    /// The keys.
    Help,
}

/// What a key asks of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To end with the best so far.
    Stop,
    /// To go on with another pass.
    PutOff,
}

impl View {
    /// Takes a key; gives what it asks of the run.
    pub(super) fn key(&mut self, key: KeyCode) -> Option<Wish> {
        let toggled = |shows| if self.shows == shows { Shows::Now } else { shows };
        match key {
            KeyCode::Char('q') => {
                (self.is_stopping, self.is_paused) = (true, false);
                return Some(Wish::Stop);
            }
            KeyCode::Char('s') => return Some(Wish::PutOff),
            KeyCode::Char('p' | ' ') => self.is_paused = !self.is_paused && !self.is_stopping,
            KeyCode::Char('d') => (self.shows, self.from) = (toggled(Shows::Gone), 0),
            KeyCode::Char('?' | 'h') => self.shows = toggled(Shows::Help),
            KeyCode::Esc => self.shows = Shows::Now,
            KeyCode::Down | KeyCode::Char('j') => self.from += 1,
            KeyCode::Up | KeyCode::Char('k') => self.from = self.from.saturating_sub(1),
            KeyCode::PageDown => self.from += 20,
            KeyCode::PageUp => self.from = self.from.saturating_sub(20),
            KeyCode::Home => self.from = 0,
            _ => {}
        }
        None
    }
}

/// What went of `first`, as a unified diff without its head.
pub(super) fn gone(first: &[u8], now: &[u8]) -> String {
    if first.len() > LARGEST {
        return "the input is too large to show what went; dwindle diff shows it".to_owned();
    }
    let Ok(first) = Text::new(first.to_vec()) else { return String::new() };
    let mut diff = Diff::of_text(Path::new("input"), &first);
    let patch = diff.next(&|out| out.write_all(now)).unwrap_or_default();
    let hunks = patch.find("\n@@").map_or("nothing went so far", |at| &patch[at + 1..]);
    hunks.to_owned()
}
