//! What the parser found out, set by set: one set for each place of the text.
//!
//! Only what is asked for later is kept: items that wait for a symbol of several lengths, and productions that
//! were completed. Items that begin at a set's own place are the same whenever the same symbols are asked for
//! before the same look-ahead; they lie in [blocks](Block) that sets share.

use super::numbers::to_u32;
use super::rules::Rules;

/// A position in a production that began at `origin`; or a production that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The position; the production among the completed ones.
    pub(super) what: u32,
    pub(super) origin: u32,
}

/// What begins at a set's own place.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The symbol that is waited for, and the position; ascending.
    pub(super) waiting: Vec<(u32, u32)>,
    /// Terminals of fixed kind, and the positions before them; ascending.
    pub(super) scans: Vec<(u32, u32)>,
    /// Tokens to look for.
    pub(super) tokens: Vec<u32>,
}

/// A way of completions, each the only one that follows from the one before, of which only both ends are kept
/// (see [`leo`](super::leo)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    pub(super) top_production: u32,
    pub(super) top_origin: u32,
    pub(super) bottom_symbol: u32,
    pub(super) bottom_origin: u32,
}

/// Where the lists of a set end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    waiting: usize,
    completed: usize,
    links: usize,
    block: u32,
}

/// All sets.
#[derive(Debug, Default)]
pub(super) struct Chart {
    sets: Vec<Ends>,
    waiting: Vec<Item>,
    completed: Vec<Item>,
    links: Vec<Link>,
    blocks: Vec<Block>,
}

impl Chart {
    pub(super) fn add_waiting(&mut self, item: Item) {
        self.waiting.push(item);
    }

    pub(super) fn add_completed(&mut self, item: Item) {
        self.completed.push(item);
    }

    pub(super) fn add_link(&mut self, link: Link) {
        self.links.push(link);
    }

    pub(super) fn add_block(&mut self, block: Block) -> u32 {
        self.blocks.push(block);
        to_u32(self.blocks.len() - 1)
    }

    pub(super) fn block(&self, block: u32) -> &Block {
        &self.blocks[block as usize]
    }

    /// Ends the set that everything since the last one was added to.
    pub(super) fn end_set(&mut self, rules: &Rules, block: u32) {
        let before = self.sets.last().copied().unwrap_or_default();
        self.waiting[before.waiting..]
            .sort_unstable_by_key(|item| (rules.next(item.what), item.what, item.origin));
        self.completed[before.completed..]
            .sort_unstable_by_key(|item| (rules.owner(item.what), item.origin, item.what));
        self.links[before.links..].sort_unstable();
        self.sets.push(Ends {
            waiting: self.waiting.len(),
            completed: self.completed.len(),
            links: self.links.len(),
            block,
        });
    }

    /// Takes the set of this number and all after it away.
    pub(super) fn truncate(&mut self, set: u32) {
        let before = self.before(set);
        self.sets.truncate(set as usize);
        self.waiting.truncate(before.waiting);
        self.completed.truncate(before.completed);
        self.links.truncate(before.links);
    }

    /// How many items are kept.
    #[cfg(test)]
    pub(super) fn items(&self) -> usize {
        self.waiting.len() + self.completed.len() + self.links.len()
    }

    fn before(&self, set: u32) -> Ends {
        set.checked_sub(1).map_or_else(Ends::default, |before| self.sets[before as usize])
    }

    /// The items of a set that wait for `symbol`: those that began before it, and the positions of those that
    /// begin there.
    pub(super) fn waiting(&self, rules: &Rules, set: u32, symbol: u32) -> (&[Item], &[(u32, u32)]) {
        let ends = self.sets[set as usize];
        let all = &self.waiting[self.before(set).waiting..ends.waiting];
        let block = &self.blocks[ends.block as usize].waiting;
        (equal(all, symbol, |item| rules.next(item.what)), equal(block, symbol, |(next, _)| *next))
    }

    /// Whether a set has this item. Only for positions before a symbol of several lengths.
    pub(super) fn waits(&self, rules: &Rules, set: u32, position: u32, origin: u32) -> bool {
        let ends = self.sets[set as usize];
        let symbol = rules.next(position);
        if origin == set {
            return self.blocks[ends.block as usize].waiting.binary_search(&(symbol, position)).is_ok();
        }
        let all = &self.waiting[self.before(set).waiting..ends.waiting];
        let key = |item: &Item| (rules.next(item.what), item.what, item.origin);
        all.binary_search_by_key(&(symbol, position, origin), key).is_ok()
    }

    /// The productions of `symbol` that are complete in a set, by their origins.
    pub(super) fn completed(&self, rules: &Rules, set: u32, symbol: u32) -> &[Item] {
        let all = &self.completed[self.before(set).completed..self.sets[set as usize].completed];
        equal(all, symbol, |item| rules.owner(item.what))
    }

    /// Those that began at `origin`, in rule order.
    pub(super) fn completed_from(&self, rules: &Rules, set: u32, symbol: u32, origin: u32) -> &[Item] {
        equal(self.completed(rules, set, symbol), origin, |item| item.origin)
    }

    /// The links in a set that lead to this top.
    pub(super) fn links_to(&self, set: u32, production: u32, origin: u32) -> &[Link] {
        let all = &self.links[self.before(set).links..self.sets[set as usize].links];
        equal(all, (production, origin), |link| (link.top_production, link.top_origin))
    }
}

/// Those of `all`, which ascend by `key`, with this one.
fn equal<T, K: Ord + Copy>(all: &[T], wanted: K, key: impl Fn(&T) -> K) -> &[T] {
    let from = all.partition_point(|item| key(item) < wanted);
    let to = from + all[from..].partition_point(|item| key(item) == wanted);
    &all[from..to]
}
