//! The rules of a log: which actions go only together, and which field is the time. A log that breaks them is not
//! replayed.

use super::{Field, Log, LogError, PairRule, Times};
use crate::Text;

/// What has to hold of every log that is replayed.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What goes only together.
    pub pairs: Vec<PairRule>,
    /// The fields that have to agree in actions that go together; none: see [`Log::units`].
    pub by: Vec<Field>,
    /// Whether an action of a pair may stand alone.
    pub alone: bool,
    /// The field with the time of an action, which is closed up when others go.
    pub time: Option<Field>,
}

impl Rules {
    /// The smallest sets of actions that may go together.
    ///
    /// # Errors
    /// See [`Log::units`].
    pub fn units(&self, log: &Log) -> Result<Vec<Vec<u32>>, LogError> {
        log.units(&self.pairs, &self.by, self.alone)
    }

    /// The times of the actions, where they have any.
    ///
    /// # Errors
    /// See [`Times::of`].
    pub fn times(&self, log: &Log) -> Result<Option<Times>, LogError> {
        self.time.as_ref().map(|field| Times::of(log, field)).transpose()
    }

    /// Whether `text` has as many actions as `log`, with the same pairs, told by the same fields, and the same times:
    /// whether only what the rules say nothing about is another.
    pub(crate) fn hold_alike(&self, log: &Log, text: Text) -> bool {
        let Ok(other) = Log::read(text, log.format()) else { return false };
        let times = |log: &Log| self.times(log).map(|times| times.map(Times::values));
        let alike = || -> Result<bool, LogError> {
            let paired =
                self.units(log)? == self.units(&other)? && log.kinds(&self.pairs) == other.kinds(&self.pairs);
            Ok(paired && times(log)? == times(&other)?)
        };
        log.len() == other.len() && alike().unwrap_or(false)
    }
}
