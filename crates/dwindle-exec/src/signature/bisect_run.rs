//! Tests that judge by their own exit code as those of `git bisect run` do: 0 means that it works.

use dwindle::{Outcome, Reason};
use serde::{Deserialize, Serialize};

use super::observed::{End, Observed};
use super::pattern::Pattern;
use super::script::shell_refusal;
use super::signals::signal_name;

/// How a test says whether a version is good or bad: by the exit codes of `git bisect run`, or by what it writes.
///
/// | it ended with    | means                                                                   |
/// |------------------|-------------------------------------------------------------------------|
/// | 0                | good: `Pass`                                                            |
/// | 1 to 124         | bad: `Fail`                                                             |
/// | 125              | this version cannot be tested: `Unresolved`                             |
/// | 126, 127         | `Unresolved`, [`Reason::CouldNotRun`] with a text to warn with          |
/// | above, a signal  | the whole run is to end: `Unresolved`, [`Reason::Stops`]                |
/// | its time         | `Unresolved`                                                            |
///
/// With a pattern a version is bad if the output matches it, whatever the code below 125; without a match 0 is good
/// and other codes are `Unresolved`: that is another failure.
///
/// # Source
/// The manual of `git bisect`, which takes 126 and 127 for bad; that they tell of a test that could not be run is what
/// shells use them for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BisectRun {
    /// What the output of a bad version matches.
    pub bad_matches: Option<Pattern>,
}

impl BisectRun {
    /// Judges how a test ended, by the table above.
    pub fn judge(&self, observed: &Observed<'_>) -> (Outcome, Option<Reason>) {
        let stops = |how: String| (Outcome::Unresolved, Some(Reason::Stops { how }));
        let matches = || {
            self.bad_matches
                .as_ref()
                .map(|regex| regex.is_match(observed.stdout) || regex.is_match(observed.stderr))
        };
        match observed.end {
            End::Exit(code @ 125) => (Outcome::Unresolved, Some(Reason::ExitCode { code })),
            End::Exit(code @ (126 | 127)) => (Outcome::Unresolved, Some(shell_refusal(code))),
            End::Exit(code) if !(0..128).contains(&code) => stops(format!("exit code {code}")),
            End::Exit(code) => match (matches(), code) {
                (Some(true), _) => (Outcome::Fail, None),
                (_, 0) => (Outcome::Pass, None),
                (Some(false), _) => (Outcome::Unresolved, Some(Reason::ExitCode { code })),
                (None, _) => (Outcome::Fail, None),
            },
            End::Signal(signal) => {
                stops(signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned))
            }
            end @ (End::TimedOut | End::Unknown) => {
                (Outcome::Unresolved, Some(Reason::Said { what: end.to_string() }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits(code: i32, regex: Option<&str>) -> (Outcome, Option<Reason>) {
        let bad_matches = regex.map(|regex| Pattern::new(regex).unwrap());
        let stdout = b"got 42\n";
        BisectRun { bad_matches }.judge(&Observed { end: End::Exit(code), stdout, ..Observed::default() })
    }

    #[test]
    fn codes_mean_what_they_do_in_git_bisect_run() {
        assert_eq!(exits(0, None), (Outcome::Pass, None));
        for code in [1, 2, 124] {
            assert_eq!(exits(code, None), (Outcome::Fail, None));
        }
        assert_eq!(exits(125, None), (Outcome::Unresolved, Some(Reason::ExitCode { code: 125 })));
        for code in [126, 127] {
            assert!(matches!(exits(code, None), (Outcome::Unresolved, Some(Reason::CouldNotRun { .. }))));
        }
        for code in [128, 139, 255] {
            assert!(matches!(exits(code, None), (Outcome::Unresolved, Some(Reason::Stops { .. }))));
        }
    }

    #[test]
    fn with_a_pattern_the_output_says_what_is_bad() {
        assert_eq!(exits(0, Some("^got 42$")).0, Outcome::Fail);
        assert_eq!(exits(3, Some("^got 42$")).0, Outcome::Fail);
        assert_eq!(exits(0, Some("got 7")).0, Outcome::Pass);
        assert_eq!(exits(3, Some("got 7")).0, Outcome::Unresolved);
        assert_eq!(exits(125, Some("got 42")).0, Outcome::Unresolved);
    }

    #[test]
    fn a_signal_ends_the_run() {
        let judged = BisectRun::default().judge(&Observed { end: End::Signal(11), ..Observed::default() });
        assert_eq!(judged, (Outcome::Unresolved, Some(Reason::Stops { how: "SIGSEGV".to_owned() })));
    }
}
