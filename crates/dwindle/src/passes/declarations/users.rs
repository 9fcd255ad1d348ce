//! The steps of `declarations` that remove an item together with all that uses it: `users` asks first about those with which most
//! text would go, `each` goes through the text from its end.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::round::{PATIENCE, Round, number};
use super::LARGE;
use crate::Id;
use crate::outline::{Cases, Goings, ItemId, Kind, MOST_GOING, each};
use crate::search::Stop;
use crate::space::{Dropped, Space};
use crate::strategy::{Gallop, Patient, Strategy};

/// What is next to nothing: less than one part of the text in so many.
const LITTLE: usize = 20;

/// In the order of the text, so many items are a class.
const FEW: u32 = 8;

/// In which order items are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Those with which most text would go first; a class is of the same logarithm of the bytes.
    Gain,
    /// From the end of the text.
    Text,
}

/// The class of an item, and the item.
type Weighed = (u32, ItemId);

/// How it ended.
enum End {
    /// Nothing was left to ask about.
    Exhausted,
    /// It was not worth its tests.
    GaveUp,
}

/// What can still be asked about, each ascending.
#[derive(Debug, Default)]
struct Ahead {
    units: Vec<Weighed>,
    /// What would go with something that could not go.
    unlikely: Vec<Weighed>,
}

/// Which of a class to ask about; each ascending. What is in none of them cannot go.
#[derive(Debug, Default)]
struct Sorted {
    /// Those with which no other of it has to go, and of those that go with each other the first.
    units: Vec<ItemId>,
    others: Vec<ItemId>,
    /// Those with which something has to go that stays.
    unlikely: Vec<ItemId>,
}

impl Sorted {
    fn new(goings: &mut Goings<'_>, class: &[Weighed], stays: impl Fn(ItemId) -> bool) -> Self {
        let mut ids: Vec<ItemId> = class.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable_by(|id, other| other.cmp(id));
        // How many items go with each: with what goes with another not more than with that, and as many only where each goes with the
        // other.
        let mut counts: BTreeMap<ItemId, u32> = ids.iter().map(|id| (*id, 0)).collect();
        let mut sorted = Self::default();
        let mut rest: Vec<ItemId> = Vec::new();
        for ids in ids.chunks(Cases::BITS as usize) {
            if goings.looked_at >= MOST_GOING {
                rest.extend_from_slice(ids);
                continue;
            }
            goings.find_each(ids);
            counts.extend(ids.iter().copied().zip(goings.counts()));
            let (mut unlikely, mut is_least) = (0, !goings.spoilt);
            for (other, cases) in goings.all() {
                if stays(other) {
                    unlikely |= cases;
                }
                if cases & is_least != 0
                    && let Some(count) = counts.get(&other)
                {
                    let goes_first = |case: &usize| ids[*case] <= other && counts[&ids[*case]] == *count;
                    each(cases & is_least)
                        .filter(|case| !goes_first(case))
                        .for_each(|case| is_least &= !(1 << case));
                }
            }
            for (case, id) in ids.iter().enumerate().filter(|(case, _)| goings.spares_needed(*case)) {
                let is = |cases: Cases| cases >> case & 1 != 0;
                let of_its_kind = if is(unlikely) {
                    &mut sorted.unlikely
                } else if is(is_least) {
                    &mut sorted.units
                } else {
                    &mut sorted.others
                };
                of_its_kind.push(*id);
            }
        }
        // What goes with what was not looked at is asked about, too, where nothing else is, or in the end that itself.
        if sorted.units.is_empty() && !rest.is_empty() {
            let next = if sorted.others.is_empty() { &mut rest } else { &mut sorted.others };
            std::mem::swap(&mut sorted.units, next);
        }
        sorted.others.extend(rest);
        for ids in [&mut sorted.units, &mut sorted.others, &mut sorted.unlikely] {
            ids.reverse();
        }
        sorted
    }
}

