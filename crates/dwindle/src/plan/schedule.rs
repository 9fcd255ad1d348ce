//! The schedule: decides which of several works goes on. It is the one that removes most for a test.
//!
//! The same rule serves the passes on one text and the works on a directory tree. Each work has an account of what
//! its tests took ([`Account`](crate::search::Account)).

use std::collections::{BTreeMap, btree_map};

use super::certificate::Certificate;
use crate::Id;
use crate::search::{Account, Bounds};

/// An artifact with which all works but so many are done will hardly change any more: those that are left mostly prove that.
const FEW: usize = 3;

/// A work that came to its own end in a turn that asked and took nothing promises so much of what it did, until it takes something again.
const IN_VAIN: f64 = 0.25;

/// So many of these in a row count.
const MOST_IN_VAIN: i32 = 16;

/// The works that share a search, by key.
///
/// A work that does not take enough is ended, and begun again when none promises more: what it asked is remembered, so on the same
/// text it goes on where it was ended. That none is asked about the same text twice is what ends all: a work that came to its own
/// end is done with the artifact that it left. Of another artifact it promises the part that went since: where that is little, works
/// that were not asked yet come first.
///
/// # Source
/// The order of works by what the next test is worth is that of J. C. Gittins, "Bandit processes and dynamic allocation indices"
/// (1979). Ours is not computed from a model: the index is what the last tests took, and what the work promises as long as few of
/// its tests came to nothing.
///
/// # What we tried
/// The promise of a work that came to its own end as it was: on 41 recorded runs, passes that had come to theirs on small texts took
/// something in 1 of 113 turns for 1,095 tests where less than a fifth of the text had gone since, and in 25 of 52 where half or more had.
///
/// A promise that turns in vain leave as it was: in 614 recorded runs (`cargo xtask promises`) a test took 0.018 of the text where the turn of its
/// pass before had taken something, or there was none, 0.0017 after one in vain, 0.0006 after two, 0.0003 after three.
///
/// A promise of which each turn in vain leaves a quarter, whether or not the work came to its own end: of one that was ended the account tells that
/// already. A program with spdlog came to its end after 1,624 questions, 417 of them about names, now after 1,224, 33 of them about
/// names; one with Eigen after 1,721, now 1,146.
///
/// # Determinism
/// A function of the outcomes in serial order. Of works that promise the same, the one with the smallest key goes on.
#[derive(Clone, Debug)]
pub(super) struct Schedule<K> {
    works: BTreeMap<K, Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    account: Account,
    /// What it promises of an artifact of which it asked nothing.
    promise: f64,
    /// Which part of the artifact went since it came to its own end; all where it never did.
    gone: f64,
    /// How many tests its turns have at least, and the next one.
    patience: (u64, u64),
    /// Whether the last turn asked something and took nothing.
    took_nothing: bool,
    /// How many such turns in a row came to their own end.
    in_vain: i32,
    /// Whether it waits until all others are done with the artifact.
    comes_last: bool,
    /// How it came to its own end last.
    ended: Option<Ended>,
}

/// A work came to its own end.
#[derive(Clone, Debug)]
struct Ended {
    /// The artifact that it was done with.
    artifact: Id,
    /// What it proved of it; nothing where it left something out, so that it has to go on once more.
    proved: Option<Vec<Certificate>>,
}

/// The work that goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<K> {
    pub(super) key: K,
    pub(super) account: Account,
    pub(super) bounds: Bounds,
    /// Whether it asks about what it left out of this very artifact.
    pub(super) asks_all: bool,
}

impl<K: Ord + Clone> Schedule<K> {
    pub(super) const fn new() -> Self {
        Self { works: BTreeMap::new() }
    }

