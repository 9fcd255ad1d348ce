//! How tests came out, counted, and why they could not tell.

use dwindle::test::Flakiness;
use dwindle_run::session::KeptOutcome;
use dwindle_run::text::{escaped, number, percent, plural, short};
use dwindle_store::journal::{Answers, Because};

/// More reasons for unresolved tests than this are only counted.
const REASONS: usize = 5;
/// Reasons that are longer than this all together stand on lines of their own.
const INLINE: usize = 100;
/// A reason is cut off here.
const REASON_WIDTH: usize = 100;

/// What people are shown of `tests`, with which outcome was `kept`.
pub(super) fn shown(tests: &Answers, kept: KeptOutcome) -> String {
    if tests.asked() == 0 {
        return runs(tests);
    }
    let (fail, fails) = (number(tests.fail), if tests.fail == 1 { "fails" } else { "fail" });
    let (pass, passes) = (number(tests.pass), if tests.pass == 1 { "passes" } else { "pass" });
    let sides = match kept {
        KeptOutcome::Failing => format!("{fail} still {fails} (kept), {pass} {passes}"),
        KeptOutcome::Passing => format!("{fail} {fails}, {pass} {passes} (kept)"),
        KeptOutcome::Preventing => format!("{fail} without the failure (kept), {pass} with it"),
        KeptOutcome::BothSides => format!("{fail} {fails}, {pass} {passes}"),
    };
    format!(
        "asked about {}: {sides}, {} unresolved{}\n{}",
        plural(tests.asked(), "candidate"),
        number(tests.unresolved),
        why(&tests.reasons),
        runs(tests),
    )
}

/// `ran 226 tests: 200 for these, 19 ahead of the search, 7 to confirm results; 6 answered from memory`
fn runs(tests: &Answers) -> String {
    let parts = [
        (tests.asked() - tests.remembered, "for these"),
        (tests.ahead, "ahead of the search"),
        (tests.confirming, "to confirm results"),
    ];
    let shown: Vec<String> = parts
        .iter()
        .filter(|(times, _)| *times > 0)
        .map(|(times, what)| format!("{} {what}", number(*times)))
        .collect();
    let memory = match tests.remembered {
        0 => String::new(),
        remembered => format!("; {} answered from memory", number(remembered)),
    };
    let colon = if shown.is_empty() { "" } else { ": " };
    format!("ran {}{colon}{}{memory}", plural(tests.ran, "test"), shown.join(", "))
}

/// Why tests were unresolved, behind their number or on lines of their own.
fn why(reasons: &[Because]) -> String {
    if reasons.is_empty() {
        return String::new();
    }
    let mut parts: Vec<(String, u64)> =
        reasons.iter().take(REASONS).map(|because| (first_line(&because.reason), because.times)).collect();
    if reasons.len() > REASONS {
        let rest = reasons[REASONS..].iter().map(|because| because.times).sum();
        parts.push(("other reasons".to_owned(), rest));
    }
    let listed: Vec<String> =
        parts.iter().map(|(reason, times)| format!("{reason}: {}", number(*times))).collect();
    let inline = listed.join(", ");
    if inline.len() <= INLINE {
        return format!(" ({inline})");
    }
    let width = parts.iter().map(|(_, times)| number(*times).len()).max().unwrap_or(0);
    let row = |(reason, times): &(String, u64)| format!("\n  {:>width$}  {reason}", number(*times));
    parts.iter().map(row).collect()
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
    use std::time::Duration;

    fn tests(reason: &str, kinds: u64) -> Answers {
        let because = |i: u64| Because { reason: format!("{reason} {i}\nmore"), times: 1005 - i };
        let reasons: Vec<Because> = (1..=kinds).map(because).collect();
        let unresolved = reasons.iter().map(|because| because.times).sum();
        Answers {
            fail: 1234,
            pass: 0,
            unresolved,
            reasons,
            remembered: 0,
            ran: 1234 + unresolved,
            ahead: 0,
            confirming: 0,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn few_reasons_stand_on_the_same_line() {
        let expected = "asked about 3,241 candidates: 1,234 still fail (kept), 0 pass, 2,007 unresolved \
                        (exit code 1: 1,004, exit code 2: 1,003)\nran 3,241 tests: 3,241 for these";
        assert_eq!(shown(&tests("exit code", 2), KeptOutcome::Failing), expected);
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
        assert_eq!(shown(&tests("another failure", 7), KeptOutcome::Failing), expected);
    }

    #[test]
    fn where_tests_came_from_adds_up() {
        let tests = Answers {
            fail: 1,
            pass: 5,
            unresolved: 0,
            reasons: Vec::new(),
            remembered: 2,
            ran: 10,
            ahead: 1,
            confirming: 5,
            time: Duration::ZERO,
        };
        let expected = "asked about 6 candidates: 1 still fails (kept), 5 pass, 0 unresolved
ran 10 tests: 4 for these, 1 ahead of the search, 5 to confirm results; 2 answered from memory";
        assert_eq!(shown(&tests, KeptOutcome::Failing), expected);
    }

    #[test]
    fn a_long_reason_is_cut_short() {
        assert_eq!(first_line(&"x".repeat(200)).len(), REASON_WIDTH + 3);
    }
}
