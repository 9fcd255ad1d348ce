//! (e) Virtual time: each test takes one tick, n = 1,000, 16 and 64 workers.

use std::fmt::Write as _;

use anyhow::Result;
use dwindle::slots::VirtualTime;
use dwindle::{Algorithm, Engine};
use xtask::mean::ratio;

use super::draws::{Lie, SEEDS, draw, minimise, needs};
use super::row::Row;

/// Workers, needed units, most ticks.
const SETTINGS: [(usize, u32, f64); 6] =
    [(16, 1, 6.0), (64, 1, 5.0), (16, 10, 18.0), (64, 10, 13.0), (16, 100, 75.0), (64, 100, 32.0)];

pub(super) fn rows() -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (workers, k, most) in SETTINGS {
        let mut shown = String::new();
        // A sweep of single removals alone takes far longer than all of these, and says nothing new.
        for &algorithm in Algorithm::ALL.iter().filter(|&&algorithm| algorithm != Algorithm::OneMinimal) {
            let total: u64 = (0..SEEDS).map(|seed| ticks(algorithm, 1_000, k, workers, seed).0).sum();
            let mean = ratio(total, SEEDS);
            if algorithm == Algorithm::default() {
                let what = format!("ticks, n = 1000, k = {k}, {workers} workers, {algorithm}");
                rows.push(
                    Row::new(what, format!("{mean:.1}")).target(format!("at most {most}"), mean <= most),
                );
            } else {
                write!(shown, "{algorithm} {mean:.1}  ")?;
            }
        }
        rows.push(Row::new(format!("ticks, n = 1000, k = {k}, {workers} workers, others"), shown.trim_end()));
    }
    Ok(rows)
}

/// Ticks that `algorithm` takes with so many workers, and the logical tests in them.
pub(super) fn ticks(algorithm: Algorithm, n: u32, k: u32, workers: usize, seed: u64) -> (u64, u64) {
    let clock = VirtualTime::new(|_| 1);
    let engine = Engine::new().jobs(workers).virtual_time(clock.clone());
    let minimised = minimise(algorithm, n, &engine, needs(draw(n, k, Lie::Scattered, seed)));
    (clock.now(), minimised.tests)
}
