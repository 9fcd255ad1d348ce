//! Conditions that the user gives for a failure, instead of a signature derived from a run.

use std::collections::BTreeSet;
use std::fmt;

use dwindle::{Outcome, Reason};
use serde::{Deserialize, Serialize};

use super::failure::other_failure;
use super::observed::{Candidate, End, Observed};
use super::pattern::Pattern;

/// What a run must show to be the failure.
///
/// *How it ends* is allowed by any of `exit_codes`, `signals`, `hang` and `invert` (a run ends only once, so
/// these are alternatives). Without any of them, or with `any_end`, every end is allowed if there is a regex, and
/// every end but exit code 0 if there is none; a run stopped for its time is only ever allowed by `hang`. *What it
/// says* must match every regex given.
///
/// A regex alone is matched by candidates that fail in another way altogether: a warning also by what does not
/// compile. Callers that have seen a run therefore fix its end with [`Self::ending`].
///
/// | it ended with    | allowed, and regexes match | otherwise                        |
/// |------------------|----------------------------|----------------------------------|
/// | exit code 0      | `Fail`                     | `Pass`                           |
/// | another code     | `Fail`                     | `Unresolved`; `Pass` if `invert` |
/// | a signal         | `Fail`                     | `Unresolved`                     |
/// | its time         | `Fail`                     | `Unresolved`                     |
///
/// So an allowed code other than 0 without the text is `Unresolved`, not `Pass`: `--exit-code 1 --stderr
/// 'internal compiler error'` must not take a candidate that does not even parse for one that works.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// Exit codes that are the failure.
    pub exit_codes: BTreeSet<i32>,
    /// Every end is the failure, whatever the exit code or the signal.
    pub any_end: bool,
    /// Signals that are the failure.
    pub signals: BTreeSet<i32>,
    /// What standard error must match.
    pub stderr: Option<Pattern>,
    /// What standard output must match.
    pub stdout: Option<Pattern>,
    /// Not ending in time is the failure.
    pub hang: bool,
    /// The failure is that the command *succeeds*: it takes what it should refuse. Exit code 0 is the
    /// failure, any other code is right; a crash or a hang is neither.
    pub invert: bool,
}

impl Conditions {
    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether only what is said was asked for, and any end will do because none was named.
    pub fn leaves_end_open(&self) -> bool {
        let is_text = self.stderr.is_some() || self.stdout.is_some();
        is_text && !self.any_end && !self.names_end()
    }

    /// The same for runs that end so, if no end was named and this is one that can be.
    #[must_use]
    pub fn ending(mut self, end: End) -> Self {
        if self.leaves_end_open() {
            match end {
                End::Exit(code) => drop(self.exit_codes.insert(code)),
                End::Signal(signal) => drop(self.signals.insert(signal)),
                End::TimedOut | End::Unknown => {}
            }
        }
        self
    }

    fn names_end(&self) -> bool {
        !self.exit_codes.is_empty() || !self.signals.is_empty() || self.hang || self.invert
    }

    /// Judges what a run on `candidate` showed, by the table above. `Unresolved` comes with the signature of
    /// what the run showed instead.
    pub fn judge(&self, observed: &Observed<'_>, candidate: &Candidate<'_>) -> (Outcome, Option<Reason>) {
        let end = observed.end;
        if self.allow(end) && self.match_texts(observed) {
            return (Outcome::Fail, None);
        }
        match end {
            End::Exit(0) => (Outcome::Pass, None),
            End::Exit(_) if self.invert => (Outcome::Pass, None),
            _ => (Outcome::Unresolved, Some(other_failure(observed, candidate))),
        }
    }

    fn allow(&self, end: End) -> bool {
        let any_given = self.names_end() && !self.any_end;
        let any_text = self.stderr.is_some() || self.stdout.is_some();
        match end {
            End::TimedOut => self.hang,
            End::Exit(0) if self.invert => true,
            End::Exit(0) if !any_given => any_text,
            _ if !any_given => true,
            End::Exit(code) => self.exit_codes.contains(&code),
            End::Signal(signal) => self.signals.contains(&signal),
            End::Unknown => false,
        }
    }

