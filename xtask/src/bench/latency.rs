//! (f) A test of 50 ms as a process, 16 jobs: the speed-up against what virtual time predicts.

use std::fmt::Write as _;

use anyhow::Result;
use dwindle::Algorithm;

use super::Row;
use super::draws::{Lie, draw};
use super::ticks::ticks;
use crate::program::{Bench, args, write};

const TEST: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    usleep(50 * 1000);
    FILE *file = fopen(argv[2], "r");
    static char line[256];
    int found = 0;
    while (fgets(line, sizeof line, file)) found += !strncmp(line, "needed", 6);
    return found != atoi(argv[1]);
}
"#;

pub(super) fn rows() -> Result<Vec<Row>> {
    let bench = Bench::new()?;
    let test = bench.compile("test", TEST)?;
    let mut rows = Vec::new();
    for k in [10, 100] {
        let needed = draw(1_000, k, Lie::Scattered, 0);
        let mut text = String::new();
        for line in 0..1_000 {
            writeln!(text, "{} {line}", if needed.contains(&line) { "needed" } else { "filler" })?;
        }
        let input = bench.path("input");
        write(&input, text.as_bytes())?;
        let time = |jobs: &str| -> Result<f64> {
            let ran = bench.run_well(args![
                "reduce", "--fresh", "--quiet", "--jobs", jobs, "--unit", "lines", input, "--exit-code", "0", "--",
                test, k.to_string(), "{}",
            ])?;
            Ok(ran.time.as_secs_f64())
        };
        let (alone, together) = (time("1")?, time("16")?);
        let (ticks, tests) = ticks(Algorithm::default(), 1_000, k, 16, 0);
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let predicted = tests as f64 / ticks as f64;
        let share = alone / together / predicted;
        let shown = format!(
            "{:.0} % (predicted {predicted:.1}, measured {:.1}: {alone:.2} s / {together:.2} s)",
            share * 100.0,
            alone / together
        );
        let row = Row::new(format!("share of the speed-up predicted, 16 jobs, 50 ms, k = {k}"), shown);
        rows.push(row.target("at least 80 %", share >= 0.8));
    }
    Ok(rows)
}
