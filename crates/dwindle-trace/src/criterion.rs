//! When a partial execution counts as the recorded run.

use dwindle::{Judgement, Outcome, Reason};
use dwindle_exec::process::Captured;
use dwindle_exec::signature::Pattern;
use serde::Serialize;

use crate::Recorded;
use crate::protocol::{End, Report, Value};

/// What has to be the same.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Criterion {
    /// How the execution ends; any way will do where there is none.
    pub end: Option<End>,
    /// How the recorded run ended, where an execution may end in any way: one that fails otherwise and shows nothing decides nothing.
    pub ended: Option<End>,
    /// What it prints on standard output.
    pub stdout: Option<Shown>,
    /// What it prints on standard error.
    pub stderr: Option<Shown>,
    /// Of each probe its last value.
    pub values: Vec<Option<String>>,
}

/// What an output stream has to show.
#[derive(Clone, Debug, Serialize)]
pub enum Shown {
    /// All of this.
    Whole(Captured),
    /// This as its last line; nothing at all if it is empty.
    LastLine(String),
    /// A match.
    Matching(Pattern),
}

impl Criterion {
    /// The same as in this run: how it ends, of a failure what it says at the end, otherwise all that it prints.
    pub fn same(recorded: &Recorded, stdout: &Captured, stderr: &Captured) -> Self {
        let mut criterion = Self { end: Some(recorded.end.clone()), ..Self::default() };
        match recorded.end {
            End::Exit { code: 0, .. } => criterion.stdout = Some(Shown::Whole(stdout.clone())),
            End::Exit { .. } => criterion.stderr = Some(Shown::LastLine(last_line(stderr))),
            _ => {}
        }
        criterion
    }

    /// The same last value of each of so many probes.
    ///
    /// # Errors
    /// The number of a probe that was never evaluated.
    pub fn probed(recorded: &Recorded, probes: usize) -> Result<Self, usize> {
        let last = |probe| last(&recorded.values, probe).map(|value| value.value.clone()).ok_or(probe);
        let values = (0..probes).map(last).collect::<Result<_, _>>()?;
        Ok(Self { values, ended: Some(recorded.end.clone()), ..Self::default() })
    }

    /// How a partial execution comes out.
    pub fn judge(&self, report: &Report, stdout: &Captured, stderr: &Captured) -> Judgement {
        if let End::Diverged { why, .. } = &report.end {
            return said(format!("diverged: {why}"));
        }
        if self.end.as_ref().is_some_and(|wanted| !is_same(wanted, &report.end)) {
            let is_success = matches!(report.end, End::Exit { code: 0, .. });
            return if is_success { Judgement::new(Outcome::Pass) } else { said(report.end.to_string()) };
        }
        let is_other_failure = || {
            let is_same = self.ended.as_ref().is_none_or(|ended| is_same(ended, &report.end));
            !is_same && !matches!(report.end, End::Exit { code: 0, .. })
        };
        let mut values = (0..).zip(&self.values);
        let valued = values
            .all(|(probe, wanted)| last(&report.values, probe).is_some_and(|found| found.value == *wanted));
        let shows = |wanted: &Option<Shown>, found| wanted.as_ref().is_none_or(|wanted| wanted.is_in(found));
        if !valued || !shows(&self.stdout, stdout) {
            let is_another = is_other_failure();
            return if is_another { said(report.end.to_string()) } else { Judgement::new(Outcome::Pass) };
        }
        if !shows(&self.stderr, stderr) {
            return Judgement::unresolved(Reason::OtherFailure { signature: last_line(stderr) });
        }
        Judgement::new(Outcome::Fail)
    }
}

impl Shown {
    fn is_in(&self, found: &Captured) -> bool {
        match self {
            Self::Whole(wanted) => wanted == found,
            Self::LastLine(wanted) => last_line(found) == *wanted,
            Self::Matching(pattern) => pattern.is_match(&found.bytes()),
        }
    }
}

/// Whether one execution ended as another; where that is told only by one of them does not count.
fn is_same(wanted: &End, found: &End) -> bool {
    match (wanted, found) {
        // One that succeeds may do so in another way.
        (End::Exit { code: 0, .. }, End::Exit { code: 0, .. }) => true,
        _ => wanted == found,
    }
}

/// The last value of a probe.
fn last(values: &[Value], probe: usize) -> Option<&Value> {
    values.iter().rfind(|value| value.probe as usize == probe)
}

