//! (c) 100 MB in lines of 80 bytes, of which one is needed, and 4.5 GB: memory and tests.

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::Result;
use xtask::program::{Bench, count, write};

use super::row::Row;

/// Reads its candidate in blocks, looks for a line's beginning, and counts itself.
const TEST: &str = r#"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    FILE *count = fopen(argv[1], "a");
    fputc('x', count);
    fclose(count);
    FILE *file = fopen(argv[2], "r");
    static char line[256];
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, "needed", 6)) return 0;
    return 1;
}
"#;

/// Of 100 MB.
pub(super) fn rows() -> Result<Vec<Row>> {
    measured(1_250_000, "100 MB", (60, 400))
}

/// Of more bytes than can be numbered.
pub(super) fn of_more_than_4_gib() -> Result<Vec<Row>> {
    measured(56_250_000, "4.5 GB", (100, 9_000))
}

/// So many `lines`, which are `size` together, and how many tests and megabytes they may take.
fn measured(lines: u32, size: &str, (most_tests, most): (u64, u64)) -> Result<Vec<Row>> {
    let bench = Bench::new(&[])?;
    let test = bench.compile("test", TEST)?;
    let (input, counted) = (bench.path("large.txt"), bench.path("count"));
    let mut file = BufWriter::new(File::create(&input)?);
    for line in 0..lines {
        let word = if line == lines / 10 * 7 { "needed" } else { "filler" };
        writeln!(file, "{word} {line:072}")?;
    }
    file.flush()?;
    write(&counted, b"")?;
    let script = bench.path("test.sh");
    write(
        &script,
        format!("#!/bin/sh\nexec {} {} large.txt\n", test.display(), counted.display()).as_bytes(),
    )?;
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let ran = bench.run(bench.dwindle()?.args(["reduce", "--unit", "lines"]).args([script, input]), &[0])?;
    let (tests, megabytes) = (count(&counted)?, ran.memory / 1_000_000);
    let left = std::fs::metadata(bench.path("large.min.txt"))?.len();
    Ok(vec![
        Row::new(format!("bytes left of {size} in lines, one needed"), left.to_string())
            .target("80", left == 80),
        Row::new(format!("tests, {size} by lines, one needed, checks included"), tests.to_string())
            .target(format!("at most {most_tests}"), tests <= most_tests),
        Row::new(
            format!("memory, {size} by lines"),
            format!("{megabytes} MB, {:.1} s", ran.time.as_secs_f64()),
        )
        .target(format!("under {most} MB"), megabytes < most),
    ])
}
