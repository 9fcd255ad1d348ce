//! Regular expressions that are constants, and the names that they find.

use regex::bytes::Regex;

/// What the first group of each match is, where that is text.
pub(super) fn names<'t>(regex: &'t Regex, text: &'t [u8]) -> impl Iterator<Item = &'t str> {
    regex.captures_iter(text).filter_map(|found| str::from_utf8(found.get(1)?.as_bytes()).ok())
}

pub(in crate::files) fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant")
}
