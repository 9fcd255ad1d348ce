//! Spaces: artifacts split into units.
//!
//! Parsing never fails a run: in the worst case a space has one unit. Keeping all units gives the artifact byte for
//! byte, whatever its encoding.

mod closed;
mod coupled;
mod cut;
mod files;
mod guarded;
mod inside;
mod invocation;
mod log;
mod merged;
mod slice;
mod sound;
mod text;
mod tokens;
pub(crate) mod tree;

pub use closed::Closed;
pub use coupled::Coupled;
pub use cut::{ParseUnitError, Unit};
pub use files::FilesSpace;
pub use guarded::Guarded;
pub use inside::Around;
pub use invocation::{ArgsSpace, EnvSpace, InvocationPlace, Variable};
pub use log::{Intact, LogSpace};
pub use merged::Merged;
pub use slice::SliceSpace;
pub use sound::Sound;
pub use text::{Text, TextPlace, TextSpace, TooLarge};
pub use tree::{Site, TreeSpace};

use std::io;

use crate::{Config, Id, Outcome};

/// One artifact as a sequence of units: lines, characters, the elements of a slice.
pub trait Space: Send + Sync {
    /// How many units there are.
    fn units(&self) -> usize;

    /// The identity of the candidate of `config`: equal for equal candidates.
    ///
    /// Costs time in the number of runs of `config`, not in the size of the artifact.
    fn id(&self, config: &Config) -> Id;

    /// The size of the candidate; smaller is better. Bytes for texts, elements for slices.
    fn size(&self, config: &Config) -> u64;

    /// The outcome, if it is known without a test: of a candidate that is not smaller than `best`, or that is not
    /// well-formed. Nothing is run then, and the strategy gets this outcome.
    fn foregone(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let _ = (config, best);
        None
    }

    /// What each unit that `config` keeps adds to the size, in order: for algorithms that weigh units.
    ///
    /// Costs one [`size`](Space::size) of a single unit for each.
    fn weights(&self, config: &Config) -> Vec<u64> {
        let nothing = self.size(&Config::empty());
        let units = config.runs().iter().flat_map(|run| (run.start..run.end).map(|unit| (unit, run.choice)));
        let sizes = units.map(|(unit, choice)| {
            let mut alone = Config::empty();
            alone.push(unit, unit + 1, choice);
            self.size(&alone).saturating_sub(nothing)
        });
        sizes.collect()
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

/// A space whose candidates can be written to the place `P` of a slot: a file, a vector, a directory tree.
pub trait Make<P: ?Sized>: Space {
    /// Writes the candidate to `place`, and replaces whatever is there.
    ///
    /// # Errors
    /// When it cannot be written (for example, because the disk is full). This ends the run: a candidate that could
    /// not be written has no outcome.
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()>;
}
