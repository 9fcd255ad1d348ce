//! What is searched for in the benchmarks of algorithms: needed units drawn at random among n, or any rule.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle::space::{SliceSpace, Space};
use dwindle::test::{Candidate, NoJudgement, Test};
use dwindle::{Config, Id, Judgement, Outcome};

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

/// A space of n bare units, whose candidates are configurations.
#[derive(Debug)]
pub(super) struct Units(SliceSpace<'static, ()>);

impl Units {
    pub(super) fn new(n: u32) -> Self {
        static NOTHING: [(); u32::MAX as usize] = [(); u32::MAX as usize];
        Self(SliceSpace::new(&NOTHING[..n as usize]))
    }
}

impl Space for Units {
    fn units(&self) -> usize {
        self.0.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.0.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        config.len() as u64
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.0.write(config, out)
    }
}

impl Make<Config> for Units {
    fn make(&self, place: &mut Config, config: &Config) -> io::Result<()> {
        place.clone_from(config);
        Ok(())
    }
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

impl Test for Needs {
    type Place = Config;

    fn open(&self, _slot: usize) -> io::Result<Config> {
        Ok(Config::empty())
    }

    fn judge(&self, place: &mut Config, candidate: &Candidate<'_, Config>) -> Result<Judgement, NoJudgement> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        candidate.lay(place)?;
        let fails = self.needed.iter().all(|&unit| place.contains(unit));
        Ok(if fails { Outcome::Fail } else { Outcome::Pass }.into())
    }
}

/// Fails exactly where a function of the configuration says so.
#[derive(Debug)]
pub(super) struct Rule(pub(super) fn(&Config) -> bool);

impl Test for Rule {
    type Place = Config;

    fn open(&self, _slot: usize) -> io::Result<Config> {
        Ok(Config::empty())
    }

    fn judge(&self, place: &mut Config, candidate: &Candidate<'_, Config>) -> Result<Judgement, NoJudgement> {
        candidate.lay(place)?;
        Ok(if (self.0)(place) { Outcome::Fail } else { Outcome::Pass }.into())
    }
}
