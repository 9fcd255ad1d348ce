//! The cache: the outcomes of candidates by their identity.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasherDefault;
use std::num::NonZeroU64;

use crate::mix::{halves, mixed};
use crate::search::ahead::{Likely, ahead};
use crate::search::chances::Chances;
use crate::search::ids::{ById, Ids};
use crate::search::repeats::Repeats;
use crate::space::Shared;
use crate::{Config, Id, Judgement, Outcome, Reason, Strategy};

/// How many hangs have to be confirmed before others are believed.
const CONFIRMED: u32 = 3;

/// What is known of one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) outcome: Outcome,
    /// A timeout that no run alone with twice the limit has confirmed.
    pub(super) provisional: bool,
    /// It exceeded the time limit.
    pub(super) timed_out: bool,
    /// Learned in an earlier run.
    pub(super) remembered: bool,
    /// Which other failure it showed, where the test told.
    failure: Option<Failure>,
}

impl Known {
    /// What counted in an earlier run.
    pub(super) fn remembered(judgement: &Judgement) -> Self {
        let (outcome, timed_out) = (judgement.outcome, judgement.timed_out());
        Self { outcome, provisional: false, timed_out, remembered: true, failure: failure(judgement) }
    }

    /// What `judgement` makes known; `confirmed` when it comes from a run alone with twice the limit.
    pub(super) fn of(judgement: &Judgement, confirmed: bool) -> Self {
        Self {
            outcome: judgement.outcome,
            provisional: judgement.timed_out() && !confirmed,
            timed_out: judgement.timed_out(),
            remembered: false,
            failure: failure(judgement),
        }
    }

    /// As it counts where this other failure is the one that is kept.
    const fn keeping(self, failure: Option<Failure>) -> Self {
        let outcome = match (failure, self.failure) {
            (None, _) => self.outcome,
            (Some(kept), Some(shown)) if kept.0.get() == shown.0.get() => Outcome::Fail,
            _ if matches!(self.outcome, Outcome::Fail) => Outcome::Unresolved,
            _ => self.outcome,
        };
        Self { outcome, ..self }
    }
}

/// Another failure, by a hash of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Failure(NonZeroU64);

impl Failure {
    /// The one with this signature.
    pub(super) fn of(signature: &str) -> Self {
        let [high, low] = halves(mixed(signature.bytes().map(u64::from)));
        Self(NonZeroU64::new(high ^ low).unwrap_or(NonZeroU64::MIN))
    }
}

/// The other failure that a test told of.
fn failure(judgement: &Judgement) -> Option<Failure> {
    match &judgement.reason {
        Some(Reason::OtherFailure { signature }) => Some(Failure::of(signature)),
        _ => None,
    }
}

/// Outcomes by identity, and which candidates a strategy asked for already.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Candidates whose test came to no judgement when it ran ahead or beside others.
    broken: BTreeSet<Id>,
    /// How many candidates whose outcome was asked for were confirmed to hang.
    hangs: u32,
    /// The other failure that is kept, where it is not the one that the test judges by.
    pub(super) kept_failure: Option<Failure>,
    /// The signatures of other failures.
    signatures: BTreeMap<Failure, String>,
    entries: ById<(Option<Known>, bool)>,
    /// How often candidates failed of which strategies said how likely that is.
    pub(super) chances: Chances,
    /// Since when, and which candidates were asked about for the first time since then; none where nobody wants to know.
    noted: Option<Noted>,
}

/// What was asked for the first time since something began.
#[derive(Clone, Debug, Default)]
struct Noted {
    hangs: u32,
    asked: Vec<Id>,
}

impl Default for Memory {
    fn default() -> Self {
        // Most searches know a few dozen candidates soon; growing to that step by step costs short ones a tenth.
        let entries = ById::with_capacity_and_hasher(100, BuildHasherDefault::default());
        let (broken, signatures) = (BTreeSet::new(), BTreeMap::new());
        Self {
            broken,
            hangs: 0,
            kept_failure: None,
            signatures,
            entries,
            chances: Chances::default(),
            noted: None,
        }
    }
}

impl Memory {
    /// As what a judgement counts, where another failure may be the one that is kept.
    pub(super) fn counts_as(&self, judgement: &Judgement) -> Outcome {
        Known::of(judgement, true).keeping(self.kept_failure).outcome
    }

    /// What is known of the candidate, and whether a strategy asked for it already.
    pub(super) fn look_up(&self, id: Id) -> (Option<Known>, bool) {
        let (known, was_asked) = self.entries.get(&id).copied().unwrap_or_default();
        (known.map(|known| known.keeping(self.kept_failure)), was_asked)
    }

    pub(super) fn get(&self, id: Id) -> Option<Known> {
        self.look_up(id).0
    }

    pub(super) fn put(&mut self, id: Id, judgement: &Judgement, known: Known) {
        if let (Some(failure), Some(Reason::OtherFailure { signature })) = (known.failure, &judgement.reason)
        {
            self.signatures.entry(failure).or_insert_with(|| signature.clone());
        }
        self.entries.entry(id).or_default().0 = Some(known);
    }

    /// The signature of the other failure that a candidate showed, where the test told.
    pub(super) fn shown(&self, id: Id) -> Option<&str> {
        self.signatures.get(&self.get(id)?.failure?).map(String::as_str)
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

    /// Up to `width` candidates without a known outcome that `strategy` is likeliest to need, the next one first.
    pub(super) fn likeliest(
        &self,
        (space, ids): (&Shared, &mut Ids),
        strategy: &dyn Strategy,
        repeats: &Repeats,
        width: usize,
    ) -> Vec<Likely> {
        ids.forget_unused();
        // What is clear without a test against the best of now is so against every later one.
        let known = |config: &Config| {
            let id = ids.of(space, config);
            let known = self.get(id).map(|known| known.outcome);
            let outcome = known
                .or_else(|| space.known_outcome(config, strategy.best()))
                .or_else(|| repeats.up_to_blanks.outcome(space, strategy.best(), config))
                .or_else(|| repeats.outcome(space, strategy.best(), config));
            (id, outcome)
        };
        ahead(strategy, known, &self.chances, width)
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
        let is_first = !std::mem::replace(&mut self.entries.entry(id).or_default().1, true);
        if let Some(noted) = self.noted.as_mut().filter(|_| is_first) {
            noted.asked.push(id);
        }
        is_first
    }

    /// Notes what is asked for the first time from now on.
    pub(super) fn begin_to_note(&mut self) {
        self.noted = Some(Noted { hangs: self.hangs, asked: Vec::new() });
    }

    /// A copy with all outcomes, in which what was noted is not asked about yet.
    pub(super) fn as_noted(&self) -> Self {
        let mut copy = self.clone();
        if let Some(Noted { hangs, asked }) = copy.noted.take() {
            copy.hangs = hangs;
            for id in asked {
                copy.entries.entry(id).or_default().1 = false;
            }
        }
        copy
    }
}
