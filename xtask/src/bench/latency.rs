//! (f) A test of 50 ms as a process, 16 jobs: the speed-up against what virtual time predicts.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use dwindle::Text;
use dwindle::space::{Space, Unit};
use dwindle::{Algorithm, Engine, Outcome, Stop};
use dwindle_exec::process::{Launcher, Limits, Sandbox, TempFiles};
use dwindle_exec::signature::Script;
use dwindle_exec::{CommandRunner, CommandTest, Feed, Invocation, Verdict};
use xtask::mean::ratio;
use xtask::program::{Bench, now, write};

use super::draws::{Lie, draw};
use super::row::Row;
use super::ticks::ticks;

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
    let bench = Bench::new(&[])?;
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
        let (ticks, tests) = ticks(Algorithm::default(), 1_000, k, 16, 0);
        let predicted = ratio(tests, ticks);
        let search = |jobs| search(&bench, &test, k, &text, jobs);
        let program = |jobs: &str| -> Result<f64> {
            let mut run = bench.dwindle()?;
            run.args(["reduce", "--fresh", "--quiet", "--jobs", jobs, "--unit", "lines"]).arg(&input);
            run.args(["--exit-code", "0", "--"]).arg(&test).args([&k.to_string(), "{}"]);
            Ok(bench.run(&mut run, &[0])?.time.as_secs_f64())
        };
        let what = "share of the predicted speed-up, 16 jobs, 50 ms";
        let (share, shown) = compare(search(1)?, search(16)?, predicted);
        let row = Row::new(format!("{what}, k = {k}, the search"), shown);
        rows.push(row.target("at least 80 %", share >= 0.8));
        let (_, shown) = compare(program("1")?, program("16")?, predicted);
        rows.push(Row::new(format!("{what}, k = {k}, the program with its checks"), shown));
    }
    Ok(rows)
}

fn compare(alone: f64, together: f64, predicted: f64) -> (f64, String) {
    let (measured, share) = (alone / together, alone / together / predicted);
    let shown =
        format!("{:.0} % ({measured:.1} of {predicted:.1}: {alone:.2} s / {together:.2} s)", share * 100.0);
    (share, shown)
}

/// How long the search takes, under keepers, from its first question to its last answer.
fn search(bench: &Bench, test: &Path, k: u32, text: &str, jobs: usize) -> Result<f64> {
    let invocation = Invocation {
        program: test.into(),
        args: vec![k.to_string().into(), "{}".into()],
        feed: Feed::Placeholder("{}".to_owned()),
        name: "input".into(),
        with: Vec::new(),
        env: Vec::new(),
        limits: Limits::default(),
    };
    let (program, args) = (bench.program().to_owned(), vec!["__keeper".into()]);
    let launcher =
        Launcher::Keeper { program, args, temp: TempFiles::InScratch, sandbox: Sandbox::default() };
    let scratch = tempfile::tempdir()?;
    let runner = CommandRunner::new(invocation, launcher, scratch.path().to_owned());
    let test = CommandTest::new(runner, Verdict::Script(Script::default()));
    Ok(time_of_lines(&test, text, jobs)?.as_secs_f64())
}

/// How long it takes to reduce the lines of a text, which fails.
pub(super) fn time_of_lines(test: &CommandTest, text: &str, jobs: usize) -> Result<Duration> {
    let space = Arc::new(Text::new(text.as_bytes().to_vec())?.cut(Unit::Lines));
    Ok(Engine::new().jobs(jobs).run(test, |search| {
        search.remember(space.id(&space.full()), Outcome::Fail);
        let begin = now();
        Algorithm::default().reduce(search, &space, space.full())?;
        Ok::<_, Stop>(begin.elapsed())
    })?)
}
