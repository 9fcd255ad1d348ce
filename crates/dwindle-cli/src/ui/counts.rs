//! How tests came out, counted, and why they could not tell.

use std::fmt;

use dwindle::test::Flakiness;
use dwindle::{Outcome, Reason};
use dwindle_store::journal::Answers;
use serde::Serialize;

use crate::session::KeptOutcome;
use crate::text::{escaped, number, percent, plural, short};

/// More reasons for unresolved tests than this are only counted.
const REASONS: usize = 5;
/// Reasons that are longer than this all together stand on lines of their own.
const INLINE: usize = 100;
/// A reason is cut off here.
const REASON_WIDTH: usize = 100;

/// What the search asked about and how that came out, and what tests ran; numbers that add up.
#[derive(Debug, Serialize)]
pub(super) struct Tests {
    /// Of the candidates asked about.
    fail: u64,
    pass: u64,
    unresolved: u64,
    reasons: Vec<Because>,
    /// How many of them were known, from the checks or from an earlier run.
    remembered: u64,
    /// Tests that ran, for whatever reason.
    ran: u64,
    /// Those that ran ahead of the search, which then did not ask.
    ahead: u64,
    /// Those that ran to confirm an outcome, those of the checks included.
    confirming: u64,
    #[serde(skip)]
    kept: KeptOutcome,
}

/// Why tests were unresolved.
#[derive(Debug, Serialize)]
struct Because {
    reason: String,
    times: u64,
}

impl Tests {
    /// The numbers of `answers`.
    pub(super) fn of(answers: &Answers, kept: KeptOutcome) -> Self {
        let because = |(reason, times): (&Reason, u64)| Because { reason: reason.to_string(), times };
        Self {
            fail: answers.came_out(Outcome::Fail),
            pass: answers.came_out(Outcome::Pass),
            unresolved: answers.came_out(Outcome::Unresolved),
            reasons: answers.reasons().into_iter().map(because).collect(),
            remembered: answers.remembered(),
            ran: answers.ran(),
            ahead: answers.ahead(),
            confirming: answers.confirmations(),
            kept,
        }
    }

    /// The same, seen from both sides.
    pub(super) fn of_both_sides(self) -> Self {
        Self { kept: KeptOutcome::BothSides, ..self }
    }

    const fn asked(&self) -> u64 {
        self.fail + self.pass + self.unresolved
    }

    /// `ran 226 tests: 200 for these, 19 ahead of the search, 7 to confirm results; 6 answered from memory`
    fn runs(&self) -> String {
        let parts = [
            (self.asked() - self.remembered, "for these"),
            (self.ahead, "ahead of the search"),
            (self.confirming, "to confirm results"),
        ];
        let shown: Vec<String> = parts
            .iter()
            .filter(|(times, _)| *times > 0)
            .map(|(times, what)| format!("{} {what}", number(*times)))
            .collect();
        let memory = match self.remembered {
            0 => String::new(),
            remembered => format!("; {} answered from memory", number(remembered)),
        };
        let colon = if shown.is_empty() { "" } else { ": " };
        format!("ran {}{colon}{}{memory}", plural(self.ran, "test"), shown.join(", "))
    }
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.kept;
        if self.asked() == 0 {
            return f.write_str(&self.runs());
        }
        let (fail, fails) = (number(self.fail), if self.fail == 1 { "fails" } else { "fail" });
        let (pass, passes) = (number(self.pass), if self.pass == 1 { "passes" } else { "pass" });
        write!(f, "asked about {}: ", plural(self.asked(), "candidate"))?;
        match kept {
            KeptOutcome::Failing => write!(f, "{fail} still {fails} (kept), {pass} {passes}")?,
            KeptOutcome::Passing => write!(f, "{fail} {fails}, {pass} {passes} (kept)")?,
            KeptOutcome::Preventing => write!(f, "{fail} without the failure (kept), {pass} with it")?,
            KeptOutcome::BothSides => write!(f, "{fail} {fails}, {pass} {passes}")?,
        }
        write!(f, ", {} unresolved", number(self.unresolved))?;
        self.write_reasons(f)?;
        write!(f, "\n{}", self.runs())
    }
}

impl Tests {
    fn write_reasons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = &self.reasons;
        if reasons.is_empty() {
            return Ok(());
        }
        let mut parts: Vec<(String, u64)> = reasons
            .iter()
            .take(REASONS)
            .map(|because| (first_line(&because.reason), because.times))
            .collect();
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

/// How often runs of the same candidate disagreed.
pub(super) fn flaky(measured: Flakiness) -> String {
    let Flakiness { candidates, disagreeing, runs, .. } = measured;
    format!(
        "flaky: runs of the same candidate disagreed for {} of {} ({}), {} in all",
        number(disagreeing),
        plural(candidates, "candidate"),
        percent(disagreeing, candidates),
        plural(runs, "run"),
    )
}

/// The first line of a reason, cut off where it grows long.
fn first_line(reason: &str) -> String {
    short(&escaped(reason.lines().next().unwrap_or_default()), REASON_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(reason: &str, kinds: u64) -> Tests {
        let because = |i: u64| Because { reason: format!("{reason} {i}\nmore"), times: 1005 - i };
        let reasons: Vec<Because> = (1..=kinds).map(because).collect();
        let unresolved = reasons.iter().map(|because| because.times).sum();
        Tests {
            fail: 1234,
            pass: 0,
            unresolved,
            reasons,
            remembered: 0,
            ran: 1234 + unresolved,
            ahead: 0,
            confirming: 0,
            kept: KeptOutcome::Failing,
        }
    }

    #[test]
    fn few_reasons_stand_on_the_same_line() {
        let expected = "asked about 3,241 candidates: 1,234 still fail (kept), 0 pass, 2,007 unresolved \
                        (exit code 1: 1,004, exit code 2: 1,003)\nran 3,241 tests: 3,241 for these";
        assert_eq!(tests("exit code", 2).to_string(), expected);
    }

    #[test]
    fn many_reasons_stand_on_lines_of_their_own_and_rare_ones_are_only_counted() {
        let expected = "asked about 8,241 candidates: 1,234 still fail (kept), 0 pass, 7,007 unresolved
  1,004  another failure 1
  1,003  another failure 2
  1,002  another failure 3
  1,001  another failure 4
  1,000  another failure 5
  1,997  other reasons
ran 8,241 tests: 8,241 for these";
        assert_eq!(tests("another failure", 7).to_string(), expected);
    }

    #[test]
    fn where_tests_came_from_adds_up() {
        let tests = Tests {
            fail: 1,
            pass: 5,
            unresolved: 0,
            reasons: Vec::new(),
            remembered: 2,
            ran: 10,
            ahead: 1,
            confirming: 5,
            kept: KeptOutcome::Failing,
        };
        let expected = "asked about 6 candidates: 1 still fails (kept), 5 pass, 0 unresolved
ran 10 tests: 4 for these, 1 ahead of the search, 5 to confirm results; 2 answered from memory";
        assert_eq!(tests.to_string(), expected);
    }

    #[test]
    fn a_long_reason_is_cut_short() {
        assert_eq!(first_line(&"x".repeat(200)).len(), REASON_WIDTH + 3);
    }
}
