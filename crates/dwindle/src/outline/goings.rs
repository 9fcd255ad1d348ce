//! What has to go with an item because it uses a name that nothing else defines, and so on. It is worked out for 128 items at once.

use std::collections::BTreeMap;

use super::{Item, ItemId, Member, Name, Outline, Scope};

/// For so many items at once, a bit each.
pub(crate) type Cases = u128;

pub(crate) const ALL: Cases = Cases::MAX;

/// Items are counted in base two, in so many digits.
const DIGITS: usize = 32;

/// So many items are looked at for one list of items, and then the rest of the list is left: where each of 20,000 classes is
/// derived from the next, all goes with each.
pub(crate) const MOST_GOING: usize = 1 << 23;

/// The cases of a set, the first first.
pub(crate) fn each(mut cases: Cases) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (cases != 0).then(|| cases.trailing_zeros() as usize);
        cases &= cases.wrapping_sub(1);
        first
    })
}

/// What goes when items go, in up to 128 cases: what is in them, what has a name in it that nothing defines any more, or nothing in
/// the class or namespace that is meant, and so on.
///
/// Costs time in the number of items that go in any case and of their users.
#[derive(Debug)]
pub(crate) struct Goings<'a> {
    outline: &'a Outline,
    /// What is gone in all cases; that is not said again.
    gone: &'a [bool],
    needed: &'a [bool],
    /// For each item in which cases it goes.
    goes: Vec<Cases>,
    /// What goes in any case, ascending: outer items before what is in them.
    going: Vec<ItemId>,
    /// How many items were looked at so far, each as often as it was found to go in more cases.
    pub(crate) looked_at: usize,
    /// In which cases something would go that is needed. What else goes there is not known.
    pub(crate) spoilt: Cases,
    waiting: Vec<ItemId>,
    is_waiting: Vec<bool>,
    /// Of names, in one scope or in all of them.
    passed: BTreeMap<(Name, Option<Scope>), Passed>,
}

/// What is known of the definitions of a name: how many of the first go in each case. That only grows, so that all of it together
/// costs time in their number and that of the cases.
#[derive(Debug, Default)]
struct Passed {
    /// In which cases one of them goes.
    asked: Cases,
    /// By places the cases in which all before that go, and the one there does not.
    waiting: BTreeMap<usize, Cases>,
}

impl<'a> Goings<'a> {
    /// Beside what is `gone`, where nothing `needed` may go.
    pub(crate) fn new(outline: &'a Outline, gone: &'a [bool], needed: &'a [bool]) -> Self {
        Self {
            outline,
            gone,
            needed,
            goes: vec![0; outline.len()],
            going: Vec::new(),
            looked_at: 0,
            spoilt: 0,
            waiting: Vec::new(),
            is_waiting: vec![false; outline.len()],
            passed: BTreeMap::new(),
        }
    }

    /// Finds out what goes with each of these items, 128 at most, in a case each.
    pub(crate) fn find_each(&mut self, items: &[ItemId]) {
        self.find((0..Cases::BITS).zip(items).map(|(case, id)| (*id, 1 << case)));
    }

    /// Finds out what goes where these items go in these cases.
    pub(crate) fn find(&mut self, asked: impl Iterator<Item = (ItemId, Cases)>) {
        for id in self.going.drain(..) {
            self.goes[id as usize] = 0;
        }
        self.spoilt = 0;
        self.passed.clear();
        asked.for_each(|(id, cases)| self.note(id, cases));
        while let Some(id) = self.waiting.pop() {
            self.is_waiting[id as usize] = false;
            self.looked_at += 1;
            self.follow(id);
        }
        self.going.sort_unstable();
    }

    /// What goes in any case, ascending: outer items before what is in them.
    pub(super) fn into_going(self) -> Vec<ItemId> {
        self.going
    }

    /// What goes in any case, and in which; ascending.
    pub(crate) fn all(&self) -> impl Iterator<Item = (ItemId, Cases)> {
        self.going.iter().map(|id| (*id, self.goes[*id as usize]))
    }

    /// Whether nothing that is needed goes in a case.
    pub(crate) fn spares_needed(&self, case: usize) -> bool {
        self.spoilt >> case & 1 == 0
    }

