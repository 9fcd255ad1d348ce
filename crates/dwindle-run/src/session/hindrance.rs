//! Why a test cannot have a sandbox, as far as a run in one shows it.

use std::fmt;

use dwindle_exec::process::{End, Level, Reached, Refused, Report};

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

/// Why a test cannot have a sandbox.
#[derive(Debug)]
pub enum Hindrance {
    /// It was not allowed to change this.
    Refused(Vec<Refused>),
    /// It says so in this line.
    Said(String),
    /// It does not fail in the same way, but ends so.
    Otherwise(End),
}

impl Hindrance {
    /// What has to be said of a sandbox that does not do all that it should; `None` where there is nothing.
    pub fn gaps(reached: &Reached) -> Option<String> {
        (!reached.lacking.is_empty()).then(|| format!("the sandbox has gaps: {}", reached.lacking.join("; ")))
    }

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

    /// What to say of tests that run at `level` since the strictest was in their way.
    pub fn told(why: &str, level: Level) -> String {
        format!("tests run with --sandbox {}: with {}, {why}", level.name(), Level::Full.name())
    }
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(seen) => {
                write!(f, "the test {} ({})", refused::may_not(seen), refused::allow(seen))
            }
            Self::Said(line) => write!(f, "the test says: {}", short(plain(line, &[]).trim(), 100)),
            Self::Otherwise(end) => {
                write!(
                    f,
                    "the test does not fail in the same way ({end}); if it needs the network: --allow-net"
                )
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
