//! What is searched for in the benchmarks of algorithms: needed units drawn at random among n, or any rule.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle::test::{Executor, IntoJudgement as _, NoJudgement, Slot, on_candidates};
use dwindle::{Candidate, Config, Judgement};

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
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(n) << 32 ^ u64::from(k);
    let mut below = |bound: u32| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((x ^ (x >> 31)) % u64::from(bound)).expect("below a u32")
    };
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

/// Fails exactly when all needed units are kept; counts itself.
#[derive(Debug)]
pub(super) struct Needs {
    needed: Vec<u32>,
    calls: AtomicU64,
}

impl Needs {
    pub(super) const fn new(needed: Vec<u32>) -> Self {
        Self { needed, calls: AtomicU64::new(0) }
    }

    pub(super) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }
}

impl Executor for Needs {
    fn open(&self, _slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(self))
    }
}

impl Slot for &Needs {
    fn judge(&mut self, candidate: &Candidate<'_>, _patience: u32) -> Result<Judgement, NoJudgement> {
        let Candidate::Units(config) = candidate else { return Err(candidate.unsupported("units").into()) };
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.needed.iter().all(|&unit| config.contains(unit)).into_judgement()
    }
}

/// Fails exactly where a function of the configuration says so.
pub(super) fn rule(fails: fn(&Config) -> bool) -> impl Executor {
    on_candidates(move |candidate| match candidate {
        Candidate::Units(config) => Ok(fails(config)),
        other => Err(other.unsupported("units")),
    })
}
