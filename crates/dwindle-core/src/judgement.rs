//! One test's outcome with its reason, and what it cost.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// Why an outcome is [`Outcome::Unresolved`], or how often a candidate fails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// It exceeded the time limit; one of the first, also when it ran alone with twice the limit.
    Timeout {
        /// The limit that it exceeded in the end, in milliseconds.
        limit_ms: u64,
    },
    /// It failed in a different way.
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
    /// The candidate is not well-formed; nothing was run.
    DidNotParse,
    /// Repeated runs of the test disagreed, and neither side reached its quorum. Of a candidate that fails: how often it did, where
    /// [that is to rise](crate::test::Rule::Rising).
    Flaky {
        /// How many of the runs failed.
        fails: u32,
        /// How many runs there were.
        runs: u32,
    },
    /// The test stops the whole run, as a test of `git bisect run` does with an exit code above 127.
    Stops {
        /// How it ended.
        how: String,
    },
    /// The test gave the reason itself.
    Said {
        /// The words.
        what: String,
    },
}

impl Reason {
    /// It ran longer than this limit; without one nothing ends it, and it ran for ever.
    pub fn timeout(limit: Option<Duration>) -> Self {
        let limit = limit.unwrap_or(Duration::MAX).as_millis();
        Self::Timeout { limit_ms: u64::try_from(limit).unwrap_or(u64::MAX) }
    }
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
            Self::Stops { how } => write!(f, "ends the run: {how}"),
            Self::Said { what } => f.write_str(what),
        }
    }
}

/// The result of testing one candidate: the outcome, its reason, and the time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason, if the outcome is [`Outcome::Unresolved`]; how often it fails, where that is to rise.
    pub reason: Option<Reason>,
    /// Wall-clock time of the test; zero for tests that are not timed. No decision depends on it.
    pub duration: Duration,
}

impl Judgement {
    /// Whether the run took too long.
    pub const fn timed_out(&self) -> bool {
        matches!(self.reason, Some(Reason::Timeout { .. }))
    }

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