/// The last line that is not blank; of a panic in Rust its message, which ends with how to get a backtrace, or with that. Empty if
/// there is none.
fn last_line(output: &Captured) -> String {
    let text = output.text();
    if let Some(at) = text.rfind("' panicked at ").or_else(|| text.rfind(") panicked at ")) {
        let from = text[..at].rfind('\n').map_or(0, |before| before + 1);
        let is_behind = |line: &&str| line.starts_with("note: ") || line.starts_with("stack backtrace:");
        let message: Vec<&str> = text[from..].lines().take_while(|line| !is_behind(line)).collect();
        return message.join("\n");
    }
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned()
}

fn said(what: String) -> Judgement {
    Judgement::unresolved(Reason::Said { what })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(text: &str) -> Captured {
        Captured { head: text.into(), tail: Vec::new(), total: text.len() as u64 }
    }

    #[test]
    fn a_failure_is_its_end_and_its_last_line() {
        let end = End::Exit { code: 1, event: Some(7) };
        let wanted = Criterion {
            end: Some(end.clone()),
            stderr: Some(Shown::LastLine("IndexError: 3".into())),
            ..Criterion::default()
        };
        let outcome = |end: End, stderr: &str| {
            let report = Report { end, values: Vec::new() };
            wanted.judge(&report, &captured("other"), &captured(stderr)).outcome
        };
        assert_eq!(outcome(end.clone(), "at line 3\nIndexError: 3\n"), Outcome::Fail);
        assert_eq!(outcome(end, "KeyError: 3\n"), Outcome::Unresolved);
        assert_eq!(outcome(End::Exit { code: 1, event: Some(6) }, "IndexError: 3\n"), Outcome::Unresolved);
        assert_eq!(outcome(End::Exit { code: 0, event: None }, ""), Outcome::Pass);
        // One that said nothing is not the same as one that does.
        let ran = |stderr: &str| Criterion {
            stderr: Some(Shown::LastLine(last_line(&captured(stderr)))),
            ..Criterion::default()
        };
        let silent = Report { end: End::Exit { code: 1, event: None }, values: Vec::new() };
        let said = |stderr: &str| ran("").judge(&silent, &captured(""), &captured(stderr)).outcome;
        assert_eq!((said("\n"), said("NameError: sys\n")), (Outcome::Fail, Outcome::Unresolved));
        assert_eq!(outcome(End::Diverged { event: None, why: "x".into() }, ""), Outcome::Unresolved);
    }

    #[test]
    fn of_what_is_shown_an_execution_that_fails_otherwise_says_nothing() {
        let pattern = Pattern::new("^sum 3$").unwrap();
        let wanted = Criterion {
            ended: Some(End::Exit { code: 0, event: None }),
            stdout: Some(Shown::Matching(pattern)),
            ..Criterion::default()
        };
        let outcome = |code: i32, stdout: &str| {
            let report = Report { end: End::Exit { code, event: None }, values: Vec::new() };
            wanted.judge(&report, &captured(stdout), &captured("")).outcome
        };
        assert_eq!((outcome(0, "sum 3\n"), outcome(1, "sum 3\n")), (Outcome::Fail, Outcome::Fail));
        assert_eq!((outcome(0, "sum 4\n"), outcome(1, "")), (Outcome::Pass, Outcome::Unresolved));
    }

    #[test]
    fn of_a_panic_the_message_counts() {
        let panic =
            "starts\nthread 'main' panicked at a.rs:2:5:\nassertion failed\n  left: 1\nnote: run with it\n";
        let message = "thread 'main' panicked at a.rs:2:5:\nassertion failed\n  left: 1";
        assert_eq!(last_line(&captured(panic)), message);
    }

    #[test]
    fn of_a_probe_the_last_value_counts() {
        let value = |event, value: &str| Value { probe: 0, event, value: Some(value.into()) };
        let wanted = Criterion { values: vec![Some("15".into())], ..Criterion::default() };
        let outcome = |values| {
            let report = Report { end: End::Exit { code: 3, event: None }, values };
            wanted.judge(&report, &captured(""), &captured("")).outcome
        };
        assert_eq!(outcome(vec![value(1, "0"), value(2, "15")]), Outcome::Fail);
        assert_eq!(outcome(vec![value(1, "15"), value(2, "0")]), Outcome::Pass);
        assert_eq!(outcome(Vec::new()), Outcome::Pass);
    }
}
