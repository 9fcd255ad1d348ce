//! Partial executions a second, one job, through the program: what a run with a budget takes longer than one with hardly any.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xtask::program::{Bench, command, write};

use super::row::Row;

/// About four events for each round.
const C: &str = "\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long total = 0, twice = 0;
    for (long at = 0; at < atol(argv[1]); at++) {
        total += at;
        twice = total * 2;
        total = twice - total;
    }
    printf(\"%ld\\n\", total);
    return 0;
}
";

/// The same in Python.
const PYTHON: &str = "\
import sys
total = 0
for at in range(int(sys.argv[1])):
    total += at
    twice = total * 2
    total = twice - total
print(total)
";

/// What is measured: its name, the command, rounds, the budget, and how many a second are asked for.
const CASES: [(&str, &[&str], u32, u32, f64); 3] = [
    ("native, 1,000 events", &["./rounds"], 250, 400, 200.0),
    ("native, 100,000 events", &["./rounds"], 25_000, 12, 3.0),
    ("Python, 1,000 events", &["python3", "rounds.py"], 250, 300, 100.0),
];

pub(super) fn rows() -> Result<Vec<Row>> {
    let bench = Bench::new(&[])?;
    let source = bench.path("rounds.c");
    write(&source, C.as_bytes())?;
    write(&bench.path("rounds.py"), PYTHON.as_bytes())?;
    let status = command("cc").args(["-g", "-O0", "-o"]).arg(bench.path("rounds")).arg(&source).status()?;
    ensure!(status.success(), "rounds.c does not compile");
    let mut rows = Vec::new();
    for (what, program, rounds, budget, asked) in CASES {
        let run = |budget: u32| took(&bench, program, rounds, budget);
        let ((few, start), (many, end)) = (run(1)?, run(budget)?);
        let rate = (many - few) / (end - start);
        let row = Row::new(format!("partial executions a second, {what}"), format!("{rate:.0}"));
        rows.push(row.target(format!("at least {asked}"), rate >= asked));
    }
    Ok(rows)
}

/// How many tests ran within a budget, and how many seconds that took.
fn took(bench: &Bench, program: &[&str], rounds: u32, budget: u32) -> Result<(f64, f64)> {
    let mut run = command(bench.program());
    run.current_dir(bench.path("."));
    run.args("trace --fresh --jobs 1 --algorithm one-minimal --message-format json --budget".split(' '));
    run.arg(budget.to_string()).arg("--").args(program).arg(rounds.to_string());
    let output = run.output()?;
    let shown = String::from_utf8_lossy(&output.stdout);
    let end: Value = serde_json::from_str(shown.lines().last().context("no message")?)?;
    let number = |value: &Value| value.as_f64().with_context(|| format!("no number in {end}"));
    Ok((number(&end["data"]["tests"]["ran"])?, number(&end["data"]["seconds"])?))
}
