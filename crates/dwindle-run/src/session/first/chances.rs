//! How often a test is run that does not fail, before that is believed.

use std::time::Duration;

/// How often a test runs on an input that does not fail, before that is said: a test that fails now and then is not
/// to be taken for one that never does. One that fails in half of its runs has failed 99 times in 100.
const CHANCES: usize = 7;
/// The same where it is known that the test fails now and then: one that fails in one of 20 runs has failed 99 times in 100.
pub(super) const CHANCES_OF_SELDOM: usize = 100;
/// No longer than these runs may take together; the first is taken at its word where it took as long. This decides nothing but what is
/// said.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a test may run for nothing that takes so long.
pub(super) fn within(duration: Duration) -> usize {
    let as_many = PATIENCE.as_millis() / duration.as_millis().max(1);
    usize::try_from(as_many).map_or(CHANCES, |runs| runs.clamp(1, CHANCES))
}
