//! Ends a search when its budget or its target size is reached, or when it was stopped from outside.

use crate::search::{Search, Stop};

impl Search<'_> {
    /// Ends a search whose limits are reached.
    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        self.check_halted()?;
        if self.limits.budget.is_some_and(|budget| self.count().tests >= budget) {
            return Err(Stop::Budget);
        }
        if let (Some(target), Some(best)) = (self.limits.target, self.best_size())
            && best <= target
            && !self.explores
        {
            return Err(Stop::Target);
        }
        Ok(())
    }
}
