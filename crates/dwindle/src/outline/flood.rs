//! What stays where something goes, in up to 128 cases.

use std::collections::VecDeque;

use super::goings::{ALL, Cases, each};
use super::reasons::{Facts, Reason};
use super::{ItemId, Kind, Name};

/// No turn, and no name.
const NONE: u32 = u32::MAX;

/// What stays in each case.
///
/// What stays where nothing goes is found out once, and in which turn. Where something goes, that is in doubt which was found because
/// of it, and of that is found out again what stays for another reason. What was found for a reason that is not in doubt stays.
///
/// # Source
/// To take out what may depend on what goes, and to derive again what still can be, is "delete and rederive" (A. Gupta, I. S. Mumick and V. S. Subrahmanian,
/// "Maintaining views incrementally", SIGMOD 1993). There all is in doubt that can be derived by what goes; here what first was.
pub(super) struct Flood<'a> {
    facts: &'a Facts<'a>,
    /// For each item in which cases it may stay.
    may_stay: Vec<Cases>,
    stays: Vec<Cases>,
    /// For each name in which cases something that stays has it, and in which something defines it.
    used: Vec<Cases>,
    defined: Vec<Cases>,
    waiting: VecDeque<ItemId>,
    is_waiting: Vec<bool>,
    /// For each item as which one it was found to stay where nothing goes.
    turns: Vec<u32>,
    found: u32,
}

impl<'a> Flood<'a> {
    /// Where nothing goes.
    pub(super) fn new(facts: &'a Facts<'a>) -> Self {
        let (items, names) = (facts.live.len(), facts.watchers.len());
        let mut flood = Self {
            facts,
            may_stay: facts.live.iter().map(|live| if *live { ALL } else { 0 }).collect(),
            stays: vec![0; items],
            used: vec![0; names],
            defined: vec![0; names],
            waiting: VecDeque::new(),
            is_waiting: vec![false; items],
            turns: vec![NONE; items],
            found: 0,
        };
        for (id, _) in facts.outline.items() {
            if facts.reasons[id as usize] != Reason::Used {
                flood.look_at(id);
            }
        }
        flood.follow_all();
        flood
    }

    /// What does not stay, though a name of it is used that nothing defines, as it applies to something that does not stay.
    pub(super) fn missing(&self) -> Vec<ItemId> {
        let facts = self.facts;
        let is_missing = |name: &Name| self.used[*name as usize] & !self.defined[*name as usize] != 0;
        let waits = |id: &ItemId| {
            facts.live[*id as usize] && self.stays[*id as usize] == 0 && !facts.is_only[*id as usize]
        };
        let missing = facts
            .outline
            .items()
            .filter(|(id, item)| waits(id) && !item.domain.is_empty() && item.names.iter().any(is_missing));
        missing.map(|(id, _)| id).collect()
    }

    /// Notes in which cases an item stays by what is known so far.
    fn look_at(&mut self, id: ItemId) {
        let (facts, item) = (self.facts, self.facts.outline.item(id));
        let may_stay = self.may_stay[id as usize];
        if may_stay & !self.stays[id as usize] == 0 {
            return;
        }
        let around = item.parent.filter(|around| facts.outline.item(*around).kind != Kind::Open);
        let is_around = around.map_or(ALL, |around| self.stays[around as usize]);
        let used = |cases: Cases, name: &Name| cases | self.used[*name as usize];
        // What nothing defines now does not decide.
        let defined = |cases: Cases, name: &Name| {
            cases & if facts.is_defined[*name as usize] { self.defined[*name as usize] } else { ALL }
        };
        let has_reason = match facts.reasons[id as usize] {
            Reason::Anyway => ALL,
            Reason::Used => item.names.iter().fold(0, used),
            Reason::Possible => item.uses.iter().fold(ALL, defined),
            Reason::Within => {
                facts.outline.inside(id).fold(0, |cases, inner| cases | self.stays[inner as usize])
            }
        };
        let applies = if facts.is_only[id as usize] { ALL } else { item.domain.iter().fold(ALL, defined) };
        self.note(id, may_stay & is_around & has_reason & applies);
    }

