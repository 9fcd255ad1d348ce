//! What puts headers in the place of `#include` lines.

use std::ffi::OsString;

use dwindle_exec::Feed;

/// A command that prints a source with its headers in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessor {
    /// It as it is run: a program and its arguments.
    pub words: Vec<OsString>,
    /// How the source gets to it.
    pub feed: Feed,
    /// It as it is shown.
    pub shown: String,
}
