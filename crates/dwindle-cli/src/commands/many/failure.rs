//! When two of many inputs show the same failure: the one notion of it that `triage` and `fuzz` share.

use std::fmt;

use dwindle::Outcome;
use dwindle_exec::signature::{Candidate, Observed, Signature};
use serde::{Deserialize, Serialize};

use super::place::place;

/// A failure of one of many inputs: its signature, and the place in the program where its run-time has it.
///
/// Two inputs show the same failure if they have the same place, and say the same but for values that come from the
/// input: numbers and quoted text. What is left of the signature without them is the *class*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) signature: Signature,
    /// See [`place`].
    pub(crate) place: Option<String>,
    class: String,
}

/// One run on an input, as far as its failure is concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    pub(crate) observed: Observed<'a>,
    pub(crate) candidate: Candidate<'a>,
}

impl Failure {
    /// The failure that one run showed; `is_input` says whether the input holds a text.
    pub(crate) fn of(run: &Run<'_>, is_input: &dyn Fn(&str) -> bool) -> Self {
        let Run { observed, candidate } = run;
        Self::new(Signature::derive(observed, candidate), place(observed, candidate.path()), is_input)
    }

    /// The failure that two runs on the same input showed, without what differs between them; `None` if they did not
    /// show the same.
    pub(crate) fn of_both(first: &Run<'_>, again: &Run<'_>, is_input: &dyn Fn(&str) -> bool) -> Option<Self> {
        let at = place(&first.observed, first.candidate.path());
        if at != place(&again.observed, again.candidate.path()) {
            return None;
        }
        let runs = [first, again].map(|run| (&run.observed, &run.candidate));
        Some(Self::new(Signature::of_both(runs[0], runs[1])?, at, is_input))
    }

    fn new(signature: Signature, place: Option<String>, is_input: &dyn Fn(&str) -> bool) -> Self {
        let class = signature.without_values(is_input, place.is_some());
        Self { signature, place, class }
    }

    /// Whether both are the same failure.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.class == other.class && self.place == other.place
    }

    /// Whether a run that showed `now` showed this failure: the same but for values, or all that two runs on the
    /// same input had in common.
    pub(crate) fn is_shown(&self, now: &Self, run: &Run<'_>) -> bool {
        let says = || self.signature.judge(&run.observed, &run.candidate).0 == Outcome::Fail;
        self.is(now) || self.place == now.place && says()
    }
}

/// Whether `bytes` hold `text`, be it within a word.
pub(crate) fn holds(bytes: &[u8], text: &str) -> bool {
    let text = text.strip_suffix("...").unwrap_or(text).as_bytes();
    !text.is_empty() && bytes.windows(text.len()).any(|window| window == text)
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class)?;
        match &self.place {
            Some(place) => write!(f, ", at {place}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use dwindle_exec::signature::End;

    use super::*;

    fn shows(stderr: &str) -> Observed<'_> {
        Observed { end: End::Exit(1), stderr: stderr.as_bytes(), stdout: b"" }
    }

    fn of(stderr: &str, input: &str) -> String {
        let candidate = Candidate::new(Path::new("input"), input.as_bytes());
        let run = Run { observed: shows(stderr), candidate };
        Failure::of(&run, &|text| holds(input.as_bytes(), text)).to_string()
    }

    #[test]
    fn values_of_the_input_do_not_count() {
        let one = of("panic: element 3 is outside 'ab'", "xaby");
        assert_eq!(one, "exit code 1, stderr: panic: element … is outside '…'");
        assert_eq!(of("panic: element 17 is outside 'q'", "q"), one);
        assert_ne!(of("panic: element 17 is outside 'q'", "a"), one);
    }

    #[test]
    fn no_value_counts_where_there_is_a_place() {
        let says = "KeyError: can't find 'ab' in 12 of \"c d\", 0x1F";
        let trace = format!(
            "Traceback (most recent call last):\n  File \"/a.py\", line 12, in f\n    x[0]\n{says}\n"
        );
        let blank = "exit code 1, stderr: KeyError: can't find '…' in … of \"…\", …, at f (a.py:12)";
        assert_eq!(of(&trace, ""), blank);
    }

    #[test]
    fn what_differs_between_two_runs_does_not_count() {
        let candidate = Candidate::new(Path::new("input"), b"");
        let run = |stderr| Run { observed: shows(stderr), candidate };
        let both = |one, other| Failure::of_both(&run(one), &run(other), &|_| false);
        let failure = both("error: session ab is bad", "error: session cd is bad").unwrap();
        assert_eq!(failure.to_string(), "exit code 1, stderr: error: session … is bad");
        let third = run("error: session ef is bad");
        assert!(failure.is_shown(&Failure::of(&third, &|_| false), &third));
        assert_eq!(both("Error: no", "TypeError: no"), None);
    }
}
