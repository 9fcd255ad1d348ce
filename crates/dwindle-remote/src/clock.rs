//! The time.

use std::time::Instant;

/// The time, which says when to try again and what a test took.
#[expect(clippy::disallowed_methods, reason = "no outcome depends on it")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
