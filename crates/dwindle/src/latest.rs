//! What was worked out lately, by the search or by what runs ahead of it: both ask for the same.

use std::sync::{Arc, Mutex, PoisonError};

/// Places for what is worked out of keys; who asks for a key again gets the same place.
///
/// What is in a place follows from its key alone, so that nothing depends on which are still kept.
#[derive(Debug)]
pub(crate) struct Latest<K, V>(Mutex<Vec<(K, Arc<V>)>>);

impl<K, V> Default for Latest<K, V> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<K, V: Default> Latest<K, V> {
    /// The place of the key that `is_it` finds, or a new one for `key`.
    ///
    /// From the first on that `stays` does not want, those that were asked for longest ago are forgotten: it is asked about each
    /// with how many were asked for since.
    pub(crate) fn place(
        &self,
        is_it: impl Fn(&K) -> bool,
        key: impl FnOnce() -> K,
        mut stays: impl FnMut(usize, &K) -> bool,
    ) -> Arc<V> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = places.iter().position(|(known, _)| is_it(known)).map(|at| places.remove(at));
        let (key, place) = known.unwrap_or_else(|| (key(), Arc::default()));
        places.push((key, Arc::clone(&place)));
        let forgotten = places.iter().rev().enumerate().position(|(since, (key, _))| !stays(since, key));
        let count = forgotten.map_or(0, |since| places.len() - since);
        places.drain(..count);
        place
    }

    /// Forgets all of them.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn the_latest_have_the_same_place_and_others_a_new_one() {
        let latest = Latest::<u32, AtomicU32>::default();
        let place = |key| latest.place(|known| *known == key, || key, |since, _| since < 2);
        let times = |key| place(key).fetch_add(1, Ordering::Relaxed);
        assert_eq!([1, 2, 1, 2].map(times), [0, 0, 1, 1]);
        assert_eq!([3, 2, 1].map(times), [0, 2, 0], "1 was asked for longest ago");
    }
}