    fn match_texts(&self, observed: &Observed<'_>) -> bool {
        let holds =
            |pattern: &Option<Pattern>, bytes: &[u8]| pattern.as_ref().is_none_or(|p| p.is_match(bytes));
        holds(&self.stderr, observed.stderr) && holds(&self.stdout, observed.stdout)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ends: Vec<String> = self.exit_codes.iter().map(|&code| End::Exit(code).to_string()).collect();
        ends.extend(self.signals.iter().map(|&signal| End::Signal(signal).to_string()));
        ends.extend(self.hang.then(|| End::TimedOut.to_string()));
        ends.extend(self.invert.then(|| End::Exit(0).to_string()));
        let ends = if self.any_end || ends.is_empty() { "any end".to_owned() } else { ends.join(" or ") };
        f.write_str(&ends)?;
        for (stream, pattern) in [("stderr", &self.stderr), ("stdout", &self.stdout)] {
            if let Some(pattern) = pattern {
                write!(f, ", {stream} matches /{pattern}/")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use Outcome::{Fail, Pass, Unresolved};

    const ENDS: [End; 5] = [End::Exit(0), End::Exit(1), End::Exit(2), End::Signal(11), End::TimedOut];

    /// Judges every end, first with output that says `bad`, then with output that does not.
    fn check(conditions: &Conditions, with_text: [Outcome; 5], without: [Outcome; 5]) {
        for (stderr, expected) in [(&b"this is\nbad\n"[..], with_text), (b"fine", without)] {
            for (end, expected) in ENDS.into_iter().zip(expected) {
                let observed = Observed { end, stdout: stderr, stderr };
                let (outcome, reason) = conditions.judge(&observed, &Candidate::new(Path::new("a.c"), b""));
                assert_eq!(outcome, expected, "{conditions:?} {end} {:?}", stderr.escape_ascii());
                assert_eq!(reason.is_some(), outcome == Unresolved);
            }
        }
    }

    fn bad() -> Pattern {
        Pattern::new("^bad$").unwrap()
    }

    #[test]
    fn without_conditions_every_end_but_success_is_the_failure() {
        let row = [Pass, Fail, Fail, Fail, Unresolved];
        check(&Conditions::default(), row, row);
    }

    #[test]
    fn a_code_is_that_code_and_no_other() {
        let conditions = Conditions { exit_codes: BTreeSet::from([2]), ..Conditions::default() };
        let row = [Pass, Unresolved, Fail, Unresolved, Unresolved];
        check(&conditions, row, row);
    }

    #[test]
    fn a_code_with_a_regex_needs_both() {
        let conditions =
            Conditions { exit_codes: BTreeSet::from([2]), stderr: Some(bad()), ..Conditions::default() };
        let without = [Pass, Unresolved, Unresolved, Unresolved, Unresolved];
        check(&conditions, [Pass, Unresolved, Fail, Unresolved, Unresolved], without);
    }

    #[test]
    fn a_regex_alone_leaves_the_end_free() {
        let conditions = Conditions { stdout: Some(bad()), ..Conditions::default() };
        let without = [Pass, Unresolved, Unresolved, Unresolved, Unresolved];
        check(&conditions, [Fail, Fail, Fail, Fail, Unresolved], without);
    }

    #[test]
    fn a_regex_alone_takes_the_end_of_a_run_and_no_other() {
        let conditions = Conditions { stderr: Some(bad()), ..Conditions::default() };
        let fixed = conditions.clone().ending(End::Exit(0));
        assert_eq!(fixed.to_string(), "exit code 0, stderr matches /^bad$/");
        let without = [Pass, Unresolved, Unresolved, Unresolved, Unresolved];
        check(&fixed, [Fail, Unresolved, Unresolved, Unresolved, Unresolved], without);
        let named = Conditions { any_end: true, ..conditions };
        assert_eq!(named.clone().ending(End::Exit(0)), named);
        check(&named, [Fail, Fail, Fail, Fail, Unresolved], without);
        let other = Conditions { signals: BTreeSet::from([11]), ..Conditions::default() };
        assert_eq!(other.clone().ending(End::Exit(0)), other);
    }

    #[test]
    fn a_signal_or_a_code_when_both_are_given() {
        let conditions = Conditions {
            exit_codes: BTreeSet::from([1]),
            signals: BTreeSet::from([11]),
            ..Conditions::default()
        };
        let row = [Pass, Fail, Unresolved, Fail, Unresolved];
        check(&conditions, row, row);
    }

    #[test]
    fn only_a_hang_is_a_hang() {
        let conditions = Conditions { hang: true, ..Conditions::default() };
        let row = [Pass, Unresolved, Unresolved, Unresolved, Fail];
        check(&conditions, row, row);
    }

    #[test]
    fn inverted_success_is_the_failure_and_a_crash_is_neither() {
        let conditions = Conditions { invert: true, ..Conditions::default() };
        let row = [Fail, Pass, Pass, Unresolved, Unresolved];
        check(&conditions, row, row);
    }

    #[test]
    fn inverted_with_a_regex_success_must_also_say_it() {
        let conditions = Conditions { invert: true, stdout: Some(bad()), ..Conditions::default() };
        let without = [Pass, Pass, Pass, Unresolved, Unresolved];
        check(&conditions, [Fail, Pass, Pass, Unresolved, Unresolved], without);
    }
}
