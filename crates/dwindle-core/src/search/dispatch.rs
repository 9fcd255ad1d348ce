//! What an inquiry tells whoever runs the tests: which to begin and which to stop, and why it does not take a
//! judgement.

use std::io;

use crate::slots::Asked;

/// What to do with the places where tests run.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Dispatch {
    /// Tests to begin, the one whose outcome is needed next before the others.
    pub start: Vec<Asked>,
    /// Tickets of tests to be stopped. Each keeps its place until it is told or given back.
    pub stop: Vec<u64>,
}

/// Why a judgement is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotTold {
    /// None is expected for this ticket, or no longer.
    #[error("no judgement is expected for ticket {0}")]
    NotAsked(u64),
    /// The test could not be carried out, although its outcome is needed and it ran alone. The next candidate that is
    /// asked is this one again.
    #[error(transparent)]
    Broken(#[from] io::Error),
}
