//! Where there is no terminal: a line at each tenfold gain, and once a minute.

use std::time::Duration;

use super::status::Status;

/// Gains in runs that end sooner are not worth a line.
const DELAY: Duration = Duration::from_secs(5);
/// How long it is silent at most.
const SILENCE: Duration = Duration::from_secs(60);

/// What was told so far.
#[derive(Debug)]
pub(super) struct Log {
    /// Whether gains are told.
    gains: bool,
    /// When the last line was told.
    told: Duration,
    /// The size that was told last, or the first.
    size: Option<u64>,
}

impl Log {
    /// Nothing was told; `gains` says whether gains are.
    pub(super) const fn new(gains: bool) -> Self {
        Self { gains, told: Duration::ZERO, size: None }
    }

    /// The line for a gain, if it is tenfold.
    pub(super) fn gained(&mut self, status: &Status, now: Duration) -> Option<String> {
        let size = status.size?;
        let before = *self.size.get_or_insert(size);
        let is_due = self.gains && now >= DELAY && size < before && size.saturating_mul(10) <= before;
        is_due.then(|| self.tell(status, now))
    }

    /// The line of the minute, if it is over.
    pub(super) fn due(&mut self, status: &Status, now: Duration) -> Option<String> {
        (now >= self.told + SILENCE).then(|| self.tell(status, now))
    }

    /// How long until the minute is over.
    pub(super) fn wait(&self, now: Duration) -> Duration {
        (self.told + SILENCE).saturating_sub(now)
    }

    fn tell(&mut self, status: &Status, now: Duration) -> String {
        self.told = now;
        self.size = status.size.or(self.size);
        status.sentence(now) + "\n"
    }
}
