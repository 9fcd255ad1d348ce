//! A space that answers for some candidates itself, without a test.
//!
//! A [`Rule`] tells the outcome of some candidates from their configuration, as [`Space::known_outcome`]; all else
//! is passed on to the space behind. Rules are used where a candidate breaks what its units need, does not parse
//! under the user's grammar, breaks a rule of a log, or is not smaller than the best.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use crate::space::Space;
use crate::{Candidate, Config, Id, Outcome};

/// What is known of candidates without a test.
pub trait Rule: Send + Sync {
    /// The outcome of the candidate of `config`, if it is known; `best` is what the strategy has by now.
    ///
    /// It must be the same for each later `best`: candidates are looked at ahead.
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, best: &Config) -> Option<Outcome>;
}

/// A space, some of whose candidates a [`Rule`] answers for.
///
/// What the space behind knows itself comes first.
#[derive(Clone, Debug)]
pub struct Answered<S: ?Sized, R> {
    base: Arc<S>,
    rule: R,
}

impl<S: ?Sized, R> Answered<S, R> {
    /// `base` with answers by `rule`.
    pub const fn by(base: Arc<S>, rule: R) -> Self {
        Self { base, rule }
    }

    /// The space behind, with the same units.
    pub const fn base(&self) -> &Arc<S> {
        &self.base
    }
}

impl<S: Space + ?Sized, R: Rule> Space for Answered<S, R> {
    fn units(&self) -> usize {
        self.base.units()
    }

    fn id(&self, config: &Config) -> Id {
        self.base.id(config)
    }

    fn size(&self, config: &Config) -> u64 {
        self.base.size(config)
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        self.base.candidate(config)
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        let known = self.base.known_outcome(config, best);
        known.or_else(|| self.rule.outcome(&*self.base, config, best))
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        self.base.weights(config)
    }

    fn compares_values(&self) -> bool {
        self.base.compares_values()
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        self.base.write(config, out)
    }
}
