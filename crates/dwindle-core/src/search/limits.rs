//! When the limits of a search are reached.

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
