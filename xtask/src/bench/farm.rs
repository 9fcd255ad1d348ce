//! A simulated farm: tests of 50 and 500 ms on 1,000 workers, with as many of them kept busy as there are slots.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use dwindle::Algorithm;
use dwindle_exec::process::{Launcher, Limits};
use dwindle_exec::signature::Script;
use dwindle_exec::{Away, CommandRunner, CommandTest, Feed, Invocation, Verdict};
use dwindle_remote::fake::{Behaviour, Fake, How};
use dwindle_remote::{Farm, Options};
use xtask::mean::ratio;

use super::draws::{Lie, draw};
use super::latency::time_of_lines;
use super::row::Row;
use super::ticks::ticks;

const UNITS: u32 = 1_000;
const NEEDED: u32 = 100;
/// Workers kept busy, and the least speed-up that is asked for.
const SLOTS: [(usize, Option<f64>); 3] = [(16, None), (64, Some(24.0)), (256, None)];
/// How long a test takes, and each of the three requests for it, in milliseconds: none; so that a test takes as much more as was
/// measured of `NativeLink`, and of `BuildGrid`.
const TIMES: [(u64, u64); 4] = [(50, 0), (50, 5), (50, 30), (500, 0)];

pub(super) fn rows() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (test, latency) in TIMES {
        let takes = Duration::from_millis(test);
        for (slots, least) in SLOTS {
            let behaviour = Behaviour { latency: Duration::from_millis(latency), ..Behaviour::default() };
            let (time, [begun, executed]) = farmed(slots, takes, behaviour)?;
            let (_, tests) = ticks(Algorithm::default(), UNITS, NEEDED, 1, 0);
            let (predicted, _) = ticks(Algorithm::default(), UNITS, NEEDED, slots + slots / 4, 0);
            let alone = ratio(tests, 1) * takes.as_secs_f64();
            let gain = alone / time.as_secs_f64();
            let what = format!("farm, tests of {test} ms, {latency} ms a request, {slots} slots: speed-up");
            let shown = format!(
                "{gain:.1} ({:.2} s for {alone:.1} s; virtual time {:.1}); {begun} begun and {executed} executed for {tests}",
                time.as_secs_f64(),
                ratio(tests, predicted)
            );
            let row = Row::new(what, shown);
            rows.push(match least.filter(|_| latency == 0) {
                Some(least) => row.target(format!("at least {least}"), gain >= least),
                None => row,
            });
        }
    }
    rows.push(keeping_back()?);
    Ok(rows)
}

/// How much longer it takes at a server that keeps small packets back until those before are acknowledged, with one slot.
fn keeping_back() -> Result<Row> {
    let takes = Duration::from_millis(5);
    let time = |keeps_back| farmed(1, takes, Behaviour { keeps_back, ..Behaviour::default() });
    let (longer, [tests, _]) = time(true)?;
    let longer = longer.as_secs_f64();
    let times = longer / time(false)?.0.as_secs_f64();
    let what = "farm, tests of 5 ms, one slot, a server that keeps small packets back";
    let tests = u64::try_from(tests)?;
    let shown = format!("{times:.2} times as long ({:.1} ms a test)", longer * 1000.0 / ratio(tests, 1));
    Ok(Row::new(what, shown).target("at most 2", times <= 2.0))
}

/// How long the search takes on a farm, and how many tests the farm is asked to run for it and executes.
fn farmed(slots: usize, takes: Duration, behaviour: Behaviour) -> Result<(Duration, [usize; 2])> {
    let needed = draw(UNITS, NEEDED, Lie::Scattered, 0);
    let mut text = String::new();
    for line in 0..UNITS {
        writeln!(text, "{} {line}", if needed.contains(&line) { "needed" } else { "filler" })?;
    }
    let judge = |files: &std::collections::BTreeMap<String, Vec<u8>>| {
        let lines = files["input"].split(|&byte| byte == b'\n');
        let found = lines.filter(|line| line.starts_with(b"needed")).count();
        u8::from(u32::try_from(found) != Ok(NEEDED))
    };
    let run = How::By(Arc::new(judge), takes);
    let fake = Fake::start(Behaviour { slots: 1_000, run, ..behaviour });
    let jobs = slots + slots / 4;
    let farm =
        Farm::connect(Options::new(fake.address(), jobs)).map_err(|error| anyhow::anyhow!(error.what))?;
    let invocation = Invocation {
        program: "true".into(),
        args: Vec::new(),
        feed: Feed::Directory,
        name: "input".into(),
        with: Vec::new(),
        env: Vec::new(),
        limits: Limits::default(),
    };
    // In memory, as the program lays them.
    let scratch = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())?;
    let away = Away { machines: Arc::new(farm), from: 0, program: "true".into() };
    let runner = CommandRunner::new(invocation, Launcher::Direct, scratch.path().to_owned()).away(Some(away));
    let test = CommandTest::new(runner, Verdict::Script(Script::default()));
    let time = time_of_lines(&test, &text, jobs)?;
    let counts = fake.counts();
    Ok((time, [counts.begun, counts.executions()]))
}
