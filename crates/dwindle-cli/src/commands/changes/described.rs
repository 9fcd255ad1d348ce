//! Changes and commits, a line each.

use std::ops::Range;

use dwindle_changes::git::Commit;
use dwindle_changes::{Kind, Unit};
use dwindle_run::text::{escaped, plural};

/// A commit in one line.
pub(super) fn line(commit: &Commit) -> String {
    if commit.id.is_none() {
        return commit.subject.clone();
    }
    let day = commit.date.split('T').next().unwrap_or_default();
    format!("{} {day} {}: {}", commit.short(), commit.author, commit.subject)
}

/// The changes of a hunk in one line; where they are of blanks, in so many lines.
pub(super) fn described(hunk: &[Unit<'_>], count: u32) -> String {
    let [unit, ..] = hunk else { return String::new() };
    let path = escaped(unit.path());
    match unit.kind {
        Kind::Lines => {
            let last = &hunk[hunk.len() - 1];
            let old = &(unit.old_lines.start..last.old_lines.end);
            let new = &(unit.new_lines.start..last.new_lines.end);
            let what = match (old.is_empty(), new.is_empty()) {
                (true, _) => format!("{} added", lines(new)),
                (_, true) => format!("{} removed", lines(old)),
                _ => format!("{} replaced by {}", lines(old), lines(new)),
            };
            match hunk.len() {
                1 => format!("{path}: {what}"),
                places => format!("{path}: {what}, in {places} places"),
            }
        }
        Kind::Renamed => {
            format!("{path}: renamed from {}", unit.old_path.map_or_else(String::new, escaped))
        }
        Kind::LineEnds => format!("{path}: line endings of {}", plural(u64::from(count), "line")),
        Kind::Blanks => format!("{path}: whitespace in {}", plural(u64::from(count), "line")),
        Kind::Added => format!("{path}: added"),
        Kind::Removed => format!("{path}: removed"),
        Kind::Mode => format!("{path}: permission bits"),
        Kind::Replaced => format!("{path}: new contents"),
        _ => format!("{path}: replaced by another kind of file"),
    }
}

fn lines(range: &Range<u32>) -> String {
    if range.len() == 1 {
        return format!("line {}", range.start + 1);
    }
    format!("lines {} to {}", range.start + 1, range.end)
}
