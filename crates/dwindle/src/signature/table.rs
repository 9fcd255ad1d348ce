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

use regex::{Regex, RegexSet};

use super::recogniser::{Recogniser, Then};

/// An entry with its regexes compiled.
pub(super) struct Entry {
    pub(super) is: Recogniser,
    pub(super) line: Regex,
    pub(super) not: Option<Regex>,
    pub(super) then: Vec<Part>,
}

/// A part with its regexes compiled.
pub(super) struct Part {
    pub(super) is: Then,
    pub(super) line: Regex,
    pub(super) not: Option<Regex>,
}

/// All entries in order of precedence.
pub(super) static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let compile = |pattern| Regex::new(pattern).expect("the table's regexes are tested");
    all()
        .map(|is| Entry {
            is,
            line: compile(is.line),
            not: is.not.map(compile),
            then: is
                .then
                .iter()
                .map(|&is| Part { is, line: compile(is.line), not: is.not.map(compile) })
                .collect(),
        })
        .collect()
});

/// Which entries of [`TABLE`] find a line, in one pass over it.
pub(super) static FINDERS: LazyLock<RegexSet> =
    LazyLock::new(|| RegexSet::new(all().map(|entry| entry.line)).expect("the table's regexes are tested"));

fn all() -> impl Iterator<Item = Recogniser> {
    [
        sanitizers::TABLE,
        crashes::ASSERTIONS,
        compilers::CRASHES,
        languages::TABLE,
        crashes::RUNTIME,
        compilers::DIAGNOSTICS,
        crashes::SHELL,
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
