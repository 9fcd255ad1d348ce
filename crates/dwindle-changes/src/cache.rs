//! What was made of each part lately, so that a candidate costs what is new in it.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::hash::hash;
use crate::part::{At, Part};

/// How many states of a part are kept.
const KEPT: usize = 8;

/// A part with some of its steps taken.
#[derive(Debug)]
pub(crate) struct State {
    /// What stands where.
    pub(crate) at: Option<At>,
    /// What tells this state of the part from its others.
    pub(crate) hash: u128,
}

impl State {
    pub(crate) fn of(at: Option<At>) -> Self {
        let hash = at.as_ref().map_or(0, |(path, entry)| hash(path, entry));
        Self { at, hash }
    }
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
        let state = Arc::new(State::of(part.with(|step| {
            let step = u32::try_from(step).unwrap_or(u32::MAX);
            let after = taken.partition_point(|range| range.end <= step);
            taken.get(after).is_some_and(|range| range.start <= step)
        })));
        let mut known = lock();
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((taken, Arc::clone(&state)));
        state
    }
}
