//! What an inquiry gives to be judged, and why it takes no judgement.

use std::borrow::Cow;
use std::io;

use crate::event::Purpose;
use crate::space::Shared;
use crate::{Candidate, Config, Id};

/// A candidate to be judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Asked {
    /// The number by which its judgement is told.
    pub ticket: u64,
    /// Its identity, which is the same for the same candidate in every search.
    pub id: Id,
    /// Which units are kept.
    pub config: Config,
    /// How many times the usual limit of time the test has: 2 to confirm one of the first timeouts, which then runs alone;
    /// otherwise 1.
    pub patience: u32,
    pub(super) space: Shared,
    pub(super) purpose: Purpose,
}

impl Asked {
    /// The candidate as a value.
    ///
    /// # Errors
    /// Those of the [space](crate::space::Space::candidate).
    pub fn candidate(&self) -> io::Result<Candidate<'_>> {
        self.space.candidate(Cow::Borrowed(&self.config))
    }
}

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
