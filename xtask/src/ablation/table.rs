//! The table of an ablation.

use std::fmt::Write as _;

use xtask::mean::{Mean, ratio};

use super::Left;

/// A case: what was left with all passes, and without each.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) case: String,
    pub(super) with_all: Left,
    pub(super) without: Vec<Left>,
}

/// A row for each case, and of each pass what the results and the tests are without it as multiples of those with it.
///
/// A cell is `tokens; tests`, and `=` where both are the same.
pub(super) fn markdown(passes: &[String], rows: &[Row]) -> String {
    let mut out = String::from("| case | all passes |");
    for pass in passes {
        let _ = write!(out, " without {pass} |");
    }
    let _ = writeln!(out, "\n|---|---|{}", "---|".repeat(passes.len()));
    for row in rows {
        let _ = write!(out, "| {} | {} |", row.case, cell(row.with_all));
        for left in &row.without {
            let shown = if *left == row.with_all { String::from("=") } else { cell(*left) };
            let _ = write!(out, " {shown} |");
        }
        out.push('\n');
    }
    let _ = write!(out, "| geometric mean of ratios | 1.00; 1.00 |");
    for at in 0..passes.len() {
        let (mut tokens, mut tests) = (Mean::default(), Mean::default());
        for row in rows {
            let left = row.without[at];
            tokens.add_ratio(ratio(left.size.tokens.max(1), row.with_all.size.tokens));
            tests.add_ratio(ratio(left.asked.max(1), row.with_all.asked));
        }
        let _ = write!(out, " {:.2}; {:.2} |", tokens.geometric(), tests.geometric());
    }
    out.push('\n');
    out
}

fn cell(left: Left) -> String {
    format!("{}; {}", left.size.tokens, left.asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Size;

    const fn left(tokens: u64, asked: u64) -> Left {
        Left { size: Size { tokens, bytes: tokens }, asked }
    }

    #[test]
    fn a_pass_is_worth_what_is_larger_without_it() {
        let row = |case: &str, without| Row { case: case.into(), with_all: left(10, 100), without };
        let rows =
            [row("one", vec![left(40, 50), left(10, 100)]), row("two", vec![left(10, 200), left(10, 100)])];
        let table = markdown(&["kinds".into(), "names".into()], &rows);
        assert!(table.contains("| one | 10; 100 | 40; 50 | = |"), "{table}");
        assert!(table.ends_with("| 1.00; 1.00 | 2.00; 1.00 | 1.00; 1.00 |\n"), "{table}");
    }
}
