//! What was made of each part lately, so that a candidate costs what is new in it.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

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
        let hash = at.as_ref().map_or(0, hash);
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
                let entry = known.remove(found);
                let state = Arc::clone(&entry.1);
                known.push(entry);
                return state;
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

/// A hash of a path and what stands there. Sums of these identify a tree, so it is mixed well: hashes that add up
/// span by span would not tell which of two contents is at which of two paths.
pub(crate) fn hash((path, entry): &At) -> u128 {
    let path = dwindle::files::Entry::Link { target: path.clone() }.id().0;
    let entry = entry.id().0;
    let (a, b) = (half(path, 0), half(path, 64));
    let (c, d) = (half(entry, 0), half(entry, 64));
    let first = mix(mix(mix(mix(0x243f_6a88_85a3_08d3 ^ a) ^ b) ^ c) ^ d);
    let second = mix(mix(mix(mix(0x1319_8a2e_0370_7344 ^ d) ^ c) ^ b) ^ a);
    u128::from(first) << 64 | u128::from(second)
}

#[expect(clippy::cast_possible_truncation, reason = "half of the bits are what is wanted")]
const fn half(value: u128, shift: u32) -> u64 {
    (value >> shift) as u64
}

/// The finaliser of `SplitMix64` (Steele, Lea & Flood 2014): every bit of the input changes half of the output's.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
