//! (g) Tests, and units left, where a thousand units depend on each other: tests that are not monotone.

use std::fmt::Write as _;

use anyhow::Result;
use dwindle::{Algorithm, Config, Engine};

use super::draws::{Minimised, minimise};
use super::row::Row;

const UNITS: u32 = 1_000;

/// Whether a configuration fails.
type Fails = fn(&Config) -> bool;

/// How the units depend on each other, and what fails.
const SHAPES: [(&str, Fails); 5] = [
    ("only the last can go", |c| c.runs().len() <= 1 && (c.is_empty() || c.contains(0))),
    ("only the first can go", |c| c.runs().len() <= 1 && (c.is_empty() || c.contains(UNITS - 1))),
    ("only the first can go, the last is needed", |c| c.runs().len() == 1 && c.contains(UNITS - 1)),
    ("before 500, which is needed, only the last can go", |c| {
        c.contains(500) && c.runs().iter().all(|run| run.start == 0 || run.start >= 500)
    }),
    ("the first goes with the last and so on, 300 is needed", |c| {
        c.contains(300) && c.units().all(|unit| c.contains(UNITS - 1 - unit))
    }),
];

pub(super) fn rows() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (what, fails) in SHAPES {
        let mut shown = String::new();
        for &algorithm in Algorithm::ALL {
            let Minimised { tests, left, .. } = minimise(algorithm, UNITS, &Engine::new(), fails);
            write!(shown, "{algorithm} {tests} ({left})  ")?;
        }
        rows.push(Row::new(format!("tests (left), {what}"), shown.trim_end()));
    }
    Ok(rows)
}
