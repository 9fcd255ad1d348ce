//! The table: what each tool left, and when Dwindle was there.

use std::fmt::Write as _;
use std::fs;

use anyhow::Result;
use xtask::mean::{Mean, ratio};

use super::contest::{Ending, Run};
use super::table::{DWINDLE, Tool};
use crate::case::Case;

/// What one run left: `tokens (bytes; tests; seconds)`, with `*` where the tool had not written it.
pub(super) fn cell(run: &Run) -> String {
    let seconds = match &run.ending {
        Ending::Finished => format!("{:.1} s", run.seconds),
        Ending::Capped => String::from("cap"),
        Ending::Failed(why) => format!("error, {}", why.replace('|', "\\|")),
    };
    let star = if run.unwritten { "*" } else { "" };
    format!("{} ({} B; {}; {seconds}){star}", run.tokens, run.bytes, run.tests)
}

/// The table of all runs, and the mean of how Dwindle's results compare with the best.
pub(super) fn table(cases: &[Case], tools: &[&str], runs: &[Run]) -> Result<String> {
    let mut out = String::from("| case | bytes |");
    for tool in tools {
        let _ = write!(out, " {tool} |");
    }
    out.push_str(" best peer | Dwindle as small: tests | seconds |\n|---|---|---|---|---|");
    out.push_str(&"---|".repeat(tools.len()));
    out.push('\n');
    let mut compared = Compared::default();
    for case in cases {
        let of = |tool: &str| runs.iter().find(|run| run.case == case.name && run.tool == tool);
        let _ = write!(out, "| {} | {} |", case.name, fs::metadata(&case.file)?.len());
        for tool in tools {
            let _ = write!(out, " {} |", of(tool).map_or_else(|| String::from("–"), cell));
        }
        let peers = tools.iter().filter(|tool| **tool != DWINDLE).filter_map(|tool| of(tool));
        let best = peers.min_by_key(|run| (run.tokens, run.bytes));
        out.push_str(&compared.row(of(DWINDLE), best));
        out.push('\n');
    }
    out.push_str(&compared.means());
    Ok(out)
}

/// How Dwindle compares with the best peer, over all cases that both ran on.
#[derive(Debug, Default)]
struct Compared {
    tokens: Mean,
    bytes: Mean,
    cases: u32,
    /// On how many of them Dwindle's result is no larger.
    no_larger: u32,
}

impl Compared {
    /// The last cells of a row.
    fn row(&mut self, ours: Option<&Run>, best: Option<&Run>) -> String {
        let (Some(ours), Some(best)) = (ours, best) else { return String::from(" – | – | – |") };
        self.tokens.add_ratio(ratio(ours.tokens.max(1), best.tokens));
        self.bytes.add_ratio(ratio(ours.bytes.max(1), best.bytes));
        self.cases += 1;
        self.no_larger += u32::from(ours.tokens <= best.tokens);
        let reached = |run: &Run| run.accepted.iter().find(|at| at.tokens <= best.tokens).copied();
        let (there, tests, seconds) = match (reached(ours), reached(best)) {
            (Some(we), Some(they)) => (
                &best.tool,
                format!("{} of {}", we.tests, they.tests),
                format!("{:.1} of {:.1}", we.seconds, they.seconds),
            ),
            _ => (&best.tool, String::from("never"), String::from("never")),
        };
        format!(" {there} | {tests} | {seconds} |")
    }

    fn means(&self) -> String {
        if self.cases == 0 {
            return String::new();
        }
        format!(
            "\nDwindle against the best peer, geometric means: {:.2} of its tokens, {:.2} of its bytes; no more tokens on {} of {} \
             cases\n",
            self.tokens.geometric(),
            self.bytes.geometric(),
            self.no_larger,
            self.cases
        )
    }
}

/// What could not be run.
pub(super) fn remarks(missing: &[&Tool], left_out: &[String]) -> String {
    let mut out = String::new();
    for tool in missing {
        let programs: Vec<&str> = tool.programs.iter().map(|(program, _)| *program).collect();
        let _ = writeln!(out, "not installed: {} ({})", tool.name, programs.join(", "));
    }
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        let _ = writeln!(
            out,
            "left out, since the input does not fail here (a program of the test may be missing): {names}"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::watched::Accepted;
    use super::*;

    fn run(tool: &str, ending: Ending, tests: &[(u64, u64)]) -> Run {
        let accepted: Vec<Accepted> = tests
            .iter()
            .map(|&(tests, tokens)| Accepted { seconds: ratio(tests, 10), tests, tokens, bytes: 2 * tokens })
            .collect();
        let last = accepted[accepted.len() - 1];
        let (tokens, bytes, tests, seconds) = (last.tokens, last.bytes, last.tests + 5, last.seconds + 0.5);
        let (case, tool) = (String::from("tiny"), String::from(tool));
        Run { case, tool, tokens, bytes, tests, seconds, ending, unwritten: false, accepted }
    }

    #[test]
    fn a_cell_says_what_was_left_and_how_the_run_ended() {
        let mut left = run("cvise", Ending::Finished, &[(1, 50), (20, 4)]);
        assert_eq!(cell(&left), "4 (8 B; 25; 2.5 s)");
        (left.ending, left.unwritten) = (Ending::Capped, true);
        assert_eq!(cell(&left), "4 (8 B; 25; cap)*");
        left.ending = Ending::Failed("exit code 1: no | here".into());
        assert_eq!(cell(&left), "4 (8 B; 25; error, exit code 1: no \\| here)*");
    }

    #[test]
    fn dwindle_is_compared_at_the_size_of_the_best_peer() {
        let ours = run(DWINDLE, Ending::Finished, &[(1, 50), (4, 8), (9, 2)]);
        let best = run("cvise", Ending::Capped, &[(1, 50), (20, 9), (30, 8)]);
        let mut compared = Compared::default();
        assert_eq!(compared.row(Some(&ours), Some(&best)), " cvise | 4 of 30 | 0.4 of 3.0 |");
        assert_eq!(compared.row(Some(&best), Some(&ours)), " dwindle | never | never |");
        assert_eq!(compared.row(Some(&ours), None), " – | – | – |");
        assert!(compared.means().contains("1.00 of its tokens"), "{}", compared.means());
        assert!(compared.means().contains("no more tokens on 1 of 2 cases"), "{}", compared.means());
    }
}
