//! The signature of a failure: how the run ended and the telling line of its output, so that a later run
//! can be told to show *the same* failure, not just some failure.
//!
//! Pure functions over what a run showed; nothing here runs anything. [`Signature`] is derived from the
//! first run, [`Conditions`] are given by the user, [`Script`] is for tests that judge by their exit code.
//!
//! Two ways to be wrong pull against each other. A signature that keeps too much calls the same failure
//! another one, and nothing shrinks; one that keeps too little lets the reduction slip to another bug. So
//! only what changes *because* the candidate shrinks is blanked out (`normalise`).

pub mod bisect_run;
pub mod conditions;
mod normalise;
pub mod observed;
pub mod pattern;
mod place;
mod recogniser;
pub mod script;
pub mod signals;
mod table;
mod telling;

pub use bisect_run::BisectRun;
pub use conditions::Conditions;
pub use observed::{Candidate, End, Observed, holds_word};
pub use pattern::{Pattern, PatternError};
pub use script::Script;
pub use signals::{signal_name, signal_number};

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Reason};

use normalise::{HOLE, Quotes, normalise};
use telling::{Stream, all_of_kind, any_line, guessed, recognised};

/// What makes two failures the same: how the run ends, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// How the run must end; `None` leaves it free.
    end: Option<End>,
    says: Says,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Says {
    /// Nothing that the table knows.
    Nothing,
    /// Anything.
    Anything,
    /// A telling line, normalised.
    Line { kind: String, stream: Stream, text: String, quotes: Quotes },
    /// A line that this regex matches.
    Regex(Pattern),
}

impl Signature {
    /// Derives the signature of the failure that a run showed on `candidate`.
    ///
    /// The telling line is the one found by the first entry of the table that finds any. Output that no
    /// entry knows is judged by its last line with a word of failure, else by the last line of standard
    /// error, but only if the run did not end with exit code 0: a program that succeeds and mentions
    /// errors has not failed.
    pub fn derive(observed: &Observed<'_>, candidate: &Candidate<'_>) -> Self {
        let end = observed.end();
        if end == End::TimedOut {
            return Self::hang();
        }
        let telling = recognised(observed).or_else(|| match end {
            End::Exit(0) => None,
            _ => guessed(observed),
        });
        let says = telling.map_or(Says::Nothing, |telling| {
            let mut quotes = Quotes::default();
            Says::Line {
                text: normalise(&telling.text, telling.care, candidate, &mut quotes),
                kind: telling.kind.into_owned(),
                stream: telling.stream,
                quotes,
            }
        });
        Self { end: Some(end), says }
    }

    /// The signature of a command that does not end in time, whatever it says until then.
    pub const fn hang() -> Self {
        Self { end: Some(End::TimedOut), says: Says::Anything }
    }

    /// A signature given as a regex: some line of the output matches it, on either stream, or some telling
    /// in the one-line form in which signatures are shown. How the run ends is free.
    ///
    /// # Errors
    /// If it is not a regex.
    pub fn from_regex(regex: &str) -> Result<Self, PatternError> {
        Ok(Self { end: None, says: Says::Regex(Pattern::new(regex)?) })
    }

    /// The same signature for runs that end so.
    #[must_use]
    pub fn ending(mut self, end: End) -> Self {
        self.end = Some(end);
        self
    }

    /// How the run must end; `None` if that is free.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether this is a failure at all: anything but exit code 0 without a telling line.
    pub fn is_failure(&self) -> bool {
        !(self.end == Some(End::Exit(0)) && self.says == Says::Nothing)
    }

    /// The telling line as a regex to edit, for [`Self::from_regex`]; empty if there is none. It matches
    /// whatever this signature was derived from, and is the looser of the two: a hole takes any text, not
    /// only the candidate's.
    pub fn to_regex(&self) -> String {
        match &self.says {
            Says::Nothing | Says::Anything => String::new(),
            Says::Regex(pattern) => pattern.to_string(),
            Says::Line { text, .. } => text.split(HOLE).map(escape).collect::<Vec<_>>().join(".*"),
        }
    }

    /// Judges what a run on `candidate` showed.
    ///
    /// * The same end, and *some* line that normalises to the telling line: `Fail`. Other errors beside it
    ///   do not matter, in whatever order they come.
    /// * Else exit code 0: `Pass`.
    /// * Else `Unresolved`, with what it showed instead. A run that was stopped for its time is among
    ///   these; a caller that knows the limit says so better.
    ///
    /// A signature without a telling line wants output without one: a failure that said nothing and one
    /// that names its cause are two.
    pub fn judge(&self, observed: &Observed<'_>, candidate: &Candidate<'_>) -> (Outcome, Option<Reason>) {
        let end = observed.end();
        if self.end.is_none_or(|wanted| wanted == end) && self.is_said(observed, candidate) {
            (Outcome::Fail, None)
        } else if end == End::Exit(0) {
            (Outcome::Pass, None)
        } else {
            (Outcome::Unresolved, Some(other_failure(observed, candidate)))
        }
    }

    fn is_said(&self, observed: &Observed<'_>, candidate: &Candidate<'_>) -> bool {
        match &self.says {
            Says::Anything => true,
            Says::Nothing => recognised(observed).is_none(),
            Says::Regex(pattern) => any_line(observed, |line| pattern.is_match(line.as_bytes())),
            Says::Line { kind, text, quotes, .. } => {
                // What stands between two holes stands in the line itself: most lines need no more than this.
                let longest = text.split(HOLE).max_by_key(|piece| piece.len()).unwrap_or_default();
                all_of_kind(kind, observed)
                    .iter()
                    .filter(|telling| telling.text.contains(longest))
                    .any(|it| normalise(&it.text, it.care, candidate, &mut quotes.clone()) == *text)
            }
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = self.end {
            write!(f, "{end}")?;
        }
        let comma = if self.end.is_some() { ", " } else { "" };
        match &self.says {
            Says::Nothing | Says::Anything => Ok(()),
            Says::Line { stream, text, .. } => write!(f, "{comma}{}: {text}", stream.name()),
            Says::Regex(pattern) => write!(f, "{comma}output matches /{pattern}/"),
        }
    }
}

/// The reason for a run that failed, but otherwise.
fn other_failure(observed: &Observed<'_>, candidate: &Candidate<'_>) -> Reason {
    Reason::OtherFailure { signature: Signature::derive(observed, candidate).to_string() }
}

/// Escapes what means something outside a class, and no more than that: people edit this.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
