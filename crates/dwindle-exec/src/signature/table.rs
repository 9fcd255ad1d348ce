//! The table of recognisers, the most specific first: the first entry that finds a line in the output wins, wherever
//! the line is.
//!
//! Sanitizers come before the crash they end in, assertions and panics before the "please report" lines
//! around them, crashes of a compiler before the diagnostics that it also printed.

mod compilers;
mod crashes;
mod languages;
mod sanitizers;

use std::sync::LazyLock;

use regex::{Captures, Regex, RegexSet};

use super::pattern::constant;
use super::recogniser::{Part, Recogniser};

/// An entry with its regexes compiled.
pub(super) struct Entry {
    pub(super) is: Recogniser,
    pub(super) head: Finder,
    pub(super) then: Vec<Finder>,
}

/// A part with its regexes compiled.
pub(super) struct Finder {
    pub(super) is: Part,
    line: Regex,
    not: Option<Regex>,
}

impl Finder {
    fn new(is: Part) -> Self {
        Self { is, line: constant(is.line), not: is.not.map(constant) }
    }

    /// Whether the regex finds the line, meant or not.
    pub(super) fn matches(&self, line: &str) -> bool {
        self.line.is_match(line)
    }

    /// The regex's groups in a line that is meant.
    pub(super) fn captures<'a>(&self, line: &'a str) -> Option<Captures<'a>> {
        let is_meant = !self.not.as_ref().is_some_and(|not| not.is_match(line));
        if is_meant { self.line.captures(line) } else { None }
    }
}

/// All entries in order of precedence.
pub(super) static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let finders = |parts: &[Part]| parts.iter().copied().map(Finder::new).collect();
    all().map(|is| Entry { is, head: Finder::new(is.head), then: finders(is.then) }).collect()
});

/// Which entries of [`TABLE`] find a line, in one pass over it.
pub(super) static FINDERS: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new(all().map(|entry| entry.head.line)).expect("the table's regexes are tested")
});

fn all() -> impl Iterator<Item = Recogniser> {
    [
        sanitizers::TABLE,
        crashes::ASSERTIONS,
        compilers::CRASHES,
        languages::TABLE,
        crashes::RUNTIME,
        compilers::DIAGNOSTICS,
        crashes::SHELL,
        compilers::PLACES,
    ]
    .into_iter()
    .flatten()
    .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_compiles_and_no_two_share_a_name() {
        let mut names: Vec<_> = TABLE.iter().map(|entry| entry.is.name).collect();
        assert_eq!(names.len(), FINDERS.len());
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
