//! How long tests may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long a test may take; clones share it, so it can be set when the first runs have shown what is usual.
///
/// The first runs over the limit do not decide by themselves: the search runs them again, alone, with twice the limit, or
/// with the very same where that is [exact](Self::exact).
#[derive(Clone, Debug, Default)]
pub struct TimeLimit(Arc<Limit>);

#[derive(Debug, Default)]
struct Limit {
    /// Milliseconds; 0 for none.
    ms: AtomicU64,
    is_exact: AtomicBool,
}

impl TimeLimit {
    /// Sets the limit from now on; `None` is for ever.
    pub fn set(&self, limit: Option<Duration>) {
        let ms = limit.map_or(0, |limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).max(1));
        self.0.ms.store(ms, Ordering::Relaxed);
    }

    /// Doubles the limit, if there is one.
    pub fn double(&self) {
        self.set(self.get().map(|limit| limit * 2));
    }

    /// Lets no run take longer than the limit, whatever for: it is what the user said.
    pub fn exact(&self) {
        self.0.is_exact.store(true, Ordering::Relaxed);
    }

    /// The limit of a run with `patience` times the usual one.
    pub fn of(&self, patience: u32) -> Option<Duration> {
        let times = if self.0.is_exact.load(Ordering::Relaxed) { 1 } else { patience };
        self.get().map(|limit| limit.saturating_mul(times))
    }

    /// As [`TimeLimit::of`], rounded up unless it is exact: to 4, 16, 64 or more seconds.
    ///
    /// Of tests on other machines the limit is a part of what their results are known by, and two users who reduce the same
    /// shall have the same one.
    pub(super) fn rounded(&self, patience: u32) -> Option<Duration> {
        let limit = self.of(patience)?;
        if self.0.is_exact.load(Ordering::Relaxed) {
            return Some(limit);
        }
        let steps = std::iter::successors(Some(Duration::from_secs(4)), |step| step.checked_mul(4));
        steps.into_iter().find(|step| *step >= limit).or(Some(limit))
    }

    /// The limit.
    pub fn get(&self) -> Option<Duration> {
        match self.0.ms.load(Ordering::Relaxed) {
            0 => None,
            ms => Some(Duration::from_millis(ms)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_rounded_unless_the_user_named_it() {
        let limit = TimeLimit::default();
        let seconds = |patience| limit.rounded(patience).map(|limit| limit.as_secs_f64());
        assert_eq!(seconds(1), None);
        limit.set(Some(Duration::from_millis(2500)));
        assert_eq!((seconds(1), seconds(2)), (Some(4.0), Some(16.0)));
        limit.exact();
        assert_eq!((seconds(1), seconds(2)), (Some(2.5), Some(2.5)));
    }
}
