//! The identities of configurations that are looked at again and again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::config::Choice;
use crate::space::Shared;
use crate::{Config, Id};

/// What is kept by identity.
pub(super) type ById<T> = HashMap<Id, T, BuildHasherDefault<IdHasher>>;

/// The identities of the candidates of one space that a look ahead met, and of those that the one before met.
///
/// Each test that ends has the search look ahead again, mostly at the same configurations, and the identity of a candidate costs
/// more than all else of that: it is made of the bytes of each run. So it is looked up by an identity of the configuration.
#[derive(Debug, Default)]
pub(super) struct Ids {
    met: ById<Id>,
    before: ById<Id>,
}

impl Ids {
    /// The identity of the candidate that `config` makes of `space`, which is always the same one.
    pub(super) fn of(&mut self, space: &Shared, config: &Config) -> Id {
        let words = config.runs().iter().flat_map(|run| {
            // Only the first run can begin with unit 0, so an alternative is not taken for a run.
            let alternative = match run.choice {
                Choice::Keep => None,
                Choice::Alternative(number) => Some(u64::from(number)),
            };
            std::iter::once(u64::from(run.start) << 32 | u64::from(run.end)).chain(alternative)
        });
        let key = Id::of_words(words);
        let Self { met, before } = self;
        *met.entry(key).or_insert_with(|| before.remove(&key).unwrap_or_else(|| space.id(config)))
    }

    /// Begins another look ahead: what the last one did not meet is forgotten.
    pub(super) fn forget_unused(&mut self) {
        self.before = std::mem::take(&mut self.met);
    }
}

/// Identities are hashes already.
#[derive(Debug, Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves go in")]
    fn write_u128(&mut self, id: u128) {
        self.0 = (id as u64 ^ (id >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{AsSpace, ListSpace};
    use std::sync::Arc;

    #[test]
    fn what_the_last_look_met_is_known_and_what_it_did_not_meet_is_not() {
        let space = Arc::new(ListSpace::new(9)).as_space();
        let mut ids = Ids::default();
        let [one, other] = [Config::of_units([1]), Config::of_units([2])];
        for config in [&one, &other, &one] {
            assert_eq!(ids.of(&space, config), space.id(config));
        }
        assert_eq!(ids.met.len(), 2);
        ids.forget_unused();
        assert_eq!(ids.of(&space, &one), space.id(&one));
        ids.forget_unused();
        assert_eq!((ids.met.len(), ids.before.len()), (0, 1));
    }

    #[test]
    fn choices_of_one_unit_are_told_apart() {
        let mut ids = Ids::default();
        let space = Arc::new(ListSpace::new(9)).as_space();
        for number in 0..3 {
            let config = Config::of_units([1]).with_choice(1, Choice::Alternative(number));
            ids.of(&space, &config);
            ids.of(&space, &Config::of_units([1]));
        }
        assert_eq!(ids.met.len(), 4);
    }
}
