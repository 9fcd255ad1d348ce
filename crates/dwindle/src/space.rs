//! Spaces: artifacts cut into units.
//!
//! Parsing never fails a run: at worst a space has one unit. Keeping everything gives back the artifact byte
//! for byte, whatever its encoding.

mod cut;
mod guarded;
mod slice;
mod text;
mod tokens;
pub(crate) mod tree;

pub use cut::{ParseUnitError, Unit};
pub use guarded::Guarded;
pub use slice::SliceSpace;
pub use text::{Text, TextPlace, TextSpace, TooLarge};
pub use tree::{Site, TreeSpace};

use std::io;

use crate::{Config, Id};

/// One artifact seen as units: lines, characters, the elements of a slice.
pub trait Space: Send + Sync {
    /// How many units there are.
    fn units(&self) -> usize;

    /// The identity of the candidate that `config` makes: equal for equal candidates.
    ///
    /// Costs time in the number of runs of `config`, not in the size of the artifact.
    fn id(&self, config: &Config) -> Id;

    /// What counts as the candidate's size: smaller is better. Bytes for texts, elements for slices.
    fn size(&self, config: &Config) -> u64;

    /// Whether a candidate with fewer units can be as large as one with more.
    ///
    /// Where it can, the search does not run tests of candidates that would be no gain.
    fn may_grow(&self) -> bool {
        false
    }

    /// Writes the candidate in the form in which a user keeps it.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()>;

    /// The configuration that keeps every unit.
    fn full(&self) -> Config {
        Config::full(self.units())
    }
}

/// A space whose candidates can be laid at a slot's own place `P`: a file, a vector, a directory tree.
pub trait Make<P: ?Sized>: Space {
    /// Makes the candidate at `place`, replacing whatever lies there.
    ///
    /// # Errors
    /// When the place cannot take it (no space left on the device, for example). That ends the run: a
    /// candidate that could not be made is not a test's outcome.
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()>;
}
