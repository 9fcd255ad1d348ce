//! Which items a set has already.

use super::chart::Item;

/// A set of items that is emptied for each place, at no cost.
#[derive(Debug)]
pub(super) struct Seen {
    /// An item and the round that it was seen in; a power of two of them.
    slots: Vec<(Item, u32)>,
    round: u32,
    count: usize,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { slots: vec![(Item { what: 0, origin: 0 }, 0); 256], round: 0, count: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.round += 1;
    }

    /// Whether `item` was not there yet.
    pub(super) fn insert(&mut self, item: Item) -> bool {
        if self.count * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(item);
        let new = self.slots[slot].1 != self.round;
        if new {
            self.slots[slot] = (item, self.round);
            self.count += 1;
        }
        new
    }

    /// Where it is, or would be.
    fn slot(&self, item: Item) -> usize {
        let key = u64::from(item.what) << 32 | u64::from(item.origin);
        // The multiplier of Fibonacci hashing: 2^64 over the golden ratio.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        while self.slots[slot].1 == self.round && self.slots[slot].0 != item {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![(Item { what: 0, origin: 0 }, 0); size]);
        for (item, round) in old {
            if round == self.round {
                let slot = self.slot(item);
                self.slots[slot] = (item, round);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_new_once_a_round() {
        let mut seen = Seen::new();
        seen.clear();
        let all: Vec<Item> = (0..1000).map(|i| Item { what: i % 7, origin: i }).collect();
        assert!(all.iter().all(|item| seen.insert(*item)));
        assert!(!all.iter().any(|item| seen.insert(*item)));
        seen.clear();
        assert!(all.iter().all(|item| seen.insert(*item)));
    }
}
