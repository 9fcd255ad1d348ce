//! What has to go with an item because it uses a name that nothing else defines, and so on.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{ItemId, Name, Outline};

/// Where a name is defined, and where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InUse {
    /// From its first definition to its last.
    pub(crate) defined: Range<usize>,
    /// From the first item to the last that uses it and does not define it.
    pub(crate) used: Range<usize>,
}

impl Outline {
    /// All names that something uses that does not define them, in the order of their first definitions.
    pub(crate) fn names_in_use(&self) -> Vec<InUse> {
        let uses = |(definers, users): (&Vec<ItemId>, &Vec<ItemId>)| {
            let others = users.iter().filter(|user| definers.binary_search(user).is_err());
            let spans = others.map(|user| self.item(*user).span.clone());
            spans.reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
        };
        let used = self.definers.iter().zip(&self.users).map(uses);
        let mut found: Vec<InUse> = self
            .spelt
            .iter()
            .zip(used)
            .filter_map(|(defined, used)| Some(InUse { defined: defined.clone(), used: used? }))
            .collect();
        found.sort_by_key(|name| (name.defined.start, name.defined.end));
        found
    }

    /// What goes when `asked` go, apart from what is `gone`: what is in them, what has a name in it that nothing defines any
    /// more, or nothing in the class or namespace that is meant, and so on; outer items before what is in them. None where one of `needed` would go.
    ///
    /// `gone` is left as it was. Costs time in the number of items that go and of their users.
    pub(crate) fn with_users(
        &self,
        gone: &mut [bool],
        asked: impl IntoIterator<Item = ItemId>,
        needed: &[bool],
    ) -> Option<Vec<ItemId>> {
        let mut going: Vec<ItemId> = Vec::new();
        let mut left: BTreeMap<Name, usize> = BTreeMap::new();
        let mut passed = BTreeMap::new();
        let mut waiting: Vec<ItemId> = asked.into_iter().collect();
        let mut spares_needed = true;
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut gone[id as usize], true) {
                continue;
            }
            going.push(id);
            if needed[id as usize] {
                spares_needed = false;
                break;
            }
            waiting.extend(self.inside(id));
            for name in &self.item(id).names {
                let definers = &self.definers[*name as usize];
                let count = || definers.iter().filter(|definer| !gone[**definer as usize]).count() + 1;
                let left = left.entry(*name).or_insert_with(count);
                *left -= 1;
                if *left == 0 {
                    waiting.extend(&self.users[*name as usize]);
                } else {
                    waiting.extend(self.users_in_scope(id, *name, gone, &mut passed));
                }
            }
        }
        for id in &going {
            gone[*id as usize] = false;
        }
        going.sort_unstable();
        spares_needed.then_some(going)
    }

    /// For each item how many of its bytes stay where what is `live` does.
    pub(crate) fn live_weights(&self, live: &[bool]) -> Vec<usize> {
        let mut weights = vec![0; self.len()];
        for (id, item) in
            self.items().filter(|(id, _)| live[*id as usize]).collect::<Vec<_>>().into_iter().rev()
        {
            let inside = || self.inside(id).map(|inner| inner as usize);
            let own = item.span.len() - inside().map(|inner| self.items[inner].span.len()).sum::<usize>();
            weights[id as usize] = own + inside().map(|inner| weights[inner]).sum::<usize>();
        }
        weights
    }

    /// How many bytes these items have, which ascend, those in others not counted twice.
    pub(crate) fn weight(&self, items: &[ItemId]) -> usize {
        let mut end = 0;
        let outer = items.iter().map(|id| self.item(*id)).filter(|item| {
            let is_outer = item.span.start >= end;
            end = end.max(item.span.end);
            is_outer
        });
        outer.map(|item| item.span.len()).sum()
    }
}
