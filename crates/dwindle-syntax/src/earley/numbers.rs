//! Symbols, positions and places as numbers of 32 bits.

use dwindle::grammar::Symbol;

/// No symbol: what stands behind the last one of a production.
pub(super) const NONE: u32 = u32::MAX;

pub(super) fn number(symbol: Symbol) -> u32 {
    to_u32(symbol.index())
}

pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a grammar has fewer than 2^32 positions, a text fewer than 2^32 bytes")
}
