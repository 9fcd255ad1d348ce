//! Slots: where tests run. The only threads of the library are here.

mod inline;
mod simulated;
mod threads;

pub(crate) use inline::Inline;
pub(crate) use simulated::Simulated;
pub use simulated::VirtualTime;
pub(crate) use threads::{Threads, serve};

use std::any::Any;
use std::borrow::Cow;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::space::{Shared, Space};
use crate::test::{NoJudgement, Slot};
use crate::{Config, Judgement};

/// One candidate to test.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) space: Shared,
    pub(crate) config: Config,
    pub(crate) patience: u32,
}

/// How a test ended.
#[derive(Debug)]
pub(crate) enum End {
    Judged(Judgement),
    Stopped,
    Broken(io::Error),
    /// The test, a function of this process, panicked; the payload goes on to the caller.
    Panicked(Box<dyn Any + Send>),
}

/// Where tests run, several at once.
pub(crate) trait Slots {
    /// How many tests can run at once.
    fn width(&self) -> usize;

    /// Starts a test. There must be an idle slot.
    fn start(&mut self, ticket: u64, job: Job);

    /// Ends a running test; it still comes out of [`Slots::wait`].
    fn stop(&mut self, ticket: u64);

    /// Waits until a test ended. There must be one running.
    fn wait(&mut self) -> (u64, End);

    /// A test that ended already, if there is one: never waits.
    fn ended(&mut self) -> Option<(u64, End)>;
}

/// Judges a candidate in `slot`.
pub(crate) fn carry_out(slot: &mut dyn Slot, space: &dyn Space, config: &Config, patience: u32) -> End {
    let judge = || slot.judge(&space.candidate(Cow::Borrowed(config))?, patience);
    match catch_unwind(AssertUnwindSafe(judge)) {
        Ok(Ok(judgement)) => End::Judged(judgement),
        Ok(Err(NoJudgement::Stopped)) => End::Stopped,
        Ok(Err(NoJudgement::Broken(error))) => End::Broken(error),
        Err(payload) => End::Panicked(payload),
    }
}
