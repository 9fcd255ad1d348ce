//! How many bytes would go with an item: its own, those of all that uses it, and those of what only these use. It
//! is worked out for 128 items at once.

use std::collections::VecDeque;
use std::sync::OnceLock;

use super::goings::{ALL, Cases, Goings, MOST_GOING, each};
use super::{ItemId, Kept, Kind, Name, Outline};
use crate::latest::Latest;

/// What would go with each of some items.
type Gains = OnceLock<Vec<Option<usize>>>;

/// What was asked lately of one outline: of which items, with what is kept.
#[derive(Debug, Default)]
pub(crate) struct RecentGains(Latest<(Kept, Vec<ItemId>), Gains>);

impl RecentGains {
    /// So many questions are kept.
    const MOST: usize = 16;

    /// The [gains](Outline::gains) of items of the outline, which cost nothing where they were asked for lately.
    pub(crate) fn of(
        &self,
        outline: &Outline,
        kept: &Kept,
        live: &[bool],
        items: &[ItemId],
    ) -> Vec<Option<usize>> {
        let is_it = |(of, asked): &(Kept, Vec<ItemId>)| of == kept && asked == items;
        let place = self.0.place(is_it, || (kept.clone(), items.to_vec()), |since, _| since < Self::MOST);
        place.get_or_init(|| outline.gains(kept, live, items)).clone()
    }
}

impl Outline {
    /// For each of `items` about how many bytes go with it, with what cannot stay without it, and with what nothing else
    /// uses then; none where one of the roots would go. `live` is what stays now.
    ///
    /// Costs time in the number of names in what stays for each 128 of `items`, and in that of the items that use them. Where that
    /// is [too much](MOST_GOING), the last ones count by their own bytes.
    pub(crate) fn gains(&self, kept: &Kept, live: &[bool], items: &[ItemId]) -> Vec<Option<usize>> {
        let needed = kept.needed();
        let mut goings = Goings::new(self, &kept.gone, &needed);
        let facts = (!kept.unused_stays).then(|| Facts::new(self, kept, live));
        let mut gains = Vec::with_capacity(items.len());
        for items in items.chunks(Cases::BITS as usize) {
            if goings.looked_at >= MOST_GOING {
                let own = |id: &ItemId| (!needed[*id as usize]).then(|| self.item(*id).span.len());
                gains.extend(items.iter().map(own));
                continue;
            }
            goings.find_each(items);
            let lost = match &facts {
                Some(facts) => Flood::new(facts, goings.all()).lost(),
                None => goings.weights(),
            };
            let lost = lost.into_iter().enumerate().take(items.len());
            gains.extend(lost.map(|(case, lost)| goings.spares_needed(case).then_some(lost)));
        }
        gains
    }
}

/// What holds in all cases.
struct Facts<'a> {
    outline: &'a Outline,
    live: &'a [bool],
    /// For each item how many bytes are its own, if it stays now.
    sizes: Vec<usize>,
    reasons: Vec<Reason>,
    /// For each item whether it stays whatever it applies to: nothing else defines a name of it.
    is_only: Vec<bool>,
    /// For each name the items that stay only where it is defined.
    watchers: Vec<Vec<ItemId>>,
}

/// Why an item stays, if what is around it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It stays anyway.
    Anyway,
    /// One of its names is used.
    Used,
    /// All that it uses is defined.
    Possible,
    /// Something in it stays.
    Within,
}

impl<'a> Facts<'a> {
    /// Those of what is kept, of which `live` stays.
    fn new(outline: &'a Outline, kept: &Kept, live: &'a [bool]) -> Self {
        let mut facts = Self {
            outline,
            live,
            sizes: vec![0; outline.len()],
            reasons: outline.items().map(|(id, _)| Self::reason(outline, id)).collect(),
            is_only: vec![false; outline.len()],
            watchers: vec![Vec::new(); outline.definers.len()],
        };
        for id in &kept.passive {
            facts.reasons[*id as usize] = Reason::Possible;
        }
        for root in &kept.roots {
            let within = *root as usize..outline.item(*root).end as usize;
            facts.reasons[within.clone()].fill(Reason::Anyway);
            facts.is_only[within].fill(true);
        }
        for (id, item) in outline.items().filter(|(id, _)| live[*id as usize]) {
            let inside: usize = outline.inside(id).map(|inner| outline.item(inner).span.len()).sum();
            facts.sizes[id as usize] = item.span.len() - inside;
            let possible: &[Name] =
                if facts.reasons[id as usize] == Reason::Possible { &item.uses } else { &[] };
            for name in item.domain.iter().chain(possible) {
                facts.watchers[*name as usize].push(id);
            }
        }
        loop {
            let only = Flood::new(&facts, std::iter::empty()).missing();
            if only.is_empty() {
                return facts;
            }
            for id in only {
                facts.is_only[id as usize] = true;
            }
        }
    }

