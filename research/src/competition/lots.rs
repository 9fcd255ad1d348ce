//! What is drawn by lot: the same numbers on every machine.

use dwindle_syntax::generate::Numbers;

/// The numbers that belong to `seed` and to what is drawn with it.
pub(super) fn lots(seed: u64, purpose: &str) -> Numbers {
    Numbers::new(purpose.bytes().fold(seed, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    }))
}
