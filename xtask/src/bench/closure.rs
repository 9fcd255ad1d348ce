//! (b) Functions as tests: ddmin on 1,000 units, no journal, one job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use dwindle::space::{ListSpace, Space};
use dwindle::test::on_items;
use dwindle::{Algorithm, Engine, Outcome, Stop};
use xtask::mean::ratio;

use super::draws::{Lie, SEEDS, draw};
use super::row::Row;

pub(super) fn rows() -> Result<Vec<Row>> {
    [1, 2, 10, 100].into_iter().map(row).collect()
}

fn row(k: u32) -> Result<Row> {
    let items: Vec<u32> = (0..1_000).collect();
    let space = Arc::new(ListSpace::new(items.len()));
    let calls = AtomicU64::new(0);
    // The best of several rounds: what else the machine does only ever slows one down.
    let mut best: f64 = 0.0;
    for _ in 0..5 {
        let before = calls.load(Ordering::Relaxed);
        #[expect(clippy::disallowed_methods, reason = "this is a benchmark")]
        let start = Instant::now();
        for seed in 0..SEEDS * 20 / u64::from(k.min(20)) {
            let mut needed = vec![false; items.len()];
            for unit in draw(1_000, k, Lie::Scattered, seed) {
                needed[unit as usize] = true;
            }
            let test = on_items(&items, |kept| {
                calls.fetch_add(1, Ordering::Relaxed);
                let there = kept.iter().filter(|&&unit| needed[unit as usize]).count();
                if there == k as usize { Outcome::Fail } else { Outcome::Pass }
            });
            Engine::new().run(&test, |search| {
                Algorithm::Ddmin.reduce(search, &space, space.full())?;
                Ok::<_, Stop>(())
            })?;
        }
        let tests = ratio(calls.load(Ordering::Relaxed) - before, 1);
        best = best.max(tests / start.elapsed().as_secs_f64() / 1e6);
    }
    let row = Row::new(format!("million tests a second, ddmin on 1000 units, k = {k}"), format!("{best:.2}"));
    Ok(row.target("at least 1", best >= 1.0))
}
