//! What goes wrong, told so that the user can go on: what, where, and what to do.

use std::fmt;

use serde::Serialize;

use crate::exit::Exit;

/// An error as the user sees it.
///
/// The message is a lowercase fragment with the path or the command in it, the detail what the user may
/// want to see of it, and each hint one thing to do.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
pub struct RunError {
    exit: Exit,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
}

impl RunError {
    /// An error that ends the program with `exit`.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), details: Vec::new(), hints: Vec::new() }
    }

    /// An error in what the user asked for.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// An error inside Dwindle, or of the machine under it.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Exit::Internal, message)
    }

    /// Adds something to look at: what ran, what came out. May have several lines.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.details.push(detail.into());
        self
    }

    /// Adds something to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds several things to do about it, in the order in which they are to be tried.
    pub fn hints(self, hints: impl IntoIterator<Item = impl Into<String>>) -> Self {
        hints.into_iter().fold(self, Self::hint)
    }

    /// What happened, without details.
    pub fn shown(&self) -> &str {
        &self.message
    }

    /// How the program ends because of it.
    pub const fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for line in self.details.iter().flat_map(|detail| detail.lines()) {
            write!(f, "\n  {line}")?;
        }
        self.hints.iter().try_for_each(|hint| write!(f, "\n  hint: {hint}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_what_then_the_details_then_what_to_do() {
        let error = RunError::new(Exit::NotFailing, "the input does not fail: a.c")
            .detail("ran: cc a.c\nexit code 0")
            .hint("run it by hand");
        let shown = "the input does not fail: a.c\n  ran: cc a.c\n  exit code 0\n  hint: run it by hand";
        assert_eq!(error.to_string(), shown);
        assert_eq!(error.exit().code(), 3);
    }
}
