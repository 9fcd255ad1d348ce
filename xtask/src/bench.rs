//! Benchmarks. Counts of tests are repeatable and counted by the tests themselves; times are shown as ratios
//! within one run, since only those mean anything on another machine.

mod changes;
mod closure;
mod draws;
mod large;
mod latency;
mod needed;
mod overhead;
mod shapes;
mod ticks;
mod trees;

use anyhow::{Result, bail};

type Part = (&'static str, fn() -> Result<Vec<Row>>);

const PARTS: [Part; 9] = [
    ("closure", closure::rows),
    ("needed", needed::rows),
    ("ticks", ticks::rows),
    ("large", large::rows),
    ("overhead", overhead::rows),
    ("latency", latency::rows),
    ("shapes", shapes::rows),
    ("trees", trees::rows),
    ("changes", changes::rows),
];

/// One line of the table: what was measured, what came out, and what is asked for.
struct Row {
    what: String,
    measured: String,
    asked: String,
    holds: Option<bool>,
}

impl Row {
    fn new(what: impl Into<String>, measured: impl Into<String>) -> Self {
        Self { what: what.into(), measured: measured.into(), asked: String::new(), holds: None }
    }

    /// A row with a target.
    fn target(mut self, asked: impl Into<String>, holds: bool) -> Self {
        (self.asked, self.holds) = (asked.into(), Some(holds));
        self
    }
}

/// Runs the named parts, or all, and prints one table.
pub(crate) fn run(parts: &[String]) -> Result<()> {
    if let Some(unknown) = parts.iter().find(|part| PARTS.iter().all(|(name, _)| name != *part)) {
        bail!("no part of the benchmark is called `{unknown}`");
    }
    let mut rows = Vec::new();
    for (name, measure) in PARTS {
        if parts.is_empty() || parts.iter().any(|part| part == name) {
            rows.extend(measure()?);
        }
    }
    let width = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
    let middle = rows.iter().map(|row| row.measured.chars().count()).max().unwrap_or(0);
    for row in rows {
        let mark = match row.holds {
            Some(true) => "holds",
            Some(false) => "MISSED",
            None => "",
        };
        print_line(&format!("{:width$}  {:middle$}  {:<22}  {mark}", row.what, row.measured, row.asked));
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is what the task is for")]
fn print_line(line: &str) {
    println!("{}", line.trim_end());
}

/// The geometric mean.
fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), v: f64| (sum + v.ln(), count + 1.0));
    f64::exp(sum / count)
}
