//! A failure of one of many inputs: its signature, and the place in the program where its run-time has it.

use std::fmt;
use std::sync::LazyLock;

use dwindle::signature::Signature;
use regex::Regex;
use serde::{Deserialize, Serialize};

/// Text in quotes, and numbers.
static VALUES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"\B'(?P<a>.+?)'\B|\B"(?P<b>.+?)"\B|\b(?:0[xX][0-9a-fA-F]+|\d+)\b"#).expect("a constant")
});

/// What two inputs have to show to count as the same failure.
///
/// Without a place that is the signature. A place tells so much that what the program says counts only without its
/// values, quoted text and numbers: they come from the input, and two inputs have different ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) signature: Signature,
    /// See [`place`](super::place::place).
    pub(crate) place: Option<String>,
}

impl Failure {
    /// What it says besides the place.
    pub(crate) fn says(&self) -> String {
        let says = self.signature.to_string();
        match says.split_once(": ") {
            Some((end, telling)) if self.place.is_some() => {
                let blank = VALUES.replace_all(telling, |found: &regex::Captures<'_>| match &found[0][..1] {
                    quote @ ("'" | "\"") => format!("{quote}…{quote}"),
                    _ => "…".to_owned(),
                });
                format!("{end}: {blank}")
            }
            _ => says,
        }
    }

    /// Whether both are the same failure: what is shown of them decides.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says())?;
        match &self.place {
            Some(place) => write!(f, ", at {place}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use dwindle::signature::{Candidate, Observed};

    use super::*;

    fn shown(line: &str, place: Option<&str>) -> String {
        let stderr = format!("Traceback (most recent call last):\n{line}\n");
        let observed = Observed {
            exit: Some(1),
            signal: None,
            timed_out: false,
            stdout: b"",
            stderr: stderr.as_bytes(),
        };
        let signature = Signature::derive(&observed, &Candidate::new(Path::new("input"), b""));
        Failure { signature, place: place.map(str::to_owned) }.to_string()
    }

    #[test]
    fn values_count_only_where_there_is_no_place() {
        let says = "KeyError: can't find 'ab' in 12 of \"c d\", 0x1F";
        assert_eq!(shown(says, None), format!("exit code 1, stderr: {says}"));
        let place = "f (a.py:12)";
        let blank = "exit code 1, stderr: KeyError: can't find '…' in … of \"…\", …, at f (a.py:12)";
        assert_eq!(shown(says, Some(place)), blank);
    }
}