    /// For each case how many bytes go, those of items in others not counted twice.
    pub(crate) fn weights(&self) -> Vec<usize> {
        let mut weights = vec![0; Cases::BITS as usize];
        for (id, cases) in self.all() {
            let item = self.outline.item(id);
            let around = item.parent.map_or(0, |around| self.goes[around as usize]);
            each(cases & !around).for_each(|case| weights[case] += item.span.len());
        }
        weights
    }

    /// For each case how many items go.
    pub(crate) fn counts(&self) -> Vec<u32> {
        // Each is a number in base two, whose digits stand in as many sets.
        let mut digits = [0; DIGITS];
        for (_, mut carried) in self.all() {
            for digit in &mut digits {
                (*digit, carried) = (*digit ^ carried, *digit & carried);
                if carried == 0 {
                    break;
                }
            }
        }
        let digit =
            |case: usize| move |count: u32, digit: &Cases| 2 * count + u32::from(digit >> case & 1 != 0);
        (0..Cases::BITS as usize).map(|case| digits.iter().rev().fold(0, digit(case))).collect()
    }

    fn note(&mut self, id: ItemId, cases: Cases) {
        let goes = &mut self.goes[id as usize];
        let new = cases & !*goes & !self.spoilt;
        if new == 0 || self.gone[id as usize] {
            return;
        }
        if *goes == 0 {
            self.going.push(id);
        }
        *goes |= new;
        if self.needed[id as usize] {
            self.spoilt |= new;
        }
        if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
            self.waiting.push(id);
        }
    }

    /// Notes that what uses a name goes in some cases, where `definer` does: of a class that only inherits something all of it, since
    /// what uses its members is not known, and all of a part that goes as a whole, but for parts of what is needed.
    fn note_user(&mut self, id: ItemId, definer: ItemId, cases: Cases) {
        let outline = self.outline;
        let around = outline.item(id).parent.filter(|_| outline.only_inherits(id));
        let has_definer = |part: ItemId| (part..outline.item(part).end).contains(&definer);
        let is_needed = |part: ItemId| outline.around(part).any(|above| self.needed[above as usize]);
        let whole = || outline.whole(id).filter(|part| !has_definer(*part) && !is_needed(*part));
        self.note(around.or_else(whole).unwrap_or(id), cases);
    }

    /// Notes what follows from that an item goes.
    fn follow(&mut self, id: ItemId) {
        let (outline, cases) = (self.outline, self.goes[id as usize]);
        for inner in outline.inside(id) {
            self.note(inner, cases);
        }
        let Item { names, is_sole, .. } = outline.item(id);
        for name in names {
            let (definers, users) = (&outline.definers[*name as usize], &outline.users[*name as usize]);
            let member = outline.in_scope(id, *name);
            self.lose(id, (*name, None), (definers, users), *is_sole && member.is_none(), cases);
            if let Some(Member { scope, definers, users }) = member {
                self.lose(id, (*name, Some(*scope)), (definers, users), *is_sole, cases);
            }
        }
    }

    /// Notes that `id`, which defines a name, goes in some cases: where all that define it do, what uses it goes, too. Outside of
    /// classes what uses it before the first definition that is left does. What uses it, and defines it otherwise, goes anyway where nothing can define it in its stead.
    fn lose(
        &mut self,
        id: ItemId,
        name: (Name, Option<Scope>),
        (definers, users): (&[ItemId], &[ItemId]),
        is_sole: bool,
        cases: Cases,
    ) {
        if definers == [id] || is_sole {
            for user in users {
                self.note_user(*user, id, cases);
            }
            for definer in definers {
                self.note(*definer, cases);
            }
            return;
        }
        let mut passed = self.passed.remove(&name).unwrap_or_default();
        let new = cases & !passed.asked;
        if new != 0 {
            passed.asked |= new;
            *passed.waiting.entry(0).or_default() |= new;
            self.pass(&mut passed, 0, name.1, (definers, users));
        }
        if let Ok(place) = definers.binary_search(&id) {
            self.pass(&mut passed, place, name.1, (definers, users));
        }
        self.passed.insert(name, passed);
    }

    /// Goes on from one definition in the cases that wait there, as far as they go.
    fn pass(
        &mut self,
        passed: &mut Passed,
        place: usize,
        scope: Option<Scope>,
        (definers, users): (&[ItemId], &[ItemId]),
    ) {
        let Some(mut lost) = passed.waiting.remove(&place) else { return };
        let is_in_order = scope.is_some_and(|scope| scope >= self.outline.outermost());
        let first_after = |id: ItemId| users.partition_point(|user| *user < id);
        for (at, definer) in definers.iter().enumerate().skip(place) {
            let goes = if self.gone[*definer as usize] { ALL } else { self.goes[*definer as usize] };
            if lost & !goes != 0 {
                *passed.waiting.entry(at).or_default() |= lost & !goes;
            }
            lost &= goes;
            if lost == 0 {
                return;
            }
            let lose = match definers.get(at + 1) {
                None => users,
                Some(next) if is_in_order => &users[first_after(*definer)..first_after(*next)],
                Some(_) => &[],
            };
            for user in lose {
                self.note_user(*user, *definer, lost);
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Text;
    use crate::outline::{Mark, Marked};
    use proptest::prelude::*;

    /// Items that define a letter each and use others.
    pub(in crate::outline) fn outline(items: &[(usize, Vec<usize>)]) -> Outline {
        let letter = |name: usize| char::from(b'a' + u8::try_from(name).expect("few names"));
        let (mut text, mut marks) = (String::new(), Vec::new());
        for (name, uses) in items {
            let start = text.len();
            text.push(letter(*name));
            marks.push(Marked { mark: Mark::Name, span: start..start + 1 });
            text.extend(uses.iter().flat_map(|used| [' ', letter(*used)]));
            marks.push(Marked { mark: Mark::Item, span: start..text.len() });
            text.push(';');
        }
        Outline::new(Text::new(text.into_bytes()).expect("a short text"), marks).expect("items")
    }

    /// What goes with an item, by the definition: as long as a name of what goes is lost, what uses it goes.
    fn going(outline: &Outline, asked: ItemId) -> Vec<ItemId> {
        let mut goes = vec![false; outline.len()];
        goes[asked as usize] = true;
        loop {
            let mut more = goes.clone();
            for (id, item) in outline.items().filter(|(id, _)| goes[*id as usize]) {
                for name in &item.names {
                    let first_left =
                        |definers: &[ItemId]| definers.iter().find(|id| !goes[**id as usize]).copied();
                    let end = first_left(&outline.definers[*name as usize]).map_or(ItemId::MAX, |_| 0);
                    let lost = outline.users[*name as usize].iter().filter(|user| **user < end);
                    lost.for_each(|user| more[*user as usize] = true);
                    let Some(member) = outline.in_scope(id, *name) else { continue };
                    let left = first_left(&member.definers);
                    let from = if left.is_some() { member.definers[0] } else { 0 };
                    let before = from..left.unwrap_or(ItemId::MAX);
                    let lost = member.users.iter().filter(|user| before.contains(user));
                    lost.for_each(|user| more[*user as usize] = true);
                }
            }
            if more == goes {
                return (0..).zip(goes).filter(|(_, goes)| *goes).map(|(id, _)| id).collect();
            }
            goes = more;
        }
    }

    proptest! {
        #[test]
        fn what_goes_with_many_items_at_once_is_what_goes_with_each_of_them(
            items in proptest::collection::vec((0_usize..8, proptest::collection::vec(0_usize..8, 0..4)), 12),
            needed in 0_usize..12,
        ) {
            let outline = outline(&items);
            let (gone, all) = (vec![false; 12], (0..12).collect::<Vec<ItemId>>());
            let needed: Vec<bool> = (0..12).map(|id| id == needed).collect();
            let mut goings = Goings::new(&outline, &gone, &needed);
            // What was found out before leaves nothing behind.
            for _ in 0..2 {
                goings.find_each(&all);
                let (counts, weights) = (goings.counts(), goings.weights());
                for (case, id) in all.iter().enumerate() {
                    let going = going(&outline, *id);
                    let spares_needed = !going.iter().any(|id| needed[*id as usize]);
                    prop_assert_eq!(goings.spares_needed(case), spares_needed);
                    prop_assert_eq!(outline.with_users(&gone, [*id], &needed), spares_needed.then(|| going.clone()));
                    if spares_needed {
                        let in_case = goings.all().filter(|(_, cases)| cases >> case & 1 != 0);
                        prop_assert_eq!(in_case.map(|(id, _)| id).collect::<Vec<_>>(), going.clone());
                        prop_assert_eq!(counts[case] as usize, going.len());
                        let weight: usize = going.iter().map(|id| outline.item(*id).span.len()).sum();
                        prop_assert_eq!(weights[case], weight);
                    }
                }
            }
        }
    }
}
