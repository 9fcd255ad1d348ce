//! Hunks of a patch: edits of lines, with the lines around them.

use std::ops::Range;

use dwindle::Config;

use crate::edits::{CONTEXT, Edit, Lines};
use crate::part::{Part, Step};

/// The edits between the states of a part in two configurations, which are those steps that only one of them takes;
/// `texts` are what they make of it.
///
/// None where lines do not stay lines: where a text's last line has no end and lines were put after it.
pub(super) fn of_part(part: &Part, configs: [&Config; 2], texts: [&[u8]; 2]) -> Option<Vec<Edit>> {
    let mut edits: Vec<Edit> = Vec::new();
    // The line reached in both texts and in the older version.
    let (mut at, mut reached) = ([0, 0], 0);
    if part.steps.iter().any(|step| matches!(step, Step::Whole | Step::Contents)) {
        return None;
    }
    for (nth, edit) in part.edits() {
        let unit = part.units.start + u32::try_from(nth).ok()?;
        let common = edit.old.start - reached;
        let taken = configs.map(|config| config.contains(unit));
        let lines =
            taken.map(|taken| if taken { &edit.new } else { &edit.old }).map(|lines| lines.end - lines.start);
        let from = at.map(|at| at + common);
        at = [from[0] + lines[0], from[1] + lines[1]];
        reached = edit.old.end;
        if taken[0] == taken[1] {
            continue;
        }
        match edits.last_mut() {
            Some(last) if last.old.end == from[0] && last.new.end == from[1] => {
                (last.old.end, last.new.end) = (at[0], at[1]);
            }
            _ => edits.push(Edit { old: from[0]..at[0], new: from[1]..at[1] }),
        }
    }
    let rest = part.old_lines.len() - reached;
    let lines = texts.map(|text| Lines::of(text).len());
    (lines == at.map(|at| at + rest)).then_some(edits)
}

/// Writes `edits` with their context, those in one hunk whose contexts meet.
pub(super) fn write(out: &mut Vec<u8>, before: &[u8], after: &[u8], edits: &[Edit]) {
    let (old, new) = (Lines::of(before), Lines::of(after));
    for group in edits.chunk_by(Edit::meets) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let above = first.old.start.min(CONTEXT);
        let below = (old.len() - last.old.end).min(CONTEXT);
        let shown = first.old.start - above..last.old.end + below;
        let becomes = first.new.start - above..last.new.end + below;
        out.extend_from_slice(format!("@@ -{} +{} @@\n", range(&shown), range(&becomes)).as_bytes());
        let mut at = shown.start;
        for edit in group {
            lines(out, b' ', before, &old, at..edit.old.start);
            lines(out, b'-', before, &old, edit.old.clone());
            lines(out, b'+', after, &new, edit.new.clone());
            at = edit.old.end;
        }
        lines(out, b' ', before, &old, at..shown.end);
    }
}

/// The first line, counted from 1, and how many; of none, the line before.
fn range(lines: &Range<u32>) -> String {
    match lines.end - lines.start {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn lines(out: &mut Vec<u8>, sign: u8, text: &[u8], lines: &Lines, range: Range<u32>) {
    for line in range {
        let bytes = &text[lines.span(&(line..line + 1))];
        out.push(sign);
        out.extend_from_slice(bytes);
        if bytes.last() != Some(&b'\n') {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::edits;

    fn check(before: &str, after: &str, expected: &str) {
        let mut out = Vec::new();
        write(&mut out, before.as_bytes(), after.as_bytes(), &edits(before.as_bytes(), after.as_bytes()));
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn hunks_have_three_lines_around_them() {
        check(
            "1\n2\n3\n4\n5\n6\n7\n",
            "1\n2\n3\n4\nx\n6\n7\n",
            "@@ -2,6 +2,6 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n",
        );
    }

    #[test]
    fn a_missing_line_end_is_shown() {
        check(
            "a",
            "a\nb",
            "@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n",
        );
    }

    #[test]
    fn texts_that_come_and_go_have_no_lines_on_one_side() {
        check("", "a\n", "@@ -0,0 +1 @@\n+a\n");
        check("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n");
    }
}
