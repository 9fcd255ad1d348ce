//! Which of several works goes on: the one that takes most for its tests.

use std::collections::BTreeMap;

use super::certificate::Certificate;
use crate::Id;
use crate::search::{Account, Bounds};

/// So many tests a turn has at least: shorter ones would go back and forth between works that ask the same again on what the
/// other left.
const PATIENCE: u64 = 32;

/// The works that share a search, by key.
///
/// A work that does not take enough is ended, and begun again when none promises more: what it asked is remembered, so on the same
/// text it goes on where it was ended. That none is asked about the same text twice is what ends all: a work that came to its own
/// end is done with the artifact that it left.
///
/// # Source
/// The order of works by what the next test is worth is that of J. C. Gittins, "Bandit processes and dynamic allocation indices"
/// (1979). Ours is not computed from a model: the index is what the last tests took, and what the work promises as long as few of
/// its tests came to nothing.
///
/// # Determinism
/// A function of the outcomes in serial order. Of works that promise the same, the one with the smallest key goes on.
#[derive(Debug)]
pub(super) struct Schedule<K> {
    works: BTreeMap<K, Entry>,
}

#[derive(Debug)]
struct Entry {
    account: Account,
    /// How many tests its next turn has at least.
    patience: u64,
    /// The artifact that it left when it last came to its own end, and what it proved of it.
    ended: Option<(Id, Vec<Certificate>)>,
}

/// The work that goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<K> {
    pub(super) key: K,
    pub(super) account: Account,
    pub(super) bounds: Bounds,
}

impl<K: Ord + Clone> Schedule<K> {
    pub(super) const fn new() -> Self {
        Self { works: BTreeMap::new() }
    }

    /// Adds a work that promises so much, if it is not known.
    pub(super) fn add(&mut self, key: K, promise: f64) {
        self.works.entry(key).or_insert_with(|| Entry {
            account: Account::new(promise),
            patience: PATIENCE,
            ended: None,
        });
    }

    /// Forgets the works that do not stay.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(&K) -> bool) {
        self.works.retain(|key, _| stays(key));
    }

    /// What goes on with this artifact, of what is not done with it and can go on; the share of a work is the part of the
    /// artifact that it works on.
    pub(super) fn next(
        &self,
        artifact: Id,
        share: impl Fn(&K) -> f64,
        mut can_go_on: impl FnMut(&K) -> bool,
    ) -> Option<Turn<K>> {
        let open = self.works.iter().filter(|(_, entry)| !entry.is_done_with(artifact));
        let mut open: Vec<(f64, &K, &Entry)> =
            open.map(|(key, entry)| (entry.account.rate() * share(key), key, entry)).collect();
        open.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        let mut able = open.into_iter().filter(|(_, key, _)| can_go_on(key));
        let (_, key, entry) = able.next()?;
        let at_least = able.next().map_or(0.0, |(rival, ..)| rival / share(key));
        let bounds = Bounds { at_least, patience: entry.patience };
        Some(Turn { key: key.clone(), account: entry.account, bounds })
    }

    /// Notes what a work took in its turn, after which this part of the artifact is left; others know as much less of it. A turn in
    /// which it took nothing is followed by one twice as long.
    pub(super) fn took(&mut self, key: &K, account: Account, left: f64) {
        for (other, entry) in &mut self.works {
            if other == key {
                entry.account = account;
                entry.patience = if left < 1.0 { PATIENCE } else { 2 * entry.patience };
            } else {
                entry.account.shrunk(left);
            }
        }
    }

    /// Notes that a work came to its own end, with this artifact, and what it proved of it.
    pub(super) fn ended(&mut self, key: &K, artifact: Id, proved: Vec<Certificate>) {
        if let Some(entry) = self.works.get_mut(key) {
            entry.ended = Some((artifact, proved));
        }
    }

    /// Whether a work never came to its own end.
    pub(super) fn is_first(&self, key: &K) -> bool {
        self.works.get(key).is_none_or(|entry| entry.ended.is_none())
    }

    /// What was proved of this very artifact, by work.
    pub(super) fn proved(&self, artifact: Id) -> impl Iterator<Item = (&K, &[Certificate])> {
        self.works.iter().filter_map(move |(key, entry)| match &entry.ended {
            Some((end, proved)) if *end == artifact => Some((key, proved.as_slice())),
            _ => None,
        })
    }
}

impl Entry {
    fn is_done_with(&self, artifact: Id) -> bool {
        self.ended.as_ref().is_some_and(|(end, _)| *end == artifact)
    }
}
