//! Each item with all that uses it, in the order in which that promises most.

use std::collections::BTreeMap;

use super::{PATIENCE, Round};
use crate::outline::{ItemId, Kind};
use crate::search::Stop;
use crate::space::Dropped;
use crate::strategy::Gallop;

/// What is next to nothing: less than one part of the text in so many.
const LITTLE: usize = 20;

/// The logarithm of the bytes that would go with an item, and the item.
type Weighed = (u32, ItemId);

/// What can still be asked about, each ascending.
#[derive(Debug, Default)]
struct Ahead {
    units: Vec<Weighed>,
    /// What would go with something that could not go.
    unlikely: Vec<Weighed>,
}

impl Ahead {
    /// The units with which most goes.
    fn largest(units: &mut Vec<Weighed>) -> Vec<Weighed> {
        let class = units.last().map(|(weight, _)| *weight);
        let first = units.partition_point(|(weight, _)| Some(*weight) < class);
        units.split_off(first)
    }
}

impl Round<'_, '_, '_> {
    /// Each item with all that uses it and what is then unused, in classes of what goes, the largest first, as long as that
    /// is worth its tests.
    ///
    /// Of a class those come first with which no other of it has to go: if one cannot go, then most often nothing can that
    /// it would have to go with.
    pub(super) fn users(&mut self) -> Result<(), Stop> {
        let mut was_asked = vec![false; self.outline.len()];
        let (mut asked, mut size) = (self.asked, self.size());
        let mut ahead = self.weighed(&was_asked);
        loop {
            let units = self.next(&mut ahead, &was_asked);
            if units.is_empty() {
                return Ok(());
            }
            for id in &units {
                was_asked[*id as usize] = true;
            }
            if self.ask(units, Dropped::WithUsers, |full| Gallop::new(full, 4).patience(PATIENCE))? {
                ahead = self.weighed(&was_asked);
            }
            if self.asked - asked >= PATIENCE {
                if self.size() > size - size / LITTLE {
                    return Ok(());
                }
                (asked, size) = (self.asked, self.size());
            }
        }
    }

    /// What to ask about next, in order; nothing where nothing is left.
    fn next(&self, ahead: &mut Ahead, was_asked: &[bool]) -> Vec<ItemId> {
        let (needed, mut gone) = (self.kept.needed(), self.kept.gone.clone());
        let stays = |id: &ItemId| was_asked[*id as usize] && !self.kept.gone[*id as usize];
        while !ahead.units.is_empty() {
            let largest = Ahead::largest(&mut ahead.units);
            let mut going = BTreeMap::new();
            for (weight, id) in &largest {
                let Some(with_users) = self.outline.with_users(&mut gone, [*id], &needed) else { continue };
                if with_users.iter().any(stays) {
                    ahead.unlikely.push((*weight, *id));
                } else {
                    going.insert(*id, with_users);
                }
            }
            // Of those that go with each other the first.
            let goes_first = |id: ItemId, other: ItemId| {
                going.get(&other).is_none_or(|back| id <= other && back.binary_search(&id).is_ok())
            };
            let is_least = |id: &ItemId| going[id].iter().all(|other| goes_first(*id, *other));
            let (units, others): (Vec<ItemId>, _) = going.keys().copied().partition(is_least);
            if let Some((weight, _)) = largest.first() {
                ahead.units.extend(others.into_iter().map(|id| (*weight, id)));
            }
            if !units.is_empty() {
                return units;
            }
        }
        ahead.unlikely.sort_unstable();
        Ahead::largest(&mut ahead.unlikely).into_iter().map(|(_, id)| id).collect()
    }

    /// What can go with its users and was not asked about.
    fn weighed(&self, was_asked: &[bool]) -> Ahead {
        let live = self.outline.live(&self.kept);
        let is_unit = |id: ItemId| {
            live[id as usize]
                && !was_asked[id as usize]
                && matches!(self.kind(id), Kind::Item | Kind::Definition | Kind::Part { .. })
                // What stands in bodies is left to rewrites.
                && !(self.has_early_rules
                    && self.kind(id) == Kind::Item
                    && !self.outline.is_outermost(self.outline.item(id)))
        };
        let units = self.items(is_unit);
        let gains = self.outline.gains(&self.kept, &live, &units);
        let weighed = |(gain, id): (Option<usize>, ItemId)| Some((gain?.checked_ilog2()?, id));
        let mut units: Vec<_> = gains.into_iter().zip(units).filter_map(weighed).collect();
        units.sort_unstable();
        Ahead { units, unlikely: Vec::new() }
    }
}
