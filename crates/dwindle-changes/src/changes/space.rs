//! Changes seen by strategies and searches.

use std::io;

use dwindle::files::{FilesPlace, Leftovers};
use dwindle::space::{Make, Space};
use dwindle::{Config, Id};

use super::Changes;

impl Space for Changes {
    fn units(&self) -> usize {
        self.sizes.len() - 1
    }

    fn id(&self, config: &Config) -> Id {
        Id(self.identity(config))
    }

    /// Changed lines; a unit without lines counts as one.
    fn size(&self, config: &Config) -> u64 {
        self.size_of(config)
    }

    /// Writes the patch that makes the candidate of the good version, in the form that `git apply` takes.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(&self.patch(&Config::empty(), config))
    }
}

/// Lays the candidate. What a build left lying stays, so that the next one has less to do.
impl<P: FilesPlace + ?Sized> Make<P> for Changes {
    fn make(&self, place: &mut P, config: &Config) -> io::Result<()> {
        place.put_files(&self.good, &self.difference(config), Leftovers::Stay)
    }
}
