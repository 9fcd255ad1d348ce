//! What was made of each part lately, so that a candidate costs what is new in it.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::part::{At, Part, share};

/// How many states of a part are kept.
const KEPT: usize = 8;

/// A part with some of its steps taken.
#[derive(Debug)]
pub(crate) struct State {
    /// What stands where.
    pub(crate) at: Option<At>,
    /// What it adds to the identity of a tree.
    pub(crate) share: u128,
}

/// Steps taken of a part, in ascending stretches.
pub(crate) type Taken = Box<[Range<u32>]>;

/// The latest states of each part. Shared by threads; what it holds changes the time only.
#[derive(Debug)]
pub(crate) struct Cache(Vec<Mutex<Latest>>);

/// What was made of one part, the latest last.
type Latest = Vec<(Taken, Arc<State>)>;

impl Cache {
    pub(crate) fn new(parts: usize) -> Self {
        Self((0..parts).map(|_| Mutex::default()).collect())
    }

    /// The state of the `nth` part with these steps taken.
    pub(crate) fn state(&self, nth: usize, part: &Part, taken: Taken) -> Arc<State> {
        let lock = || self.0[nth].lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut known = lock();
            if let Some(found) = known.iter().position(|(steps, _)| *steps == taken) {
                // The latest is the last; the first goes first.
                known[found..].rotate_left(1);
                return Arc::clone(&known[known.len() - 1].1);
            }
        }
        let at = part.with(|step| {
            let step = u32::try_from(step).unwrap_or(u32::MAX);
            let after = taken.partition_point(|range| range.end <= step);
            taken.get(after).is_some_and(|range| range.start <= step)
        });
        let state = Arc::new(State { share: share(at.as_ref()), at });
        let mut known = lock();
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((taken, Arc::clone(&state)));
        state
    }
}
