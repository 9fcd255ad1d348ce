//! What the view shows, and what keys do to it.

use dwindle::Text;
use ratatui::crossterm::event::KeyCode;

use super::picture::{Picture, Sight};
use super::seen::Seen;

/// What is shown, and how.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) seen: Seen,
    /// The text as it was when it was last looked at.
    pub(super) picture: Picture,
    pub(super) shows: Shows,
    /// The first row of the text that is shown.
    pub(super) from: usize,
    pub(super) is_paused: bool,
    pub(super) is_stopping: bool,
    pub(super) has_colors: bool,
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
    /// To read the best so far.
    ReadBest,
    /// To read the candidate under test.
    ReadCandidate,
}

impl Wish {
    /// What is to be read, and how it is called.
    pub(super) fn read(self, seen: &Seen) -> Option<(&'static str, Text)> {
        let (what, kept) = match self {
            Self::ReadBest => ("best", &seen.now),
            Self::ReadCandidate => ("candidate", seen.candidate()?),
            Self::Stop | Self::PutOff => return None,
        };
        Some((what, seen.form.shown(kept)))
    }
}

impl View {
    /// What is to be shown of the text in so many columns.
    pub(super) fn sight(&self, columns: usize) -> Sight {
        Sight::of(&self.seen, columns, self.shows == Shows::Gone)
    }

    /// Takes a key; gives what it asks of the run.
    pub(super) fn key(&mut self, key: KeyCode) -> Option<Wish> {
        let toggled = |shows| if self.shows == shows { Shows::Now } else { shows };
        match key {
            KeyCode::Char('q') => {
                (self.is_stopping, self.is_paused) = (true, false);
                return Some(Wish::Stop);
            }
            KeyCode::Char('s') => return Some(Wish::PutOff),
            KeyCode::Char('o') => return Some(Wish::ReadBest),
            KeyCode::Char('c') => return Some(Wish::ReadCandidate),
            KeyCode::Char('p' | ' ') => self.is_paused = !self.is_paused && !self.is_stopping,
            KeyCode::Char('d') => (self.shows, self.from) = (toggled(Shows::Gone), 0),
            KeyCode::Char('?' | 'h') => self.shows = toggled(Shows::Help),
            KeyCode::Char('t') => {
                (self.shows, self.from) = (Shows::Now, self.picture.marked_row().unwrap_or(self.from));
            }
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
