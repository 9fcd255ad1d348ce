//! Changes seen by strategies and searches.

use std::borrow::Cow;
use std::io;

use dwindle::candidate::{FilesCandidate, Leftovers};
use dwindle::space::Space;
use dwindle::{Candidate, Config, Id};

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

    /// A tree beside which what a build left stays, so that the next one has less to do.
    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(self.tree_candidate(&config, Leftovers::Stay))
    }

    /// Writes the patch that makes the candidate of the good version, in the form that `git apply` takes.
    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(&self.patch(&Config::empty(), config))
    }
}

impl Changes {
    /// The tree that `config` makes.
    pub(crate) fn tree_candidate(&self, config: &Config, leftovers: Leftovers) -> Candidate<'_> {
        let changes = Cow::Owned(self.difference(config));
        Candidate::Files(FilesCandidate { base: &self.good, changes, contents: None, leftovers })
    }
}