    /// Notes that an item stays in some cases.
    fn note(&mut self, id: ItemId, cases: Cases) {
        let stays = &mut self.stays[id as usize];
        if cases & !*stays != 0 {
            *stays |= cases;
            let turn = &mut self.turns[id as usize];
            if *turn == NONE {
                *turn = self.found;
                self.found += 1;
            }
            if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
                self.waiting.push_back(id);
            }
        }
    }

    fn follow_all(&mut self) {
        while let Some(id) = self.waiting.pop_front() {
            self.is_waiting[id as usize] = false;
            self.follow(id);
        }
    }

    /// Notes what follows from that an item stays.
    fn follow(&mut self, id: ItemId) {
        let facts = self.facts;
        let (item, stays) = (facts.outline.item(id), self.stays[id as usize]);
        for name in &item.uses {
            let used = &mut self.used[*name as usize];
            if stays & !*used != 0 {
                *used |= stays;
                for definer in &facts.outline.definers[*name as usize] {
                    self.look_at(*definer);
                }
            }
        }
        for name in &item.names {
            let defined = &mut self.defined[*name as usize];
            if stays & !*defined != 0 {
                *defined |= stays;
                for watcher in &facts.watchers[*name as usize] {
                    self.look_at(*watcher);
                }
            }
        }
        if item.kind != Kind::Open {
            for inner in facts.outline.inside(id) {
                self.look_at(inner);
            }
        }
        if let Some(around) = item.parent.filter(|around| facts.reasons[*around as usize] == Reason::Within) {
            self.note(around, stays & self.may_stay[around as usize]);
        }
    }
}

/// How many bytes do not stay where something goes.
pub(super) struct Losses<'a> {
    flood: Flood<'a>,
    /// For each name the first item that has it, and the first that defines it, of those that stay.
    user: Vec<ItemId>,
    definer: Vec<ItemId>,
    /// For each item the name of it that was used first, and what was found first in it: because of these it stays.
    name: Vec<Name>,
    inner: Vec<ItemId>,
    /// How many bytes do not stay anyway.
    anyway: usize,
    /// What is in doubt in any case.
    items: Vec<ItemId>,
    used: Vec<Name>,
    defined: Vec<Name>,
}

impl<'a> Losses<'a> {
    pub(super) fn new(mut flood: Flood<'a>) -> Self {
        let (facts, outline) = (flood.facts, flood.facts.outline);
        let turn = |id: &ItemId| flood.turns[*id as usize];
        let first = |ids: &[ItemId]| {
            ids.iter().copied().min_by_key(turn).filter(|id| turn(id) != NONE).unwrap_or(NONE)
        };
        let user: Vec<ItemId> = outline.users.iter().map(|ids| first(ids)).collect();
        let definer = outline.definers.iter().map(|ids| first(ids)).collect();
        let (mut name, mut inner) = (vec![NONE; outline.len()], vec![NONE; outline.len()]);
        let mut anyway = 0;
        for (id, item) in outline.items() {
            let at = id as usize;
            if flood.turns[at] == NONE {
                anyway += facts.sizes[at];
                continue;
            }
            match facts.reasons[at] {
                Reason::Used => {
                    let used = item.names.iter().copied().filter(|name| user[*name as usize] != NONE);
                    name[at] = used.min_by_key(|name| turn(&user[*name as usize])).unwrap_or(NONE);
                }
                Reason::Within => inner[at] = outline.inside(id).min_by_key(turn).unwrap_or(NONE),
                Reason::Anyway | Reason::Possible => {}
            }
        }
        // What does not stay where nothing goes stays in no case.
        flood.may_stay.copy_from_slice(&flood.stays);
        let (items, used, defined) = (Vec::new(), Vec::new(), Vec::new());
        Self { flood, user, definer, name, inner, anyway, items, used, defined }
    }

