//! What was made of each part lately, so that a candidate costs what is new in it.
//!
//! The identity of a candidate is that of its tree: a sum of what stands at each path. Files of which all or no
//! changes are applied are two prefix sums; of the others the changed lines are hashed. Of these the latest eight
//! states are remembered, and one becomes a text only when it is laid.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::part::{At, Part};

/// How many states of a part are kept.
const KEPT: usize = 8;

/// Steps taken of a part, in ascending stretches.
pub(crate) type Taken = Box<[Range<u32>]>;

/// A part with some of its steps taken.
#[derive(Debug)]
pub(crate) struct State {
    taken: Taken,
    /// What it adds to the identity of a tree.
    pub(crate) share: u128,
    /// What stands where, once it was asked for.
    at: OnceLock<Option<At>>,
}

impl State {
    fn of(part: &Part, taken: Taken) -> Self {
        Self { share: part.share_with(|step| has(&taken, step)), taken, at: OnceLock::new() }
    }

    /// What stands where, when this is a state of `part`.
    pub(crate) fn at(&self, part: &Part) -> Option<&At> {
        self.at.get_or_init(|| part.with(|step| has(&self.taken, step))).as_ref()
    }
}

fn has(taken: &[Range<u32>], step: usize) -> bool {
    let step = u32::try_from(step).unwrap_or(u32::MAX);
    let after = taken.partition_point(|range| range.end <= step);
    taken.get(after).is_some_and(|range| range.start <= step)
}

/// The latest states of each part, the latest last. Shared by threads; what it holds changes the time only.
#[derive(Debug)]
pub(crate) struct Cache(Vec<Mutex<Vec<Arc<State>>>>);

impl Cache {
    pub(crate) fn new(parts: usize) -> Self {
        Self((0..parts).map(|_| Mutex::default()).collect())
    }

    /// The state of the `nth` part with these steps taken.
    pub(crate) fn state(&self, nth: usize, part: &Part, taken: Taken) -> Arc<State> {
        let mut known = self.0[nth].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().position(|state| state.taken == taken) {
            // The latest is the last; the first goes first.
            known[found..].rotate_left(1);
        } else {
            if known.len() == KEPT {
                known.remove(0);
            }
            known.push(Arc::new(State::of(part, taken)));
        }
        Arc::clone(&known[known.len() - 1])
    }
}
