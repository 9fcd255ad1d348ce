//! When to sync a file to disk: at most once a second, and at the end.

use std::time::Duration;

/// How far apart two syncs lie at least.
const APART: Duration = Duration::from_secs(1);

/// Whether something was written since the last sync, and when that was.
///
/// The time is whatever clock the caller passes in, as long as it never goes back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    dirty: bool,
    last: Option<Duration>,
}

impl Pace {
    /// Something was written.
    pub(crate) const fn wrote(&mut self) {
        self.dirty = true;
    }

    /// Whether a write at `now` is to be synced at once.
    pub(crate) fn is_due(self, now: Duration) -> bool {
        self.last.is_none_or(|last| now.saturating_sub(last) >= APART)
    }

    /// Syncs what was written, unless there is nothing, or that was done less than a second before `now`; `None` is the
    /// end.
    pub(crate) fn sync<E>(
        &mut self,
        now: Option<Duration>,
        sync: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        if self.dirty && now.is_none_or(|now| self.is_due(now)) {
            sync()?;
            self.synced(now);
        }
        Ok(())
    }

    /// A sync succeeded; `None` is the one at the end, which has no time.
    pub(crate) fn synced(&mut self, now: Option<Duration>) {
        self.dirty = false;
        self.last = now.or(self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sync_is_due_at_once_and_then_once_a_second() {
        let mut pace = Pace::default();
        let (mut syncs, mut now) = (0, Duration::ZERO);
        while now < Duration::from_secs(10) {
            pace.wrote();
            if pace.is_due(now) {
                syncs += 1;
                pace.synced(Some(now));
            }
            now += Duration::from_millis(1);
        }
        assert_eq!(syncs, 10);
        assert!(pace.dirty);
        pace.synced(None);
        assert!(!pace.dirty);
    }
}
