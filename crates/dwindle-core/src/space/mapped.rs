//! A space whose configurations stand for configurations of another space.
//!
//! A [`Mapping`] translates a configuration of its own units into one of the space behind; [`Mapped`] then gives
//! that space's identities, sizes and candidates. Examples are [`Pinned`](super::Pinned) (some units always stay),
//! [`EditSpace`](super::EditSpace) (a unit is a set of changes), and groups of changes or of events (a unit is
//! several units of the space behind). A space whose candidates are of another kind than those of the space behind
//! cannot be a mapping: it forwards each method of [`Space`] by hand, as `dwindle::space::Around` does.

use std::borrow::Cow;
use std::io;
use std::ops::Deref;
use std::sync::Arc;

use crate::space::{Space, weights_by_size};
use crate::{Candidate, Config, Id, Outcome};

/// How configurations of one space stand for configurations of another.
pub trait Mapping: Send + Sync {
    /// How many units there are here.
    fn units(&self) -> usize;

    /// The configuration of the space behind that stands for `config` here.
    fn to_base(&self, config: &Config) -> Config;

    /// The configuration of the space behind whose units weigh what those of `config` weigh here, one for one; `None`
    /// where units here are no units there, and so are weighed by their sizes.
    fn weighed(&self, config: &Config) -> Option<Config> {
        let _ = config;
        None
    }
}

/// A space by other units, as a [`Mapping`] says.
///
/// Whatever is asked is asked of the space behind, of the configuration that stands for it there. Costs what the mapping
/// and the space behind cost.
#[derive(Clone, Debug)]
pub struct Mapped<S: ?Sized, M> {
    base: Arc<S>,
    mapping: M,
}

impl<S: ?Sized, M> Mapped<S, M> {
    /// `base` by the units of `mapping`.
    pub const fn by(base: Arc<S>, mapping: M) -> Self {
        Self { base, mapping }
    }

    /// The space behind.
    pub const fn base(&self) -> &Arc<S> {
        &self.base
    }
}

impl<S: ?Sized, M: Mapping> Mapped<S, M> {
    /// The configuration of the space behind that stands for `config` here.
    pub fn to_base(&self, config: &Config) -> Config {
        self.mapping.to_base(config)
    }
}

impl<S: ?Sized, M> Deref for Mapped<S, M> {
    type Target = M;

    fn deref(&self) -> &M {
        &self.mapping
    }
}

impl<S: Space + ?Sized, M: Mapping> Space for Mapped<S, M> {
    fn units(&self) -> usize {
        self.mapping.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.base.id(&self.mapping.to_base(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.base.size(&self.mapping.to_base(config))
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        self.base.candidate(Cow::Owned(self.mapping.to_base(&config)))
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.base.known_outcome(&self.mapping.to_base(config), &self.mapping.to_base(best))
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        match self.mapping.weighed(config) {
            Some(weighed) => self.base.weights(&weighed),
            None => weights_by_size(self, config),
        }
    }

    fn compares_values(&self) -> bool {
        self.base.compares_values()
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.base.write(&self.mapping.to_base(config), out)
    }
}