    /// Adds a work that promises so much, and whose turns have at least so many tests; of one that is known, what it took and how long its
    /// turns became stays. One that comes last goes on when all others are done with the artifact, whatever it promises.
    pub(super) fn add(&mut self, key: K, promise: f64, patience: u64, comes_last: bool) {
        let account = Account::new(promise);
        match self.works.entry(key) {
            btree_map::Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.promise = promise;
                known.patience.0 = patience;
                known.promises_again();
            }
            btree_map::Entry::Vacant(new) => {
                let patience = (patience, patience);
                new.insert(Entry {
                    account,
                    promise,
                    gone: 1.0,
                    patience,
                    took_nothing: false,
                    in_vain: 0,
                    comes_last,
                    ended: None,
                });
            }
        }
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
        open.sort_by(|(one, _, first), (other, _, second)| {
            first.comes_last.cmp(&second.comes_last).then(other.total_cmp(one))
        });
        let mut open = open.into_iter();
        let (_, key, entry) = open.find(|(_, key, _)| can_go_on(key))?;
        let rival = open.find(|(_, key, rival)| rival.comes_last == entry.comes_last && can_go_on(key));
        let at_least = rival.map_or(0.0, |(rival, ..)| rival / share(key));
        let bounds = Bounds { at_least, patience: entry.patience.1, ..Bounds::NONE };
        let asks_all = entry.ended.as_ref().is_some_and(|end| end.artifact == artifact);
        Some(Turn { key: key.clone(), account: entry.account, bounds, asks_all })
    }

    /// Notes what a work took in its turn, after which this part of the artifact is left; others know as much less of it. A turn in
    /// which it took nothing is followed by one twice as long.
    pub(super) fn took(&mut self, key: &K, account: Account, left: f64) {
        for (other, entry) in &mut self.works {
            if other == key {
                if left < 1.0 {
                    entry.in_vain = 0;
                }
                entry.took_nothing = left >= 1.0 && entry.account != account;
                entry.account = account;
                entry.patience.1 =
                    if left < 1.0 { entry.patience.0 } else { entry.patience.1.saturating_mul(2) };
            } else {
                entry.account.shrunk(left);
            }
            entry.lost(left);
        }
    }

    /// Notes that this part of the artifact is left after what is no work.
    pub(super) fn shrank(&mut self, left: f64) {
        for entry in self.works.values_mut() {
            entry.account.shrunk(left);
            entry.lost(left);
        }
    }

    /// Notes that a work came to its own end, with this artifact, and what it proved of it: none where it left something out, so
    /// that it goes on once more when no other promises anything.
    pub(super) fn ended(&mut self, key: &K, artifact: Id, proved: Option<Vec<Certificate>>) {
        if let Some(entry) = self.works.get_mut(key) {
            if entry.took_nothing {
                entry.in_vain = (entry.in_vain + 1).min(MOST_IN_VAIN);
            }
            entry.ended = Some(Ended { artifact, proved });
            entry.gone = 0.0;
            entry.account = entry.account.taking_no_more();
            entry.promises_again();
        }
    }

    /// Forgets what some works took, and what they asked in vain: another one changed what they depend on.
    pub(super) fn renew(&mut self, which: impl Fn(&K) -> bool) {
        for (_, entry) in self.works.iter_mut().filter(|(key, _)| which(key)) {
            entry.account = Account::new(entry.promise);
            entry.gone = 1.0;
            entry.in_vain = 0;
            entry.patience.1 = entry.patience.0;
        }
    }

    /// Whether few works are not done with this artifact, but for those that come last, and there is one that does.
    pub(super) fn is_settled(&self, artifact: Id, can_go_on: impl Fn(&K) -> bool) -> bool {
        let open = self.works.iter().filter(|(_, entry)| !entry.is_done_with(artifact));
        let (last, others): (Vec<_>, Vec<_>) = open.partition(|(_, entry)| entry.comes_last);
        !last.is_empty() && others.iter().filter(|(key, _)| can_go_on(key)).take(FEW + 1).count() <= FEW
    }

    /// Whether a work never came to its own end.
    pub(super) fn is_first(&self, key: &K) -> bool {
        self.works.get(key).is_none_or(|entry| entry.ended.is_none())
    }

    /// What was proved of this very artifact, by work.
    pub(super) fn proved(&self, artifact: Id) -> impl Iterator<Item = (&K, &[Certificate])> {
        self.works.iter().filter_map(move |(key, entry)| match &entry.ended {
            Some(end) if end.artifact == artifact => Some((key, end.proved.as_deref()?)),
            _ => None,
        })
    }
}

impl Entry {
    /// Of what went since it came to its own end it promises as much as at first, and less after ends in vain.
    fn promises_again(&mut self) {
        let left = IN_VAIN.powi(self.in_vain);
        self.account = self.account.promising(self.promise * self.gone * left);
    }

