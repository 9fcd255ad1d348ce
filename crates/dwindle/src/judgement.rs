//! One test's outcome with its reason, and what it cost.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// Why a test came out [`Outcome::Unresolved`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// It ran longer than the limit (in milliseconds), alone and with twice the limit too.
    Timeout {
        /// The limit that it overran in the end.
        limit_ms: u64,
    },
    /// It failed, but not with the failure looked for; what it showed instead.
    OtherFailure {
        /// The signature of that other failure.
        signature: String,
    },
    /// A test script ended with a code that means neither "fails" nor "passes".
    ExitCode {
        /// The code.
        code: i32,
    },
    /// The test itself was ended by a signal.
    Signal {
        /// The signal's number.
        signal: i32,
    },
    /// The test could not be run at all.
    CouldNotRun {
        /// What the system said.
        why: String,
    },
    /// The candidate is not well-formed, found before anything was run.
    DidNotParse,
    /// Repeated runs of the test disagreed, and neither side reached its quorum.
    Flaky {
        /// How many of the runs failed.
        fails: u32,
        /// How many runs there were.
        runs: u32,
    },
    /// The test asked for the end of the whole run, as one of `git bisect run` does by an exit code above 127.
    Stops {
        /// How it ended.
        how: String,
    },
    /// The test said so in its own words.
    Said {
        /// The words.
        what: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout { limit_ms } => write!(
                f,
                "ran longer than {:.1} s",
                std::time::Duration::from_millis(*limit_ms).as_secs_f64()
            ),
            Self::OtherFailure { signature } => write!(f, "another failure: {signature}"),
            Self::ExitCode { code } => write!(f, "exit code {code}"),
            Self::Signal { signal } => write!(f, "the test was ended by signal {signal}"),
            Self::CouldNotRun { why } => write!(f, "could not run: {why}"),
            Self::DidNotParse => f.write_str("did not parse"),
            Self::Flaky { fails, runs } => write!(f, "flaky: {fails} of {runs} runs failed"),
            Self::Stops { how } => write!(f, "it ends the run: {how}"),
            Self::Said { what } => f.write_str(what),
        }
    }
}

/// What a test said of one candidate, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The outcome.
    pub outcome: Outcome,
    /// Why, when it is [`Outcome::Unresolved`]; else `None`.
    pub reason: Option<Reason>,
    /// Wall-clock time of the test; zero for tests that are not timed. Never decides anything.
    pub duration: Duration,
}

impl Judgement {
    /// A judgement without a reason or a time.
    pub const fn new(outcome: Outcome) -> Self {
        Self { outcome, reason: None, duration: Duration::ZERO }
    }

    /// An unresolved judgement with its reason.
    pub const fn unresolved(reason: Reason) -> Self {
        Self { outcome: Outcome::Unresolved, reason: Some(reason), duration: Duration::ZERO }
    }

    /// The same judgement, with the time it took.
    #[must_use]
    pub const fn lasting(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }
}

impl From<Outcome> for Judgement {
    fn from(outcome: Outcome) -> Self {
        Self::new(outcome)
    }
}
