//! The order of candidates of the same size: those whose bytes have smaller values come first.
//!
//! It counts only in spaces that say that they make such candidates
//! ([`Space::compares_values`](crate::space::Space::compares_values)), and only between candidates of the same
//! size: the one with fewer bytes other than zero is simpler.

use std::io::{self, Write};

use crate::Config;
use crate::space::Space;

/// How simple the bytes of a candidate are; less is simpler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Simplicity {
    /// How many bytes are not zero.
    filled: u64,
    /// What they add up to.
    sum: u64,
}

impl Simplicity {
    /// That of a candidate as a user would keep it.
    pub(super) fn of(space: &dyn Space, config: &Config) -> io::Result<Self> {
        let mut simplicity = Self::default();
        space.write(config, &mut simplicity)?;
        Ok(simplicity)
    }
}

impl Write for Simplicity {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.filled += u64::from(byte != 0);
            self.sum += u64::from(byte);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
