//! The versions between the good and the bad one, seen from either end.
//!
//! They are seen from the good version, whichever of the two came first, so that a fix is looked for as a failure
//! is. The space can also be laid in clean directories, where outcomes count apart from the others.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use dwindle::candidate::Leftovers;
use dwindle::space::{Mapped, Mapping, Space};
use dwindle::{Candidate, Config, Id};

use crate::{Changes, Error};

/// The versions that lie between a good and a bad one: a configuration is the set of changes that stand as in the
/// bad version. None gives the good version, all give the bad one, whichever of the two came first.
///
/// The size is what stands as in the bad version, in changed lines; what is written is the patch that makes the
/// candidate of the good version.
#[derive(Clone, Debug)]
pub struct Versions {
    changes: Arc<Changes>,
    bad_first: bool,
    clean: bool,
}

/// Identities of trees laid where nothing of earlier tests lies differ from the others by this.
const CLEAN: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;

impl Versions {
    /// The versions between those of `changes`, which lead from the good to the bad one, or with `bad_first` the
    /// other way round: from one that fails to a later one that is mended.
    pub const fn new(changes: Arc<Changes>, bad_first: bool) -> Self {
        Self { changes, bad_first, clean: false }
    }

    /// The same versions, laid in directories from which everything else was removed before. For outcomes they are
    /// other candidates: what a test said beside products of earlier ones does not count here.
    #[must_use]
    pub fn clean(&self) -> Self {
        Self { clean: true, ..self.clone() }
    }

    /// The same versions by other changes between them.
    #[must_use]
    pub fn of(&self, changes: Arc<Changes>) -> Self {
        Self { changes, ..self.clone() }
    }

    /// The versions between which no line differs only in blanks: such lines are in all of them as in the bad one.
    ///
    /// # Errors
    /// As [`Changes::between`].
    pub fn without_blanks(&self) -> Result<Self, Error> {
        let (blanks, full) = (self.changes.blanks(), self.full());
        let (older, newer) =
            if self.bad_first { (Config::empty(), full.minus(&blanks)) } else { (blanks, full) };
        let changes = Changes::between(&self.changes.tree(&older), &self.changes.tree(&newer))?;
        Ok(self.of(Arc::new(changes)))
    }

    /// What changed between the two, from the earlier to the later one.
    pub const fn changes(&self) -> &Arc<Changes> {
        &self.changes
    }

    /// Whether the bad version came first.
    pub const fn is_bad_first(&self) -> bool {
        self.bad_first
    }

    /// The changes that are applied to the earlier version where those of `bad` stand as in the bad one.
    pub fn applied(&self, bad: &Config) -> Config {
        if self.bad_first { self.full().minus(bad) } else { bad.clone() }
    }

    /// The patch from one candidate to another.
    pub fn patch(&self, from: &Config, to: &Config) -> Vec<u8> {
        self.changes.patch(&self.applied(from), &self.applied(to))
    }

    /// What becomes of files that belong to no version.
    pub(crate) const fn leftovers(&self) -> Leftovers {
        if self.clean { Leftovers::Go } else { Leftovers::Stay }
    }

    /// The identity of a candidate whose tree has this one.
    pub(crate) const fn identity(&self, tree: Id) -> Id {
        if self.clean { Id(tree.0 ^ CLEAN) } else { tree }
    }
}

impl Space for Versions {
    fn units(&self) -> usize {
        self.changes.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.identity(self.changes.id(&self.applied(config)))
    }

    fn size(&self, config: &Config) -> u64 {
        self.changes.size(config)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(self.changes.tree_candidate(&self.applied(&config), self.leftovers()))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(&self.patch(&Config::empty(), config))
    }
}

/// A space seen from its other end: a configuration is what is left out.
pub type Without<S> = Mapped<S, LeftOut>;

/// Of so many units, those that a configuration leaves out.
#[derive(Clone, Copy, Debug)]
pub struct LeftOut(usize);

impl LeftOut {
    /// `base` from its other end.
    pub fn of<S: Space>(base: Arc<S>) -> Without<S> {
        let units = base.units();
        Mapped::by(base, Self(units))
    }
}

impl Mapping for LeftOut {
    fn units(&self) -> usize {
        self.0
    }

    fn to_base(&self, config: &Config) -> Config {
        Config::full(self.0).minus(config)
    }
}
