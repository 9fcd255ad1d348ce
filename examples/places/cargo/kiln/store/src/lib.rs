//! Keeps what happened.

mod line;
mod log;

pub use log::Log;

/// Writes a line to the log of firings.
pub fn note(text: &str) {
    Log::open("firings.log").append(&line::Line::new(text));
}
