//! A regex of the user's: over bytes, `^` and `$` at every line.

use std::fmt;

use regex::bytes::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

/// A regex that the user gave, which is itself again when written down.
///
/// `^` and `$` match at line breaks, `.` matches none, bytes need not be UTF-8.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(Regex);

/// Compiles a regex of ours.
pub(super) fn constant(pattern: &str) -> regex::Regex {
    regex::Regex::new(pattern).expect("our regexes are tested")
}

/// A regex that does not compile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("compile regex {pattern:?}: {source}")]
pub struct PatternError {
    pattern: String,
    source: regex::Error,
}

impl Pattern {
    /// Compiles a regex.
    ///
    /// # Errors
    /// If it is none, or too large.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        match RegexBuilder::new(pattern).multi_line(true).build() {
            Ok(regex) => Ok(Self(regex)),
            Err(source) => Err(PatternError { pattern: pattern.to_owned(), source }),
        }
    }

    /// The regex as it was given.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether it matches anywhere in `bytes`.
    pub fn is_match(&self, bytes: &[u8]) -> bool {
        self.0.is_match(bytes)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern({:?})", self.as_str())
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for Pattern {
    type Error = PatternError;

    fn try_from(pattern: String) -> Result<Self, PatternError> {
        Self::new(&pattern)
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.as_str().to_owned()
    }
}
