//! The cache: the outcomes of candidates by their identity.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use crate::search::ahead::ahead;
use crate::space::Shared;
use crate::{Config, Id, Judgement, Outcome, Strategy};

/// How many hangs have to be confirmed before others are believed.
const CONFIRMED: u32 = 3;

/// What is known of one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) outcome: Outcome,
    /// A timeout that no run alone with twice the limit has confirmed.
    pub(super) provisional: bool,
    /// It exceeded the time limit.
    timed_out: bool,
    /// Learned in an earlier run.
    pub(super) remembered: bool,
}

impl Known {
    /// What counted in an earlier run.
    pub(super) const fn remembered(judgement: &Judgement) -> Self {
        let timed_out = judgement.timed_out();
        Self { outcome: judgement.outcome, provisional: false, timed_out, remembered: true }
    }

    /// What `judgement` makes known; `confirmed` when it comes from a run alone with twice the limit.
    pub(super) fn of(judgement: &Judgement, confirmed: bool) -> Self {
        Self {
            outcome: judgement.outcome,
            provisional: judgement.timed_out() && !confirmed,
            timed_out: judgement.timed_out(),
            remembered: false,
        }
    }
}

/// Outcomes by identity, and which candidates a strategy asked for already.
#[derive(Debug)]
pub(super) struct Memory {
    /// Candidates whose test came to no judgement when it ran ahead or beside others.
    broken: BTreeSet<Id>,
    /// How many candidates whose outcome was asked for were confirmed to hang.
    hangs: u32,
    entries: HashMap<Id, (Option<Known>, bool), BuildHasherDefault<IdHasher>>,
}

impl Default for Memory {
    fn default() -> Self {
        // Most searches know a few dozen candidates soon; growing to that step by step costs short ones a tenth.
        let entries = HashMap::with_capacity_and_hasher(100, BuildHasherDefault::default());
        Self { broken: BTreeSet::new(), hangs: 0, entries }
    }
}

impl Memory {
    /// What is known of the candidate, and whether a strategy asked for it already.
    pub(super) fn look_up(&self, id: Id) -> (Option<Known>, bool) {
        self.entries.get(&id).copied().unwrap_or_default()
    }

    pub(super) fn get(&self, id: Id) -> Option<Known> {
        self.look_up(id).0
    }

    pub(super) fn put(&mut self, id: Id, known: Known) {
        self.entries.entry(id).or_default().0 = Some(known);
    }

    /// Whether the outcome counts as it is, where candidates with the outcome `keeps` are kept.
    ///
    /// A timeout counts when it is confirmed, or when enough others are: tests of which some hang mostly do not end any
    /// later either. What would be kept is always confirmed.
    pub(super) fn is_settled(&self, known: Known, keeps: Outcome) -> bool {
        !known.provisional || (self.hangs >= CONFIRMED && known.outcome != keeps)
    }

    /// Counts an outcome that a strategy asked for, for the first time and so in serial order.
    pub(super) fn count(&mut self, known: Known, keeps: Outcome) {
        self.hangs = self.hangs.saturating_add(u32::from(known.timed_out && known.outcome != keeps));
    }

    /// Up to `width` configurations without a known outcome that `strategy` is likeliest to need, the next one first.
    pub(super) fn likeliest(&self, space: &Shared, strategy: &dyn Strategy, width: usize) -> Vec<Config> {
        // What is clear without a test against the best of now is so against every later one.
        let known = |config: &Config| {
            let known = self.get(space.id(config)).map(|known| known.outcome);
            known.or_else(|| space.known_outcome(config, strategy.best()))
        };
        ahead(strategy, known, width)
    }

    /// Notes that a test of it came to no judgement.
    pub(super) fn mark_broken(&mut self, id: Id) {
        self.broken.insert(id);
    }

    /// Whether a test of it came to no judgement.
    pub(super) fn is_broken(&self, id: Id) -> bool {
        self.broken.contains(&id)
    }

    /// Forgets the outcome, but not that it was asked for.
    pub(super) fn forget(&mut self, id: Id) {
        if let Entry::Occupied(mut entry) = self.entries.entry(id) {
            entry.get_mut().0 = None;
        }
    }

    /// Notes that a strategy asked for it; whether that was for the first time.
    pub(super) fn mark_asked(&mut self, id: Id) -> bool {
        !std::mem::replace(&mut self.entries.entry(id).or_default().1, true)
    }
}

/// Identities are hashes already.
#[derive(Debug, Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves go in")]
    fn write_u128(&mut self, id: u128) {
        self.0 = (id as u64 ^ (id >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
