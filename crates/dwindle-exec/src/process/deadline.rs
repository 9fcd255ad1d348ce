//! Time, as far as this room needs it: to end what takes too long, and to say how long something took.

use std::time::{Duration, Instant};

use rustix::event::Timespec;

/// A moment, for durations that are reported.
#[expect(clippy::disallowed_methods, reason = "deadlines and reported durations are what this file is for")]
pub(super) fn now() -> Instant {
    Instant::now()
}

/// A moment by which something must have happened, or never.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now; without a time, or with one beyond what the clock can count, never.
    pub(super) fn after(time: Option<Duration>) -> Self {
        Self(time.and_then(|time| now().checked_add(time)))
    }

    pub(super) fn passed(self) -> bool {
        self.0.is_some_and(|at| at <= now())
    }

    /// How long `poll` may sleep; `None` is for ever.
    pub(super) fn left(self) -> Option<Timespec> {
        self.0.map(|at| timespec(at.saturating_duration_since(now())))
    }
}

/// The same span for `poll`.
pub(super) fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}

#[cfg(not(target_os = "linux"))]
impl Deadline {
    /// Whether it passes within this span.
    pub(super) fn within(self, span: Duration) -> bool {
        self.0.is_some_and(|at| at.saturating_duration_since(now()) <= span)
    }
}
