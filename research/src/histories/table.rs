//! The table.

use std::fmt;

use xtask::chart::grouped;

use super::found::Found;
use super::history::Bisected;
use super::release::Extent;

/// One search: where, how, what it took, and what it ended with.
#[derive(Clone, Debug)]
pub(super) struct Row {
    releases: String,
    how: &'static str,
    tests: u64,
    seconds: String,
    ends: String,
    /// Whether the bad release passes when the cause is taken back; git bisect names nothing that could be.
    pub(super) mends: Option<bool>,
}

const HEAD: &str = "\
| releases | how | tests | seconds (to the end) | ends with | without it |
|---|---|---|---|---|---|
";

impl Row {
    /// `extent`: that of the patch of the cause.
    pub(super) fn of(releases: &str, how: &'static str, found: &Found, extent: Extent, mends: bool) -> Self {
        let from = match &found.commits[..] {
            [] => String::new(),
            commits => format!("; from {}", commits.join(", ")),
        };
        let other = match &found.first_bad[..] {
            first if first.is_empty() || first == found.commits => String::new(),
            first => format!(" (bisection: {})", first.join(", ")),
        };
        let hunks = if extent.hunks == 1 { "1 hunk".to_owned() } else { format!("{} hunks", extent.hunks) };
        let (all, lines) = (grouped(&found.changes), grouped(&extent.lines));
        let ends = format!(
            "{} of {all} changes ({hunks}, {lines} lines): {}{from}{other}",
            grouped(&found.cause.len()),
            paths(&found.cause)
        );
        let (cause, whole) = (found.time.as_secs_f64(), found.whole.as_secs_f64());
        let seconds = format!("{cause:.1} ({whole:.1})");
        Self { releases: releases.to_owned(), how, tests: found.tests, seconds, ends, mends: Some(mends) }
    }

    /// `changes`: how many the release has that it ended with.
    pub(super) fn of_bisection(releases: &str, bisected: &Bisected, changes: usize) -> Self {
        let time = bisected.time.as_secs_f64();
        Self {
            releases: releases.to_owned(),
            how: "`git bisect run`",
            tests: bisected.tests,
            seconds: format!("{time:.1} ({time:.1})"),
            ends: format!("{}: {} changes", bisected.release, grouped(&changes)),
            mends: None,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { releases, how, tests, seconds, ends, mends } = self;
        let mends = match mends {
            Some(true) => "passes",
            Some(false) => "STILL FAILS",
            None => "",
        };
        write!(f, "| {releases} | {how} | {tests} | {seconds} | {ends} | {mends} |")
    }
}

/// All rows under their heading.
pub(super) fn of(rows: &[Row]) -> String {
    format!("{HEAD}{}", lines(rows))
}

/// Rows, one a line.
pub(super) fn lines(rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |lines, row| format!("{lines}{row}\n"))
}

/// Files with how many changes are left in each, if it is not one; the first three.
fn paths(cause: &[String]) -> String {
    let files: Vec<&[String]> = cause.chunk_by(|a, b| a == b).collect();
    let mut shown: Vec<String> = files.iter().take(3).map(|of| format!("`{}`", of[0])).collect();
    if files.len() > shown.len() {
        shown.push(format!("{} more files", files.len() - shown.len()));
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn rows_say_what_is_left_of_how_much_and_where_it_came_from() {
        let found = Found {
            tests: 12,
            time: Duration::from_millis(1_250),
            whole: Duration::from_secs(2),
            changes: 12_005,
            cause: ["a.py", "a.py", "b.py"].map(str::to_owned).to_vec(),
            cause_patch: "x".into(),
            commits: vec!["1.1".to_owned()],
            first_bad: vec!["1.2".to_owned()],
        };
        let row = Row::of("P 1.0, 1.2", "side by side", &found, Extent { hunks: 2, lines: 1_024 }, false);
        assert_eq!(
            row.to_string(),
            "| P 1.0, 1.2 | side by side | 12 | 1.2 (2.0) | 3 of 12,005 changes (2 hunks, 1,024 lines): `a.py`, `b.py`; from 1.1 \
             (bisection: 1.2) | STILL FAILS |"
        );
        let bisected = Bisected { release: "1.2".to_owned(), tests: 3, time: Duration::from_secs(1) };
        let table = of(&[Row::of_bisection("P", &bisected, 40)]);
        assert!(
            table.ends_with("|---|\n| P | `git bisect run` | 3 | 1.0 (1.0) | 1.2: 40 changes |  |\n"),
            "{table}"
        );
    }

    #[test]
    fn of_many_files_three_are_named() {
        let five = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(paths(&five), "`a`, `b`, `c`, 2 more files");
    }
}
