//! The output and end of one run, and its candidate: everything that a signature may use.

use std::fmt;
use std::path::Path;

use regex::bytes::Regex;
use serde::{Deserialize, Serialize};

use super::signals::signal_name;

/// What one run of the command showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed<'a> {
    /// How it ended.
    pub end: End,
    /// What it wrote on standard output.
    pub stdout: &'a [u8],
    /// What it wrote on standard error.
    pub stderr: &'a [u8],
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was stopped when its time was up, by whatever signal.
    TimedOut,
    /// Nobody saw how: neither code nor signal is known.
    #[default]
    Unknown,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exit(code) => {
                write!(f, "exit code {code}")?;
                // Shells report a child's signal so.
                match signal_name(code.saturating_sub(128)) {
                    Some(name) if code > 128 => write!(f, " (128 + {name})"),
                    _ => Ok(()),
                }
            }
            Self::Signal(signal) => match signal_name(signal) {
                Some(name) => f.write_str(name),
                None => write!(f, "signal {signal}"),
            },
            Self::TimedOut => f.write_str("does not end in time"),
            Self::Unknown => f.write_str("unknown end"),
        }
    }
}

/// The candidate that a run was given: what the normalisation has to know of it.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    path: &'a Path,
    text: Text<'a>,
    is_tree: bool,
}

#[derive(Clone, Copy)]
enum Text<'a> {
    Bytes(&'a [u8]),
    Lookup(&'a dyn Fn(&str) -> bool),
}

impl<'a> Candidate<'a> {
    /// A candidate that is one file: its path as the test saw it, and its bytes.
    pub const fn new(path: &'a Path, bytes: &'a [u8]) -> Self {
        Self { path, text: Text::Bytes(bytes), is_tree: false }
    }

    /// A candidate whose text is looked up, as in a directory tree: `holds` says whether a fragment
    /// occurs in it ([`holds_word`] answers that for one file).
    pub const fn looked_up(path: &'a Path, holds: &'a dyn Fn(&str) -> bool) -> Self {
        Self { path, text: Text::Lookup(holds), is_tree: false }
    }

    /// The same, as a directory tree or not: positions in any file with a relative path are then its own.
    #[must_use]
    pub const fn tree(mut self, yes: bool) -> Self {
        self.is_tree = yes;
        self
    }

    /// Whether it is a directory tree.
    pub(super) const fn is_tree(&self) -> bool {
        self.is_tree
    }

    /// The path as the test saw it.
    pub const fn path(&self) -> &'a Path {
        self.path
    }

    /// Whether `fragment` occurs in the candidate as whole words.
    pub(super) fn holds(&self, fragment: &str) -> bool {
        match self.text {
            Text::Bytes(bytes) => holds_word(bytes, fragment),
            Text::Lookup(holds) => holds(fragment),
        }
    }
}

impl fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Whether `fragment` occurs in `bytes` as whole words: `foo` is not in `food`. An empty fragment is
/// nowhere. Linear in both.
pub fn holds_word(bytes: &[u8], fragment: &str) -> bool {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || !b.is_ascii();
    let (Some(first), Some(last)) = (fragment.as_bytes().first(), fragment.as_bytes().last()) else {
        return false;
    };
    // A regex rather than a loop over windows: its literal search is the fast one.
    let Ok(literal) = Regex::new(&regex::escape(fragment)) else {
        return false; // too long for the engine: no message quotes that much
    };
    literal.find_iter(bytes).any(|found| {
        let before = found.start().checked_sub(1).and_then(|i| bytes.get(i));
        let after = bytes.get(found.end());
        !(is_word(first) && before.is_some_and(is_word) || is_word(last) && after.is_some_and(is_word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_whole_or_not_at_all() {
        assert!(holds_word(b"int foo;", "foo"));
        assert!(!holds_word(b"int food;", "foo"));
        assert!(!holds_word(b"int a_foo;", "foo"));
        assert!(holds_word(b"food foo", "foo"));
        assert!(holds_word(b"*x+1", "x+"));
        assert!(!holds_word(b"anything", ""));
        assert!(!holds_word(b"", "x"));
    }

    #[test]
    fn an_end_is_shown_as_people_call_it() {
        assert_eq!(End::Exit(1).to_string(), "exit code 1");
        assert_eq!(End::Exit(139).to_string(), "exit code 139 (128 + SIGSEGV)");
        assert_eq!(End::Exit(255).to_string(), "exit code 255");
        assert_eq!(End::Exit(i32::MAX).to_string(), "exit code 2147483647");
        assert_eq!(End::Signal(6).to_string(), "SIGABRT");
        assert_eq!(End::Signal(40).to_string(), "signal 40");
    }
}
