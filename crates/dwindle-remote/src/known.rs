//! What was found of earlier tests in the cache that all users share, and what that says of the next one.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::now;

/// How long nothing has to be found until what is not found is executed: so much for each that was found in a row, up to so
/// many. What that saves is at least as long.
const QUIET: Duration = Duration::from_millis(30);
const MOST_ROW: u32 = 20;

/// What was found so far.
#[derive(Debug)]
pub(crate) struct Known {
    slots: usize,
    row: Mutex<Row>,
}

#[derive(Debug, Default)]
struct Row {
    last: Option<Instant>,
    /// How many were found since one was executed.
    found: u32,
    /// How many were not since one was found.
    missed: usize,
}

impl Known {
    /// Nothing was found yet; so many tests are on their way at once.
    pub(crate) fn new(slots: usize) -> Self {
        Self { slots, row: Mutex::default() }
    }

    fn row<T>(&self, change: impl FnOnce(&mut Row) -> T) -> T {
        change(&mut self.row.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether it is worth a request to look up what has not been asked for yet.
    ///
    /// It is not where more in a row were not found than are on their way at once, of which one at least was no guess: nobody has reduced
    /// the same before. Whoever executes what is known after all gets its result, too.
    pub(crate) fn is_worth_a_look(&self) -> bool {
        self.row(|row| row.missed <= self.slots)
    }

    /// Remembers whether one was found.
    pub(crate) fn remember(&self, is_found: bool) {
        self.row(|row| {
            if is_found {
                *row = Row { last: Some(now()), found: row.found + 1, missed: 0 };
            } else {
                row.missed += 1;
            }
        });
    }

    /// Waits until nothing was found for some time, where a look-up takes so long.
    ///
    /// Where somebody has reduced the same, the search goes from one result that is found to the next, and nearly all that it
    /// does not find was only to be tested ahead. What it cannot go on without is the last that it looks up.
    pub(crate) async fn hold_back(&self, look_up: Duration) {
        let rest = |row: &mut Row| {
            let quiet = look_up * 2 + QUIET * row.found.min(MOST_ROW);
            let rest = row.last.and_then(|last| quiet.checked_sub(last.elapsed()));
            let rest = rest.filter(|rest| !rest.is_zero());
            if rest.is_none() {
                row.found = 0;
            }
            rest
        };
        while let Some(rest) = self.row(rest) {
            tokio::time::sleep(rest).await;
        }
    }
}
