//! The terminal as the view has it: raw, and another screen than the one that people type in.

use std::io;

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, is_raw_mode_enabled,
};

/// Takes the terminal.
///
/// # Errors
/// When there is none.
pub(super) fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stderr(), EnterAlternateScreen)
}

/// Gives the terminal back, if it was taken.
pub(in crate::ui) fn restore() {
    if is_raw_mode_enabled().unwrap_or(false) {
        drop(execute!(io::stderr(), LeaveAlternateScreen, Show));
        drop(disable_raw_mode());
    }
}