    /// How many bytes do not stay in each case, where this goes.
    ///
    /// Costs time in the size of what is in doubt, and of what uses its names.
    pub(super) fn of(&mut self, going: impl Iterator<Item = (ItemId, Cases)>) -> Vec<usize> {
        for (id, cases) in going {
            self.flood.may_stay[id as usize] &= !cases;
            self.doubt(id, cases);
        }
        while let Some(id) = self.flood.waiting.pop_front() {
            self.flood.is_waiting[id as usize] = false;
            self.doubt_what_follows(id);
        }
        self.find_again();
        let mut lost = vec![self.anyway; Cases::BITS as usize];
        for id in self.items.drain(..).map(|id| id as usize) {
            let size = self.flood.facts.sizes[id];
            each(if size == 0 { 0 } else { !self.flood.stays[id] }).for_each(|case| lost[case] += size);
            (self.flood.stays[id], self.flood.may_stay[id]) = (ALL, ALL);
        }
        self.used.drain(..).for_each(|name| self.flood.used[name as usize] = ALL);
        self.defined.drain(..).for_each(|name| self.flood.defined[name as usize] = ALL);
        lost
    }

    /// Notes that an item may not stay in some cases.
    fn doubt(&mut self, id: ItemId, cases: Cases) {
        let flood = &mut self.flood;
        if doubt(&mut flood.stays[id as usize], cases, id, &mut self.items)
            && !std::mem::replace(&mut flood.is_waiting[id as usize], true)
        {
            flood.waiting.push_back(id);
        }
    }

    /// Notes what was found because an item that is in doubt stays.
    fn doubt_what_follows(&mut self, id: ItemId) {
        let (facts, cases) = (self.flood.facts, !self.flood.stays[id as usize]);
        let (outline, item) = (facts.outline, facts.outline.item(id));
        for name in item.uses.iter().copied() {
            if self.user[name as usize] == id
                && doubt(&mut self.flood.used[name as usize], cases, name, &mut self.used)
            {
                for definer in &outline.definers[name as usize] {
                    if self.name[*definer as usize] == name {
                        self.doubt(*definer, cases);
                    }
                }
            }
        }
        for name in item.names.iter().copied() {
            if self.definer[name as usize] == id
                && doubt(&mut self.flood.defined[name as usize], cases, name, &mut self.defined)
            {
                facts.watchers[name as usize].iter().for_each(|watcher| self.doubt(*watcher, cases));
            }
        }
        if item.kind != Kind::Open {
            outline.inside(id).for_each(|inner| self.doubt(inner, cases));
        }
        if let Some(around) = item.parent.filter(|around| self.inner[*around as usize] == id) {
            self.doubt(around, cases);
        }
    }

    /// Finds out what of that which is in doubt stays for another reason.
    fn find_again(&mut self) {
        let flood = &mut self.flood;
        let outline = flood.facts.outline;
        let all =
            |ids: &[ItemId], stays: &[Cases]| ids.iter().fold(0, |cases, id| cases | stays[*id as usize]);
        for name in self.used.iter().map(|name| *name as usize) {
            flood.used[name] |= all(&outline.users[name], &flood.stays);
        }
        for name in self.defined.iter().map(|name| *name as usize) {
            flood.defined[name] |= all(&outline.definers[name], &flood.stays);
        }
        self.items.iter().for_each(|id| flood.look_at(*id));
        flood.follow_all();
    }
}

