//! What was made of parts of texts, found again by their bytes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle::Id;

/// So many bytes of texts have something kept for them in each generation.
const MOST: usize = 8 << 20;

/// What was made of the latest parts; none where nothing can be made of one.
///
/// What is made of a part follows from its key alone, so that nothing depends on what is still kept.
#[derive(Debug)]
pub(super) struct Kept<T>(Mutex<Generations<T>>);

/// What a part is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Its bytes.
    pub(super) id: Id,
    /// How far it begins from the beginning of its line.
    pub(super) column: usize,
    /// Whether the text ends with it.
    pub(super) is_last: bool,
}

/// What was made, of how many bytes of the part, and how many these are.
type Entry<T> = (Option<Arc<T>>, usize, usize);

/// When the younger generation is full, it becomes the older one, and that is forgotten.
#[derive(Debug)]
struct Generations<T> {
    younger: BTreeMap<Key, Entry<T>>,
    older: BTreeMap<Key, Entry<T>>,
    /// How many bytes the parts of the younger one have.
    bytes: usize,
}

impl<T> Kept<T> {
    /// What was made of a part, and of how many of its bytes, if that is kept.
    pub(super) fn get(&self, key: &Key) -> Option<(Option<Arc<T>>, usize)> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = all.older.remove(key) {
            all.put(*key, entry);
        }
        all.younger.get(key).map(|(what, taken, _)| (what.clone(), *taken))
    }

    /// Keeps what was made of a part of `size` bytes.
    pub(super) fn put(&self, key: Key, what: Option<Arc<T>>, taken: usize, size: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(key, (what, taken, size));
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::new(Generations { younger: BTreeMap::new(), older: BTreeMap::new(), bytes: 0 }))
    }
}

impl<T> Generations<T> {
    fn put(&mut self, key: Key, entry: Entry<T>) {
        if self.bytes > MOST {
            self.older = std::mem::take(&mut self.younger);
            self.bytes = 0;
        }
        self.bytes += entry.2;
        self.younger.insert(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_again_is_kept_and_what_is_not_is_forgotten() {
        let key = |word: u64| Key { id: Id::of_words([word]), column: 0, is_last: false };
        let kept = Kept::default();
        kept.put(key(0), Some(Arc::new(0)), 1, MOST / 4);
        kept.put(key(1), None, 0, MOST / 4);
        for word in 2..100 {
            kept.put(key(word), Some(Arc::new(word)), 1, MOST / 4);
            assert_eq!(kept.get(&key(1)), Some((None, 0)), "after {word} others");
            assert!(kept.get(&key(word - 1)).is_some());
        }
        assert_eq!(kept.get(&key(0)), None);
        let all = kept.0.lock().unwrap();
        assert!(all.younger.len() + all.older.len() < 14);
    }
}
