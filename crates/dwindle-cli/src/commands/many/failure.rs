//! A failure of one of many inputs: its signature, and the place in the program where its run-time has it.

use std::fmt;

use dwindle::signature::Signature;
use serde::{Deserialize, Serialize};

/// What two inputs have to show to count as the same failure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) signature: Signature,
    /// See [`place`](super::place::place).
    pub(crate) place: Option<String>,
}

impl Failure {
    /// Whether both are the same failure: what is shown of them decides.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.signature.fmt(f)?;
        match &self.place {
            Some(place) => write!(f, ", at {place}"),
            None => Ok(()),
        }
    }
}