/// Takes `cases` from those that are `known` of something; whether there were any. What is in doubt for the first time is listed.
fn doubt(known: &mut Cases, cases: Cases, what: u32, listed: &mut Vec<u32>) -> bool {
    let new = cases & *known;
    if new != 0 && *known == ALL {
        listed.push(what);
    }
    *known &= !new;
    new != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;
    use crate::outline::{Kept, Mark, Marked, Outline};
    use proptest::prelude::*;

    /// A letter that an item defines, and those that it uses.
    type Inner = (u8, Vec<u8>);

    fn inner(inside: usize) -> impl Strategy<Value = Vec<Inner>> {
        proptest::collection::vec((0..8_u8, proptest::collection::vec(0..8_u8, 0..3)), 0..=inside)
    }

    /// Items with a class or a namespace in each, what it applies to, and what stands in it.
    fn items() -> impl Strategy<Value = Vec<(Inner, bool, Option<u8>, Vec<Inner>)>> {
        let one = (inner(1), any::<bool>(), proptest::option::of(0..8_u8), inner(3));
        let named = one.prop_map(|(own, is_open, domain, inside)| {
            (own.into_iter().next().unwrap_or((0, Vec::new())), is_open, domain, inside)
        });
        proptest::collection::vec(named, 8)
    }

    fn outline(items: &[(Inner, bool, Option<u8>, Vec<Inner>)]) -> Outline {
        let (mut text, mut marks) = (Vec::new(), Vec::new());
        let begin = |text: &mut Vec<u8>, marks: &mut Vec<Marked>, (name, uses): &Inner| {
            marks.push(Marked { mark: Mark::Name, span: text.len()..text.len() + 1 });
            text.push(b'a' + name);
            text.extend(uses.iter().flat_map(|used| [b' ', b'a' + used]));
        };
        for (own, is_open, domain, inside) in items {
            let start = text.len();
            begin(&mut text, &mut marks, own);
            if let Some(domain) = domain {
                text.push(b' ');
                marks.push(Marked { mark: Mark::Domain, span: text.len()..text.len() + 1 });
                text.push(b'a' + domain);
            }
            let block = text.len();
            text.push(b'{');
            for one in inside {
                let start = text.len();
                begin(&mut text, &mut marks, one);
                marks.push(Marked { mark: Mark::Item, span: start..text.len() });
                text.push(b';');
            }
            text.push(b'}');
            let part = Mark::Part { instead: "", late: false, local: false, whole: false };
            let around = if *is_open { (Mark::Open, start) } else { (part, block) };
            marks.push(Marked { mark: around.0, span: around.1..text.len() });
            marks.push(Marked { mark: Mark::Item, span: start..text.len() });
        }
        Outline::new(Text::new(text).expect("a short text"), marks).expect("items")
    }

    proptest! {
        #[test]
        fn what_is_lost_is_what_does_not_stay_where_all_is_found_out_anew(
            items in items(),
            roots in proptest::collection::vec(0..8_usize, 1..3),
            cases in proptest::collection::vec(proptest::collection::vec(any::<proptest::sample::Index>(), 0..3), 40),
        ) {
            let outline = outline(&items);
            let outer: Vec<ItemId> =
                outline.items().filter(|(_, item)| item.parent.is_none()).map(|(id, _)| id).collect();
            let roots = roots.into_iter().map(|root| outer[root]).collect();
            let kept = Kept { roots, unused_stays: false, ..Kept::all(&outline) };
            let live = outline.live(&kept);
            let facts = outline.facts(&kept, &live);
            let mut losses = Losses::new(Flood::new(&facts));
            for cases in cases.chunks(20) {
                let going = cases.iter().map(|going| going.iter().map(|one| one.index(outline.len())));
                let going: Vec<Vec<usize>> = going.map(Iterator::collect).collect();
                let in_cases = going.iter().enumerate().flat_map(|(case, going)| {
                    going.iter().map(move |id| (u32::try_from(*id).expect("few items"), 1 << case))
                });
                let lost = losses.of(in_cases);
                for (going, lost) in going.iter().zip(lost) {
                    let mut live = live.clone();
                    for id in going {
                        live[*id] = false;
                    }
                    let without = Facts { live: &live, ..facts.clone() };
                    let flood = Flood::new(&without);
                    let sizes = facts.sizes.iter().zip(&flood.stays);
                    let anew: usize = sizes.filter(|(_, stays)| **stays == 0).map(|(size, _)| size).sum();
                    prop_assert_eq!(lost, anew);
                }
            }
        }
    }
}
