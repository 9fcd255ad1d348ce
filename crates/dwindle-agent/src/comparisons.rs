//! What the program compares: recorded, or held against what was compared in the recorded run.
//!
//! A condition may come out as recorded though it compares other values. Whoever wants to know where these came from
//! has to hold on to them.

use crate::frames;
use crate::layout::{Compared, Control, End, Mode, Word};
use crate::probes::{self, Registers};
use crate::shared;

/// Takes note that the program arrived at a comparison, and gives where that is executed.
pub(crate) fn arrive(number: u32, registers: &Registers, vectors: *const u128) -> Result<u32, End> {
    let comparison = shared::comparison(number);
    frames::leave(registers.stack(), false);
    let Some(frame) = frames::top().filter(|frame| frame.function == comparison.function) else {
        return Ok(comparison.trampoline);
    };
    let (mut digest, mut step) = (0, comparison.step);
    for steps in comparison.steps {
        let value = probes::evaluated(step, steps, registers, vectors).unwrap_or(0);
        digest = mixed(digest, essence(value, comparison.bytes));
        step += steps;
    }
    let digest = (digest >> 32) as u32;
    if shared::word(Word::Mode) == Mode::Record as u64 {
        shared::push_compared(Compared { event: frame.at, digest });
    } else if shared::word(Word::Control) == Control::Exact as u64 {
        let recorded = shared::compared(frame.at, frame.compared);
        frame.compared += 1;
        if recorded.is_some_and(|recorded| recorded != digest) {
            let found = shared::event(frame.at).map_or(0, |event| event.statement);
            shared::set(Word::Found, u64::from(found));
            return Err(End::Compared);
        }
    }
    Ok(comparison.trampoline)
}

/// What is held on to of a value. Of an address it is only that it is one: others follow when what took storage is left out.
const fn essence(value: u64, bytes: u32) -> u64 {
    /// Where programs at no fixed place have their data, their heap and their stack.
    const ADDRESSES: core::ops::Range<u64> = 0x5000_0000_0000..0x8000_0000_0000;
    if bytes == 8 && value >= ADDRESSES.start && value < ADDRESSES.end {
        return ADDRESSES.start;
    }
    if bytes < 8 { value & ((1 << (8 * bytes)) - 1) } else { value }
}

const fn mixed(digest: u64, value: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (digest.rotate_left(23) ^ value).wrapping_mul(GOLDEN);
    mixed ^ (mixed >> 29)
}
