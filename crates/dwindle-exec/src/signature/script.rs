//! Tests that judge by their own exit code, as C-Reduce's do: 0 means that the failure is still there.

use dwindle::{Outcome, Reason};
use serde::{Deserialize, Serialize};

use super::observed::{End, Observed};

/// How the exit codes of a test script are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// Codes that mean "the failure is gone". 0 always means that it is there.
    pub pass_codes: Vec<i32>,
    /// Codes that mean "another failure, which is to be kept". 0 always means that the failure is there.
    #[serde(default)]
    pub also_interesting: Vec<i32>,
}

impl Default for Script {
    fn default() -> Self {
        Self { pass_codes: vec![1], also_interesting: Vec::new() }
    }
}

impl Script {
    /// Judges how a test script ended.
    ///
    /// * Exit code 0: `Fail`.
    /// * One of the pass codes (1 if none were given): `Pass`.
    /// * One of the codes that are also interesting: `Unresolved`, [`Reason::OtherFailure`].
    /// * 126 and 127, which shells use for commands that they could not run: `Unresolved`,
    ///   [`Reason::CouldNotRun`] with a text to warn with.
    /// * Another code or a signal: `Unresolved`, with the code or the signal.
    /// * Stopped for its time: `Unresolved`; a caller that knows the limit says so better.
    pub fn judge(&self, observed: &Observed<'_>) -> (Outcome, Option<Reason>) {
        let reason = match observed.end {
            End::Exit(0) => return (Outcome::Fail, None),
            End::Exit(code) if self.pass_codes.contains(&code) => return (Outcome::Pass, None),
            End::Exit(code) if self.also_interesting.contains(&code) => {
                Reason::OtherFailure { signature: format!("exit code {code}, also interesting") }
            }
            End::Exit(code @ (126 | 127)) => shell_refusal(code),
            End::Exit(code) => Reason::ExitCode { code },
            End::Signal(signal) => Reason::Signal { signal },
            end @ (End::TimedOut | End::Unknown) => Reason::Said { what: end.to_string() },
        };
        (Outcome::Unresolved, Some(reason))
    }
}

/// What 126 and 127 mean, with which shells end where they cannot run a command.
pub(super) fn shell_refusal(code: i32) -> Reason {
    let why = if code == 126 { "may not be executed" } else { "was not found" };
    Reason::CouldNotRun { why: format!("exit code {code}: a command in the test {why}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits(script: &Script, code: i32) -> (Outcome, Option<Reason>) {
        script.judge(&Observed { end: End::Exit(code), ..Observed::default() })
    }

    #[test]
    fn nought_is_fail_one_is_pass_and_the_rest_cannot_tell() {
        let script = Script::default();
        assert_eq!(exits(&script, 0), (Outcome::Fail, None));
        assert_eq!(exits(&script, 1), (Outcome::Pass, None));
        let other = Some(Reason::ExitCode { code: 2 });
        assert_eq!(exits(&script, 2), (Outcome::Unresolved, other));
    }

    #[test]
    fn a_command_that_is_missing_is_not_taken_for_an_answer() {
        for code in [126, 127] {
            let (outcome, reason) = exits(&Script::default(), code);
            assert_eq!(outcome, Outcome::Unresolved);
            assert!(matches!(reason, Some(Reason::CouldNotRun { why }) if why.contains(&code.to_string())));
        }
    }

    #[test]
    fn given_pass_codes_replace_the_one() {
        let script = Script { pass_codes: vec![0, 77, 127], ..Script::default() };
        assert_eq!(exits(&script, 0).0, Outcome::Fail);
        assert_eq!(exits(&script, 1).0, Outcome::Unresolved);
        assert_eq!(exits(&script, 77).0, Outcome::Pass);
        assert_eq!(exits(&script, 127).0, Outcome::Pass);
    }

    #[test]
    fn a_code_that_is_also_interesting_is_another_failure() {
        let script = Script { also_interesting: vec![77, 126], ..Script::default() };
        for code in [77, 126] {
            let (outcome, reason) = exits(&script, code);
            let signature = format!("exit code {code}, also interesting");
            assert_eq!((outcome, reason), (Outcome::Unresolved, Some(Reason::OtherFailure { signature })));
        }
        assert_eq!(exits(&script, 0).0, Outcome::Fail);
        assert_eq!(exits(&script, 1).0, Outcome::Pass);
    }

    #[test]
    fn a_script_that_is_shot_cannot_tell() {
        let shot = Observed { end: End::Signal(11), ..Observed::default() };
        let reason = Some(Reason::Signal { signal: 11 });
        assert_eq!(Script::default().judge(&shot), (Outcome::Unresolved, reason));
    }
}
