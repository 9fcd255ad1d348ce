//! The report as Markdown: what is made by the program stands between marks, the rest is left as it was.

use std::fmt::{self, Write as _};

use anyhow::{Context, Result};

use super::entrant::Entrant;
use super::heat::{Class, Heat};
use super::oracle::Kind;
use super::standings::{Standing, standings};

/// What was held, size by size.
pub(super) struct Competition {
    pub(super) entrants: Vec<Entrant>,
    pub(super) classes: Vec<(Class, Vec<Heat>)>,
}

impl Competition {
    /// The means of each size.
    pub(super) fn by_class(&self) -> Vec<Vec<Standing>> {
        self.classes.iter().map(|(_, heats)| standings(self.entrants.len(), heats, |_| true)).collect()
    }

    /// All that is the same on every machine: a table for each size, and those by language and by kind of failure.
    ///
    /// # Errors
    /// None but those of writing into a string.
    pub(super) fn tables(&self) -> Result<String, fmt::Error> {
        let mut out = String::new();
        for ((class, heats), standings) in self.classes.iter().zip(self.by_class()) {
            self.class(&mut out, *class, heats, &standings)?;
        }
        for (class, heats) in &self.classes {
            let mut names: Vec<&str> = heats.iter().map(|heat| heat.problem.language).collect();
            names.dedup();
            writeln!(out, "### By language, about {} characters\n", class.size)?;
            let by = names.iter().map(|name| {
                (*name, standings(self.entrants.len(), heats, |heat| heat.problem.language == *name))
            });
            self.split(&mut out, &by.collect::<Vec<_>>())?;
        }
        for (class, heats) in &self.classes {
            writeln!(out, "### By what has to occur, about {} characters\n", class.size)?;
            let by = Kind::ALL.iter().map(|&kind| {
                (kind.name(), standings(self.entrants.len(), heats, |heat| heat.problem.kind == kind))
            });
            self.split(&mut out, &by.collect::<Vec<_>>())?;
        }
        Ok(out)
    }

    fn class(&self, out: &mut String, class: Class, heats: &[Heat], rows: &[Standing]) -> fmt::Result {
        let Class { size, seed, seeds, budget } = class;
        writeln!(out, "### About {size} characters\n")?;
        writeln!(
            out,
            "{} problems, seeds {seed} to {}, at most {budget} tests each.\n",
            heats.len(),
            seed + seeds - 1
        )?;
        writeln!(out, "![Results over tests]({})\n", picture(size))?;
        out.push_str(
            "| algorithm | characters | of the smallest | tests | did not parse | smallest | first | stopped |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for (entrant, row) in self.entrants.iter().zip(rows) {
            let Standing { size, excess, tests, smallest, first, .. } = row;
            let stopped = if row.stopped > 0 { row.stopped.to_string() } else { String::new() };
            let unresolved = 100.0 * row.unresolved;
            writeln!(
                out,
                "| {entrant} | {size:.1} | {excess:.2} | {tests:.1} | {unresolved:.0} % | {smallest} | {first} | {stopped} |"
            )?;
        }
        out.push('\n');
        Ok(())
    }

    /// A column for each part; in it tests, and sizes as multiples of the smallest.
    fn split(&self, out: &mut String, parts: &[(&str, Vec<Standing>)]) -> fmt::Result {
        self.columns(out, parts, |of| format!("{:.0} (× {:.2})", of.tests, of.excess))?;
        out.push('\n');
        Ok(())
    }

    /// Times as ratios: what differs from run to run.
    ///
    /// # Errors
    /// None but those of writing into a string.
    pub(super) fn times(&self) -> Result<String, fmt::Error> {
        let titles = self.classes.iter().map(|(class, _)| format!("{} characters", class.size));
        let parts: Vec<(String, Vec<Standing>)> = titles.zip(self.by_class()).collect();
        let mut out = String::new();
        self.columns(&mut out, &parts, |of| format!("{:.1}", of.time))?;
        Ok(out)
    }

    /// A table with a line for each entrant and a column for each part.
    fn columns<T: fmt::Display>(
        &self,
        out: &mut String,
        parts: &[(T, Vec<Standing>)],
        cell: impl Fn(&Standing) -> String,
    ) -> fmt::Result {
        out.push_str("| algorithm |");
        parts.iter().try_for_each(|(title, _)| write!(out, " {title} |"))?;
        writeln!(out, "\n|---|{}", "--:|".repeat(parts.len()))?;
        for (number, entrant) in self.entrants.iter().enumerate() {
            write!(out, "| {entrant} |")?;
            parts.iter().try_for_each(|(_, standings)| write!(out, " {} |", cell(&standings[number])))?;
            out.push('\n');
        }
        Ok(())
    }

    /// The problems on which the first entrant ended larger than the smallest, or asked twice as much as another with
    /// as small a result.
    ///
    /// # Errors
    /// None but those of writing into a string.
    pub(super) fn beaten(&self) -> Result<String, fmt::Error> {
        let mut out = String::new();
        for heat in self.classes.iter().flat_map(|(_, heats)| heats) {
            let ours = &heat.scores[0];
            let others = self.entrants.iter().zip(&heat.scores);
            let Some((entrant, best)) = others.min_by_key(|(_, score)| (score.size, score.tests)) else {
                continue;
            };
            if best.size < ours.size || 2 * best.tests < ours.tests {
                let problem = &heat.problem;
                let (language, length, seed) = (problem.language, problem.input.len(), problem.seed);
                writeln!(out, "{language}, {length} characters, seed {seed}: {}", problem.oracle)?;
                for (who, score) in [(self.entrants[0], ours), (*entrant, best)] {
                    let text = String::from_utf8_lossy(&score.text);
                    let shown: String = text.chars().take(90).collect();
                    writeln!(out, "    {who}: {} characters, {} tests: {shown:?}", score.size, score.tests)?;
                }
            }
        }
        Ok(out)
    }
}

/// The name of the picture of one size, beside the report.
pub(super) fn picture(size: usize) -> String {
    format!("competition-{size}.svg")
}

/// `document` with what stands between the marks of `part` replaced by `made`.
///
/// # Errors
/// When the marks are not there.
pub(super) fn put(document: &str, part: &str, made: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- {part}: begin -->\n"), format!("<!-- {part}: end -->"));
    let missing = || format!("the report has no marks of {part}");
    let (before, rest) = document.split_once(&begin).with_context(missing)?;
    let (_, after) = rest.split_once(&end).with_context(missing)?;
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", made.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_by_hand_stays() {
        let document = "Words.\n<!-- tables: begin -->\nold\n<!-- tables: end -->\nMore words.\n";
        let now = put(document, "tables", "new").unwrap();
        assert_eq!(now, "Words.\n<!-- tables: begin -->\n\nnew\n\n<!-- tables: end -->\nMore words.\n");
        assert!(put(document, "times", "new").is_err());
    }
}
