//! What was made of parts of texts, found again by their bytes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dwindle::Id;

/// So many bytes of texts have something kept for them in each generation.
pub(super) const MOST: usize = 8 << 20;

/// What was made of the latest parts; none where nothing can be made of one.
///
/// What is made of a part follows from its key alone, so that nothing depends on what is still kept.
#[derive(Debug)]
pub(super) struct Kept<T>(Mutex<Generations<T>>);

/// Which of what is made of texts is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    Nodes,
    Marks,
}

/// What a part is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Its bytes.
    pub(super) id: Id,
    /// How far it begins from the beginning of its line.
    pub(super) column: usize,
    /// Whether the text ends with it.
    pub(super) is_last: bool,
    /// What is made of it, where that is not all.
    pub(super) wanted: Option<Wanted>,
}

/// What is made of a part, and of how many of its bytes: by the first who asks, for whom others wait.
type Cell<T> = Arc<OnceLock<(Option<Arc<T>>, usize)>>;

/// When the younger generation is full, it becomes the older one, and that is forgotten.
#[derive(Debug)]
struct Generations<T> {
    younger: BTreeMap<Key, (Cell<T>, usize)>,
    older: BTreeMap<Key, (Cell<T>, usize)>,
    /// How many bytes the parts of the younger one have.
    bytes: usize,
}

impl<T> Kept<T> {
    /// What `make` makes of a part of so many bytes, and of how many of them, unless that is kept.
    pub(super) fn get_or(
        &self,
        key: Key,
        size: usize,
        make: impl FnOnce() -> (Option<Arc<T>>, usize),
    ) -> (Option<Arc<T>>, usize) {
        let cell = self.0.lock().unwrap_or_else(PoisonError::into_inner).cell(key, size);
        cell.get_or_init(make).clone()
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::new(Generations { younger: BTreeMap::new(), older: BTreeMap::new(), bytes: 0 }))
    }
}

impl<T> Generations<T> {
    /// Where it is kept, now as one of the younger ones.
    fn cell(&mut self, key: Key, size: usize) -> Cell<T> {
        if let Some((cell, _)) = self.younger.get(&key) {
            return Arc::clone(cell);
        }
        let (cell, size) = self.older.remove(&key).unwrap_or_else(|| (Cell::default(), size));
        if self.bytes > MOST {
            self.older = std::mem::take(&mut self.younger);
            self.bytes = 0;
        }
        self.bytes += size;
        self.younger.insert(key, (Arc::clone(&cell), size));
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_again_is_kept_and_what_is_not_is_forgotten() {
        let key = |word: u64| Key { id: Id::of_words([word]), column: 0, is_last: false, wanted: None };
        let kept = Kept::default();
        let made = |word: u64, new: u64| {
            let made = kept.get_or(key(word), MOST / 4, || (Some(Arc::new(new)), 1));
            *made.0.expect("something was made")
        };
        assert_eq!((made(0, 0), made(1, 1)), (0, 1));
        for word in 2..100 {
            assert_eq!(made(word, word), word);
            assert_eq!((made(1, 1000), made(word - 1, 1000)), (1, word - 1), "they are made once");
        }
        assert_eq!(made(0, 1000), 1000, "it was not asked for since");
        let all = kept.0.lock().unwrap();
        assert!(all.younger.len() + all.older.len() < 14);
    }
}
