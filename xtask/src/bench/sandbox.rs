//! (h) What a sandbox adds to a test. Runs without and with each level alternate, so that whatever else the machine does hits
//! none of them more; the tenth fastest of a hundred is taken.

use std::time::Duration;

use anyhow::{Result, ensure};
use dwindle_exec::process::{Command, End, Launcher, Level, Limits, Run, Sandbox, Stdin, TempFiles};
use xtask::program::{Bench, now};

use super::row::Row;

const RUNS: usize = 200;

/// What a sandbox may add to a test.
const AT_MOST: Duration = Duration::from_micros(500);

/// The test of which a sandbox may take a share.
const SLEEPS: &str = "exec sleep 0.01";

pub(super) fn rows() -> Result<Vec<Row>> {
    let bench = Bench::new(&[])?;
    let mut rows = Vec::new();
    let tests = [
        ("a test that does nothing", "exec sleep 0"),
        ("a test that sleeps 10 ms", SLEEPS),
        ("a test that writes ten files", "for i in 0 1 2 3 4 5 6 7 8 9; do : >$i; done"),
    ];
    for (name, script) in tests {
        let [off, rest @ ..] = fast_times(&bench, script)?;
        for (level, time) in rest {
            let more = time.saturating_sub(off.1);
            let share = time.as_secs_f64() / off.1.as_secs_f64();
            let shown = format!("{more:.0?} more, {share:.2} times");
            let row = Row::new(format!("sandbox {}, {name}", level.name()), shown);
            // Of a test that does nothing it is any share.
            let (asked, holds) = if script == SLEEPS {
                ("at most 500 µs and 5 %", more <= AT_MOST && share <= 1.05)
            } else {
                ("at most 500 µs", more <= AT_MOST)
            };
            rows.push(row.target(asked, holds));
        }
    }
    Ok(rows)
}

/// A fast run at each level.
fn fast_times(bench: &Bench, script: &str) -> Result<[(Level, Duration); 3]> {
    let command = Command {
        program: "sh".into(),
        args: vec!["-c".into(), script.into()],
        env: vec![("PATH".into(), "/usr/bin:/bin".into())],
        limits: Limits::default(),
        grace: Duration::from_millis(50),
        output_cap: 1024,
    };
    let scratch = tempfile::tempdir()?;
    let mut levels = Vec::new();
    for level in [Level::Off, Level::Files, Level::Full] {
        let launcher = Launcher::Keeper {
            program: bench.program().to_owned(),
            args: vec!["__keeper".into()],
            temp: TempFiles::InScratch,
            sandbox: Sandbox { level, ..Sandbox::default() },
        };
        let dir = scratch.path().join(level.name());
        std::fs::create_dir(&dir)?;
        let supervisor = launcher.open(&dir)?;
        ensure!(supervisor.reached().level == level, "there is no sandbox `{}` here", level.name());
        levels.push((level, supervisor, dir, Vec::with_capacity(RUNS)));
    }
    for _ in 0..RUNS {
        for (_, supervisor, dir, times) in &mut levels {
            let run = Run { dir: dir.clone(), stdin: Stdin::Null, timeout: None };
            let began = now();
            let report = supervisor.run(&command, &run)?;
            times.push(began.elapsed());
            ensure!(report.end == End::Exited(0), "the test ended so: {:?}", report.end);
        }
    }
    let fast = levels.into_iter().map(|(level, _, _, mut times)| {
        times.sort_unstable();
        (level, times[RUNS / 10])
    });
    Ok(fast.collect::<Vec<_>>().try_into().expect("there are three levels"))
}
