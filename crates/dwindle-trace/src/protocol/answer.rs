//! What is asked of a tracer that stays up, and what it answers.

use serde::{Deserialize, Serialize};

use super::{End, Refused, Value};

/// One partial execution that a tracer in mode `serve` is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Which events are kept: a [`Kept`](super::Kept) as text.
    pub keep: String,
    /// The file that becomes the standard output of the program. The tracer makes it, or empties it.
    pub stdout: String,
    /// The same for standard error.
    pub stderr: String,
    /// Which of the values that the trace names storage holds that was not initialised.
    #[serde(default, skip_serializing_if = "is_first")]
    pub garbage: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_first(value: &usize) -> bool {
    *value == 0
}

/// What a tracer answers, and what it writes with `--report` in mode `keep`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Answer {
    /// The partial execution came to an end.
    Report(Report),
    /// It could not be carried out, and no other will be.
    Refused(Refused),
}

/// What a partial execution came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How it ended. Events are those of the recorded trace.
    pub end: End,
    /// What the probes came to, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_one_line() {
        let report = Report {
            end: End::Diverged { event: Some(7), why: "another branch".into() },
            values: vec![Value { probe: 0, event: 3, value: None }],
        };
        let line = serde_json::to_string(&Answer::Report(report.clone())).unwrap();
        assert_eq!(
            line,
            r#"{"report":{"end":{"diverged":{"event":7,"why":"another branch"}},"values":[{"probe":0,"event":3,"value":null}]}}"#
        );
        assert_eq!(serde_json::from_str::<Answer>(&line).unwrap(), Answer::Report(report));
    }
}
