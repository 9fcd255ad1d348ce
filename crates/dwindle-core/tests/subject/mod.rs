//! Made-up things to debug: seeded, deterministic, three-valued, and as awkward as asked for.

use dwindle_core::Outcome;

/// How a subject judges what is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Fails when all needed units are kept, else passes.
    Monotone,
    /// The same, but one in four configurations is unresolved.
    Spotty,
    /// The same, but unresolved where a unit is kept without the one that it depends on.
    Dependent,
    /// The same, but unresolved where kept brackets do not match (units are brackets by their number).
    Bracketed,
    /// Anything: fails, passes or is unresolved at random; only everything fails and nothing passes.
    Wild,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] =
        [Self::Monotone, Self::Spotty, Self::Dependent, Self::Bracketed, Self::Wild];
}

/// `len` units, of which `needed` make it fail.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) len: u32,
    pub(crate) kind: Kind,
    seed: u64,
    needed: Vec<u32>,
}

impl Subject {
    /// A subject with about as many needed units as told, at least one.
    pub(crate) fn new(len: u32, needed: u32, kind: Kind, seed: u64) -> Self {
        let mut needed: Vec<u32> =
            (0..u64::from(needed.max(1))).map(|i| below(mix(seed ^ mix(i)), len)).collect();
        needed.sort_unstable();
        needed.dedup();
        Self { len, kind, seed, needed }
    }

    /// The outcome where `kept` is kept, in ascending order.
    pub(crate) fn judge(&self, kept: &[u32]) -> Outcome {
        if kept.len() == self.len as usize {
            return Outcome::Fail;
        }
        if kept.is_empty() {
            return Outcome::Pass;
        }
        let draw = mix(kept.iter().fold(self.seed, |hash, &unit| mix(hash ^ u64::from(unit))));
        let unresolved = match self.kind {
            Kind::Monotone => false,
            Kind::Spotty => draw.is_multiple_of(4),
            Kind::Dependent => kept.iter().any(|&unit| {
                let on = below(mix(self.seed ^ (u64::from(unit) << 32)), 2 * self.len);
                on < unit && kept.binary_search(&on).is_err()
            }),
            Kind::Bracketed => !self.brackets_match(kept),
            Kind::Wild => return Outcome::ALL[below(draw, 3) as usize],
        };
        if unresolved {
            Outcome::Unresolved
        } else if self.needed.iter().all(|unit| kept.binary_search(unit).is_ok()) {
            Outcome::Fail
        } else {
            Outcome::Pass
        }
    }

    /// Every eighth unit opens a bracket, which the unit three on closes.
    fn brackets_match(&self, kept: &[u32]) -> bool {
        let kept_too = |unit: u32| unit >= self.len || kept.binary_search(&unit).is_ok();
        kept.iter().all(|&unit| match unit % 8 {
            0 => kept_too(unit + 3),
            3 => kept_too(unit - 3),
            _ => true,
        })
    }
}

/// A draw as a number below `bound`.
pub(crate) fn below(draw: u64, bound: u32) -> u32 {
    u32::try_from(draw % u64::from(bound)).expect("less than the bound")
}

/// One step of splitmix64.
pub(crate) fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
