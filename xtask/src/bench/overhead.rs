//! (a) Time per test against a bare loop of `posix_spawn` and `wait` over the same program, one job.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Result, ensure};
use xtask::program::{Bench, command, count, now, write};

use super::row::Row;

/// Fails on a whole input only, told by its size, and counts itself.
const TEST: &str = r#"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int count = open(argv[1], O_WRONLY | O_APPEND | O_CREAT, 0666);
    struct stat about;
    if (write(count, "x", 1) != 1) return 2;
    return stat(argv[2], &about) || about.st_size < 10000;
}
"#;

pub(super) fn rows() -> Result<Vec<Row>> {
    let bench = Bench::new(&[])?;
    let test = bench.compile("test", TEST)?;
    let (input, counted) = (bench.path("input"), bench.path("count"));
    let lines: Vec<String> = (0..2000).map(|line| format!("{line:04}\n")).collect();
    write(&input, lines.concat().as_bytes())?;
    // Rounds of both by turns; the best of each, since what else the machine does only ever slows one down.
    let (mut ours, mut bare) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        write(&counted, b"")?;
        let mut run = bench.dwindle()?;
        let words = "reduce --fresh --quiet --jobs 1 --algorithm one-minimal --unit lines";
        run.args(words.split(' '));
        run.arg(&input).args(["--exit-code", "0", "--"]).args([&test, &counted]).arg("{}");
        let ran = bench.run(&mut run, &[0])?;
        let tests = count(&counted)?;
        ensure!(tests > 2000, "only {tests} tests were run");
        ours = ours.min(ran.time / u32::try_from(tests)?);
        let begin = now();
        for _ in 0..2000 {
            let status = command(&test).arg(&counted).arg(&input).stdin(Stdio::null()).status()?;
            ensure!(status.success(), "the input fails");
        }
        bare = bare.min(begin.elapsed() / 2000);
    }
    let ratio = ours.as_secs_f64() / bare.as_secs_f64();
    let shown = format!("{ratio:.2} ({:.0} / {:.0} µs)", ours.as_secs_f64() * 1e6, bare.as_secs_f64() * 1e6);
    Ok(vec![
        Row::new("time per test / bare spawn and wait, one job", shown).target("at most 1.3", ratio <= 1.3),
    ])
}
