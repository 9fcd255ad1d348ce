//! What is alive: what is kept, and what that uses.

use super::{ItemId, Kind, Outline};

/// What stays of a text, apart from what follows.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Items that stay, with all that they use.
    pub(crate) roots: Vec<ItemId>,
    /// Items that stay if all that they use stays anyway; ascending.
    pub(crate) passive: Vec<ItemId>,
    /// For each item whether it goes, whatever uses it.
    pub(crate) gone: Vec<bool>,
    /// Whether everything stays that is not gone, used or not.
    pub(crate) unused_stays: bool,
}

impl Kept {
    /// All of an outline.
    pub(crate) fn all(outline: &Outline) -> Self {
        Self { gone: vec![false; outline.len()], unused_stays: true, ..Self::default() }
    }

    /// For each item whether it is a root.
    pub(crate) fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.gone.len()];
        for root in &self.roots {
            needed[*root as usize] = true;
        }
        needed
    }
}

impl Outline {
    /// For each item whether it stays.
    ///
    /// A root stays, and what it uses: every definition of a name in it, unless that lies in an item that goes. In an item
    /// that stays, what has no name stays; what has one stays if the name is used. Open items stay for what is in them.
    ///
    /// Costs time in the number of items and of the names in each.
    pub(crate) fn live(&self, kept: &Kept) -> Vec<bool> {
        if kept.unused_stays {
            return kept.gone.iter().map(|gone| !gone).collect();
        }
        let mut marking = Marking {
            outline: self,
            kept,
            live: vec![false; self.items.len()],
            used: vec![false; self.definers.len()],
            waiting: Vec::new(),
        };
        for (id, item) in self.items() {
            if item.kind == Kind::Noise && item.parent.is_none() {
                marking.mark(id);
            }
        }
        // Roots stay as a whole: what nothing uses in them may matter, such as a virtual function.
        for root in &kept.roots {
            (*root..self.item(*root).end).for_each(|id| marking.mark(id));
        }
        loop {
            marking.spread();
            for id in &kept.passive {
                if marking.has_all(*id) {
                    marking.mark(*id);
                }
            }
            if marking.waiting.is_empty() {
                return marking.live;
            }
        }
    }
}

struct Marking<'a> {
    outline: &'a Outline,
    kept: &'a Kept,
    live: Vec<bool>,
    /// For each name whether something that stays has it.
    used: Vec<bool>,
    waiting: Vec<ItemId>,
}

impl Marking<'_> {
    /// Marks an item, if it does not go and what is around it stays.
    fn mark(&mut self, id: ItemId) {
        let is_gone = |id: ItemId| self.kept.gone[id as usize];
        if self.live[id as usize] || is_gone(id) {
            return;
        }
        // Open items stay for what is in them, as far as none of them goes.
        let mut opened = Vec::new();
        for above in self.outline.around(id) {
            if self.live[above as usize] {
                break;
            }
            if self.outline.item(above).kind != Kind::Open || is_gone(above) {
                return;
            }
            opened.push(above);
        }
        opened.push(id);
        for id in opened {
            self.live[id as usize] = true;
            self.waiting.push(id);
        }
    }

    /// Marks all that follows from what is marked.
    fn spread(&mut self) {
        let outline = self.outline;
        while let Some(id) = self.waiting.pop() {
            let item = outline.item(id);
            for name in &item.uses {
                if !std::mem::replace(&mut self.used[*name as usize], true) {
                    outline.definers[*name as usize].iter().for_each(|definer| self.mark(*definer));
                }
            }
            for inner in outline.inside(id) {
                let inside = outline.item(inner);
                let stays = match inside.kind {
                    Kind::Part { .. } | Kind::Noise => true,
                    // Only for what is in it.
                    Kind::Open => false,
                    Kind::Item | Kind::Definition if item.kind == Kind::Open => false,
                    Kind::Item | Kind::Definition => {
                        inside.names.is_empty() || inside.names.iter().any(|name| self.used[*name as usize])
                    }
                };
                if stays {
                    self.mark(inner);
                }
            }
        }
    }

    /// Whether an item could stay without anything more than what stays.
    fn has_all(&self, id: ItemId) -> bool {
        let defined =
            |name: &u32| self.outline.definers[*name as usize].iter().any(|id| self.live[*id as usize]);
        !self.live[id as usize]
            && !self.kept.gone[id as usize]
            && self.outline.item(id).uses.iter().all(defined)
    }
}