    /// Notes that this part of the artifact is left.
    fn lost(&mut self, left: f64) {
        self.gone = 1.0 - (1.0 - self.gone) * left;
        self.promises_again();
    }

    fn is_done_with(&self, artifact: Id) -> bool {
        self.ended.as_ref().is_some_and(|end| end.artifact == artifact && end.proved.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys in the order in which they would go on, each coming to its own end on an artifact that does not change.
    fn order(schedule: &mut Schedule<u32>, share: impl Fn(&u32) -> f64) -> Vec<u32> {
        let mut order = Vec::new();
        while let Some(turn) = schedule.next(Id(0), &share, |_| true) {
            schedule.ended(&turn.key, Id(0), Some(Vec::new()));
            order.push(turn.key);
        }
        order
    }

    fn schedule(promises: &[f64]) -> Schedule<u32> {
        let mut schedule = Schedule::new();
        (0..).zip(promises).for_each(|(key, promise)| schedule.add(key, *promise, 8, false));
        schedule
    }

    #[test]
    fn what_promises_most_goes_on_and_of_equals_the_first() {
        assert_eq!(order(&mut schedule(&[0.1, 0.3, 0.2, 0.3]), |_| 1.0), [1, 3, 2, 0]);
        let small = |key: &u32| if *key == 1 { 0.1 } else { 1.0 };
        assert_eq!(order(&mut schedule(&[0.1, 0.3, 0.2]), small), [2, 0, 1], "of a small part little can go");
    }

    #[test]
    fn a_turn_lasts_until_another_work_promises_more() {
        let mut schedule = schedule(&[0.1, 0.3]);
        let turn = schedule.next(Id(0), |_| 1.0, |_| true).unwrap();
        assert_eq!((turn.key, turn.bounds), (1, Bounds { at_least: 0.1, patience: 8, ..Bounds::NONE }));
        let mut account = turn.account;
        (0..20).for_each(|_| account.count(0.0));
        schedule.took(&1, account, 1.0);
        let turn = schedule.next(Id(0), |_| 1.0, |_| true).unwrap();
        assert_eq!((turn.key, turn.bounds.at_least), (0, account.promising(0.3).rate()));
        let turn = schedule.next(Id(0), |_| 1.0, |key| *key == 1).unwrap();
        assert_eq!(turn.bounds, Bounds { patience: 16, ..Bounds::NONE }, "its last turn took nothing");
    }

    #[test]
    fn what_came_to_its_own_end_promises_as_much_as_went_since() {
        let mut schedule = schedule(&[0.4, 0.3]);
        let mut account = schedule.next(Id(0), |_| 1.0, |_| true).unwrap().account;
        account.count(0.4);
        schedule.took(&0, account, 0.6);
        schedule.ended(&0, Id(1), Some(Vec::new()));
        let mut goes_on = |left| {
            schedule.took(&1, Account::new(0.3), left);
            schedule.add(0, 0.4, 8, false);
            schedule.next(Id(2), |_| 1.0, |_| true).unwrap().key
        };
        assert_eq!(goes_on(0.9), 1, "a tenth went: it promises 0.04, and what it took is no longer there");
        assert_eq!(goes_on(0.5), 1, "0.22");
        assert_eq!(goes_on(0.5), 0, "0.31");
    }

    #[test]
    fn an_end_in_vain_leaves_a_quarter_of_a_promise_until_something_is_taken() {
        let mut schedule = schedule(&[0.4, 0.08, 0.3]);
        let turn = |schedule: &mut Schedule<u32>, key, part: f64| {
            let mut account = Account::new(0.4);
            account.count(part);
            schedule.took(&key, account, 1.0 - part);
            schedule.ended(&key, Id(1), Some(Vec::new()));
        };
        let next = |schedule: &Schedule<u32>| schedule.next(Id(2), |_| 1.0, |_| true).unwrap().key;
        turn(&mut schedule, 0, 0.0);
        schedule.took(&2, Account::new(0.3), 0.0);
        schedule.ended(&2, Id(2), Some(Vec::new()));
        assert_eq!(next(&schedule), 0, "all went since: a quarter of 0.4");
        turn(&mut schedule, 0, 0.0);
        schedule.took(&2, Account::new(0.3), 0.0);
        assert_eq!(next(&schedule), 1, "a sixteenth");
        turn(&mut schedule, 0, 0.5);
        schedule.took(&2, Account::new(0.3), 0.0);
        assert_eq!(next(&schedule), 0, "it took something: 0.4");
        let mut account = Account::new(0.4);
        account.count(0.0);
        schedule.took(&0, account, 1.0);
        schedule.took(&2, Account::new(0.3), 0.0);
        assert_eq!(next(&schedule), 0, "it was ended: only its account tells");
    }

    #[test]
    fn what_left_something_out_goes_on_once_more_when_no_other_promises_anything() {
        let mut schedule = schedule(&[0.3, 0.1]);
        schedule.ended(&0, Id(0), None);
        let next = |schedule: &Schedule<u32>| {
            schedule.next(Id(0), |_| 1.0, |_| true).map(|turn| (turn.key, turn.asks_all))
        };
        assert_eq!(next(&schedule), Some((1, false)));
        schedule.ended(&1, Id(0), Some(Vec::new()));
        assert_eq!(next(&schedule), Some((0, true)));
        assert!(!schedule.is_first(&0));
        assert_eq!(schedule.proved(Id(0)).count(), 1, "it proved nothing");
        let other = schedule.next(Id(1), |_| 1.0, |_| true).unwrap();
        assert!(!other.asks_all, "of another artifact it leaves out again what passed");
        schedule.ended(&0, Id(0), Some(Vec::new()));
        assert_eq!(next(&schedule), None);
    }

    #[test]
    fn what_comes_last_waits_until_all_others_are_done_with_the_artifact() {
        let mut schedule = schedule(&[0.1, 0.3]);
        schedule.add(2, 0.9, 8, true);
        let alone = schedule.next(Id(0), |_| 1.0, |key| *key != 1).unwrap();
        assert_eq!((alone.key, alone.bounds), (0, Bounds { patience: 8, ..Bounds::NONE }), "it has no rival");
        assert_eq!(order(&mut schedule, |_| 1.0), [1, 0, 2]);
        schedule.ended(&1, Id(1), Some(Vec::new()));
        assert_eq!(schedule.next(Id(1), |_| 1.0, |_| true).unwrap().key, 0, "one is not done with this one");
        assert_eq!(schedule.next(Id(1), |_| 1.0, |key| *key != 0).unwrap().key, 2, "it has nothing to ask");
    }

    #[test]
    fn an_artifact_is_settled_when_few_works_are_not_done_with_it() {
        let mut schedule = schedule(&[0.1; 5]);
        let is_settled = |schedule: &Schedule<u32>| schedule.is_settled(Id(0), |key| *key != 4);
        schedule.ended(&0, Id(0), Some(Vec::new()));
        assert!(!is_settled(&schedule), "nothing waits for it");
        schedule.add(9, 0.1, 8, true);
        assert!(is_settled(&schedule));
        schedule.ended(&0, Id(1), Some(Vec::new()));
        assert!(!is_settled(&schedule), "four are left, and one has nothing to do");
    }

    #[test]
    fn what_one_changed_for_all_others_is_asked_about_as_if_nothing_was() {
        let mut schedule = schedule(&[0.1, 0.3, 0.2]);
        schedule.ended(&1, Id(0), Some(Vec::new()));
        schedule.took(&2, Account::new(0.01), 1.0);
        schedule.renew(|key| *key != 0);
        assert_eq!(order(&mut schedule, |_| 1.0), [2, 0], "the first is still done with the artifact");
        assert_eq!(schedule.next(Id(1), |_| 1.0, |_| true).unwrap().key, 1);
    }

    #[test]
    fn a_work_may_take_nothing_any_number_of_times() {
        let mut schedule = schedule(&[0.1]);
        (0..100).for_each(|_| schedule.took(&0, Account::new(0.1), 1.0));
        assert_eq!(schedule.next(Id(0), |_| 1.0, |_| true).unwrap().bounds.patience, u64::MAX);
    }

    #[test]
    fn all_is_asked_about_again_once_something_changed() {
        let mut schedule = schedule(&[0.1, 0.3]);
        assert_eq!(order(&mut schedule, |_| 1.0), [1, 0]);
        assert!(schedule.next(Id(1), |_| 1.0, |_| true).is_some());
        assert_eq!(schedule.proved(Id(0)).count(), 2);
        assert_eq!(schedule.proved(Id(1)).count(), 0);
    }
}
