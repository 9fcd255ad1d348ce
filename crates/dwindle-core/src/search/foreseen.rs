//! A candidate that may be asked about soon, with the chance of that.

use crate::change::Change;
use crate::space::Shared;
use crate::{Config, Id};

/// A candidate that may be asked about soon.
#[derive(Clone)]
pub(super) struct Foreseen {
    pub(super) id: Id,
    pub(super) config: Config,
    pub(super) space: Shared,
    /// The chance that it is asked about. As a shadow notes it: that of the answer that was assumed.
    pub(super) chance: f64,
    /// What it changes in the text that is then the best.
    pub(super) change: Option<Change>,
}
