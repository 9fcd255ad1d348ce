//! How tests came out, counted, and why they could not tell.

use std::fmt;

use dwindle::journal::Tally;
use dwindle::test::Flakiness;
use dwindle::{Outcome, Reason};
use serde::Serialize;

use super::style::{escaped, number, percent, plural};

/// More reasons for unresolved tests than this are only counted.
const REASONS: usize = 5;
/// Reasons that are longer than this all together stand on lines of their own.
const INLINE: usize = 100;
/// A reason is cut off here.
const REASON_WIDTH: usize = 100;
/// How many candidates came out how.
#[derive(Debug, Serialize)]
pub(super) struct Tests {
    fail: u64,
    pass: u64,
    unresolved: u64,
    reasons: Vec<Because>,
}

/// Why tests were unresolved.
#[derive(Debug, Serialize)]
struct Because {
    reason: String,
    times: u64,
}

/// How often runs of the same candidate disagreed.
#[derive(Debug, Serialize)]
pub(super) struct Flaky {
    candidates: u64,
    disagreeing: u64,
    runs: u64,
}

impl Tests {
    /// The numbers of a tally.
    pub(super) fn of(tally: &Tally) -> Self {
        let because = |(reason, times): (&Reason, u64)| Because { reason: reason.to_string(), times };
        Self {
            fail: tally.judged(Outcome::Fail),
            pass: tally.judged(Outcome::Pass),
            unresolved: tally.judged(Outcome::Unresolved),
            reasons: tally.reasons().into_iter().map(because).collect(),
        }
    }
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fail, pass, unresolved, reasons } = self;
        let (fail, pass) = (number(*fail), number(*pass));
        write!(f, "tests: {fail} fail, {pass} pass, {} unresolved", number(*unresolved))?;
        if reasons.is_empty() {
            return Ok(());
        }
        let mut parts: Vec<(String, u64)> =
            reasons.iter().take(REASONS).map(|because| (short(&because.reason), because.times)).collect();
        if reasons.len() > REASONS {
            let rest = reasons[REASONS..].iter().map(|because| because.times).sum();
            parts.push(("other reasons".to_owned(), rest));
        }
        let listed: Vec<String> =
            parts.iter().map(|(reason, times)| format!("{reason}: {}", number(*times))).collect();
        let inline = listed.join(", ");
        if inline.len() <= INLINE {
            return write!(f, " ({inline})");
        }
        let width = parts.iter().map(|(_, times)| number(*times).len()).max().unwrap_or(0);
        parts.iter().try_for_each(|(reason, times)| write!(f, "\n  {:>width$}  {reason}", number(*times)))
    }
}

impl Flaky {
    /// What was measured.
    pub(super) const fn of(measured: Flakiness) -> Self {
        Self { candidates: measured.candidates, disagreeing: measured.disagreeing, runs: measured.runs }
    }
}

impl fmt::Display for Flaky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "flaky: runs of the same candidate disagreed for {} of {} ({}), {} in all",
            number(self.disagreeing),
            plural(self.candidates, "candidate"),
            percent(self.disagreeing, self.candidates),
            plural(self.runs, "run"),
        )
    }
}

/// The first line of a reason, cut off where it grows long.
fn short(reason: &str) -> String {
    let line = escaped(reason.lines().next().unwrap_or_default());
    match line.char_indices().nth(REASON_WIDTH) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(reason: &str, kinds: u64) -> Tests {
        let because = |i: u64| Because { reason: format!("{reason} {i}\nmore"), times: 1005 - i };
        Tests { fail: 1234, pass: 0, unresolved: 42, reasons: (1..=kinds).map(because).collect() }
    }

    #[test]
    fn few_reasons_stand_on_the_same_line() {
        let expected = "tests: 1,234 fail, 0 pass, 42 unresolved (exit code 1: 1,004, exit code 2: 1,003)";
        assert_eq!(tests("exit code", 2).to_string(), expected);
    }

    #[test]
    fn many_reasons_stand_on_lines_of_their_own_and_rare_ones_are_only_counted() {
        let expected = "tests: 1,234 fail, 0 pass, 42 unresolved
  1,004  another failure 1
  1,003  another failure 2
  1,002  another failure 3
  1,001  another failure 4
  1,000  another failure 5
  1,997  other reasons";
        assert_eq!(tests("another failure", 7).to_string(), expected);
    }

    #[test]
    fn a_long_reason_is_cut_short() {
        assert_eq!(short(&"x".repeat(200)).len(), REASON_WIDTH + 3);
    }
}