impl Ahead {
    /// The units of the last classes, so many.
    fn last(units: &mut Vec<Weighed>, classes: u32) -> Vec<Weighed> {
        let class = units.last().map_or(0, |(weight, _)| weight.saturating_sub(classes - 1));
        let first = units.partition_point(|(weight, _)| *weight < class);
        units.split_off(first)
    }
}

impl Round<'_, '_, '_> {
    /// Each item with all that uses it and what is then unused, in classes of what goes, the largest first, as long as that
    /// is worth its tests.
    pub(super) fn users(&mut self) -> Result<(), Stop> {
        self.with_users(Order::Gain)
    }

    /// Each item with all that uses it, and members of classes, from the end of the text to its beginning.
    pub(super) fn each(&mut self) -> Result<(), Stop> {
        self.with_users(Order::Text)
    }

    /// Each item with all that uses it, class by class.
    ///
    /// Where all of a class went, twice as many classes are asked about together. Where not, one in the order of what goes, where the
    /// next are smaller, and half as many in the order of the text, where the next turn goes on with as many as the last.
    ///
    /// Of a class those come first with which no other of it has to go: if one cannot go, then most often nothing can that
    /// it would have to go with.
    ///
    /// What an earlier turn asked about in vain comes last: in another text it is in another class with others, and would be asked about again.
    ///
    /// # What we tried
    /// One class in both orders, and at the beginning of each turn: with one needed item in a hundred that takes a fifth more questions, with
    /// one in three hundred half as many again.
    fn with_users(&mut self, order: Order) -> Result<(), Stop> {
        let known = Arc::clone(&self.with_users_before().in_vain);
        let is_known = |(id, _)| !known.is_empty() && known.contains(&self.identity(id));
        let mut in_vain: Vec<bool> = self.outline.items().map(is_known).collect();
        let mut classes = if order == Order::Text { self.with_users_before().classes } else { 1 };
        let end = self.by_class(order, &mut classes, &mut in_vain);
        let is_open = !matches!(end, Ok(End::Exhausted));
        let items = self.outline.items().map(|(id, _)| id).filter(|id| is_open && in_vain[*id as usize]);
        let known = items.map(|id| self.identity(id)).collect();
        self.with_users_before().in_vain = Arc::new(known);
        if order == Order::Text {
            self.with_users_before().classes = classes;
        }
        end.map(drop)
    }

    /// What an item is known by in other texts: its bytes, without comments before it.
    fn identity(&self, id: ItemId) -> Id {
        let (text, span) = (self.outline.text(), &self.outline.item(id).span);
        let inner = (id + 1..number(self.outline.len())).map(|inner| self.outline.item(inner));
        let comments =
            inner.take_while(|item| matches!(item.kind, Kind::Noise { .. }) && item.span.end <= span.end);
        let mut start = span.start;
        for comment in comments {
            if text.bytes()[start..comment.span.start].trim_ascii().is_empty() {
                start = comment.span.end;
            }
        }
        let blanks =
            text.bytes()[start..span.end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        text.span_hash(start + blanks..span.end).id()
    }

    fn by_class(&mut self, order: Order, classes: &mut u32, in_vain: &mut [bool]) -> Result<End, Stop> {
        let mut was_asked = in_vain.to_vec();
        let mut known = in_vain.contains(&true).then(|| in_vain.to_vec());
        let (mut asked, mut size) = (self.asked, self.size());
        let mut ahead = self.weighed(order, &was_asked);
        loop {
            let units = self.next(&mut ahead, &was_asked, *classes);
            if units.is_empty() {
                let Some(known) = known.take() else { return Ok(End::Exhausted) };
                for (known, (was_asked, in_vain)) in
                    known.into_iter().zip(was_asked.iter_mut().zip(&mut *in_vain))
                {
                    *was_asked &= !known;
                    *in_vain &= !known;
                }
                ahead = self.weighed(order, &was_asked);
                continue;
            }
            for id in &units {
                was_asked[*id as usize] = true;
            }
            if self.without(order, &units, in_vain)? {
                ahead = self.weighed(order, &was_asked);
            }
            let all_went = units.iter().all(|id| self.kept.gone[*id as usize]);
            *classes = match order {
                _ if all_went => classes.saturating_mul(2),
                Order::Gain => 1,
                Order::Text => (*classes / 2).max(1),
            };
            if order == Order::Gain && self.asked - asked >= PATIENCE {
                if self.size() > size - size / LITTLE {
                    return Ok(End::GaveUp);
                }
                (asked, size) = (self.asked, self.size());
            }
        }
    }

    /// Asks to do without these items, each with its users, and notes which it asked about in vain; whether anything went.
    fn without(&mut self, order: Order, units: &[ItemId], in_vain: &mut [bool]) -> Result<bool, Stop> {
        let space = self.space(units.to_vec(), Dropped::WithUsers);
        let first = units.len().div_ceil(4).max(4);
        let patience = if order == Order::Gain { PATIENCE } else { usize::MAX };
        let start = Patient::new(Gallop::new(space.full(), first), patience);
        let mut asked = start.clone();
        let mut note = |now: &Patient<Gallop>| asked.clone_from(now);
        let end = self.best_telling(&space, start, &mut note);
        let ahead = asked.inner().ahead();
        for unit in asked.best().units().skip(ahead) {
            in_vain[units[unit as usize] as usize] = true;
        }
        Ok(self.take(&space, &end?))
    }

    /// What to ask about next, in order; nothing where nothing is left.
    fn next(&self, ahead: &mut Ahead, was_asked: &[bool], classes: u32) -> Vec<ItemId> {
        let needed = self.kept.needed();
        let mut goings = Goings::new(&self.outline, &self.kept.gone, &needed);
        let stays = |id: ItemId| was_asked[id as usize] && !self.kept.gone[id as usize];
        while !ahead.units.is_empty() {
            let last = Ahead::last(&mut ahead.units, classes);
            let Sorted { units, others, unlikely } = Sorted::new(&mut goings, &last, stays);
            let is_unlikely = |(_, id): &&Weighed| unlikely.binary_search(id).is_ok();
            ahead.unlikely.extend(last.iter().filter(is_unlikely));
            let is_other = |(_, id): &Weighed| others.binary_search(id).is_ok();
            ahead.units.extend(last.into_iter().filter(is_other));
            ahead.units.sort_unstable();
            if !units.is_empty() {
                return units;
            }
        }
        ahead.unlikely.sort_unstable();
        Ahead::last(&mut ahead.unlikely, classes).into_iter().map(|(_, id)| id).collect()
    }

    /// What can go with its users and was not asked about.
    fn weighed(&self, order: Order, was_asked: &[bool]) -> Ahead {
        let live = self.outline.live(&self.kept);
        let is_large = self.outline.text().bytes().len() >= LARGE;
        let is_unit = |id: ItemId| {
            live[id as usize]
                && !was_asked[id as usize]
                && match self.kind(id) {
                    Kind::Part { .. } => order == Order::Gain,
                    // What stands in bodies is left to rewrites first, or to `each` where a body goes as a whole.
                    Kind::Item => {
                        order == Order::Text
                            || (!self.has_early_rules || self.outline.is_outermost(self.outline.item(id)))
                                && (!is_large || self.outline.whole(id).is_none())
                    }
                    kind => kind == Kind::Definition,
                }
        };
        let units = self.items(is_unit);
        let mut units: Vec<Weighed> = match order {
            Order::Gain => {
                let gains = self.gains(&live, &units);
                let weighed = |(gain, id): (Option<usize>, ItemId)| Some((gain?.checked_ilog2()?, id));
                gains.into_iter().zip(units).filter_map(weighed).collect()
            }
            Order::Text => (0..).zip(units).map(|(place, id): (u32, ItemId)| (place / FEW, id)).collect(),
        };
        units.sort_unstable();
        Ahead { units, unlikely: Vec::new() }
    }
}
