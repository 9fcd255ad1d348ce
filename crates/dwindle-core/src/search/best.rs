//! The best of a search: a configuration with its space, its size and its value by the objective.

use crate::Config;
use crate::space::Shared;

/// The best so far.
#[derive(Clone)]
pub(super) struct Best {
    pub(super) size: u64,
    pub(super) measure: u64,
    pub(super) space: Shared,
    pub(super) config: Config,
}