    /// Why an item stays that is neither a root nor passive.
    fn reason(outline: &Outline, id: ItemId) -> Reason {
        let item = outline.item(id);
        let is_in_item = item.parent.is_some_and(|around| outline.item(around).kind != Kind::Open);
        match item.kind {
            Kind::Open => Reason::Within,
            Kind::Part { .. } | Kind::Noise { .. } => Reason::Anyway,
            Kind::Item | Kind::Definition if is_in_item && item.is_nameless() => Reason::Anyway,
            Kind::Item | Kind::Definition => Reason::Used,
        }
    }

    /// Whether something that stays now defines a name.
    fn is_defined(&self, name: Name) -> bool {
        self.outline.definers[name as usize].iter().any(|id| self.live[*id as usize])
    }
}

/// What stays in each case.
struct Flood<'a> {
    facts: &'a Facts<'a>,
    /// For each item in which cases it may stay.
    may_stay: Vec<Cases>,
    stays: Vec<Cases>,
    /// For each name in which cases something that stays has it, and in which something defines it.
    used: Vec<Cases>,
    defined: Vec<Cases>,
    waiting: VecDeque<ItemId>,
    is_waiting: Vec<bool>,
}

impl<'a> Flood<'a> {
    /// Where this goes in these cases.
    fn new(facts: &'a Facts<'a>, going: impl Iterator<Item = (ItemId, Cases)>) -> Self {
        let (items, names) = (facts.live.len(), facts.watchers.len());
        let mut may_stay: Vec<Cases> = facts.live.iter().map(|live| if *live { ALL } else { 0 }).collect();
        going.for_each(|(id, cases)| may_stay[id as usize] &= !cases);
        let mut flood = Self {
            facts,
            may_stay,
            stays: vec![0; items],
            used: vec![0; names],
            defined: vec![0; names],
            waiting: VecDeque::new(),
            is_waiting: vec![false; items],
        };
        for (id, _) in facts.outline.items() {
            if facts.reasons[id as usize] != Reason::Used {
                flood.look_at(id);
            }
        }
        while let Some(id) = flood.waiting.pop_front() {
            flood.is_waiting[id as usize] = false;
            flood.follow(id);
        }
        flood
    }

    /// For each case how many bytes do not stay.
    fn lost(self) -> Vec<usize> {
        let mut lost = vec![0; Cases::BITS as usize];
        for (size, stays) in self.facts.sizes.iter().zip(&self.stays) {
            each(if *size == 0 { 0 } else { !stays }).for_each(|case| lost[case] += size);
        }
        lost
    }

    /// What does not stay in the first case, though a name of it is used that nothing defines, as it applies to something
    /// that does not stay.
    fn missing(&self) -> Vec<ItemId> {
        let facts = self.facts;
        let is_missing = |name: &Name| self.used[*name as usize] & !self.defined[*name as usize] & 1 != 0;
        let waits = |id: &ItemId| {
            facts.live[*id as usize] && self.stays[*id as usize] & 1 == 0 && !facts.is_only[*id as usize]
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
            cases & if facts.is_defined(*name) { self.defined[*name as usize] } else { ALL }
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
            if !std::mem::replace(&mut self.is_waiting[id as usize], true) {
                self.waiting.push_back(id);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::goings;
    use proptest::prelude::*;

    /// Items that define a letter each and use others.
    fn outline(uses: &[Vec<usize>]) -> Outline {
        goings::tests::outline(&uses.iter().cloned().enumerate().collect::<Vec<_>>())
    }

    /// How many bytes the items have that stay.
    fn size(outline: &Outline, kept: &Kept) -> usize {
        let live = outline.live(kept);
        outline.items().filter(|(id, _)| live[*id as usize]).map(|(_, item)| item.span.len()).sum()
    }

    proptest! {
        #[test]
        fn a_gain_is_what_goes_with_the_item(
            uses in proptest::collection::vec(proptest::collection::vec(0_usize..11, 0..4), 12)
        ) {
            let outline = outline(&uses);
            let kept = Kept { roots: vec![11], unused_stays: false, ..Kept::all(&outline) };
            let (all, needed) = (size(&outline, &kept), kept.needed());
            let items: Vec<ItemId> = (0..12).collect();
            let gains = outline.gains(&kept, &outline.live(&kept), &items);
            for (id, gain) in items.into_iter().zip(gains) {
                let going = outline.with_users(&kept.gone, [id], &needed);
                let without = going.map(|going| {
                    let mut kept = kept.clone();
                    for id in &going {
                        kept.gone[*id as usize] = true;
                    }
                    size(&outline, &kept)
                });
                prop_assert_eq!(gain, without.map(|without| all - without));
            }
        }
    }

    #[test]
    fn where_nothing_has_to_be_used_only_users_go() {
        let outline = outline(&[vec![], vec![0], vec![1], vec![]]);
        let gains = outline.gains(&Kept::all(&outline), &[true; 4], &[0, 1, 3]);
        assert_eq!(gains, [Some(7), Some(6), Some(1)]);
    }
}
