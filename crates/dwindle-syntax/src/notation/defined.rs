//! Whether each symbol that a draft uses is there.

use std::collections::HashSet;

use super::draft::{Draft, Expression};
use super::error::{NotationError, Problem, Undefined, nearest};
use super::place::At;
use super::source::Sources;

/// That each name in a draft is one of `names`, or `is_known` at least to be.
///
/// # Errors
/// [`Problem::Undefined`], with those that are none, at the first of them.
pub(super) fn all_defined(
    draft: &Draft,
    sources: Sources<'_>,
    is_known: impl Fn(&str) -> bool,
    names: &(impl Iterator<Item: AsRef<str>> + Clone),
) -> Result<(), NotationError> {
    let mut missing: Vec<(At, &str)> = Vec::new();
    for expression in &draft.expressions {
        if let Expression::Name(name, at) = expression
            && !is_known(name)
        {
            missing.push((*at, name));
        }
    }
    missing.sort_unstable();
    let mut seen = HashSet::new();
    missing.retain(|(_, name)| seen.insert(*name));
    let Some((at, _)) = missing.first() else { return Ok(()) };
    // Beyond some dozens nobody reads on, and each asks for a nearest name.
    let listed = missing.iter().take(50).map(|(at, name)| Undefined {
        name: (*name).into(),
        place: sources.place(*at),
        nearest: nearest(name, names.clone()),
    });
    Err(sources.error(*at, Problem::Undefined(listed.collect())))
}
