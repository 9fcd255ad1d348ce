//! Where names are used, and what stays of items.

use std::ops::Range;

use super::goings::Goings;
use super::{ItemId, Outline};

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

    /// What goes when `asked` go, apart from what is `gone`: [see there](Goings); outer items before what is in them. None where one
    /// of `needed` would go.
    pub(crate) fn with_users(
        &self,
        gone: &[bool],
        asked: impl IntoIterator<Item = ItemId>,
        needed: &[bool],
    ) -> Option<Vec<ItemId>> {
        let mut goings = Goings::new(self, gone, needed);
        goings.find(asked.into_iter().map(|id| (id, 1)));
        (goings.spoilt == 0).then(|| goings.into_going())
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
}
