//! A cause found between two other versions, taken back from the bad version.

use std::path::Path;
use std::sync::Arc;

use dwindle::files::{self, Entry, Files};
use dwindle::space::Space as _;
use dwindle::{Config, Text};

use crate::edits::{Edit, Lines, edits, is_binary};
use crate::part::At;
use crate::{Changes, Error, Versions};

/// The bad one of `versions` with and without what the `cause` is between the versions of a `step`: all its changes
/// together take the cause back. None where the bad version has nothing that this could be done to.
///
/// # How it goes
/// As a merge of three texts by lines: of the failing version of the step, of the one without the cause, and of the bad
/// version. Where later commits wrote the lines of the cause again, they become those without the cause, since what
/// comes of it is tested. Files that were renamed since are followed.
///
/// # Errors
/// As [`Changes::between`].
pub fn carried(step: &Versions, cause: &Config, versions: &Versions) -> Result<Option<Versions>, Error> {
    let tree = |of: &Versions, config: &Config| of.changes().tree(&of.applied(config));
    let (failing, bad) = (tree(step, &step.full()), tree(versions, &versions.full()));
    let passing = tree(step, &step.full().minus(cause));
    let back = Changes::between(&failing, &passing)?;
    let since = Changes::between(&failing, &bad)?;
    let Some(differences) = taken_back(&back, &since, &bad) else { return Ok(None) };
    let mended = bad.with(&differences);
    let (older, newer) = if versions.is_bad_first() { (&bad, &mended) } else { (&mended, &bad) };
    let changes = Changes::between(older, newer)?;
    Ok((changes.units() > 0).then(|| versions.of(Arc::new(changes))))
}

/// What becomes otherwise in `tree`, to which `since` leads, where all is done to it that `back` does to the tree that
/// both begin with.
fn taken_back(back: &Changes, since: &Changes, tree: &Files) -> Option<files::Changes> {
    let mut out = files::Changes::new();
    for part in &back.parts {
        let now = match &part.old {
            Some((path, entry)) => Some(now(since, path, entry)?),
            None => None,
        };
        let new = match (&part.old, now.clone(), &part.new) {
            (Some(old), Some(now), Some(new)) => Some(merged(old, now, new)?),
            (None, _, Some((path, _))) if tree.get(path).is_some() => return None,
            (_, _, new) => new.clone(),
        };
        if let Some((path, _)) = now {
            out.entry(path).or_insert(None);
        }
        if let Some((path, entry)) = new {
            out.insert(path, Some(entry));
        }
    }
    Some(out)
}

/// What became of a file; nothing where it is gone.
fn now(since: &Changes, path: &Path, entry: &Entry) -> Option<At> {
    let is_of = |side: &Option<At>| side.as_ref().is_some_and(|(old, _)| old == path);
    match since.parts.iter().find(|part| is_of(&part.old)) {
        Some(part) => part.new.clone(),
        None => Some((path.to_owned(), entry.clone())),
    }
}

/// What is `now`, with what differs between `old` and `new`.
fn merged(old: &At, now: At, new: &At) -> Option<At> {
    if now == *old {
        return Some(new.clone());
    }
    let path = match (old.0 == new.0, now.0 == old.0) {
        (true, _) => now.0,
        (false, true) => new.0.clone(),
        (false, false) => return None,
    };
    let (Entry::File { text: a, mode: m }, Entry::File { text: b, mode: n }, Entry::File { text, mode }) =
        (&old.1, &new.1, now.1)
    else {
        return None;
    };
    let mode = if m == n { mode } else { *n };
    let is_text = ![a, b, &text].into_iter().any(|text| is_binary(text.bytes()));
    let text = match (a.bytes() == b.bytes(), a.bytes() == text.bytes()) {
        (true, _) => text,
        (false, true) => b.clone(),
        (false, false) if is_text => Text::new(merged_text(a.bytes(), text.bytes(), b.bytes())).ok()?,
        (false, false) => return None,
    };
    Some((path, Entry::File { text, mode }))
}

/// The lines of `now`, with what differs between `old` and `new`, which has the last word.
fn merged_text(old: &[u8], now: &[u8], new: &[u8]) -> Vec<u8> {
    let ours = edits(old, new);
    let mut all: Vec<(Edit, &[u8], Lines)> = Vec::new();
    let theirs = edits(old, now).into_iter().filter(|edit| !ours.iter().any(|one| overlap(one, edit)));
    all.extend(theirs.map(|edit| (edit, now, Lines::of(now))));
    all.extend(ours.iter().map(|edit| (edit.clone(), new, Lines::of(new))));
    all.sort_by_key(|(edit, ..)| (edit.old.start, edit.old.end));
    let (lines, mut at, mut out) = (Lines::of(old), 0, Vec::new());
    for (edit, text, of) in &all {
        out.extend_from_slice(&old[lines.span(&(at..edit.old.start))]);
        out.extend_from_slice(&text[of.span(&edit.new)]);
        at = edit.old.end;
    }
    out.extend_from_slice(&old[lines.span(&(at..lines.len()))]);
    out
}

/// Whether both are about the same lines: a line of the one is a line of the other, or stands between two of them.
const fn overlap(one: &Edit, other: &Edit) -> bool {
    one.old.start < other.old.end && other.old.start < one.old.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, now: &str, new: &str, expected: &str) {
        let found = merged_text(old.as_bytes(), now.as_bytes(), new.as_bytes());
        assert_eq!(String::from_utf8(found).unwrap(), expected);
    }

    #[test]
    fn both_edits_are_made_and_of_the_same_lines_the_own() {
        check("a\nb\nc\n", "a\nb\nc\nd\n", "x\nb\nc\n", "x\nb\nc\nd\n");
        check("a\nb\nc\n", "a\nB\nc\n", "x\nb\nc\n", "x\nB\nc\n");
        check("a\nb\nc\n", "A\nb\nc\n", "x\nb\nc\n", "x\nb\nc\n");
        check("a\nb\nc\n", "a\nnew\nb\nc\n", "b\nc\n", "new\nb\nc\n");
        check("a\nc\n", "a\nc\nd\n", "a\nb\nc\n", "a\nb\nc\nd\n");
    }
}
