//! What is searched for in the benchmarks of algorithms: needed units drawn at random among n, or any rule.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle::space::{ListSpace, Space};
use dwindle::test::on_candidates;
use dwindle::{Algorithm, Candidate, Config, Engine, Outcome, Stop};
use dwindle_syntax::generate::Numbers;

/// Each setting is drawn this often.
pub(super) const SEEDS: u64 = 10;

/// How needed units lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    Scattered,
    Run,
}

/// Draws `k` needed units among `n`.
pub(super) fn draw(n: u32, k: u32, lie: Lie, seed: u64) -> Vec<u32> {
    let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(n) << 32 ^ u64::from(k);
    let mut lots = Numbers::new(state);
    let mut below = |bound: u32| u32::try_from(lots.below(bound as usize)).expect("below a u32");
    if lie == Lie::Run {
        let start = below(n - k + 1);
        return (start..start + k).collect();
    }
    let mut needed = std::collections::BTreeSet::new();
    while needed.len() < k as usize {
        needed.insert(below(n));
    }
    needed.into_iter().collect()
}

/// log2 C(n, k) + k: what finding k among n costs at least, and one removal of each to show that it is needed.
pub(super) fn bound(n: u32, k: u32) -> f64 {
    (0..k).map(|i| (f64::from(n - i) / f64::from(i + 1)).log2()).sum::<f64>() + f64::from(k)
}

/// Fails exactly when all needed units are kept.
pub(super) fn needs(needed: Vec<u32>) -> impl Fn(&Config) -> bool + Sync {
    move |config| needed.iter().all(|&unit| config.contains(unit))
}

/// What a search came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minimised {
    /// How often the test was run.
    pub(super) calls: u64,
    /// Logical tests.
    pub(super) tests: u64,
    /// Units left.
    pub(super) left: usize,
}

/// Minimises `n` units by a test that `fails` says; all of them together are known to fail.
pub(super) fn minimise(
    algorithm: Algorithm,
    n: u32,
    engine: &Engine,
    fails: impl Fn(&Config) -> bool + Sync,
) -> Minimised {
    let calls = AtomicU64::new(0);
    let test = on_candidates(|candidate| {
        let Candidate::Units(config) = candidate else { return Err(candidate.unsupported("units")) };
        calls.fetch_add(1, Ordering::Relaxed);
        Ok(fails(config))
    });
    let space = Arc::new(ListSpace::new(n as usize));
    let run = engine.run(&test, |search| {
        search.remember(space.id(&space.full()), Outcome::Fail);
        let left = algorithm.reduce(search, &space, space.full())?.len();
        Ok::<_, Stop>((search.count().tests, left))
    });
    let (tests, left) = run.expect("nothing ends this search");
    Minimised { calls: calls.load(Ordering::Relaxed), tests, left }
}
