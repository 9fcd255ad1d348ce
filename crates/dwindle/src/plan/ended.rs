//! What the stages of a plan ended with.

use std::collections::BTreeMap;

use super::certificate::Certificate;
use crate::Id;

/// By stage, the identity of the artifact that it left when it last ended, and what it proved of it.
#[derive(Debug)]
pub(super) struct Ended<K>(BTreeMap<K, (Id, Vec<Certificate>)>);

impl<K: Ord> Ended<K> {
    pub(super) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Whether this stage last ended with this very artifact, so that it would find nothing more in it.
    pub(super) fn is_with(&self, stage: &K, artifact: Id) -> bool {
        self.0.get(stage).is_some_and(|(end, _)| *end == artifact)
    }

    /// Notes with what this stage ended.
    pub(super) fn note(&mut self, stage: K, artifact: Id, proved: Vec<Certificate>) {
        self.0.insert(stage, (artifact, proved));
    }

    /// What this stage proved, if it is of this very artifact.
    pub(super) fn proved(&self, stage: &K, artifact: Id) -> &[Certificate] {
        match self.0.get(stage) {
            Some((end, proved)) if *end == artifact => proved,
            _ => &[],
        }
    }
}
