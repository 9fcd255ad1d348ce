//! What the program compares: the instructions that do, and what they compared.

use super::words;

/// An instruction that compares two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Comparison {
    /// Its address, relative to the base of the program.
    pub address: u32,
    /// Where it is executed, relative to the first trampoline.
    pub trampoline: u32,
    /// Where its stub is, relative to the first trampoline; [`NONE`](super::NONE) where it gets a breakpoint instead of a jump, and [`INLINE`] where
    /// its stub stands in the trampoline of a statement.
    pub stub: u32,
    /// Its function.
    pub function: u32,
    /// The first step to the first value.
    pub step: u32,
    /// The steps to the first value, and those to the second, which follow; none for a number that stands in the instruction.
    pub steps: [u32; 2],
    /// How many bytes each has.
    pub bytes: u32,
}

/// In place of a stub: there is nothing to do at the address.
pub const INLINE: u32 = u32::MAX - 1;

/// Added to the number of a comparison, to tell it from that of a statement.
pub const COMPARES: u32 = 1 << 31;

impl Comparison {
    /// Bytes of a comparison.
    pub const BYTES: u64 = 32;

    /// The comparison as the file has it.
    pub fn bytes(&self) -> [u8; 32] {
        let [first, second] = self.steps;
        words([self.address, self.trampoline, self.stub, self.function, self.step, first, second, self.bytes])
    }
}

/// What was compared once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Compared {
    /// During which event.
    pub event: u32,
    /// A digest of both values.
    pub digest: u32,
}

impl Compared {
    /// Bytes of it.
    pub const BYTES: u64 = 8;

    /// It as the file has it.
    pub fn bytes(&self) -> [u8; 8] {
        words([self.event, self.digest])
    }

    /// What the file has in these bytes.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        Some(Self { event: word(0)?, digest: word(4)? })
    }
}
