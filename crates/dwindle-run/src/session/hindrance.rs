//! Why a test cannot have a sandbox, as far as a run in one shows it.

use dwindle_exec::process::{End, Refused, Report};
use std::fmt;

use super::refused;
use crate::text::{plain, short};

/// What programs say when a sandbox hinders them, in small letters.
const HINDERED: [&str; 12] = [
    "permission denied",
    "permissionerror",
    "operation not permitted",
    "read-only file system",
    "cross-device link",
    "network is unreachable",
    "network unreachable",
    "name resolution",
    "resolve host",
    "unknown host",
    "connection refused",
    "eacces",
];

/// What to try where nothing says what is in the way.
const NETWORK: &str = "if it needs the network: --allow-net";

/// Why a test cannot have a sandbox.
#[derive(Debug)]
pub enum Hindrance {
    /// It was not allowed to change this.
    Refused(Vec<Refused>),
    /// It was not allowed to change this where nothing of the input is left.
    RefusedWithout(Vec<Refused>),
    /// It says so in this line.
    Said(String),
    /// What it does otherwise than without a sandbox.
    Differs(String),
    /// It does not fail in the same way, but ends so.
    Otherwise(End),
}

impl Hindrance {
    /// What to say of tests on smaller inputs that were refused this, and what to type.
    pub fn of_candidates(refused: &[Refused]) -> String {
        refused::told(refused)
    }

    /// What a run in a sandbox was refused, or says that it was not allowed, where the `first` one without says so less often.
    pub fn of(report: &Report, first: Option<&Report>) -> Option<Self> {
        if !report.refused.is_empty() {
            return Some(Self::Refused(report.refused.clone()));
        }
        hindered(&first.map(lines).unwrap_or_default(), &lines(report)).map(Self::Said)
    }

    /// Whether it is something that the test was not allowed to change.
    pub(super) const fn is_refused(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::RefusedWithout(_))
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(seen) => {
                write!(f, "the test {} ({})", refused::may_not(seen), refused::allow(seen))
            }
            Self::RefusedWithout(seen) => {
                write!(f, "{}, where nothing of the input is left", Self::Refused(seen.clone()))
            }
            Self::Said(line) => write!(f, "the test says: {}", short(plain(line, &[]).trim(), 100)),
            Self::Differs(what) => write!(f, "{what}; {NETWORK}"),
            Self::Otherwise(end) => {
                write!(f, "the test does not fail in the same way ({end}); {NETWORK}")
            }
        }
    }
}

/// Whether a line says this.
fn says(line: &str, what: &str) -> bool {
    line.to_lowercase().contains(what)
}

/// A line in which a program says that something was not allowed, where there are more of those than before.
fn hindered(before: &[String], now: &[String]) -> Option<String> {
    HINDERED.iter().find_map(|what| {
        let before = before.iter().filter(|line| says(line, what)).count();
        let mut said = now.iter().filter(|line| says(line, what));
        let line = said.next()?;
        (1 + said.count() > before).then(|| line.clone())
    })
}

/// All lines that a run wrote.
fn lines(report: &Report) -> Vec<String> {
    let texts = [report.stderr.text(), report.stdout.text()];
    texts.iter().flat_map(|text| text.lines().map(ToOwned::to_owned)).collect()
}
