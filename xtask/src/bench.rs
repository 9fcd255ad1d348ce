//! Benchmarks. Counts of tests are repeatable and counted by the tests themselves; times are shown as ratios
//! within one run, since only those mean anything on another machine.

mod changes;
mod closure;
mod draws;
mod farm;
mod folders;
mod large;
mod latency;
mod needed;
mod overhead;
mod row;
mod sandbox;
mod shapes;
mod ticks;
mod traces;
mod trees;

use anyhow::{Result, bail, ensure};
use xtask::program::print;

use row::Row;

type Part = (&'static str, fn() -> Result<Vec<Row>>);

const PARTS: [Part; 14] = [
    ("closure", closure::rows),
    ("needed", needed::rows),
    ("ticks", ticks::rows),
    ("large", large::rows),
    ("4gib", large::of_more_than_4_gib),
    ("overhead", overhead::rows),
    ("latency", latency::rows),
    ("sandbox", sandbox::rows),
    ("farm", farm::rows),
    ("shapes", shapes::rows),
    ("trees", trees::rows),
    ("folders", folders::rows),
    ("changes", changes::rows),
    ("traces", traces::rows),
];

/// Runs the named parts, or all, prints one table, and fails where a row misses what is asked of it.
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
    let missed = rows.iter().filter(|row| row.holds == Some(false)).count();
    for row in rows {
        let mark = match row.holds {
            Some(true) => "holds",
            Some(false) => "MISSED",
            None => "",
        };
        let line = format!("{:width$}  {:middle$}  {:<22}  {mark}", row.what, row.measured, row.asked);
        print(&format!("{}\n", line.trim_end()))?;
    }
    ensure!(missed == 0, "{missed} of these missed what is asked of them");
    Ok(())
}
