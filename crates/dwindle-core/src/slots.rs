//! Slots: where tests run. The only threads of the library are here.
//!
//! Slots run tests inline for one job, on one thread each for several jobs, and on a virtual clock for benchmarks
//! and property tests. A caller that has many tests in flight without a thread for each implements [`Slots`] and
//! runs the engine with [`Engine::run_in`](crate::Engine::run_in).

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
use std::time::Duration;

use crate::change::Change;
use crate::event::Purpose;
use crate::space::Shared;
use crate::test::{NoJudgement, Slot};
use crate::{Candidate, Config, Id, Judgement};

/// A candidate to be judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Asked {
    /// The number by which its judgement is told.
    pub ticket: u64,
    /// Its identity, which is the same for the same candidate in every search.
    pub id: Id,
    /// Which units are kept.
    pub config: Config,
    /// How many times the usual limit of time the test has: 2 to confirm one of the first timeouts, which then runs alone;
    /// otherwise 1.
    pub patience: u32,
    pub(crate) space: Shared,
    pub(crate) purpose: Purpose,
    /// How likely the strategy takes it to fail, where one asks.
    pub(crate) chance: Option<f32>,
    /// What it changes in the best, where that is told apart.
    pub(crate) change: Option<Change>,
}

impl Asked {
    /// The candidate as a value.
    ///
    /// # Errors
    /// Those of the [space](crate::space::Space::candidate).
    pub fn candidate(&self) -> io::Result<Candidate<'_>> {
        self.space.candidate(Cow::Borrowed(&self.config))
    }
}

/// How a test ended.
#[derive(Debug)]
pub enum End {
    /// It came to a judgement.
    Judged(Judgement),
    /// It was stopped.
    Stopped,
    /// It could not be carried out.
    Broken(io::Error),
    /// The test, a function of this process, panicked; the payload goes on to the caller.
    Panicked(Box<dyn Any + Send>),
}

/// Where tests run, several at once: what [`Engine::run_in`](crate::Engine::run_in) wants of those who run them otherwise
/// than one on each of its threads, such as on machines elsewhere.
///
/// Tests may end in any order. What a search comes to does not depend on it.
pub trait Slots {
    /// How many tests can run at once; at least one.
    fn width(&self) -> usize;

    /// Starts a test. There is an idle slot.
    fn start(&mut self, asked: &Asked);

    /// Ends the running test with this ticket, if that can be; it still comes out of [`wait`](Self::wait). A search may say so
    /// again before it does.
    fn stop(&mut self, ticket: u64);

    /// Waits until a test ended. There is one running.
    fn wait(&mut self) -> (u64, End);

    /// As [`wait`](Self::wait), but no longer than this; slots that cannot do so wait.
    fn wait_at_most(&mut self, most: Duration) -> Option<(u64, End)> {
        let _ = most;
        Some(self.wait())
    }

    /// Whether no time goes by between tests, as on a virtual clock: what runs ahead is then always found out in time.
    fn time_stands_still(&self) -> bool {
        false
    }

    /// A test that ended already, if there is one: never waits.
    fn ended(&mut self) -> Option<(u64, End)>;
}

/// Judges a candidate in `slot`.
pub(crate) fn carry_out(slot: &mut dyn Slot, asked: &Asked) -> End {
    let judge = || slot.judge(&asked.candidate()?, asked.patience);
    match catch_unwind(AssertUnwindSafe(judge)) {
        Ok(Ok(judgement)) => End::Judged(judgement),
        Ok(Err(NoJudgement::Stopped)) => End::Stopped,
        Ok(Err(NoJudgement::Broken(error))) => End::Broken(error),
        Err(payload) => End::Panicked(payload),
    }
}
